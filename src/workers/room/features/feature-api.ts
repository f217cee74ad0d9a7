import type { Clock } from '../../../player/base/clock.ts';
import type { DecisionLog } from '../../../player/base/decision-log.ts';
import { byType, type ByType } from '../../../core/by-type.ts';
import type { Capability, RoomEvent } from '../../../core/feature.ts';
import { WAITS, waitMs } from '../../../player/base/backoff.ts';
import { createRunner, type Machine, type MachineEffect, type MachineEvent, type MachineState } from '../../../player/base/machine.ts';
import type { StreamMessage } from '../../../player/rules/messages/stream-messages.ts';
import type { AnalyticsInput } from '../../../core/reports/analytics.ts';
import type { FrameFact } from '../../../core/reports/frame-reports.ts';
import type { Failure, Result } from '../../../core/errors.ts';
import type { Fields } from '../../../core/room/feature/feature-request.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import type { Login } from '../../../core/room/start/cookies.ts';
import type { PageFlags } from '../../../core/room/start/page-input.ts';
import type { PageElement } from '../api.ts';
import type { Dialog, Layout, Me, RoomCard, Toast } from '../../../core/room/view.ts';
import type { Services } from '../../../core/services.ts';
import type { Request } from '../../../wire/http.ts';
import type { BodyOfMessage, Message, MessageName } from '../../../wire/registry.ts';

/** The room's interface for a feature's half in the room worker. feature-host.ts creates one per feature. */
export interface FeatureContext {
  readonly clock: Clock;
  /** 0 <= random < 1. */
  random(): number;
  uuid(): string;
  readonly services: Services;
  readonly flags: PageFlags;
  /** P2: union ids of the visit: of the address, then of the cookies. */
  unionIds(): readonly string[];
  /** Address of the page of another room, with the parameters of this visit. */
  readonly addressOfRoom: (roomId: number) => string;
  readonly decisions: DecisionLog;
  roomId(): number;
  room(): RoomCard;
  me(): Me;
  login(): Login;
  layout(): Layout;
  /** null until it is known. */
  liveInfo(): LiveInfo | null;
  /** A value of the remote config, not validated; undefined if missing. */
  config(key: string): unknown;
  /** One HTTP call; `decode` validates the body. Never rejects. */
  call<T>(request: Request, decode: (body: unknown) => Result<T>): Promise<Result<T>>;
  /**
   * `POST {live}/feature/{name of the feature}/{verb}` with room and viewer in addition to `fields`. The feature's state arrives in its
   * messages, also after `snapshot`. A refusal is FEATURE_REFUSED with the server's text for the viewer as its detail, '' without one. Never
   * rejects.
   */
  callFeature(verb: string, fields?: Fields): Promise<Result>;
  /** Local storage under the feature's own name. */
  readonly storage: {
    read(key: string): unknown;
    write(key: string, value: string | number | boolean | readonly string[], expiresS: number | null): void;
  };
  /** Adds a line to the player log and the viewer's log export. */
  log(line: string): void;
  /** `info` is only counted; all other levels are sent to the logging service. */
  report(level: 'info' | 'warn' | 'error' | 'performance', text: string): void;
  count(name: string, by: number): void;
  track(event: AnalyticsInput): void;
  failure(failure: Failure): void;
  openDialog(dialog: Dialog): void;
  openLogin(): void;
  toast(text: string, tone: Toast['tone']): void;
  openPage(url: string): void;
  /** For features with a `stageOrder`. */
  readonly stage: { take(): void; leave(why: string): void };
  /** A part of the room that the feature's manifest lists in `uses`; throws for any other. */
  capability<Name extends Capability>(name: Name): Capabilities[Name];
}

export interface Capabilities {
  /** Elements of the page that a rule names (P8). */
  readonly elements: { has(name: PageElement): boolean };
  /**
   * The broadcast of the star's own room, here or on another page: the header follows it, and a login that would end it is held for a
   * question. `sinceS`: seconds since 1970; null: not on the air.
   */
  readonly broadcast: { show(sinceS: number | null): void };
  /** S1: the viewer passed the check. */
  readonly 'human-check': { passed(): void };
  /** S24: the viewer is logged in by these values; false if they cannot be a login. */
  readonly 'sign-in': { done(login: { readonly userId: number; readonly token: string; readonly nickname: string }): boolean };
  /** S32, S33: reported by the stats worker. */
  readonly 'frame-reports': { send(fact: FrameFact): void };
}

/** Whether a message is about the viewer: 0 and undefined are no user id, and a guest has none. */
export const isViewer = (room: FeatureContext, userId = 0): boolean => userId !== 0 && userId === room.login().userId;

/** Milliseconds since 1970 by the server's clock. */
export const serverMs = (room: FeatureContext): number => room.clock.epochMs() - (room.liveInfo()?.clockAheadMs ?? 0);

/** Whether the viewer is the star of this room. */
export const isRoomStar = (room: FeatureContext): boolean => isViewer(room, room.room().starId);

/** `onRoom` of features that keep something of the viewer: their machines forget it with this event. */
export const loginChanged = ({ type }: RoomEvent): { readonly type: 'login-changed' } | null =>
  type === 'login-changed' ? { type } : null;

/** A running feature as seen by the feature host. */
export interface FeatureInstance {
  onMessage(message: Message): void;
  onAction(action: unknown): void;
  onRoom(event: RoomEvent): void;
  dispose(): void;
}

export interface FeatureOutput {
  /** null: nothing to show. */
  show(view: unknown): void;
  onError(cause: unknown): void;
}

/** The export `room` of a feature's `room.ts`. */
export interface FeatureRoomPart {
  create(context: FeatureContext, output: FeatureOutput): FeatureInstance;
}

/** A half made by `defineRoomPart`: exposes its machine for tests that compare its events, and the execution of its effects. */
export interface MachineRoomPart extends FeatureRoomPart {
  readonly machine: { readonly name: string; step(...args: never[]): readonly unknown[] };
  execute(effect: never, room: FeatureContext, send: (event: unknown) => void): void;
}

/** A feature's half in the room worker: maps messages and actions to events, and effects to calls. */
export interface RoomPartDefinition<
  State extends MachineState,
  Event extends MachineEvent,
  Effect extends MachineEffect,
  View,
  Action,
  MachineContext,
> {
  readonly machine: Machine<State, Event, Effect, MachineContext>;
  context(room: FeatureContext): MachineContext;
  /** Input of the panel; null if there is nothing to show. Returning the same object means that nothing has to be sent. */
  view(state: State, room: FeatureContext): View | null;
  readonly messages?: { readonly [Name in MessageName]?: (body: BodyOfMessage<Name>, room: FeatureContext) => Event | null };
  /** Called once, when the feature starts. */
  onStart?(room: FeatureContext): Event | null;
  onAction?(action: Action, room: FeatureContext): Event | null;
  onRoom?(event: RoomEvent, room: FeatureContext): Event | null;
  /** P30: a message of the stream whose picture is on the screen. */
  onStreamMessage?(message: StreamMessage, room: FeatureContext): Event | null;
  /** A function, or one handler for each type of effect. */
  readonly execute:
    | ((effect: Effect, room: FeatureContext, send: (event: Event) => void) => void)
    | ByType<Effect, [room: FeatureContext, send: (event: Event) => void]>;
}

/** The annotation lets the build of the page, whose panels import constants of a `room.ts`, remove the half. */
/* @__NO_SIDE_EFFECTS__ */
export function defineRoomPart<
  State extends MachineState,
  Event extends MachineEvent,
  Effect extends MachineEffect,
  View,
  Action,
  MachineContext,
>(half: RoomPartDefinition<State, Event, Effect, View, Action, MachineContext>): MachineRoomPart {
  const execute = (effect: Effect, room: FeatureContext, send: (event: Event) => void): void =>
    typeof half.execute === 'function' ? half.execute(effect, room, send) : byType(half.execute, effect, room, send);
  return {
    machine: half.machine,
    execute,
    create(room, output) {
      let shown: View | null = null;
      /** The current step has a cause that all viewers of the room have at the same time: a message or a timer. */
      let isForAll = false;
      const machine: typeof half.machine = {
        ...half.machine,
        step(state, event, nowMs, context) {
          if (event.type === 'tick') isForAll = true;
          return half.machine.step(state, event, nowMs, context);
        },
      };
      const asking = Object.create(room, {
        callFeature: {
          value(verb: string, fields?: Fields): Promise<Result> {
            if (verb !== 'snapshot' || !isForAll) return room.callFeature(verb, fields);
            const afterMs = waitMs(WAITS.featureState, 0, room.random());
            return new Promise((resolve) => room.clock.after(afterMs, () => resolve(room.callFeature(verb, fields))));
          },
        },
      }) as FeatureContext;
      const runner = createRunner(machine, {
        clock: room.clock,
        decisions: room.decisions,
        context: () => half.context(room),
        onState: (state) => showState(state),
        execute: (effect) => execute(effect, asking, send),
        onError: (cause) => output.onError(cause),
      });
      const send = (event: Event): void => runner.send(event);
      const sendIfAny = (event: Event | null | undefined, forAll = false): void => {
        isForAll = forAll;
        if (event !== null && event !== undefined) runner.send(event);
      };
      function showState(state: State): void {
        const view = half.view(state, room);
        if (view === shown) return;
        shown = view;
        output.show(view);
      }
      showState(half.machine.initial);
      sendIfAny(half.onStart?.(room));
      return {
        onMessage(message) {
          // The registry ties each name to its body; indexing by a union of names loses this relation, and this cast restores it.
          const read = half.messages?.[message.name] as ((body: Message['body'], room: FeatureContext) => Event | null) | undefined;
          sendIfAny(read?.(message.body, room), true);
        },
        // Panel and half are in the same folder: the panel sends the Action type declared by this half.
        onAction: (action) => sendIfAny(half.onAction?.(action as Action, room)),
        onRoom(event) {
          if (event.type === 'stream-messages') for (const message of event.messages) sendIfAny(half.onStreamMessage?.(message, room));
          sendIfAny(half.onRoom?.(event, room));
          // Views contain what belongs to the viewer.
          if (event.type === 'login-changed') showState(runner.state());
        },
        dispose: () => runner.dispose(),
      };
    },
  };
}

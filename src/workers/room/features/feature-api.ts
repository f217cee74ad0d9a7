import { byType, type ByType } from '../../../core/by-type.ts';
import type { RoomEvent } from '../../../core/feature.ts';
import { WAITS, waitMs } from '../../../player/base/waits.ts';
import { createRunner, type Machine, type MachineEffect, type MachineEvent, type MachineState } from '../../../player/base/machine.ts';
import type { StreamMessage } from '../../../player/rules/messages/stream-messages.ts';
import type { Result } from '../../../core/errors.ts';
import type { Fields } from '../../../core/room/feature/feature-dialog.ts';
import type { FeatureContext } from './feature-context.ts';
import type { BodyOfMessage, Message, MessageName } from '../../../wire/registry.ts';

export type { FeatureContext };

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

/** A part made by `defineRoomPart`: exposes its machine for tests that compare its events, and the execution of its effects. */
export interface MachineRoomPart extends FeatureRoomPart {
  readonly machine: { readonly name: string; step(...args: never[]): readonly unknown[] };
  execute(effect: never, room: FeatureContext, send: (event: unknown) => void): void;
}

/** A feature's part in the room worker: maps messages and actions to events, and effects to calls. */
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

/** The annotation lets the build of the page, whose panels import constants of a `room.ts`, remove the part. */
/* @__NO_SIDE_EFFECTS__ */
export function defineRoomPart<
  State extends MachineState,
  Event extends MachineEvent,
  Effect extends MachineEffect,
  View,
  Action,
  MachineContext,
>(part: RoomPartDefinition<State, Event, Effect, View, Action, MachineContext>): MachineRoomPart {
  const execute = (effect: Effect, room: FeatureContext, send: (event: Event) => void): void =>
    typeof part.execute === 'function' ? part.execute(effect, room, send) : byType(part.execute, effect, room, send);
  return {
    machine: part.machine,
    execute,
    create(room, output) {
      let shown: View | null = null;
      /** The current step has a cause that all viewers of the room have at the same time: a message or a timer. */
      let isForAll = false;
      const machine: typeof part.machine = {
        ...part.machine,
        step(state, event, nowMs, context) {
          if (event.type === 'tick') isForAll = true;
          return part.machine.step(state, event, nowMs, context);
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
        context: () => part.context(room),
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
        const view = part.view(state, room);
        if (view === shown) return;
        shown = view;
        output.show(view);
      }
      showState(part.machine.initial);
      sendIfAny(part.onStart?.(room));
      return {
        onMessage(message) {
          // The registry ties each name to its body; indexing by a union of names loses this relation, and this cast restores it.
          const read = part.messages?.[message.name] as ((body: Message['body'], room: FeatureContext) => Event | null) | undefined;
          sendIfAny(read?.(message.body, room), true);
        },
        // Panel and part are in the same folder: the panel sends the Action type declared by this part.
        onAction: (action) => sendIfAny(part.onAction?.(action as Action, room)),
        onRoom(event) {
          if (event.type === 'stream-messages') for (const message of event.messages) sendIfAny(part.onStreamMessage?.(message, room));
          sendIfAny(part.onRoom?.(event, room));
          // Views contain what belongs to the viewer.
          if (event.type === 'login-changed') showState(runner.state());
        },
        dispose: () => runner.dispose(),
      };
    },
  };
}

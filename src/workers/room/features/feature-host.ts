import type { Clock } from '../../../core/clock.ts';
import type { FeatureManifest, FeatureOffWhy, FeatureView, RoomEvent, Wake } from '../../../core/feature.ts';
import type { Failure } from '../../../core/result.ts';
import { within } from '../../../core/within.ts';
import type { Message } from '../../../wire/registry.ts';
import type { FeatureContext, FeatureInstance, FeatureRoomHalf } from './feature-api.ts';

/** Timeout of a feature's chunk; after LOAD_ATTEMPTS the feature is off. */
const FEATURE_LOAD_MS = 10_000;
const LOAD_ATTEMPTS = 2;
/** Maximum number of deliveries queued while a feature loads; the oldest are dropped. */
const MAX_WAITING_DELIVERIES = 200;

type Delivery =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'action'; readonly action: unknown }
  | { readonly type: 'room'; readonly event: RoomEvent };

type Running =
  | { readonly name: 'asleep' }
  | { readonly name: 'loading'; readonly waiting: Delivery[] }
  | { readonly name: 'running'; readonly instance: FeatureInstance }
  | { readonly name: 'off'; readonly why: FeatureOffWhy };

export interface FeatureHostDeps {
  readonly manifests: readonly FeatureManifest[];
  readonly clock: Clock;
  /** Imports the feature's `room.ts`. May reject. */
  load(name: string): Promise<FeatureRoomHalf>;
  context(manifest: FeatureManifest): FeatureContext;
  show(name: string, view: FeatureView): void;
  onFailure(failure: Failure): void;
  /** Notifies the start-up, because the stage must not wait for a feature that is off. */
  onOff(name: string, why: FeatureOffWhy): void;
}

export interface FeatureHost {
  /** Called before any feature is woken; running features continue, features in `off` are stopped. */
  configure(role: 0 | 1, off: ReadonlySet<string>): void;
  wake(reason: Wake): void;
  /** The page's half could not be loaded or threw. */
  drawingFailed(name: string, detail: string): void;
  message(message: Message): void;
  action(name: string, action: unknown): void;
  /** Sends an event to all running or loading features. */
  announce(event: RoomEvent): void;
  /** Sends an event to one feature and wakes it. */
  announceTo(name: string, event: RoomEvent): void;
  /** Features that may take the stage, in order. */
  stageGuests(): readonly string[];
  isIdle(): boolean;
}

/** Loads features on demand, delivers their messages, and switches off a feature that fails; the room continues. */
// Long: the states of all features are one map: loading, delivery, switching off and waking all read and change it.
export function createFeatureHost(deps: FeatureHostDeps): FeatureHost {
  const { clock } = deps;
  const byName = new Map(deps.manifests.map((manifest) => [manifest.name, manifest]));
  const byMessage = new Map<string, FeatureManifest[]>();
  for (const manifest of deps.manifests)
    for (const name of manifest.messages) byMessage.set(name, [...(byMessage.get(name) ?? []), manifest]);
  const states = new Map<string, Running>();
  let role: 0 | 1 = 0;
  let off: ReadonlySet<string> = new Set();

  const stateOf = (name: string): Running => states.get(name) ?? { name: 'asleep' };
  const mayRun = ({ name, roles }: FeatureManifest): boolean => !off.has(name) && roles.includes(role);

  function turnOff(name: string, why: FeatureOffWhy, detail: string): void {
    const before = stateOf(name);
    if (before.name === 'off') return;
    states.set(name, { name: 'off', why });
    if (before.name === 'running') before.instance.dispose();
    if (why !== 'switched off by the remote config') deps.onFailure({ code: 'FEATURE_OFF', detail: `${name} ${why}: ${detail}` });
    deps.show(name, { name: 'off', why });
    deps.onOff(name, why);
  }

  async function start(manifest: FeatureManifest): Promise<void> {
    const { name } = manifest;
    const waiting: Delivery[] = [];
    states.set(name, { name: 'loading', waiting });
    for (let attempt = 1; ; attempt++) {
      try {
        const half = await within(clock, FEATURE_LOAD_MS, deps.load(name), () =>
          Promise.reject(new Error(`no answer in ${FEATURE_LOAD_MS} ms`)),
        );
        if (stateOf(name).name !== 'loading') return;
        run(manifest, half, waiting);
        return;
      } catch (cause) {
        if (attempt < LOAD_ATTEMPTS) continue;
        turnOff(name, 'could not be loaded', String(cause));
        return;
      }
    }
  }

  function run(manifest: FeatureManifest, half: FeatureRoomHalf, waiting: readonly Delivery[]): void {
    const { name } = manifest;
    const failed = (cause: unknown): void => turnOff(name, 'failed while running', detailOf(cause));
    try {
      const instance = half.create(deps.context(manifest), {
        show: (view) => deps.show(name, view === null ? { name: 'hidden' } : { name: 'shown', view }),
        onError: failed,
      });
      // Its first step may already have switched it off.
      if (stateOf(name).name === 'loading') states.set(name, { name: 'running', instance });
      else instance.dispose();
    } catch (cause) {
      failed(cause);
      return;
    }
    for (const delivery of waiting) hand(name, delivery);
  }

  function hand(name: string, delivery: Delivery): void {
    const state = stateOf(name);
    if (state.name === 'loading') {
      if (state.waiting.length >= MAX_WAITING_DELIVERIES) state.waiting.shift();
      state.waiting.push(delivery);
      return;
    }
    if (state.name !== 'running') return;
    try {
      if (delivery.type === 'message') state.instance.onMessage(delivery.message);
      else if (delivery.type === 'action') state.instance.onAction(delivery.action);
      else state.instance.onRoom(delivery.event);
    } catch (cause) {
      turnOff(name, 'failed while running', detailOf(cause));
    }
  }

  function wakeOne(manifest: FeatureManifest): void {
    // Never rejects.
    if (stateOf(manifest.name).name === 'asleep' && mayRun(manifest)) void start(manifest);
  }

  return {
    configure(nextRole, nextOff) {
      role = nextRole;
      off = nextOff;
      for (const { name } of deps.manifests) if (off.has(name)) turnOff(name, 'switched off by the remote config', '');
    },
    wake(reason) {
      for (const manifest of deps.manifests) if (manifest.wakes.includes(reason)) wakeOne(manifest);
    },
    drawingFailed: (name, detail) => turnOff(name, 'failed while drawing', detail),
    message(message) {
      for (const manifest of byMessage.get(message.name) ?? []) {
        if (manifest.wakes.includes('message')) wakeOne(manifest);
        hand(manifest.name, { type: 'message', message });
      }
    },
    action(name, action) {
      const manifest = byName.get(name) ?? deps.manifests.find(({ opens }) => opens === name);
      if (manifest === undefined) return;
      if (manifest.wakes.includes('action')) wakeOne(manifest);
      hand(manifest.name, { type: 'action', action });
    },
    announce(event) {
      for (const { name } of deps.manifests) hand(name, { type: 'room', event });
    },
    announceTo(name, event) {
      const manifest = byName.get(name);
      if (manifest === undefined) return;
      wakeOne(manifest);
      hand(name, { type: 'room', event });
    },
    stageGuests: () =>
      deps.manifests
        .filter((manifest) => manifest.stageOrder !== undefined && mayRun(manifest) && stateOf(manifest.name).name !== 'off')
        .sort((a, b) => (a.stageOrder ?? 0) - (b.stageOrder ?? 0))
        .map(({ name }) => name),
    isIdle: () => deps.manifests.every(({ name }) => stateOf(name).name !== 'loading'),
  };
}

const detailOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

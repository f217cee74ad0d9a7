import type { Clock } from '../../../player/base/clock.ts';
import type { FeatureManifest, FeatureOffWhy, FeatureView, RoomEvent, Wake } from '../../../core/feature.ts';
import type { Failure } from '../../../core/errors.ts';
import { type AgainWhy, LateParts, type LateWhy, NOTICE_CODES, type ThrowWhy } from '../../../core/late-part.ts';
import type { Message } from '../../../wire/registry.ts';
import type { FeatureContext, FeatureInstance, FeatureRoomPart } from './feature-api.ts';

/** Maximum number of deliveries queued while a feature loads; the oldest are dropped. */
const MAX_WAITING_DELIVERIES = 200;

type Delivery =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'action'; readonly action: unknown }
  | { readonly type: 'room'; readonly event: RoomEvent };

export interface FeatureHostDeps {
  readonly manifests: readonly FeatureManifest[];
  readonly clock: Clock;
  readonly random: () => number;
  /** Imports the feature's `room.ts`. May reject. */
  load(name: string): Promise<FeatureRoomPart>;
  context(manifest: FeatureManifest): FeatureContext;
  show(name: string, view: FeatureView): void;
  onFailure(failure: Failure): void;
  /** A feature is late or has failed, and is tried again; null: it runs. */
  onNotice(name: string, why: LateWhy | null): void;
  /** Notifies the start-up, because the stage must not wait for a feature that does not run. */
  onGone(name: string, why: string): void;
}

/**
 * Loads features on demand and delivers their messages. A feature that is late or throws is tried again (core/late-part.ts), and its
 * deliveries wait; the room continues.
 */
export class FeatureHost {
  readonly #deps: FeatureHostDeps;
  readonly #byName: ReadonlyMap<string, FeatureManifest>;
  readonly #byMessage = new Map<string, FeatureManifest[]>();
  readonly #late: LateParts;
  readonly #instances = new Map<string, FeatureInstance>();
  /** Deliveries of features that were woken and do not run yet. */
  readonly #waiting = new Map<string, Delivery[]>();
  readonly #offWhy = new Map<string, FeatureOffWhy>();
  #role: 0 | 1 = 0;
  #switchedOff: ReadonlySet<string> = new Set();

  constructor(deps: FeatureHostDeps) {
    this.#deps = deps;
    this.#byName = new Map(deps.manifests.map((manifest) => [manifest.name, manifest]));
    for (const manifest of deps.manifests)
      for (const name of manifest.messages) this.#byMessage.set(name, [...(this.#byMessage.get(name) ?? []), manifest]);
    this.#late = new LateParts({
      clock: deps.clock,
      random: deps.random,
      load: async (name) => this.#run(name, await deps.load(name)),
      onNotice: (name, why, detail) => this.#onNotice(name, why, detail),
      onOff: (name, why, detail) => {
        deps.onFailure({ code: 'FEATURE_OFF', detail: `${name} ${why}: ${detail}` });
        this.#turnOff(name, why);
      },
    });
  }

  /** Features in `off` are stopped for good; features of the other role end, and begin anew when they are woken in their role again. */
  configure(role: 0 | 1, off: ReadonlySet<string>): void {
    this.#role = role;
    this.#switchedOff = off;
    for (const { name, roles } of this.#byName.values()) {
      if (this.#offWhy.has(name)) continue;
      if (off.has(name)) this.#turnOff(name, 'switched off by the remote config');
      else if (!roles.includes(role)) this.#end(name);
    }
  }

  wake(reason: Wake): void {
    for (const manifest of this.#deps.manifests) if (manifest.wakes.includes(reason)) this.#wakeOne(manifest, 'needed');
  }

  /** Tries features again that are late or have failed. */
  again(why: AgainWhy): void {
    this.#late.again(why);
  }

  /** The panel threw. */
  drawingFailed(name: string, detail: string): void {
    if (this.#byName.has(name)) this.#threw(name, 'failed while drawing', detail);
  }

  message(message: Message): void {
    for (const manifest of this.#byMessage.get(message.name) ?? []) {
      if (manifest.wakes.includes('message')) this.#wakeOne(manifest, 'needed');
      this.#hand(manifest.name, { type: 'message', message });
    }
  }

  action(name: string, action: unknown): void {
    const manifest = this.#byName.get(name) ?? this.#deps.manifests.find(({ opens }) => opens === name);
    if (manifest === undefined) return;
    if (manifest.wakes.includes('action')) this.#wakeOne(manifest, 'the viewer asked');
    this.#hand(manifest.name, { type: 'action', action });
  }

  /** Sends an event to all running or loading features. */
  announce(event: RoomEvent): void {
    for (const name of this.#byName.keys()) this.#hand(name, { type: 'room', event });
  }

  /** Sends an event to one feature and wakes it. */
  announceTo(name: string, event: RoomEvent): void {
    const manifest = this.#byName.get(name);
    if (manifest === undefined) return;
    this.#wakeOne(manifest, 'needed');
    this.#hand(name, { type: 'room', event });
  }

  /** Features that may take the stage, in order. */
  stageGuests(): readonly string[] {
    return this.#deps.manifests
      .filter((manifest) => manifest.stageOrder !== undefined && this.#mayRun(manifest) && this.#late.get(manifest.name).name !== 'waiting')
      .sort((a, b) => (a.stageOrder ?? 0) - (b.stageOrder ?? 0))
      .map(({ name }) => name);
  }

  isIdle(): boolean {
    return [...this.#byName.keys()].every((name) => this.#late.get(name).name !== 'loading');
  }

  #mayRun({ name, roles }: FeatureManifest): boolean {
    return !this.#switchedOff.has(name) && !this.#offWhy.has(name) && roles.includes(this.#role);
  }

  #wakeOne(manifest: FeatureManifest, why: AgainWhy): void {
    const { name } = manifest;
    if (!this.#mayRun(manifest)) return;
    if (!this.#instances.has(name) && !this.#waiting.has(name)) this.#waiting.set(name, []);
    if (this.#late.get(name).name === 'idle') this.#late.need(name);
    // A press of its button is a request for a feature that is late.
    else if (why === 'the viewer asked' && this.#late.get(name).notice !== null) this.#late.again(why, name);
  }

  #run(name: string, part: FeatureRoomPart): void {
    const manifest = this.#byName.get(name);
    const waiting = this.#waiting.get(name);
    // A second attempt may arrive as well, or the feature was ended.
    if (manifest === undefined || waiting === undefined) return;
    const deps = this.#deps;
    let instance: FeatureInstance | null = null;
    const early: unknown[] = [];
    try {
      instance = part.create(deps.context(manifest), {
        show: (view) => deps.show(name, view === null ? { name: 'hidden' } : { name: 'shown', view }),
        onError: (cause) => {
          if (instance === null) early.push(cause);
          else if (this.#instances.get(name) === instance) this.#threw(name, 'failed while running', cause);
        },
      });
    } catch (cause) {
      early.push(cause);
    }
    if (instance === null || early.length > 0) {
      instance?.dispose();
      this.#threw(name, 'failed while running', early[0]);
      return;
    }
    this.#instances.set(name, instance);
    this.#waiting.delete(name);
    for (const delivery of waiting) this.#hand(name, delivery);
  }

  #hand(name: string, delivery: Delivery): void {
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) {
      if (waiting.length >= MAX_WAITING_DELIVERIES) waiting.shift();
      waiting.push(delivery);
      return;
    }
    const instance = this.#instances.get(name);
    if (instance === undefined) return;
    try {
      if (delivery.type === 'message') instance.onMessage(delivery.message);
      else if (delivery.type === 'action') instance.onAction(delivery.action);
      else instance.onRoom(delivery.event);
    } catch (cause) {
      this.#threw(name, 'failed while running', cause);
    }
  }

  /** The feature begins anew after a wait; its deliveries are queued until then. */
  #threw(name: string, why: ThrowWhy, cause: unknown): void {
    if (this.#offWhy.has(name)) return;
    const instance = this.#instances.get(name);
    this.#instances.delete(name);
    if (!this.#waiting.has(name)) this.#waiting.set(name, []);
    instance?.dispose();
    this.#deps.show(name, { name: 'hidden' });
    this.#late.threw(name, why, cause);
  }

  #onNotice(name: string, why: LateWhy | null, detail: string): void {
    const deps = this.#deps;
    deps.onNotice(name, why);
    if (why === null) return;
    deps.onFailure({ code: NOTICE_CODES[why], detail: `${name} ${why}${detail === '' ? '' : `: ${detail}`}` });
    // A feature that is only late may still take the stage; the start-up bounds its answer.
    if (why !== 'takes long') deps.onGone(name, why);
  }

  #turnOff(name: string, why: FeatureOffWhy): void {
    this.#offWhy.set(name, why);
    this.#stop(name);
    this.#deps.show(name, { name: 'off', why });
    this.#deps.onGone(name, why);
  }

  /** The login changed, and the viewer of the new login does not have this feature. */
  #end(name: string): void {
    if (this.#stop(name)) this.#deps.show(name, { name: 'hidden' });
  }

  #stop(name: string): boolean {
    const instance = this.#instances.get(name);
    const wasWoken = instance !== undefined || this.#waiting.has(name);
    if (this.#late.get(name).notice !== null) this.#deps.onNotice(name, null);
    this.#instances.delete(name);
    this.#waiting.delete(name);
    this.#late.forget(name);
    instance?.dispose();
    return wasWoken;
  }
}

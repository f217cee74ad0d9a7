import type { Decision } from '../base/machine.ts';
import { err } from '../base/errors.ts';
import { detectCapabilities } from '../capabilities.ts';
import { PLAYER_KINDS_HERE } from '../kinds/player-registry.ts';
import { createPagePlayer, type PagePlayer } from '../page-player.ts';
import type { AddressSet } from '../rules/recovery/candidates.ts';
import { PLAYER_CONSTANTS, PLAYER_SWITCHES, readPlayerConfig } from '../rules/constants.ts';
import type { PlayerKind } from '../rules/names.ts';
import type { PlayerFact } from '../rules/recovery/orders.ts';
import { readSound, type Remembered } from '../rules/recovery/stored-visits.ts';
import {
  EventTranslator,
  PLAYER_EVENTS,
  type PlayerError,
  type PlayerEvent,
  type PlayerEventName,
  type PlayerEvents,
  type Statistics,
} from './events.ts';
import { fitBox, type FitBox } from './fit-box.ts';
import { addressesOf, type Sources } from './sources.ts';

export interface Memory {
  /** undefined: nothing is stored, or it has expired. */
  read(name: Remembered): unknown;
  /** `forS` seconds; null: without end. */
  write(name: Remembered, value: string | number | boolean | readonly string[], forS: number | null): void;
}

export interface PlayerOptions {
  readonly sources: Sources;
  /**
   * Called after all addresses have failed, before each further round, for example to request signed addresses again. Without `refresh` the
   * same addresses are tried again.
   */
  readonly refresh?: (round: number) => Promise<Sources | null>;
  /** Numbers and switches by their names, as in API.md; an unknown value is a RangeError. */
  readonly settings?: Readonly<Record<string, number | boolean>>;
  /** Values kept between visits: volume, stalls, the chosen kind, the decoding cost. Without `memory` they last as long as the page. */
  readonly memory?: Memory;
  /** Starts without sound if true. Takes precedence over the mute in `memory`. */
  readonly muted?: boolean;
}

export interface FootlightPlayer {
  /** Returns the function that removes the listener. An unknown event, or a listener that is no function, is a TypeError. */
  on<Name extends PlayerEventName>(type: Name, listener: (event: PlayerEvents[Name]) => void): () => void;
  /** Plays at the live edge after `pause` or a fatal error. `sources` replaces the current ones. */
  play(sources?: Sources): void;
  /** Ends the fetch; the last picture stays. */
  pause(): void;
  readonly paused: boolean;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** Media seconds; 0 before the first picture. */
  readonly currentTime: number;
  /** Pixels; 0 before the first picture. */
  readonly videoWidth: number;
  readonly videoHeight: number;
  /** The last fatal error; null after the player has started again. */
  readonly error: PlayerError | null;
  /** Only kinds that `loadstart` lists in `kinds`. */
  choose(kind: PlayerKind): void;
  /** Must be called in a click handler; false if the browser refuses. */
  togglePictureInPicture(): Promise<boolean>;
  /** Null while nothing plays. */
  statistics(): Statistics | null;
  /** Decisions and their reasons, oldest first; the last 400. */
  decisions(): readonly Decision[];
  /** Ends streams, workers and listeners, and removes the elements. */
  destroy(): void;
}

/** Plays in `element`, which has a size of its own; the picture keeps its ratio. Throws a TypeError or RangeError for a wrong option. */
export function createPlayer(element: HTMLElement, options: PlayerOptions): FootlightPlayer {
  const unknown = Object.keys(options.settings ?? {}).filter((name) => !(name in PLAYER_CONSTANTS || name in PLAYER_SWITCHES));
  if (unknown.length > 0) throw new RangeError(`settings: no setting ${unknown.join(', ')}`);
  const { config, problems } = readPlayerConfig({ webrtc: true, ...options.settings });
  if (problems.length > 0) throw new RangeError(`settings: ${problems.join('; ')}`);
  return new PackagedPlayer(element, options, addressesOf(options.sources), (player) => player.order({ type: 'configure', config }));
}

class PackagedPlayer implements FootlightPlayer {
  readonly #options: PlayerOptions;
  readonly #player: PagePlayer;
  readonly #box: FitBox;
  readonly #events = new EventTranslator();
  readonly #listeners = new Map<string, Set<(detail: never) => void>>();
  #addresses: AddressSet;
  #sound: { readonly volume: number; readonly muted: boolean };
  /** Set by the owner before the player has begun; undefined: not set. */
  #wanted: { readonly volume?: number; readonly muted?: boolean } = {};
  #size = { width: 0, height: 0 };
  #error: PlayerError | null = null;
  #isPaused = false;
  #hasBegun = false;
  /** True after the first `play` order: a later start is the order `retry`, which requests the addresses again. */
  #hasStarted = false;
  #isDestroyed = false;

  constructor(element: HTMLElement, options: PlayerOptions, addresses: AddressSet, configure: (player: PagePlayer) => void) {
    this.#options = options;
    this.#addresses = addresses;
    /** As a media element: the volume is 1 until it is set or remembered. */
    const remembered = (name: Remembered): unknown => options.memory?.read(name) ?? (name === 'volume' ? 1 : undefined);
    const sound = readSound(remembered);
    this.#sound = { ...sound, muted: options.muted ?? sound.muted };
    if (options.muted !== undefined) this.#wanted = { muted: options.muted };
    this.#box = fitBox(element);
    this.#player = createPagePlayer({
      remembered,
      onFact: (fact) => this.#onFact(fact),
      onOpened: () => undefined,
      loadSharing: () => Promise.resolve(err('P2P_ERROR', 'this package shares no streams')),
    });
    this.#player.surface.mount(this.#box.box);
    const known = options.memory?.read('nativeHevc');
    void detectCapabilities(PLAYER_KINDS_HERE, typeof known === 'boolean' ? known : null).then((capabilities) => {
      if (this.#isDestroyed) return;
      const { volume, muted } = this.#wanted;
      this.#player.begin(capabilities);
      this.#hasBegun = true;
      configure(this.#player);
      if (volume !== undefined) this.#player.order({ type: 'set-volume', volume });
      if (muted !== undefined) this.#player.order({ type: 'set-muted', muted });
      if (!this.#isPaused) this.#start();
    });
  }

  get volume(): number {
    return this.#sound.volume;
  }
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new RangeError(`volume: ${volume} is not between 0 and 1`);
    if (this.#hasBegun) this.#player.order({ type: 'set-volume', volume });
    else this.#want({ volume, muted: volume === 0 });
  }
  get muted(): boolean {
    return this.#sound.muted;
  }
  set muted(muted: boolean) {
    if (this.#hasBegun) this.#player.order({ type: 'set-muted', muted });
    else this.#want({ muted });
  }
  get paused(): boolean {
    return this.#isPaused;
  }
  get currentTime(): number {
    return this.#player.surface.figures()?.progress.positionS ?? 0;
  }
  get videoWidth(): number {
    return this.#size.width;
  }
  get videoHeight(): number {
    return this.#size.height;
  }
  get error(): PlayerError | null {
    return this.#error;
  }

  on<Name extends PlayerEventName>(type: Name, listener: (event: PlayerEvents[Name]) => void): () => void {
    if (!PLAYER_EVENTS.includes(type)) throw new TypeError(`on: no event ${type}; the events are ${PLAYER_EVENTS.join(', ')}`);
    if (typeof listener !== 'function') throw new TypeError(`on ${type}: the listener is no function`);
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  play(sources?: Sources): void {
    if (sources !== undefined) this.#addresses = addressesOf(sources);
    const isOver = this.#isPaused || this.#error !== null;
    this.#isPaused = false;
    if (!this.#hasBegun) return;
    if (sources !== undefined) this.#player.order({ type: 'stop', by: 'owner' });
    if (sources !== undefined || !this.#hasStarted) this.#start();
    else if (isOver) this.#player.order({ type: 'retry' });
  }

  pause(): void {
    // Before `begin` the order is ignored, and no fact follows.
    if (!this.#hasBegun && !this.#isPaused) this.#emit({ type: 'pause', detail: null });
    this.#isPaused = true;
    this.#player.order({ type: 'stop', by: 'viewer' });
  }

  choose(kind: PlayerKind): void {
    this.#player.order({ type: 'choose-kind', kind });
  }

  togglePictureInPicture(): Promise<boolean> {
    return this.#player.surface.togglePictureInPicture();
  }

  statistics(): Statistics | null {
    const figures = this.#player.surface.figures();
    return figures === null ? null : this.#events.statistics(figures.progress, performance.now());
  }

  decisions(): readonly Decision[] {
    return this.#player.decisions();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#listeners.clear();
    this.#player.dispose();
    this.#box.remove();
  }

  #start(): void {
    this.#hasStarted = true;
    this.#player.order({ type: 'play', addresses: this.#addresses });
  }

  #want(sound: { readonly volume?: number; readonly muted: boolean }): void {
    this.#wanted = { ...this.#wanted, ...sound };
    this.#sound = { ...this.#sound, ...sound };
    this.#emit({ type: 'volumechange', detail: this.#sound });
  }

  #onFact(fact: PlayerFact): void {
    this.#emit({ type: 'fact', detail: fact });
    if (fact.type === 'remember') this.#options.memory?.write(fact.name, fact.value, fact.forS);
    if (fact.type === 'addresses-wanted') void this.#refresh(fact);
    for (const event of this.#events.of(fact, performance.now())) {
      this.#keep(event);
      this.#emit(event);
    }
  }

  /** Properties are updated before the event is emitted. */
  #keep(event: PlayerEvent): void {
    switch (event.type) {
      case 'loadedmetadata':
      case 'resize':
        this.#size = { width: event.detail.videoWidth, height: event.detail.videoHeight };
        this.#box.setSize(this.#size);
        return;
      case 'volumechange':
        this.#sound = event.detail;
        return;
      case 'loadstart':
        this.#error = null;
        return;
      case 'pause':
        this.#isPaused = true;
        return;
      case 'error':
        if (event.detail.fatal) this.#error = event.detail;
        return;
      default:
    }
  }

  #emit({ type, detail }: PlayerEvent): void {
    // As an EventTarget: each listener alone, in the order of `on`; the errors of the page are the page's.
    for (const listener of Array.from(this.#listeners.get(type) ?? [])) {
      if (this.#listeners.get(type)?.has(listener) !== true) continue;
      try {
        listener(detail as never);
      } catch (cause) {
        if (typeof reportError === 'function') reportError(cause);
        else
          setTimeout(() => {
            throw cause;
          });
      }
    }
  }

  async #refresh({ epoch, round }: Extract<PlayerFact, { type: 'addresses-wanted' }>): Promise<void> {
    let addresses: AddressSet | null = this.#addresses;
    try {
      const { refresh } = this.#options;
      if (refresh !== undefined) {
        const sources = await refresh(round);
        addresses = sources === null ? null : addressesOf(sources);
      }
      if (addresses !== null) this.#addresses = addresses;
    } catch (cause) {
      console.error('@footlight/player: refresh failed', cause);
      addresses = null;
    }
    // Delayed, because the state machine is still in the step that requested the addresses.
    queueMicrotask(() => this.#player.order({ type: 'take-addresses', epoch, addresses }));
  }
}

/** What `@footlight/player` exports: the player of the room, for a page without the room. */
import type { Decision } from '../../core/decision-log.ts';
import { err } from '../../core/result.ts';
import { askCapabilities } from '../capabilities.ts';
import { PLAYER_KINDS_HERE } from '../kinds/player-registry.ts';
import { createPagePlayer, type PagePlayer } from '../page-player.ts';
import { NO_ADDRESSES, type AddressSet } from '../rules/candidates.ts';
import { readPlayerConfig } from '../rules/constants.ts';
import type { PlayerKind } from '../rules/names.ts';
import type { PlayerFact } from '../rules/orders.ts';
import type { Remembered } from '../rules/stored-visits.ts';
import type { PlayerFigures } from '../surface.ts';
import { fitBox } from './fit-box.ts';

export type { Decision, PlayerFact, PlayerFigures, PlayerKind, Remembered };

/** Addresses of one live stream, best first. At least one list has to hold one. */
export interface Sources {
  /** HTTP-FLV with H264. */
  readonly h264?: readonly string[];
  /** HTTP-FLV with H265: by the browser where it decodes H265, else by this package's decoder. */
  readonly h265?: readonly string[];
  /** WHEP. */
  readonly webrtc?: readonly string[];
  /** Size of the picture where it is known: it decides about H265 before the stream is asked for. */
  readonly width?: number;
  readonly height?: number;
}

export interface Memory {
  /** undefined: nothing is stored, or it has expired. */
  read(name: Remembered): unknown;
  /** `forS` seconds; null: without end. */
  write(name: Remembered, value: string | number | boolean | readonly string[], forS: number | null): void;
}

export interface PlayerOptions {
  readonly sources: Sources;
  /** Asked after all addresses have failed, before each further round; signed addresses are made anew here. Without it the same ones are tried again. */
  readonly refresh?: (round: number) => Promise<Sources | null>;
  /** Numbers and switches by their names, as in API.md; a name or a value that is none is a RangeError. */
  readonly settings?: Readonly<Record<string, number | boolean>>;
  /** What is remembered from visit to visit: volume, stalls, the chosen kind, what decoding costs here. Without it the player forgets with the page. */
  readonly memory?: Memory;
}

export type FactOf<Type extends PlayerFact['type']> = Extract<PlayerFact, { type: Type }>;

export interface FootlightPlayer {
  /** Returns what ends the listening. */
  on<Type extends PlayerFact['type']>(type: Type, listener: (fact: FactOf<Type>) => void): () => void;
  /** At the live edge again, after `stop` or when the player gave up; other sources, if given. */
  play(sources?: Sources): void;
  /** The last picture stays; the stream is no longer fetched. */
  stop(): void;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** Only kinds that the fact `attempt` lists in `kinds`. */
  choose(kind: PlayerKind): void;
  /** In the click itself; false where the browser refuses. */
  togglePictureInPicture(): Promise<boolean>;
  /** Of what plays now; null while nothing does. */
  statistics(): PlayerFigures | null;
  /** What was decided and why, oldest first. */
  decisions(): readonly Decision[];
  /** Everything ends: streams, workers, listeners, elements. */
  destroy(): void;
}

/** Plays in `element`, which has a size of its own; the picture keeps its form in it. Throws a TypeError or RangeError where an option is none. */
export function createPlayer(element: HTMLElement, options: PlayerOptions): FootlightPlayer {
  const { config, problems } = readPlayerConfig({ webrtc: true, ...options.settings });
  if (problems.length > 0) throw new RangeError(`settings: ${problems.join('; ')}`);
  return new PackagedPlayer(element, options, addressesOf(options.sources), (player) => player.order({ do: 'configure', config }));
}

class PackagedPlayer implements FootlightPlayer {
  readonly #options: PlayerOptions;
  readonly #player: PagePlayer;
  readonly #box: ReturnType<typeof fitBox>;
  readonly #listeners = new Map<string, Set<(fact: never) => void>>();
  #addresses: AddressSet;
  #sound = { volume: 1, muted: false };
  #isDestroyed = false;

  constructor(element: HTMLElement, options: PlayerOptions, addresses: AddressSet, configure: (player: PagePlayer) => void) {
    this.#options = options;
    this.#addresses = addresses;
    this.#box = fitBox(element);
    this.#player = createPagePlayer({
      remembered: (name) => options.memory?.read(name),
      onFact: (fact) => this.#onFact(fact),
      onOpened: () => undefined,
      loadSharing: () => Promise.resolve(err('P2P_ERROR', 'this package shares no streams')),
    });
    this.#player.surface.mount(this.#box.box);
    const known = options.memory?.read('nativeHevc');
    void askCapabilities(PLAYER_KINDS_HERE, typeof known === 'boolean' ? known : null).then((capabilities) => {
      if (this.#isDestroyed) return;
      this.#player.begin(capabilities);
      configure(this.#player);
      this.#player.order({ do: 'play', addresses: this.#addresses });
    });
  }

  get volume(): number {
    return this.#sound.volume;
  }
  set volume(volume: number) {
    this.#player.order({ do: 'set-volume', volume });
  }
  get muted(): boolean {
    return this.#sound.muted;
  }
  set muted(muted: boolean) {
    this.#player.order({ do: 'set-muted', muted });
  }

  on<Type extends PlayerFact['type']>(type: Type, listener: (fact: FactOf<Type>) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  play(sources?: Sources): void {
    if (sources !== undefined) {
      this.#addresses = addressesOf(sources);
      this.#player.order({ do: 'stop', by: 'owner' });
      this.#player.order({ do: 'play', addresses: this.#addresses });
    } else this.#player.order({ do: 'retry' });
  }

  stop(): void {
    this.#player.order({ do: 'stop', by: 'viewer' });
  }

  choose(kind: PlayerKind): void {
    this.#player.order({ do: 'choose-kind', kind });
  }

  togglePictureInPicture(): Promise<boolean> {
    return this.#player.surface.togglePictureInPicture();
  }

  statistics(): PlayerFigures | null {
    return this.#player.surface.figures();
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

  #onFact(fact: PlayerFact): void {
    if (fact.type === 'first-frame' || fact.type === 'resolution') this.#box.setSize(fact.size);
    if (fact.type === 'sound') this.#sound = { volume: fact.volume, muted: fact.muted };
    if (fact.type === 'remember') this.#options.memory?.write(fact.name, fact.value, fact.forS);
    if (fact.type === 'addresses-wanted') void this.#refresh(fact);
    for (const listener of this.#listeners.get(fact.type) ?? []) listener(fact as never);
  }

  async #refresh({ epoch, round }: FactOf<'addresses-wanted'>): Promise<void> {
    let addresses: AddressSet | null = this.#addresses;
    try {
      const { refresh } = this.#options;
      const sources = refresh === undefined ? undefined : await refresh(round);
      if (sources !== undefined) addresses = sources === null ? null : addressesOf(sources);
    } catch (cause) {
      console.error('@footlight/player: refresh failed', cause);
      addresses = null;
    }
    // Not within the step that asks.
    queueMicrotask(() => this.#player.order({ do: 'take-addresses', epoch, addresses }));
  }
}

/** WHEP (kinds/signalling.ts). */
const WHEP = 5;

function addressesOf({ h264, h265, webrtc, width = 0, height = 0 }: Sources): AddressSet {
  const flv = listOf('h265', h265);
  const addresses: AddressSet = {
    ...NO_ADDRESSES,
    httpflv: listOf('h264', h264),
    h265flv: flv,
    nativeh265: flv,
    webrtc: listOf('webrtc', webrtc).map((url) => ({ url, codec: '', providerId: WHEP })),
    width,
    height,
  };
  if (addresses.httpflv.length + flv.length + addresses.webrtc.length === 0) throw new TypeError('sources: no address');
  return addresses;
}

function listOf(name: string, urls: readonly string[] = []): readonly string[] {
  for (const url of urls) if (!isAddress(url)) throw new TypeError(`sources.${name}: not an address: ${url.slice(0, 100)}`);
  return urls;
}

function isAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, location.href).protocol);
  } catch {
    return false;
  }
}

/** `<footlight-player src="…" autoplay muted>`: the player as an element, with attributes, properties and events of a media element. */
import { createPlayer, type FootlightPlayer, type PlayerOptions } from './create-player.ts';
import { PLAYER_ERRORS, PLAYER_EVENTS, type PlayerError, type PlayerEventName, type PlayerEvents, type Statistics } from './events.ts';
import { PLAYER_CONSTANTS, PLAYER_SWITCHES, type PlayerConstant, type PlayerSwitch, readPlayerConfig } from '../rules/constants.ts';
import { inspectStream, type Inspection } from './inspect-stream.ts';
import { addressesOf, readAddress, type Sources } from './sources.ts';

export type { FootlightPlayer, PlayerError, PlayerEvents, Sources, Statistics };

/** Kind of the address in `src`. Without it the first bytes of the stream decide between H264 and H265, by a request of their own. */
export const SOURCE_TYPES = ['h264', 'h265', 'webrtc'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Bound of an inspection in a refresh, in ms. The player waits 8 s for a refresh. */
const REFRESH_MS = 5_000;

const sourcesOf = (src: string, inspected: Inspection): Sources =>
  inspected.ok && inspected.value.video === 'H265' ? { h265: [src] } : { h264: [src] };

type ElementOptions = Omit<PlayerOptions, 'sources' | 'muted'>;

/** `firstFailWaitMs` -> `first-fail-wait-ms`. */
type Kebab<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`) : Head}${Kebab<Rest>}`
  : '';
/** Attributes of `<footlight-player>`, for templates that check them. Each setting of API.md is one, in kebab case. */
export interface FootlightPlayerAttributes
  extends Readonly<Partial<Record<Kebab<PlayerConstant>, number | string>>>, Readonly<Partial<Record<Kebab<PlayerSwitch>, 'on' | 'off'>>> {
  readonly src?: string;
  readonly type?: SourceType;
  readonly autoplay?: boolean;
  readonly muted?: boolean;
  readonly volume?: number | string;
}

const settingOfAttribute = new Map(
  [...Object.keys(PLAYER_CONSTANTS), ...Object.keys(PLAYER_SWITCHES)].map((name) => [
    name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
    name,
  ]),
);

/** A server that renders the page imports this module where there is no DOM: the class exists there, and defines nothing. */
const ElementBase = (globalThis.HTMLElement as typeof HTMLElement | undefined) ?? (Object as unknown as typeof HTMLElement);

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the class inherits the method; the interface adds the types of its events
export class FootlightPlayerElement extends ElementBase {
  static readonly observedAttributes = ['src', 'type', 'muted', 'volume'];
  readonly #box: HTMLDivElement;
  #player: FootlightPlayer | null = null;
  #sources: Sources | null = null;
  #inspection: AbortController | null = null;
  #changeIsQueued = false;
  /** Null: neither `play`, `pause` nor `autoplay` has decided. */
  #wantsToPlay: boolean | null = null;
  #muted: boolean | null = null;
  #volume: number | null = null;
  /** Of an address with which no player was created. */
  #error: PlayerError | null = null;
  /** Settings, refresh and memory of `createPlayer`; read when the player is created. */
  options: ElementOptions = {};

  constructor() {
    super();
    // Children of the element are drawn over the picture: controls of the page.
    const shadow = this.attachShadow({ mode: 'open' });
    this.#box = document.createElement('div');
    Object.assign(this.#box.style, { position: 'absolute', inset: '0', top: '0', left: '0', width: '100%', height: '100%' });
    // The player's layers have their own stacking context, below the children.
    this.#box.style.isolation = 'isolate';
    const over = document.createElement('slot');
    Object.assign(over.style, { position: 'relative' });
    shadow.append(this.#box, over);
  }

  connectedCallback(): void {
    const { style } = this;
    // Set by script, because a content security policy may forbid style sheets in the page.
    const { display, position } = getComputedStyle(this);
    if (display === 'inline') Object.assign(style, { display: 'block', aspectRatio: '16 / 9' });
    if (position === 'static') style.position = 'relative';
    // A paused element remains paused when it is moved, or added again.
    if (this.autoplay) this.#wantsToPlay ??= true;
    this.#queueChange();
  }

  disconnectedCallback(): void {
    this.#queueChange();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === 'muted') {
      // As in a media element, the attribute sets only the initial value.
      if (this.#player === null) this.#muted = value === null ? null : true;
    } else if (name === 'volume') {
      const volume = Number(value);
      if (value !== null && volume >= 0 && volume <= 1) this.volume = volume;
    } else {
      this.#sources = null;
      this.#close();
      if (this.autoplay) this.#wantsToPlay = true;
      this.#queueChange();
    }
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(src: string) {
    this.setAttribute('src', src);
  }
  get type(): SourceType | '' {
    const type = this.getAttribute('type');
    return SOURCE_TYPES.find((one) => one === type) ?? '';
  }
  set type(type: SourceType | '') {
    this.setAttribute('type', type);
  }
  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }
  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', autoplay);
    if (autoplay) this.play();
  }
  /** Lists of addresses; they take the place of `src` and `type`. */
  get sources(): Sources | null {
    return this.#sources;
  }
  /** Throws a TypeError for a text that is no http address, and for no address at all. */
  set sources(sources: Sources | null) {
    if (sources !== null) addressesOf(sources);
    this.#close();
    this.#sources = sources;
    if (this.autoplay) this.#wantsToPlay = true;
    this.#queueChange();
  }
  get muted(): boolean {
    return this.#player?.muted ?? this.#muted ?? this.hasAttribute('muted');
  }
  set muted(muted: boolean) {
    this.#muted = muted;
    if (this.#player !== null) this.#player.muted = muted;
  }
  get volume(): number {
    return this.#player?.volume ?? this.#volume ?? 1;
  }
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new RangeError(`volume: ${volume} is not between 0 and 1`);
    this.#volume = volume;
    if (this.#player !== null) this.#player.volume = volume;
  }
  get paused(): boolean {
    return this.#wantsToPlay !== true;
  }
  get currentTime(): number {
    return this.#player?.currentTime ?? 0;
  }
  get videoWidth(): number {
    return this.#player?.videoWidth ?? 0;
  }
  get videoHeight(): number {
    return this.#player?.videoHeight ?? 0;
  }
  get error(): PlayerError | null {
    return this.#player === null ? this.#error : this.#player.error;
  }
  /** Null until the element plays. */
  get player(): FootlightPlayer | null {
    return this.#player;
  }

  play(): void {
    this.#wantsToPlay = true;
    if (this.#player === null) this.#queueChange();
    else this.#player.play();
  }

  pause(): void {
    const isInspecting = this.#player === null && !this.paused;
    this.#wantsToPlay = false;
    this.#inspection?.abort();
    if (isInspecting) this.#dispatch('pause', null);
    this.#player?.pause();
  }

  /** A bad value is reported and has no effect, as in other elements. */
  #settings(): Readonly<Record<string, number | boolean>> {
    const settings: Record<string, number | boolean> = {};
    for (const { name, value } of this.attributes) {
      const setting = settingOfAttribute.get(name);
      if (setting === undefined) continue;
      const given = value === 'on' || value === '' ? true : value === 'off' ? false : Number(value);
      const { problems } = readPlayerConfig({ [setting]: given });
      if (problems.length > 0) console.warn(`<footlight-player ${name}="${value.slice(0, 40)}">: ${problems.join('; ')}`);
      else settings[setting] = given;
    }
    return settings;
  }

  /** Attributes that are set one after the other, and a move within the document, cause one change. */
  #queueChange(): void {
    if (this.#changeIsQueued) return;
    this.#changeIsQueued = true;
    queueMicrotask(() => {
      this.#changeIsQueued = false;
      if (!this.isConnected) this.#close();
      else if (this.#player === null && !this.paused) void this.#open();
    });
  }

  async #open(): Promise<void> {
    this.#inspection?.abort();
    this.#error = null;
    const inspection = new AbortController();
    this.#inspection = inspection;
    const found = this.#sources === null ? await this.#findSources(inspection.signal) : { sources: this.#sources };
    if (inspection.signal.aborted || found === null) return;
    this.#inspection = null;
    const player = createPlayer(this.#box, {
      ...found,
      ...this.options,
      settings: { ...this.#settings(), ...this.options.settings },
      sources: found.sources,
      // Null: the mute of an earlier visit applies.
      ...(this.#muted === null ? {} : { muted: this.#muted }),
    });
    this.#player = player;
    if (this.#volume !== null) {
      // The player's setter of the volume changes mute as well.
      const { muted } = player;
      player.volume = this.#volume;
      player.muted = muted;
    }
    for (const type of PLAYER_EVENTS)
      player.on(type, (detail) => {
        // The player also stops and starts without a call of this element.
        if (type === 'pause' || type === 'loadstart') this.#wantsToPlay = type === 'loadstart';
        this.#dispatch(type, detail);
      });
  }

  /** Null without an address, or with one that no player can use. */
  async #findSources(signal: AbortSignal): Promise<Pick<PlayerOptions, 'sources' | 'refresh'> | null> {
    const { src, type } = this;
    if (src === '') return null;
    if (readAddress(src) === null) {
      this.#refuse(src);
      return null;
    }
    if (type !== '') return { sources: { [type]: [src] } };
    const inspected = await inspectStream(src, { signal });
    const sources = sourcesOf(src, inspected);
    if (inspected.ok) return { sources };
    // The stream cannot be read now: the player reports the reason and tries again, with the kind that the stream has then.
    return { sources, refresh: async () => sourcesOf(src, await inspectStream(src, { timeoutMs: REFRESH_MS })) };
  }

  #refuse(address: string): void {
    const code = 'STREAM_ADDRESS_BAD';
    const none = { kind: null, why: null, unsupported: null, retryAtMs: null };
    this.#error = { code, title: PLAYER_ERRORS[code].title, detail: address.slice(0, 100), network: false, fatal: true, ...none };
    this.#dispatch('error', this.#error);
  }

  #close(): void {
    this.#error = null;
    this.#inspection?.abort();
    this.#inspection = null;
    if (this.#player === null) return;
    // The next player continues with this sound. A volume, or the owner of `player`, may have changed mute.
    this.#muted = this.#player.muted;
    this.#volume = this.#player.volume;
    this.#player.destroy();
    this.#player = null;
  }

  #dispatch<Name extends PlayerEventName>(type: Name, detail: PlayerEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** `detail` of an event of the element is the argument of a listener of `FootlightPlayer.on`. */
type ElementEvents = { readonly [Name in PlayerEventName]: CustomEvent<PlayerEvents[Name]> };
type OfMediaElement = 'error' | 'pause' | 'playing' | 'waiting' | 'resize' | 'stalled' | 'volumechange' | 'loadedmetadata' | 'loadstart';

export interface FootlightPlayerElement {
  addEventListener<Name extends PlayerEventName>(
    type: Name,
    listener: (event: ElementEvents[Name]) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  addEventListener(
    type: Exclude<string, OfMediaElement>,
    listener: EventListenerOrEventListenerObject,
    options?: AddEventListenerOptions | boolean,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'footlight-player': FootlightPlayerElement;
  }
}

// A page may load the module twice, from two bundles.
if (typeof customElements === 'object' && customElements.get('footlight-player') === undefined)
  customElements.define('footlight-player', FootlightPlayerElement);

/**
 * registerHevc(): the global VideoDecoder decodes HEVC if the browser's own does not support it. Other codecs, and HEVC that the browser
 * supports, use the browser's decoder.
 */
import { checkChunk, EncodedHevcChunk, type HevcChunk } from './chunk.ts';
import type { HevcDecoderConfig, HevcDecoderSupport } from './config.ts';
import { asInterface, checkInit, HevcVideoDecoder, type CodecState, type HevcVideoDecoderInit } from './video-decoder.ts';
import { parseCodec } from '../containers/hvcc.ts';

// The HEVC profiles that the browser's own VideoDecoder supports; queried once, because configure() and the registries of libraries are
// synchronous.

interface AsksSupport {
  isConfigSupported(config: HevcDecoderConfig): Promise<HevcDecoderSupport>;
}

/** One config for each profile: Main, Main 10, Main Still Picture, format range extensions. */
const PROBES: readonly (readonly [profile: number, codec: string])[] = [
  [1, 'hvc1.1.6.L93.B0'],
  [2, 'hvc1.2.4.L93.B0'],
  [3, 'hvc1.3.E.L93.B0'],
  [4, 'hvc1.4.10.L93.9E.8'],
];
/** Maximum cached answers of the browser, one per codec string and acceleration. */
const ANSWERS_MAX = 64;

const keyOf = ({ codec, hardwareAcceleration = 'no-preference' }: HevcDecoderConfig): string => `${codec} ${hardwareAcceleration}`;

export class BrowserHevc {
  readonly #decoder: AsksSupport | undefined;
  readonly #answers = new Map<string, boolean>();
  readonly #profiles: number[] = [];

  /** Queries nothing: until `probe()` has settled, the browser counts as having no HEVC decoder. */
  constructor(decoder: AsksSupport | undefined) {
    this.#decoder = decoder;
  }

  /** general_profile_idc of the streams that the browser decodes. */
  get profiles(): readonly number[] {
    return this.#profiles;
  }

  async probe(): Promise<void> {
    for (const [profile, codec] of PROBES) {
      if ((await this.supportOf({ codec }))?.supported === true) this.#profiles.push(profile);
    }
  }

  /** Undefined if there is no decoder, or if it rejects the config. */
  async supportOf(config: HevcDecoderConfig): Promise<HevcDecoderSupport | undefined> {
    const support = await this.#decoder?.isConfigSupported(config).catch(() => undefined);
    if (this.#answers.size >= ANSWERS_MAX) this.#answers.delete(this.#answers.keys().next().value!);
    this.#answers.set(keyOf(config), support?.supported === true);
    return support;
  }

  /** Synchronous: the answer for this codec string, otherwise for its profile. */
  has(config: HevcDecoderConfig): boolean {
    const profile = parseCodec(config.codec)?.profile;
    return this.#answers.get(keyOf(config)) ?? (profile !== undefined && this.#profiles.includes(profile));
  }
}

/** Current answers of the global VideoDecoder. */
export async function probeBrowserHevc(): Promise<BrowserHevc> {
  const browser = new BrowserHevc((globalThis as { VideoDecoder?: AsksSupport }).VideoDecoder);
  await browser.probe();
  return browser;
}

export interface RegisterHevcOptions extends Pick<HevcVideoDecoderInit<unknown>, 'threads' | 'worker' | 'assets' | 'limits' | 'onDamage'> {
  /** 'browser': its decoder if it supports the config. 'package': this package decodes all HEVC. Default 'browser'. */
  readonly prefer?: 'browser' | 'package';
}

export interface HevcRegistration {
  /** Profiles that the browser decodes itself; [] without a VideoDecoder. */
  readonly browserProfiles: readonly number[];
  /** Restores the globals. Decoders created before continue to work. */
  unregister(): void;
}

/** The used part of the browser's VideoDecoder; the DOM types are not available in every project that compiles this file. */
type AnyDecoder = EventTarget &
  Pick<HevcVideoDecoder<Frame>, 'state' | 'decodeQueueSize' | 'configure' | 'decode' | 'flush' | 'reset' | 'close'>;
interface Frame {
  close(): void;
}
type Init = Pick<HevcVideoDecoderInit<Frame>, 'output' | 'error'>;
interface DecoderClass extends AsksSupport {
  new (init: Init): AnyDecoder;
}
interface Globals {
  VideoDecoder?: DecoderClass;
  EncodedVideoChunk?: unknown;
}

const isHevc = (config: unknown): config is HevcDecoderConfig => {
  const codec: unknown = typeof config === 'object' && config !== null ? (config as { codec?: unknown }).codec : undefined;
  return typeof codec === 'string' && /^(hvc1|hev1)\./.test(codec);
};

/** A report that waits while an older decoder still outputs: `run` delivers it, `drop` discards it. */
interface Held {
  readonly run: () => void;
  readonly drop: () => void;
}
/** One of the two decoders, from the configure() that chose it. A newer one reports after the older one has output its last picture. */
interface Turn {
  readonly decoder: AnyDecoder;
  readonly isBrowsers: boolean;
  readonly held: Held[];
  isFlushed: boolean;
}

const closed = (state: CodecState): DOMException => new DOMException(`the decoder is ${state}`, 'InvalidStateError');

/** The class that replaces the global VideoDecoder. */
function decoderClass(own: DecoderClass | undefined, support: BrowserHevc, options: RegisterHevcOptions): DecoderClass {
  const { prefer = 'browser', ...settings } = options;
  const usesBrowser = (config: HevcDecoderConfig): boolean =>
    own !== undefined && (!isHevc(config) || (prefer === 'browser' && support.has(config)));

  class VideoDecoder extends EventTarget implements AnyDecoder {
    static {
      asInterface(this, 'VideoDecoder');
    }

    readonly #init: Init;
    /** In output order: the first reports, the last receives the calls. Usually one; two right after configure() changed the kind. */
    #turns: Turn[] = [];
    #isClosed = false;
    #onDequeue: ((event: Event) => unknown) | null = null;

    static async isConfigSupported(config: HevcDecoderConfig): Promise<HevcDecoderSupport> {
      if (!isHevc(config) && own) return own.isConfigSupported(config);
      const ours = await HevcVideoDecoder.isConfigSupported(config);
      const browsers = prefer === 'browser' ? await support.supportOf(config) : undefined;
      return browsers?.supported === true ? browsers : ours;
    }

    constructor(init: Init) {
      super();
      this.#init = checkInit(init);
    }

    get state(): CodecState {
      return this.#isClosed ? 'closed' : (this.#turns.at(-1)?.decoder.state ?? 'unconfigured');
    }

    get decodeQueueSize(): number {
      return this.#turns.reduce((sum, { decoder }) => sum + decoder.decodeQueueSize, 0);
    }

    get ondequeue(): ((event: Event) => unknown) | null {
      return this.#onDequeue;
    }

    set ondequeue(handler: ((event: Event) => unknown) | null) {
      if (this.#onDequeue) this.removeEventListener('dequeue', this.#onDequeue);
      this.#onDequeue = Object(handler) === handler ? handler : null; // WebIDL keeps an object that cannot be called.
      if (typeof this.#onDequeue === 'function') this.addEventListener('dequeue', this.#onDequeue);
    }

    configure(config: HevcDecoderConfig): void {
      const isBrowsers = usesBrowser(config);
      const last = this.#turns.at(-1);
      if (last?.isBrowsers === isBrowsers) {
        last.decoder.configure(config);
        return;
      }
      const turn = this.#make(isBrowsers);
      turn.decoder.configure(config); // An invalid config throws here and changes nothing.
      if (this.state === 'closed') {
        turn.decoder.close();
        throw closed('closed');
      }
      if (last?.decoder.state === 'unconfigured') {
        last.decoder.close();
        this.#turns = [];
      }
      this.#turns.push(turn);
      if (last?.decoder.state === 'configured') this.#end(last);
    }

    decode(chunk: HevcChunk): void {
      checkChunk(chunk);
      if (this.state !== 'configured') throw closed(this.state);
      this.#turns.at(-1)!.decoder.decode(chunk);
    }

    async flush(): Promise<void> {
      if (this.state !== 'configured') throw closed(this.state);
      const turn = this.#turns.at(-1)!;
      await turn.decoder.flush();
      if (this.#turns[0] === turn) return;
      await new Promise<void>((resolve, reject) => {
        this.#report(turn, resolve, () => reject(new DOMException('the decoder was reset or closed', 'AbortError')));
      });
    }

    reset(): void {
      if (this.state === 'closed') throw closed('closed');
      this.#dropAllBut(this.#turns.at(-1));
      this.#turns.at(-1)?.decoder.reset();
    }

    close(): void {
      if (this.state === 'closed') throw closed('closed');
      this.#isClosed = true;
      this.#dropAllBut(undefined);
    }

    #make(isBrowsers: boolean): Turn {
      const { output, error: fail } = this.#init; // Called without `this`.
      const Made = isBrowsers && own ? own : (HevcVideoDecoder as unknown as new (init: Init & RegisterHevcOptions) => AnyDecoder);
      const decoder: AnyDecoder = new Made({
        ...settings,
        output: (frame) => {
          const drop = (): void => frame.close();
          this.#report(turn, () => output(frame), drop);
        },
        error: (error) => {
          const end = (): void => {
            this.#isClosed = true;
            this.#dropAllBut(undefined);
            fail(error);
          };
          this.#report(turn, end, () => undefined);
        },
      });
      decoder.addEventListener('dequeue', () => this.dispatchEvent(new Event('dequeue')));
      const turn: Turn = { decoder, isBrowsers, held: [], isFlushed: false };
      return turn;
    }

    /** At once, or after the pictures of the earlier decoders; never if the decoder was ended by reset() or close(). */
    #report(turn: Turn, run: () => void, drop: () => void): void {
      if (this.#turns[0] === turn) run();
      else if (this.#turns.includes(turn)) turn.held.push({ run, drop });
      else drop();
    }

    /** A decoder of the other kind was configured: the pictures of this one are output, then it is closed. */
    #end(turn: Turn): void {
      const flushed = turn.decoder.flush().then(() => {
        turn.isFlushed = true;
        this.#advance();
      });
      flushed.catch(() => undefined); // Reported by the error callback, which ends every decoder.
    }

    #advance(): void {
      for (let first = this.#turns[0]; first?.isFlushed; first = this.#turns[0]) {
        this.#turns.shift();
        first.decoder.close();
        const next = this.#turns[0]!;
        for (const { run, drop } of next.held.splice(0)) this.#report(next, run, drop);
      }
    }

    #dropAllBut(kept: Turn | undefined): void {
      const turns = this.#turns;
      this.#turns = kept ? [kept] : [];
      for (const { decoder, held } of turns) {
        for (const { drop } of held.splice(0)) drop();
        if (decoder !== kept?.decoder && decoder.state !== 'closed') decoder.close();
      }
    }
  }
  return VideoDecoder;
}

/**
 * Replaces the global VideoDecoder at once, and defines EncodedVideoChunk where it is missing (Node, old browsers). The promise resolves
 * when the browser has reported the profiles that it decodes itself; a decoder configured before uses this package.
 */
export async function registerHevc(options: RegisterHevcOptions = {}): Promise<HevcRegistration> {
  const globals = globalThis as Globals;
  const before = { decoder: globals.VideoDecoder, chunk: globals.EncodedVideoChunk };
  const support = new BrowserHevc(before.decoder);
  const define = (name: keyof Globals, value: unknown): void => {
    if (value === undefined) delete globals[name];
    else Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  define('VideoDecoder', decoderClass(before.decoder, support, options));
  if (before.chunk === undefined) define('EncodedVideoChunk', EncodedHevcChunk);
  if (options.prefer !== 'package') await support.probe();
  return {
    browserProfiles: support.profiles,
    unregister: () => {
      define('VideoDecoder', before.decoder);
      define('EncodedVideoChunk', before.chunk);
    },
  };
}

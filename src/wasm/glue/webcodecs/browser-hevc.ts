/** Which HEVC the browser's own VideoDecoder decodes: asked once, because configure() and the registries of libraries may not wait. */
import { parseCodec } from './codec-string.ts';
import type { HevcDecoderConfig, HevcDecoderSupport } from './config.ts';

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
/** Answers of the browser that are kept, one per codec string and acceleration. */
const ANSWERS_MAX = 64;

const keyOf = ({ codec, hardwareAcceleration = 'no-preference' }: HevcDecoderConfig): string => `${codec} ${hardwareAcceleration}`;

export class BrowserHevc {
  readonly #decoder: AsksSupport | undefined;
  readonly #answers = new Map<string, boolean>();
  readonly #profiles: number[] = [];

  /** Nothing is asked yet: until `probe()` has settled, no HEVC counts as the browser's. */
  constructor(decoder: AsksSupport | undefined) {
    this.#decoder = decoder;
  }

  /** general_profile_idc of the streams that the browser decodes. */
  get profiles(): readonly number[] {
    return this.#profiles;
  }

  async probe(): Promise<void> {
    for (const [profile, codec] of PROBES) {
      if ((await this.ask({ codec }))?.supported === true) this.#profiles.push(profile);
    }
  }

  /** Undefined where there is no decoder, or where it rejects the config. */
  async ask(config: HevcDecoderConfig): Promise<HevcDecoderSupport | undefined> {
    const support = await this.#decoder?.isConfigSupported(config).catch(() => undefined);
    if (this.#answers.size >= ANSWERS_MAX) this.#answers.delete(this.#answers.keys().next().value!);
    this.#answers.set(keyOf(config), support?.supported === true);
    return support;
  }

  /** Without waiting: the answer to this codec string, else the answer for its profile. */
  has(config: HevcDecoderConfig): boolean {
    const profile = parseCodec(config.codec)?.profile;
    return this.#answers.get(keyOf(config)) ?? (profile !== undefined && this.#profiles.includes(profile));
  }
}

/** What the global VideoDecoder answers now. */
export async function probeBrowserHevc(): Promise<BrowserHevc> {
  const browser = new BrowserHevc((globalThis as { VideoDecoder?: AsksSupport }).VideoDecoder);
  await browser.probe();
  return browser;
}

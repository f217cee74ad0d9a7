/**
 * The HEVC profiles that the browser's own VideoDecoder supports; queried once, because configure() and the registries of libraries are
 * synchronous.
 */
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
      if ((await this.ask({ codec }))?.supported === true) this.#profiles.push(profile);
    }
  }

  /** Undefined if there is no decoder, or if it rejects the config. */
  async ask(config: HevcDecoderConfig): Promise<HevcDecoderSupport | undefined> {
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

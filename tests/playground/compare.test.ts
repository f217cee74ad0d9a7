import { afterEach, expect, test, vi } from 'vitest';
import { decodeByBrowser, type DecoderClass } from '../../src/playground/session/compare.ts';
import { EncodedHevcChunk } from '../../src/wasm/glue/index.ts';
import { STAGE } from '../wasm/package/streams.ts';

/** Pictures that a hardware decoder outputs before one of them is closed. */
const POOL = 4;
/** A comparison that waits for ever fails after this time. */
const DEADLINE_MS = 10_000;

afterEach(() => vi.unstubAllGlobals());

/** A decoder that stops while `POOL` pictures are open; their samples cannot be copied. */
function hardwareDecoder(): { readonly Decoder: DecoderClass; readonly open: () => number } {
  vi.stubGlobal('EncodedVideoChunk', EncodedHevcChunk);
  let [waiting, open] = [0, 0];
  let onEmpty: (() => void) | undefined;
  class Hardware {
    readonly state = 'configured';
    readonly #init: VideoDecoderInit;
    static isConfigSupported = async (config: VideoDecoderConfig): Promise<VideoDecoderSupport> => ({ supported: true, config });
    constructor(init: VideoDecoderInit) {
      this.#init = init;
    }
    get decodeQueueSize(): number {
      return waiting;
    }
    readonly configure = (): void => undefined;
    readonly close = (): void => undefined;
    decode(): void {
      waiting++;
      this.#output();
    }
    flush(): Promise<void> {
      return new Promise((resolve) => {
        onEmpty = resolve;
        this.#output();
      });
    }
    #output(): void {
      while (waiting > 0 && open < POOL) {
        waiting--;
        open++;
        const close = (): void => {
          open--;
          this.#output();
        };
        const allocationSize = (): number => {
          throw new DOMException('the format is null', 'NotSupportedError');
        };
        this.#init.output({ format: null, close, allocationSize } as unknown as VideoFrame);
      }
      if (waiting === 0) onEmpty?.();
    }
  }
  return { Decoder: Hardware as unknown as DecoderClass, open: () => open };
}

test(
  'a comparison with a decoder whose pictures cannot be copied fails, and all pictures are closed',
  { timeout: DEADLINE_MS },
  async () => {
    const { Decoder, open } = hardwareDecoder();
    await expect(decodeByBrowser(STAGE, Decoder)).rejects.toMatchObject({ name: 'NotSupportedError' });
    expect(open()).toBe(0);
  },
);

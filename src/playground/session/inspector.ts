/** The debugging build of the decoder, loaded for the first layer: it returns the same pictures and their blocks. */
import { Decoder } from '../../wasm/glue/decoder.ts';
import type { HevcResult } from '../../wasm/glue/result.ts';
import { VIDEO_DECODER_LIMITS } from '../../wasm/glue/webcodecs/video-decoder.ts';

/** One thread and no shared memory, so that it runs in every page; its speed does not matter. */
export const openInspector = (): Promise<HevcResult<Decoder>> =>
  Decoder.open({
    build: 'simd',
    base: new URL('../../wasm/debug/hevc-simd.wasm', import.meta.url),
    threads: 1,
    limits: VIDEO_DECODER_LIMITS,
  });

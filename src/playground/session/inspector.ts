/** The debugging build of the decoder, loaded when the first layer is asked for: the same pictures, and what their blocks are. */
import { Decoder } from '../../wasm/glue/decoder.ts';
import type { HevcResult } from '../../wasm/glue/result.ts';
import { VIDEO_DECODER_LIMITS } from '../../wasm/glue/webcodecs/video-decoder.ts';

/** One thread and no shared memory: it runs wherever the page does, and looking takes its time anyway. */
export const openInspector = (): Promise<HevcResult<Decoder>> =>
  Decoder.open({
    build: 'simd',
    base: new URL('../../wasm/debug/hevc-simd.wasm', import.meta.url),
    threads: 1,
    limits: VIDEO_DECODER_LIMITS,
  });

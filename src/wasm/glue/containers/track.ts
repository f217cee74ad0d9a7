/** Output of the container readers: a config for HevcVideoDecoder.configure(), and chunks in decoding order. */
import type { HevcDecoderConfig } from '../webcodecs/config.ts';

/** Compatible with EncodedVideoChunkInit: `new EncodedVideoChunk(sample)` is a chunk. */
export interface HevcSample {
  readonly type: 'key' | 'delta';
  /** Presentation time in microseconds. */
  readonly timestamp: number;
  readonly duration?: number;
  /** A view of the file's bytes. */
  readonly data: Uint8Array;
  /** Set if the stream's format changes here: call configure() with it before the sample is decoded. */
  readonly config?: HevcDecoderConfig;
}

export interface HevcTrack {
  readonly container: 'annexb' | 'flv' | 'mp4';
  readonly config: HevcDecoderConfig;
  readonly samples: readonly HevcSample[];
  /** Where and why reading ended before the end of the file. */
  readonly damage?: string;
}

/** What the readers of containers give: a config for HevcVideoDecoder.configure(), and chunks in decoding order. */
import type { HevcDecoderConfig } from '../webcodecs/config.ts';

/** Takes the place of EncodedVideoChunkInit: `new EncodedVideoChunk(sample)` is a chunk. */
export interface HevcSample {
  readonly type: 'key' | 'delta';
  /** Of presentation, microseconds. */
  readonly timestamp: number;
  readonly duration?: number;
  /** A view of the file's bytes. */
  readonly data: Uint8Array;
  /** The stream's format changes here: configure() with this before the sample is decoded. */
  readonly config?: HevcDecoderConfig;
}

export interface HevcTrack {
  readonly container: 'annexb' | 'flv' | 'mp4';
  readonly config: HevcDecoderConfig;
  readonly samples: readonly HevcSample[];
  /** Where reading ended before the end of the file, and why. */
  readonly damage?: string;
}

/** HEVCDecoderConfigurationRecord, ISO/IEC 14496-15 8.3.3.1: the description of a stream in containers. */
import { codecOfProfileBytes, type HevcCodec } from '../webcodecs/codec-string.ts';
import type { HevcDecoderConfig } from '../webcodecs/config.ts';

// Output of the container readers: a config for HevcVideoDecoder.configure(), and chunks in decoding order.

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

/** Size of the part before the arrays of parameter sets. */
const HEADER_BYTES = 23;

export interface HevcConfiguration {
  readonly codec: HevcCodec;
  /** 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  readonly chromaFormat: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Size in bytes of the length before each NAL unit. */
  readonly lengthBytes: 1 | 2 | 4;
  readonly parameterSets: readonly Uint8Array[];
}

/** Undefined if the record is damaged. */
export function parseHvcc(record: Uint8Array): HevcConfiguration | undefined {
  if (record.length < HEADER_BYTES || record[0] !== 1) return undefined;
  const lengthBytes = (record[21]! & 3) + 1;
  if (lengthBytes === 3) return undefined;
  const parameterSets: Uint8Array[] = [];
  let at = HEADER_BYTES;
  for (let arrays = record[22]!; arrays > 0; arrays--) {
    if (at + 3 > record.length) return undefined;
    const count = (record[at + 1]! << 8) | record[at + 2]!;
    at += 3;
    for (let i = 0; i < count; i++) {
      if (at + 2 > record.length) return undefined;
      const end = at + 2 + ((record[at]! << 8) | record[at + 1]!);
      if (end > record.length) return undefined;
      parameterSets.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return {
    codec: codecOfProfileBytes(record.subarray(1, 13), 'hvc1'),
    chromaFormat: record[16]! & 3,
    bitDepthLuma: (record[17]! & 7) + 8,
    bitDepthChroma: (record[18]! & 7) + 8,
    lengthBytes: lengthBytes as 1 | 2 | 4,
    parameterSets,
  };
}

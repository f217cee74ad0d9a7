/** What the playground's session reports about a stream, for tests of the page. */
import type { DecoderFacts, PictureRow, StreamFacts } from '../../playground/protocol.ts';

const SIZE = { width: 64, height: 64, bitDepth: 8 };
export const FACTS: StreamFacts = {
  ...SIZE,
  name: 'a.265',
  fileBytes: 1,
  container: 'annexb',
  codec: 'hev1',
  samples: 3,
  sets: [],
  damage: undefined,
};
export const DECODER: DecoderFacts = { build: 'simd', why: 'asked for', threads: 1, memoryBytes: 1 };

const PLAIN = { type: 'P', nalType: 1, temporalId: 0, isKey: false, slices: 1, bytes: 100, decodeMs: 1, isDamaged: false } as const;
export const rowsOf = (count: number): PictureRow[] =>
  Array.from({ length: count }, (_, index) => ({ ...PLAIN, index, sample: index, timeUs: index * 40_000, poc: index }));

/**
 * Makes src/wasm/fixtures/hevc-damaged: streams of the other folders with a lost or cut slice, and the MD5 of the planes that this decoder outputs
 * for them. The specification does not define the pictures of lost data, so the MD5s only pin the present concealment; check the pictures
 * before you replace them. The stream with an end of sequence is valid: native ffmpeg gives the same MD5.
 */
import path from 'node:path';
import { md5sOf, openDecoder } from '../../cli/opened.ts';
import { joinAnnexB, splitAccessUnits, splitAnnexB } from '../../glue/access-units.ts';
import type { Decoder } from '../../glue/decoder.ts';
import { madeOf, readStream, runFixtures, type Made } from '../folder.ts';

const FIXTURES = path.resolve('src/wasm/fixtures');

interface DamagedRow {
  readonly file: string;
  readonly from: string;
  /** Index of the slice segment in the stream, from 0. */
  readonly slice: number;
  /** 'ended': not damaged, but an end of sequence NAL unit before it. */
  readonly damage: 'lost' | 'cut' | 'ended';
}

const ROWS: readonly DamagedRow[] = [
  { file: 'slice-lost.265', from: 'hevc/slices3.265', slice: 5, damage: 'lost' },
  { file: 'slice-lost-key.265', from: 'hevc/slices3.265', slice: 1, damage: 'lost' },
  { file: 'slice-cut-main10.265', from: 'hevc-syntax/main10-wpp-dependent.265', slice: 3, damage: 'cut' },
  { file: 'end-of-sequence.265', from: 'hevc/open-gop.265', slice: 5, damage: 'ended' },
  { file: 'slice-cut-422.265', from: 'hevc-range/x265-422-slices.265', slice: 4, damage: 'cut' },
];

/** nal_unit_type EOS_NUT. */
const END_OF_SEQUENCE = Uint8Array.of(36 << 1, 1);
const isSlice = (nal: Uint8Array) => nal[0]! >> 1 < 32;
const isParameterSet = (nal: Uint8Array) => nal[0]! >> 1 >= 32 && nal[0]! >> 1 <= 34;

function damaged({ from, slice, damage }: DamagedRow): Uint8Array {
  const nals = [...splitAnnexB(readStream(path.join(FIXTURES, from)))];
  const victim = nals.filter(isSlice)[slice];
  let at = nals.indexOf(victim!);
  if (damage === 'ended') {
    while (isParameterSet(nals[at - 1]!)) at--;
    nals.splice(at, 0, END_OF_SEQUENCE);
  } else nals.splice(at, 1, ...(damage === 'lost' ? [] : [victim!.subarray(0, victim!.length >> 1)]));
  return joinAnnexB(nals);
}

async function make(decoder: Decoder, row: DamagedRow): Promise<Made> {
  const bytes = damaged(row);
  let shape = { width: 0, height: 0, bitDepth: 0 };
  const { pictures, md5 } = await md5sOf(decoder, splitAccessUnits(bytes), ({ width, height, bitDepth }) => {
    shape = { width, height, bitDepth };
  });
  return madeOf(row.file, bytes, { ...shape, frames: pictures, md5, hashSei: false });
}

await runFixtures({
  folder: 'hevc-damaged',
  about: ': what this decoder shows for streams with a lost or cut slice',
  async make() {
    const decoder = await openDecoder({ build: 'baseline' });
    const made: Made[] = [];
    for (const row of ROWS) made.push(await make(decoder, row));
    decoder.close();
    return made;
  },
});

/** Movie fragments (14496-12 8.8): the positions of one track's samples. */
import { allBoxes, findBox, flagsOf, versionOf, type Box } from './boxes.ts';
import type { SampleRow } from './mp4.ts';

/** Flags of tfhd (8.8.7). */
const BASE_OFFSET = 0x1;
const DESCRIPTION = 0x2;
const DURATION = 0x8;
const SIZE = 0x10;
const FLAGS = 0x20;
/** Flags of trun (8.8.8). */
const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const EACH_DURATION = 0x100;
const EACH_SIZE = 0x200;
const EACH_FLAGS = 0x400;
const EACH_OFFSET = 0x800;
/** sample_is_non_sync_sample. */
const NON_SYNC = 0x1_0000;

interface Defaults {
  /** Number of the sample entry. */
  readonly description: number;
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

export function* readFragments(boxes: readonly Box[], moov: Box, trackId: number): Generator<SampleRow> {
  const mvex = findBox(moov, 'mvex');
  const trex = mvex && allBoxes(mvex, 'trex').find(({ view }) => view.byteLength >= 24 && view.getUint32(4) === trackId);
  const movie: Defaults = trex
    ? {
        description: trex.view.getUint32(8),
        duration: trex.view.getUint32(12),
        size: trex.view.getUint32(16),
        flags: trex.view.getUint32(20),
      }
    : { description: 1, duration: 0, size: 0, flags: 0 };
  let decodeTime = 0;
  for (const moof of boxes) {
    if (moof.type !== 'moof') continue;
    for (const traf of allBoxes(moof, 'traf')) {
      const tfhd = findBox(traf, 'tfhd');
      if (!tfhd || tfhd.view.byteLength < 8 || tfhd.view.getUint32(4) !== trackId) continue;
      const { defaults, base } = readHeader(tfhd, moof, movie);
      decodeTime = readDecodeTime(traf) ?? decodeTime;
      let offset = base;
      for (const trun of allBoxes(traf, 'trun')) {
        for (const row of readRun(trun, defaults, base, offset, decodeTime)) {
          yield row;
          offset = row.offset + row.size;
          decodeTime = row.decodeTime + row.duration;
        }
      }
    }
  }
}

function readHeader(tfhd: Box, moof: Box, movie: Defaults): { defaults: Defaults; base: number } {
  const flags = flagsOf(tfhd);
  let at = 8;
  const next = (flag: number, bytes: 4 | 8, otherwise: number): number => {
    if ((flags & flag) === 0 || at + bytes > tfhd.view.byteLength) return otherwise;
    const value = bytes === 8 ? Number(tfhd.view.getBigUint64(at)) : tfhd.view.getUint32(at);
    at += bytes;
    return value;
  };
  const base = next(BASE_OFFSET, 8, moof.boxStart);
  const description = next(DESCRIPTION, 4, movie.description);
  const duration = next(DURATION, 4, movie.duration);
  const size = next(SIZE, 4, movie.size);
  return { base, defaults: { description, duration, size, flags: next(FLAGS, 4, movie.flags) } };
}

function readDecodeTime(traf: Box): number | undefined {
  const tfdt = findBox(traf, 'tfdt');
  if (!tfdt || tfdt.view.byteLength < 8) return undefined;
  if (versionOf(tfdt) === 0) return tfdt.view.getUint32(4);
  return tfdt.view.byteLength < 12 ? undefined : Number(tfdt.view.getBigUint64(4));
}

function* readRun(trun: Box, defaults: Defaults, base: number, follow: number, firstTime: number): Generator<SampleRow> {
  const { view } = trun;
  const flags = flagsOf(trun);
  if (view.byteLength < 8) return;
  let at = 8;
  let offset = follow;
  let firstFlags: number | undefined;
  if (flags & DATA_OFFSET && at + 4 <= view.byteLength) {
    offset = base + view.getInt32(at);
    at += 4;
  }
  if (flags & FIRST_FLAGS && at + 4 <= view.byteLength) {
    firstFlags = view.getUint32(at);
    at += 4;
  }
  const each = [EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_OFFSET];
  const rowBytes = 4 * each.filter((flag) => flags & flag).length;
  // A run with empty rows has only its count; the size of the file limits it when the samples are read.
  const count = rowBytes === 0 ? view.getUint32(4) : Math.min(view.getUint32(4), Math.floor((view.byteLength - at) / rowBytes));
  let decodeTime = firstTime;
  for (let i = 0; i < count; i++) {
    const next = (flag: number, otherwise: number, read: 'getUint32' | 'getInt32' = 'getUint32'): number => {
      if ((flags & flag) === 0) return otherwise;
      at += 4;
      return view[read](at - 4);
    };
    const duration = next(EACH_DURATION, defaults.duration);
    const size = next(EACH_SIZE, defaults.size);
    const sampleFlags = next(EACH_FLAGS, i === 0 && firstFlags !== undefined ? firstFlags : defaults.flags);
    const compositionOffset = next(EACH_OFFSET, 0, 'getInt32');
    yield {
      offset,
      size,
      decodeTime,
      duration,
      compositionOffset,
      isSync: (sampleFlags & NON_SYNC) === 0,
      description: defaults.description,
    };
    offset += size;
    decodeTime += duration;
  }
}

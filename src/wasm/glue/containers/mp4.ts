/** The HEVC track of an MP4 or QuickTime file in memory, plain or fragmented (ISO/IEC 14496-12, 14496-15). */
import { viewOf } from '../access-units.ts';
import { err, type HevcResult, ok } from '../result.ts';
import { formatCodec, parseHvcc, type HevcSample, type HevcTrack } from './hvcc.ts';
import type { HevcDecoderConfig } from '../webcodecs/config.ts';

// Boxes of ISO base media files (ISO/IEC 14496-12 4.2), as needed to read one track.

export interface Box {
  readonly type: string;
  /** The part after the header; in a full box the first four bytes are version and flags. */
  readonly view: DataView;
  /** Offset of the box in the view that contains it. */
  readonly boxStart: number;
}

const fourCc = (view: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** The boxes of `view`; one that does not fit ends the list. */
export function* boxesIn(view: DataView): Generator<Box> {
  for (let at = 0; at + 8 <= view.byteLength;) {
    let size = view.getUint32(at);
    let header = 8;
    if (size === 1) {
      if (at + 16 > view.byteLength) return;
      size = Number(view.getBigUint64(at + 8));
      header = 16;
    } else if (size === 0) size = view.byteLength - at; // Up to the end of the file.
    if (size < header || at + size > view.byteLength) return;
    const inside = new DataView(view.buffer, view.byteOffset + at + header, size - header);
    yield { type: fourCc(view, at + 4), view: inside, boxStart: at };
    at += size;
  }
}

/** The boxes of `view` after some bytes of fields; none if it is shorter. */
export const boxesAfter = ({ buffer, byteOffset, byteLength }: DataView, bytes: number): Box[] =>
  byteLength < bytes ? [] : [...boxesIn(new DataView(buffer, byteOffset + bytes, byteLength - bytes))];

/** The first box at the end of the path of types. */
export function findBox(parent: Box | undefined, ...path: readonly string[]): Box | undefined {
  let box = parent;
  for (const type of path) {
    if (!box) return undefined;
    box = [...boxesIn(box.view)].find((child) => child.type === type);
  }
  return box;
}

export const allBoxes = (parent: Box, type: string): Box[] => [...boxesIn(parent.view)].filter((box) => box.type === type);

/** Version and flags of a full box. */
export const versionOf = ({ view }: Box): number => (view.byteLength > 0 ? view.getUint8(0) : 0);
export const flagsOf = ({ view }: Box): number => (view.byteLength >= 4 ? view.getUint32(0) & 0xff_ffff : 0);

/** Rows of a table with its count at `countAt`, limited by the bytes of the box. */
function tableRows(box: Box | undefined, countAt: number, rowBytes: number): { count: number; at: (row: number) => number } {
  const from = countAt + 4;
  if (!box || box.view.byteLength < from) return { count: 0, at: () => 0 };
  const fits = Math.floor((box.view.byteLength - from) / rowBytes);
  return { count: Math.min(box.view.getUint32(countAt), fits), at: (row) => from + row * rowBytes };
}

// Movie fragments (14496-12 8.8): the positions of one track's samples.

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

function* readFragments(boxes: readonly Box[], moov: Box, trackId: number): Generator<SampleRow> {
  const mvex = findBox(moov, 'mvex');
  const trex = mvex && allBoxes(mvex, 'trex').find(({ view }) => view.byteLength >= 24 && view.getUint32(4) === trackId);
  const [description = 1, duration = 0, size = 0, flags = 0] = trex ? [8, 12, 16, 20].map((at) => trex.view.getUint32(at)) : [];
  const movie: Defaults = { description, duration, size, flags };
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
    const isSync = (next(EACH_FLAGS, i === 0 && firstFlags !== undefined ? firstFlags : defaults.flags) & NON_SYNC) === 0;
    const compositionOffset = next(EACH_OFFSET, 0, 'getInt32');
    yield { offset, size, decodeTime, duration, compositionOffset, isSync, description: defaults.description };
    offset += size;
    decodeTime += duration;
  }
}

/** Fields of a visual sample entry before its boxes (14496-12 12.1.3). */
const SAMPLE_ENTRY_BYTES = 78;
/** Nine hours at 60 pictures a second. */
const SAMPLES_MAX = 2_000_000;
const ENTRIES = ['hvc1', 'hev1', 'dvh1', 'dvhe'];

/** Position of a sample, and its times in units of the track's timescale. */
export interface SampleRow {
  readonly offset: number;
  readonly size: number;
  readonly decodeTime: number;
  readonly duration: number;
  readonly compositionOffset: number;
  readonly isSync: boolean;
  /** Number of its sample entry in stsd, from 1. */
  readonly description: number;
}

export function readMp4(bytes: Uint8Array): HevcResult<HevcTrack> {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = [...boxesIn(file)];
  const moov = boxes.find((box) => box.type === 'moov');
  if (!moov) return err('DECODER_UNSUPPORTED', 'the file has no moov box');
  for (const trak of allBoxes(moov, 'trak')) {
    const rotation = rotationOf(trak);
    const configs = readConfigs(trak).map((entry) => (entry && rotation !== 0 ? { ...entry, rotation } : entry));
    const config = configs.find((entry) => entry !== undefined);
    if (!config) continue;
    let current = config;
    const timescale = readTimescale(trak);
    const start = editStart(trak);
    const micros = (time: number): number => Math.round((time * 1_000_000) / timescale);
    const samples: HevcSample[] = [];
    let damage: string | undefined;
    let rows = 0;
    for (const row of allRows(boxes, moov, trak)) {
      if (row.offset + row.size > bytes.length) damage = `sample ${samples.length} lies outside of the file`;
      if (rows++ === SAMPLES_MAX) damage = `more than ${SAMPLES_MAX} samples`;
      if (damage !== undefined) break;
      // Allowed by 14496-12: no picture. The bytes of the file do not limit the number of such samples.
      if (row.size === 0) continue;
      const time = row.decodeTime + row.compositionOffset - start;
      const next = configs[row.description - 1] ?? current;
      samples.push({
        ...(next === current ? {} : { config: next }),
        type: row.isSync ? 'key' : 'delta',
        timestamp: micros(time),
        duration: micros(time + row.duration) - micros(time),
        data: bytes.subarray(row.offset, row.offset + row.size),
      });
      current = next;
    }
    return ok({ container: 'mp4', config, samples, ...(damage === undefined ? {} : { damage }) });
  }
  return err('DECODER_UNSUPPORTED', 'no track of the file is HEVC');
}

/** Lazy, because a damaged count may be huge. */
function* allRows(boxes: readonly Box[], moov: Box, trak: Box): Generator<SampleRow> {
  yield* readTable(trak);
  yield* readFragments(boxes, moov, trackIdOf(trak));
}

/** One for each sample entry, undefined if it is not HEVC: a file joined from several streams has an entry for each of them. */
function readConfigs(trak: Box): (HevcDecoderConfig | undefined)[] {
  const stsd = findBox(trak, 'mdia', 'minf', 'stbl', 'stsd');
  return stsd ? boxesAfter(stsd.view, 8).map(readConfig) : [];
}

function readConfig({ type, view }: Box): HevcDecoderConfig | undefined {
  const hvcc = boxesAfter(view, SAMPLE_ENTRY_BYTES).find((box) => box.type === 'hvcC');
  if (!ENTRIES.includes(type) || !hvcc) return undefined;
  const description = viewOf(hvcc.view).slice();
  const record = parseHvcc(description);
  if (!record) return undefined;
  const codedWidth = view.getUint16(24);
  const codedHeight = view.getUint16(26);
  const codec = formatCodec({ ...record.codec, format: type === 'hev1' ? 'hev1' : 'hvc1' });
  return { codec, description, ...(codedWidth > 0 && codedHeight > 0 ? { codedWidth, codedHeight } : {}) };
}

/** The matrix of tkhd: phones record in landscape and store the rotation. Clockwise degrees; 0 for a matrix that is not a quarter turn. */
function rotationOf(trak: Box): 0 | 90 | 180 | 270 {
  const tkhd = findBox(trak, 'tkhd');
  const at = tkhd && versionOf(tkhd) === 1 ? 52 : 40;
  if (!tkhd || tkhd.view.byteLength < at + 20) return 0;
  const [a, b, c, d] = [0, 4, 12, 16].map((row) => Math.sign(tkhd.view.getInt32(at + row)));
  if (a === 0 && b === 1 && c === -1 && d === 0) return 90;
  if (a === -1 && b === 0 && c === 0 && d === -1) return 180;
  if (a === 0 && b === -1 && c === 1 && d === 0) return 270;
  return 0;
}

/** The field of mdhd or tkhd after its two times. */
function afterTimes(box: Box | undefined): number | undefined {
  const at = box && versionOf(box) === 1 ? 20 : 12;
  return box && box.view.byteLength >= at + 4 ? box.view.getUint32(at) : undefined;
}

export const readTimescale = (trak: Box): number => Math.max(afterTimes(findBox(trak, 'mdia', 'mdhd')) ?? 1_000, 1);
const trackIdOf = (trak: Box): number => afterTimes(findBox(trak, 'tkhd')) ?? 0;

/** The media time at which the edit list starts; encoders with B pictures write it so that the first picture is shown at 0. */
export function editStart(trak: Box): number {
  const elst = findBox(trak, 'edts', 'elst');
  if (!elst) return 0;
  const isLong = versionOf(elst) === 1;
  const rows = tableRows(elst, 4, isLong ? 20 : 12);
  for (let row = 0; row < rows.count; row++) {
    const time = isLong ? Number(elst.view.getBigInt64(rows.at(row) + 8)) : elst.view.getInt32(rows.at(row) + 4);
    if (time >= 0) return time; // -1 is an empty edit: a delay before the first picture.
  }
  return 0;
}

/** Values of a run-length table (stts, ctts), one per sample; the last value repeats. */
function* runs(box: Box | undefined, read: (view: DataView, at: number) => number, otherwise: number): Generator<number, never> {
  const rows = tableRows(box, 4, 8);
  let value = otherwise;
  for (let row = 0; row < rows.count; row++) {
    value = read(box!.view, rows.at(row) + 4);
    for (let left = box!.view.getUint32(rows.at(row)); left > 0; left--) yield value;
  }
  for (;;) yield value;
}

/** The samples of the movie box itself; none if the file is fragmented. */
export function* readTable(trak: Box): Generator<SampleRow> {
  const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
  const stsz = findBox(stbl, 'stsz');
  const wide = findBox(stbl, 'co64');
  const chunkBox = wide ?? findBox(stbl, 'stco');
  if (!stsz || stsz.view.byteLength < 12 || !chunkBox) return;
  const sameSize = stsz.view.getUint32(4);
  const sizes = tableRows(stsz, 8, 4);
  const count = sameSize > 0 ? stsz.view.getUint32(8) : sizes.count;
  const chunks = tableRows(chunkBox, 4, wide ? 8 : 4);
  const stsc = findBox(stbl, 'stsc');
  const perChunk = tableRows(stsc, 4, 12);
  const stss = findBox(stbl, 'stss');
  const syncRows = tableRows(stss, 4, 4);
  const syncs = new Set(Array.from({ length: syncRows.count }, (_, row) => stss!.view.getUint32(syncRows.at(row))));
  const ctts = findBox(stbl, 'ctts');
  const durations = runs(findBox(stbl, 'stts'), (view, at) => view.getUint32(at), 0);
  // Version 0 is unsigned in the standard; files of real encoders contain negative offsets in it.
  const offsets = runs(ctts, (view, at) => view.getInt32(at), 0);
  let sample = 0;
  let decodeTime = 0;
  for (let chunk = 0, group = 0; chunk < chunks.count && sample < count; chunk++) {
    while (group + 1 < perChunk.count && stsc!.view.getUint32(perChunk.at(group + 1)) <= chunk + 1) group++;
    const samples = perChunk.count > 0 ? stsc!.view.getUint32(perChunk.at(group) + 4) : 1;
    const description = perChunk.count > 0 ? stsc!.view.getUint32(perChunk.at(group) + 8) : 1;
    const at = chunks.at(chunk);
    let offset = wide ? Number(chunkBox.view.getBigUint64(at)) : chunkBox.view.getUint32(at);
    for (let i = 0; i < samples && sample < count; i++, sample++) {
      const size = sameSize > 0 ? sameSize : stsz.view.getUint32(sizes.at(sample));
      const duration = durations.next().value;
      const isSync = stss ? syncs.has(sample + 1) : true;
      yield { offset, size, decodeTime, duration, compositionOffset: offsets.next().value, isSync, description };
      offset += size;
      decodeTime += duration;
    }
  }
}

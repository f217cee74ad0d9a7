/** The HEVC track of an MP4 or QuickTime file in memory, plain or fragmented (ISO/IEC 14496-12, 14496-15). */
import { err, ok, type HevcResult } from '../result.ts';
import { formatCodec } from '../webcodecs/codec-string.ts';
import type { HevcDecoderConfig } from '../webcodecs/config.ts';
import { allBoxes, boxesIn, findBox, tableRows, versionOf, type Box } from './boxes.ts';
import { readFragments } from './mp4-fragments.ts';
import { parseHvcc } from './hvcc.ts';
import type { HevcSample, HevcTrack } from './track.ts';

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
  if (!stsd || stsd.view.byteLength < 8) return [];
  return [...boxesIn(new DataView(stsd.view.buffer, stsd.view.byteOffset + 8, stsd.view.byteLength - 8))].map(readConfig);
}

function readConfig({ type, view }: Box): HevcDecoderConfig | undefined {
  if (!ENTRIES.includes(type) || view.byteLength < SAMPLE_ENTRY_BYTES) return undefined;
  const inner = new DataView(view.buffer, view.byteOffset + SAMPLE_ENTRY_BYTES, view.byteLength - SAMPLE_ENTRY_BYTES);
  const hvcc = [...boxesIn(inner)].find((box) => box.type === 'hvcC');
  if (!hvcc) return undefined;
  const description = new Uint8Array(hvcc.view.buffer, hvcc.view.byteOffset, hvcc.view.byteLength).slice();
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

export function readTimescale(trak: Box): number {
  const mdhd = findBox(trak, 'mdia', 'mdhd');
  const at = mdhd && versionOf(mdhd) === 1 ? 20 : 12;
  return mdhd && mdhd.view.byteLength >= at + 4 ? Math.max(mdhd.view.getUint32(at), 1) : 1_000;
}

function trackIdOf(trak: Box): number {
  const tkhd = findBox(trak, 'tkhd');
  const at = tkhd && versionOf(tkhd) === 1 ? 20 : 12;
  return tkhd && tkhd.view.byteLength >= at + 4 ? tkhd.view.getUint32(at) : 0;
}

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

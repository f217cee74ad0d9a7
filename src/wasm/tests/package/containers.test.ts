import { expect, test } from 'vitest';
import {
  decodeHeic,
  FlvReader,
  HevcVideoDecoder,
  isHeic,
  parseHvcc,
  readAnnexB,
  readHeic,
  readMp4,
  readTrack,
  type FlvItem,
  type HevcFrame,
  type HevcStill,
  type HevcTrack,
  type StillOptions,
} from '../../glue/index.ts';
import { digest, readManifest } from '../../streams/folder.ts';
import { seeded } from '../seeded.ts';
import { mp4Box, writeHeic, type HeicOptions } from './writers.ts';
import { bytesOf, CONFIG, decoded, fixtureOf, STAGE, track, valueOf } from './streams.ts';

const KEYS = STAGE.samples.filter((sample) => sample.type === 'key').map((sample) => sample.data);
const TILE: HeicOptions = { description: CONFIG.description as Uint8Array, tiles: [KEYS[0]!], tileWidth: 640, tileHeight: 360 };
const HERE: StillOptions = { worker: false, threads: 1 };

const stillOf = async (bytes: Uint8Array) => valueOf(await decodeHeic(bytes, HERE)) as unknown as HevcStill<HevcFrame>;
const still = (options: HeicOptions) => stillOf(writeHeic(options));

/** The keyframes of the clip, decoded by the video decoder. */
const keyPictures = async (): Promise<HevcFrame[]> =>
  (await decoded({ ...STAGE, samples: STAGE.samples.filter(({ type }) => type === 'key') })).frames;

test('a HEIC with one picture gives the samples of the decoder', async () => {
  const [first] = await keyPictures();
  const { frame, rotation, flip, notes } = await still(TILE);
  expect([frame.format, frame.codedWidth, frame.codedHeight, rotation, flip]).toEqual(['I420', 640, 360, 0, false]);
  expect(notes).toEqual([]);
  expect(frame.data).toEqual(first!.data);
});

test('a grid is joined tile by tile, and cropped to its size', async () => {
  const pictures = await keyPictures();
  const tiles = [0, 1, 2, 0].map((i) => KEYS[i]!);
  const { frame } = await still({ ...TILE, tiles, grid: { columns: 2, rows: 2, width: 1_270, height: 700 } });
  expect([frame.codedWidth, frame.codedHeight]).toEqual([1_280, 720]);
  expect(frame.visibleRect).toEqual({ x: 0, y: 0, width: 1_270, height: 700 });
  const luma = (x: number, y: number): number => frame.data![y * 1_280 + x]!;
  const cr = (x: number, y: number): number => frame.data![1_280 * 720 * 1.25 + y * 640 + x]!;
  const random = seeded(7);
  for (let i = 0; i < 500; i++) {
    const [x, y] = [random.int(1_280), random.int(720)];
    const tile = pictures[[0, 1, 2, 0][(x >= 640 ? 1 : 0) + (y >= 360 ? 2 : 0)]!]!.data!;
    expect(luma(x, y)).toBe(tile[(y % 360) * 640 + (x % 640)]);
    expect(cr(x >> 1, y >> 1)).toBe(tile[640 * 360 * 1.25 + ((y >> 1) % 180) * 320 + ((x >> 1) % 320)]);
  }
});

test('10 bits stay 10 bits, and the colours of the file precede those of the stream', async () => {
  const { config, samples } = track('clips/stage-h265-fragments.mp4');
  const options = { ...TILE, description: config.description as Uint8Array, tiles: [samples[0]!.data], nclx: [9, 16, 9, true] as const };
  const { frame } = await still(options);
  expect(frame.format).toBe('I420P10');
  expect(frame.colorSpace).toEqual({ primaries: 'bt2020', transfer: 'pq', matrix: 'bt2020-ncl', fullRange: true });
});

test.each([
  [{}, 0, false],
  [{ irot: 1 }, 270, false],
  [{ irot: 3 }, 90, false],
  [{ imir: 1 }, 0, true],
  [{ imir: 0 }, 180, true],
  [{ irot: 1, imir: 1 }, 270, true],
  [{ irot: 1, imir: 0 }, 90, true],
  [{ irot: 1, imir: 1, isMirroredFirst: true }, 90, true],
] as const)('irot and imir %o are a rotation of %d degrees and flip %s', async (turned, rotation, flip) => {
  expect(await still({ ...TILE, ...turned })).toMatchObject({ rotation, flip });
});

test('omitted parts are noted, and unreadable ones are named', async () => {
  expect((await still({ ...TILE, hasAlpha: true })).notes).toEqual(['auxiliary pictures (alpha, depth, gain map) are left out']);
  const failures: readonly (readonly [Uint8Array, string, RegExp])[] = [
    [new Uint8Array(0), 'DECODER_UNSUPPORTED', /no picture items/],
    [writeHeic({ ...TILE, tiles: [], grid: { columns: 1, rows: 1, width: 8, height: 8 } }), 'DECODER_DAMAGED', /0 tiles for 1 columns/],
    [writeHeic({ ...TILE, grid: { columns: 1, rows: 1, width: 2_000, height: 8 } }), 'DECODER_DAMAGED', /do not cover/],
    [writeHeic({ ...TILE, grid: { columns: 2, rows: 2, width: 8, height: 8 } }), 'DECODER_DAMAGED', /1 tiles for 2 columns and 2 rows/],
    [writeHeic({ ...TILE, tiles: [new Uint8Array(40)] }), 'DECODER_DAMAGED', /./],
    [writeHeic({ ...TILE, description: track('streams/yuv444-h265-hvc1.flv').config.description as Uint8Array }), 'DECODER', /./],
  ];
  for (const [bytes, code, detail] of failures) {
    const failed = await decodeHeic(bytes, HERE);
    expect(failed).toMatchObject({ ok: false, error: { code: expect.stringContaining(code), detail: expect.stringMatching(detail) } });
  }
});

test('HEIC is detected by its brands; MP4 is not HEIC', () => {
  expect(isHeic(writeHeic(TILE))).toBe(true);
  const mp4 = new Uint8Array([0, 0, 0, 16, ...Array.from('ftypisom', (letter) => letter.charCodeAt(0))]);
  expect(isHeic(mp4)).toBe(false);
});

test('a damaged HEIC is refused or read, without an exception: each byte of its boxes in turn', () => {
  const bytes = writeHeic({ ...TILE, tiles: [KEYS[0]!.subarray(0, 50)], grid: { columns: 1, rows: 1, width: 640, height: 360 }, irot: 1 });
  for (let at = 0; at < bytes.length - 50; at++) {
    for (const change of [0xff, 0x01, 0x80]) {
      const damaged = bytes.slice();
      damaged[at] = damaged[at]! ^ change;
      expect(typeof readHeic(damaged).ok).toBe('boolean');
    }
  }
});

/**
 * Files of libheif, each compared with native ffmpeg and with libheif's own decoder when the fixtures were made (`npm run wasm -- fixtures-heic`).
 */
interface HeicRow {
  readonly file: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly flip: boolean;
  readonly notes: readonly string[];
  readonly md5: string;
}
const ROWS = readManifest(fixtureOf('heic')) as unknown as HeicRow[];

test.each(ROWS)('$file of libheif has the expected planes, size and rotation', async (row) => {
  const { frame, rotation, flip, notes } = await stillOf(bytesOf(`heic/${row.file}`));
  const { format, visibleRect } = frame;
  const { width, height } = visibleRect;
  const seen = { file: row.file, format, width, height, rotation, flip, notes, md5: digest('md5', frame.data!) };
  expect(seen).toEqual({ ...row, bytes: undefined });
});

test('a description decides if the codec string has no constraint flags', async () => {
  for (const file of ['chroma-422', 'chroma-444', 'grey', 'ten-bit', 'twelve-bit']) {
    const { config } = valueOf(readHeic(bytesOf(`heic/${file}.heic`))).tiles[0]!;
    expect(config.codec).toBe('hvc1.4.10.L30');
    expect(await HevcVideoDecoder.isConfigSupported(config)).toMatchObject({ supported: true });
    const deep = new Uint8Array(config.description as Uint8Array);
    deep[17] = 0xf8 | 5; // 13 bits.
    expect(HevcVideoDecoder.unsupportedReason({ codec: config.codec, description: deep })).toMatch(/up to 12 bits/);
    expect(await HevcVideoDecoder.isConfigSupported({ codec: config.codec })).toMatchObject({ supported: false });
  }
});

async function summary(stream: HevcTrack) {
  const { frames, errors } = await decoded(stream);
  const sizes = [...new Set(frames.map(({ codedWidth, codedHeight, format }) => `${codedWidth}x${codedHeight} ${format}`))];
  return { frames: frames.length, sizes, errors };
}

test('every picture of an MP4 in one table and in fragments is returned with its time and duration', async () => {
  for (const [path, codec, format, first] of [
    ['clips/stage-h265.mp4', 'hvc1.1.6.L63.90', 'I420', 0],
    ['clips/stage-h265-fragments.mp4', 'hvc1.2.4.L63.90', 'I420P10', 80_000], // A fragmented file has no edit list.
  ] as const) {
    const { config, samples, container, damage } = track(path);
    expect({ container, damage, codec: config.codec }).toEqual({ container: 'mp4', damage: undefined, codec });
    expect([config.codedWidth, config.codedHeight]).toEqual([640, 360]);
    const times = samples.map((sample) => sample.timestamp).sort((a, b) => a - b);
    expect(times).toEqual(Array.from({ length: 75 }, (_, i) => first + i * 40_000));
    expect(samples.filter((sample) => sample.type === 'key').map((sample) => sample.timestamp - first)).toEqual([0, 1_000_000, 2_000_000]);
    expect(samples.every((sample) => sample.duration === 40_000)).toBe(true);
    expect(await summary(track(path))).toMatchObject({ frames: 75, sizes: [`640x360 ${format}`], errors: [] });
  }
});

test('FLV with codec id 12 and with hvc1 gives the pictures, and a format change in the middle is configured again', async () => {
  expect(track('streams/sync-640x360-h265-id12.flv').config.codec).toMatch(/^hvc1\.1\.6\.L/);
  expect(await summary(track('streams/sync-640x360-h265-id12.flv'))).toMatchObject({ frames: 200, errors: [] });
  const sizes = track('streams/sizes-h265-hvc1.flv');
  expect(sizes.samples.filter((sample) => sample.config).length).toBe(1);
  expect(await summary(sizes)).toMatchObject({ frames: 200, sizes: ['640x360 I420', '360x640 I420'], errors: [] });
});

function inPieces(bytes: Uint8Array, step: number): FlvItem[] {
  const reader = new FlvReader();
  const items: FlvItem[] = [];
  for (let at = 0; at < bytes.length; at += step) items.push(...reader.push(bytes.subarray(at, at + step)));
  return items;
}

test('FLV in pieces of any size gives the same result as in one piece, also with a longer header, which ends at its DataOffset', () => {
  const bytes = bytesOf('streams/sync-640x360-h265-hvc1.flv');
  const longer = Uint8Array.from([...bytes.subarray(0, 5), 0, 0, 0, 20, ...new Uint8Array(11).fill(9), ...bytes.subarray(9)]);
  const whole = new FlvReader().push(bytes);
  const start = inPieces(bytes.subarray(0, 3_000), 1);
  expect(start.length).toBeGreaterThan(0);
  expect(start).toEqual(whole.slice(0, start.length));
  for (const step of [13, 4_096]) expect(inPieces(bytes, step)).toEqual(whole);
  for (const step of [13, 16, longer.length]) expect(inPieces(longer, step)).toEqual(whole);
});

test('the codec of a raw stream is read from its parameter sets, and its times have equal steps', () => {
  const { config, samples } = valueOf(readAnnexB(bytesOf('hevc/main10.265'), 30));
  expect(config).toEqual({ codec: 'hev1.2.4.L60.90' });
  expect(samples.slice(0, 4).map((sample) => sample.timestamp)).toEqual([0, 33_333, 66_667, 100_000]);
  expect(samples[0]!.type).toBe('key');
});

test('files without HEVC are refused with a named error, not an exception', () => {
  for (const path of ['clips/ad.mp4', 'streams/radio.flv', 'streams/sync-640x360-h264.flv', 'images/avatar-1.jpg']) {
    expect(readTrack(bytesOf(path))).toMatchObject({ ok: false, error: { code: 'DECODER_UNSUPPORTED' } });
  }
  expect(readTrack(new Uint8Array(0))).toMatchObject({ ok: false });
  expect(parseHvcc(new Uint8Array(30).fill(255))).toBeUndefined();
});

test('damaged files give the part before the damage, whatever their counts', () => {
  for (const path of ['clips/stage-h265.mp4', 'clips/stage-h265-fragments.mp4', 'streams/sync-640x360-h265-hvc1.flv']) {
    const bytes = bytesOf(path);
    const cut = readTrack(bytes.subarray(0, bytes.length >> 1));
    expect(cut.ok && cut.value.samples.length > 0, path).toBe(true);
    // Each byte of the boxes and tag headers in turn; the samples' own bytes concern the decoder.
    for (let at = 0; at < 3_000; at += 31) {
      const damaged = bytes.slice();
      damaged[at] = damaged[at]! ^ 0xff;
      const read = readTrack(damaged);
      if (read.ok) expect(read.value.samples.length).toBeLessThanOrEqual(2_000_000);
    }
  }
});

test('the matrix of an MP4 track is the rotation of its config and of its frames', async () => {
  const bytes = bytesOf('clips/stage-h265.mp4').slice();
  const tkhd = Buffer.from(bytes.buffer).indexOf('tkhd') + 4;
  const view = new DataView(bytes.buffer, tkhd + (bytes[tkhd] === 1 ? 52 : 40));
  const one = 0x1_0000;
  for (const [a, b, c, d, rotation] of [
    [one, 0, 0, one, undefined],
    [0, one, -one, 0, 90],
    [-one, 0, 0, -one, 180],
    [0, -one, one, 0, 270],
  ] as const) {
    [a, b, 0, c, d].forEach((value, i) => view.setInt32(4 * i, value));
    const read = valueOf(readMp4(bytes));
    expect(read.config.rotation).toBe(rotation);
    const { frames } = await decoded(read, {}, 1);
    expect(frames[0]!.rotation).toBe(rotation ?? 0);
    expect([frames[0]!.displayWidth, frames[0]!.displayHeight]).toEqual(rotation === 90 || rotation === 270 ? [360, 640] : [640, 360]);
  }
});

const entryOf = ({ description }: HevcTrack['config']): Uint8Array =>
  mp4Box('hvc1', new Uint8Array(78), mp4Box('hvcC', description as Uint8Array));
function movie(entries: readonly Uint8Array[], tables: readonly Uint8Array[], ...rest: Uint8Array[]): Uint8Array {
  const stbl = mp4Box('stbl', mp4Box('stsd', 0, entries.length, ...entries), ...tables);
  return mp4Box('moov', mp4Box('trak', mp4Box('mdia', mp4Box('mdhd', 0, 0, 0, 25, 0, 0), mp4Box('minf', stbl))), ...rest);
}

test('the second sample entry of an MP4, in a table or in fragments, is a format change', async () => {
  const { config, samples } = track('streams/sizes-h265-hvc1.flv');
  const change = samples.findIndex((sample) => sample.config);
  const configs = [config, samples[change]!.config!];
  const parts = [samples.slice(0, 2), samples.slice(change, change + 2)].map((part) => part.map(({ data }) => data));
  const data = parts.map((part) => Buffer.concat(part));
  const sizes = parts.map((part) => part.map(({ length }) => length));
  const entries = configs.map(entryOf);
  const table = [
    mp4Box('stts', 0, 1, 4, 1),
    mp4Box('stsz', 0, 0, 4, ...sizes.flat()),
    mp4Box('stsc', 0, 2, 1, 2, 1, 2, 2, 2),
    mp4Box('stco', 0, 2, 8, 8 + data[0]!.length),
  ];
  const fragment = (part: number) => {
    const moof = (dataAt: number) =>
      mp4Box('moof', mp4Box('traf', mp4Box('tfhd', 2, 0, part + 1), mp4Box('trun', 0x201, 2, dataAt, ...sizes[part]!)));
    return Buffer.concat([moof(moof(0).length + 8), mp4Box('mdat', data[part]!)]);
  };
  for (const file of [
    Buffer.concat([mp4Box('mdat', ...data), movie(entries, table)]),
    Buffer.concat([movie(entries, [], mp4Box('mvex', mp4Box('trex', 0, 0, 1, 1, 0, 0))), fragment(0), fragment(1)]),
  ]) {
    const read = valueOf(readMp4(new Uint8Array(file)));
    const changes = read.samples.map((sample) => sample.config?.description);
    expect(changes).toEqual([undefined, undefined, configs[1]!.description, undefined]);
    expect(await summary(read)).toMatchObject({ frames: 4, sizes: ['640x360 I420', '360x640 I420'], errors: [] });
  }
});

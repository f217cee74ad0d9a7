import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  decodeHeic,
  HevcVideoDecoder,
  isHeic,
  readHeic,
  type HevcFrame,
  type HevcStill,
  type StillOptions,
} from '../../../src/wasm/glue/index.ts';
import { seeded } from '../../seeded.ts';
import { writeHeic, type HeicOptions } from './heic-writer.ts';
import { chunksOf, CONFIG, record, STAGE, track } from './streams.ts';

const KEYS = STAGE.samples.filter((sample) => sample.type === 'key').map((sample) => sample.data);
const TILE: HeicOptions = { description: CONFIG.description as Uint8Array, tiles: [KEYS[0]!], tileWidth: 640, tileHeight: 360 };
const HERE: StillOptions = { worker: false, threads: 1 };

async function still(options: HeicOptions): Promise<HevcStill<HevcFrame>> {
  const decoded = await decodeHeic(writeHeic(options), HERE);
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value as unknown as HevcStill<HevcFrame>;
}

/** The keyframes of the clip, decoded by the video decoder. */
async function keyPictures(): Promise<HevcFrame[]> {
  const { decoder, frames } = record();
  decoder.configure(CONFIG);
  for (const chunk of chunksOf(STAGE)) if (chunk.type === 'key') decoder.decode(chunk);
  await decoder.flush();
  decoder.close();
  return frames;
}

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
    const decoded = await decodeHeic(bytes, HERE);
    expect(decoded.ok).toBe(false);
    if (decoded.ok) continue;
    expect(decoded.error.code).toContain(code);
    expect(decoded.error.detail).toMatch(detail);
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
 * Files of libheif, each compared with native ffmpeg and with libheif's own decoder when the fixtures were made (`npm run fixtures:heic`).
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
const ROWS = JSON.parse(readFileSync('fixtures/heic/manifest.json', 'utf8')) as HeicRow[];

test.each(ROWS)('$file of libheif has the expected planes, size and rotation', async (row) => {
  const decoded = await decodeHeic(new Uint8Array(readFileSync(`fixtures/heic/${row.file}`)), HERE);
  if (!decoded.ok) throw new Error(decoded.error.detail);
  const { frame, rotation, flip, notes } = decoded.value as unknown as HevcStill<HevcFrame>;
  const { format, visibleRect } = frame;
  const md5 = createHash('md5').update(frame.data!).digest('hex');
  expect({ file: row.file, format, width: visibleRect.width, height: visibleRect.height, rotation, flip, notes, md5 }).toEqual({
    ...row,
    bytes: undefined,
  });
});

test('a description decides if the codec string has no constraint flags', async () => {
  for (const file of ['chroma-422', 'chroma-444', 'grey', 'ten-bit', 'twelve-bit']) {
    const image = readHeic(new Uint8Array(readFileSync(`fixtures/heic/${file}.heic`)));
    const config = image.ok ? image.value.tiles[0]!.config : { codec: '' };
    expect(config.codec).toBe('hvc1.4.10.L30');
    expect(await HevcVideoDecoder.isConfigSupported(config)).toMatchObject({ supported: true });
    const deep = new Uint8Array(config.description as Uint8Array);
    deep[17] = 0xf8 | 5; // 13 bits.
    expect(HevcVideoDecoder.unsupportedReason({ codec: config.codec, description: deep })).toMatch(/up to 12 bits/);
    expect(await HevcVideoDecoder.isConfigSupported({ codec: config.codec })).toMatchObject({ supported: false });
  }
});

test('the fixtures of libheif include each chroma format, 10 and 12 bits, grids and rotations', () => {
  expect(new Set(ROWS.map(({ format }) => format))).toEqual(new Set(['I420', 'I422', 'I444', 'I420P10']));
  expect(ROWS.filter(({ file }) => file.startsWith('grid')).length).toBe(3);
  expect(new Set(ROWS.map(({ rotation, flip }) => `${rotation} ${flip}`)).size).toBeGreaterThan(5);
});

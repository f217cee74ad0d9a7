import { expect, test, afterEach, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { yuvToRgb } from '../../glue/colour.ts';
import { HevcFrame, type Picture, EncodedHevcChunk, HevcVideoDecoder } from '../../glue/index.ts';
import { CHROMA_SUBSAMPLING } from '../../glue/picture.ts';
import { codecOfProfileBytes, formatCodec, parseCodec } from '../../glue/webcodecs/codec-string.ts';
import { frameInfo, type FrameOptions, isDirect, packFrame } from '../../glue/webcodecs/frame.ts';
import { chunksOf, record, track, CONFIG, DIRECT, expectedMd5, md5OfAll, STAGE } from './streams.ts';
import { CASES, DIFFERENT_CASES } from '../browser/webcodecs/cases.ts';
import { HEVC_CASES } from '../browser/webcodecs/cases-hevc.ts';
import { runCases } from '../browser/webcodecs/run.ts';

// HevcVideoDecoder in Node: the cases of the browser tests, and what only this decoder does.

const CHUNKS = chunksOf(STAGE);
const OTHERS = [...HEVC_CASES, ...DIFFERENT_CASES];
afterEach(() => vi.unstubAllGlobals());

test('WebCodecs: HevcVideoDecoder in Node behaves as specified', async () => {
  vi.stubGlobal('fetch', async (url: string) => new Response(readFileSync(`.${url}`)));
  vi.stubGlobal('EncodedVideoChunk', EncodedHevcChunk);
  vi.stubGlobal('Worker', EventTarget); // A case counts workers.
  const results = await runCases('HevcVideoDecoder, same thread');
  expect(results).toHaveLength(CASES.length + OTHERS.length);
  expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
});

test('the table of WebCodecs cases in API.md has one row for each case of the browser tests', () => {
  const head = ['| of | behaviour | the browser’s own decoder |', '| --- | --- | --- |'];
  const generic = CASES.map(({ area, title }) => `| ${area} | ${title} | the same |`);
  const own = OTHERS.map(({ area, title, differs }) => `| ${area} | ${title} |${differs === undefined ? '' : ` differs: ${differs}`} |`);
  expect(readFileSync('src/wasm/API.md', 'utf8')).toContain(`\n${[...head, ...generic, ...own].join('\n')}\n`);
  expect(new Set([...CASES, ...OTHERS].map(({ title }) => title)).size).toBe(CASES.length + OTHERS.length);
});

test('unsupported codecs, sizes and descriptions are reported before any work', async () => {
  const unsupported = [
    { codec: 'hvc1.4.10.L93.90' }, // Format range extensions: 16 bits.
    { codec: CONFIG.codec, codedWidth: 20_000, codedHeight: 100 },
    { codec: CONFIG.codec, description: new Uint8Array(10) },
  ];
  for (const config of unsupported) {
    expect((await HevcVideoDecoder.isConfigSupported(config)).supported).toBe(false);
    const { decoder, errors } = record();
    decoder.configure(config);
    expect([decoder.state, errors]).toEqual(['configured', []]);
    await expect(decoder.flush()).rejects.toMatchObject({ name: 'NotSupportedError' });
    expect(errors).toMatchObject([{ name: 'NotSupportedError' }]);
    expect(errors[0]).toBeInstanceOf(DOMException);
  }
  const { config: copy } = await HevcVideoDecoder.isConfigSupported(CONFIG);
  expect(copy.description).not.toBe(CONFIG.description);
  expect(new Uint8Array(copy.description as ArrayBuffer)).toEqual(CONFIG.description);
});

test('times are returned unchanged, also equal ones and out of order', async () => {
  const { decoder, frames } = record();
  decoder.configure(CONFIG);
  const times = [-42, 7, 7, 3, 9_007_199_254_740_000, 0];
  const { data } = STAGE.samples[0]!;
  // An IDR picture can be repeated.
  times.forEach((timestamp, duration) => decoder.decode(new EncodedHevcChunk({ type: 'key', timestamp, duration, data })));
  await decoder.flush();
  expect(frames.map((frame) => [frame.timestamp, frame.duration])).toEqual(times.map((time, i) => [time, i]));
});

test("with onDamage 'conceal' damage is reported and the stream continues", async () => {
  const damage: string[] = [];
  const { decoder, frames, errors } = record({ onDamage: 'conceal', damage: ({ why }) => damage.push(why) });
  decoder.configure(CONFIG);
  const data = new Uint8Array(STAGE.samples[3]!.data).fill(0xde, 12); // Slice data; lengths and headers stay.
  CHUNKS.forEach((chunk, i) => decoder.decode(i === 3 ? new EncodedHevcChunk({ ...STAGE.samples[3]!, data }) : chunk));
  await decoder.flush();
  expect(errors).toEqual([]);
  expect(damage.length).toBeGreaterThan(0);
  expect(frames.length).toBeGreaterThanOrEqual(CHUNKS.length - 1);
});

test('low latency outputs a picture without a flush; so does a decoder without further work', async () => {
  for (const optimizeForLatency of [true, false]) {
    const { decoder, frames } = record();
    decoder.configure({ ...DIRECT.config, optimizeForLatency });
    decoder.decode(chunksOf(DIRECT)[0]!);
    await expect.poll(() => frames.length).toBe(1);
    decoder.close();
  }
});

test('an exception in the output callback is reported, and no other picture is lost', async () => {
  const seen: number[] = [];
  const reported: unknown[] = [];
  const scope = globalThis as { reportError?: (error: unknown) => void };
  scope.reportError = (error) => reported.push(error);
  try {
    const { decoder } = record({
      output: (frame: HevcFrame) => {
        seen.push(frame.timestamp);
        throw new Error('of the application');
      },
    });
    decoder.configure(CONFIG);
    for (const chunk of CHUNKS.slice(0, 4)) decoder.decode(chunk);
    await decoder.flush();
  } finally {
    delete scope.reportError;
  }
  expect(seen.length).toBe(4);
  expect(reported.length).toBe(4);
});

test('raw streams, length-prefixed ones and threads give the pictures of the manifest', async () => {
  for (const [file, threads] of [
    ['b8-pyramid', 1],
    ['open-gop', 1],
    ['crop-vui', 1],
    ['wpp-ctu16', 3],
    ['main10', 1],
    ['intra-only', 1],
  ] as const) {
    const { decoder, frames, errors } = record({ threads });
    const stream = track(`hevc/${file}.265`);
    decoder.configure(stream.config);
    for (const chunk of chunksOf(stream)) decoder.decode(chunk);
    await decoder.flush();
    decoder.close();
    expect(errors, file).toEqual([]);
    expect(decoder.info).toMatchObject({ place: 'here', build: threads === 1 ? 'simd' : 'simd-mt', threads });
    expect(md5OfAll(frames), file).toBe(expectedMd5(`${file}.265`));
  }
});

/** A picture of 4x2 samples with one value per plane, in its own memory with rows of 8 samples. */
function picture(values: readonly number[], overrides: Partial<Picture> = {}): { memory: ArrayBuffer; picture: Picture } {
  const bytes = overrides.bytesPerSample ?? 1;
  const [across, down] = CHROMA_SUBSAMPLING[overrides.chroma ?? '4:2:0'];
  const memory = new ArrayBuffer(256);
  const planes = values.map((value, i) => {
    const [width, height] = i === 0 ? [4, 2] : [4 / across, 2 / down];
    const plane = { offset: 16 + i * 64, strideBytes: 8 * bytes, width, height };
    for (let y = 0; y < height; y++) {
      const row = plane.offset + y * plane.strideBytes;
      if (bytes === 1) new Uint8Array(memory, row, width).fill(value);
      else new Uint16Array(memory, row, width).fill(value);
    }
    return plane;
  });
  const plain: Picture = {
    handle: 256,
    epoch: 0,
    ptsMs: 0,
    width: 4,
    height: 2,
    chroma: values.length === 3 ? '4:2:0' : 'monochrome',
    bitDepth: 8,
    bitDepthChroma: 8,
    bytesPerSample: 1,
    planes,
    poc: 0,
    nalType: 19,
    temporalId: 0,
    key: true,
    damaged: false,
    hash: 'unchecked',
    colour: { primaries: 2, transfer: 2, matrix: 2, fullRange: false },
    sar: [0, 0],
    sequence: 0,
    sei: { offset: 0, bytes: 0 },
  };
  return { memory, picture: { ...plain, ...overrides } };
}

function pack(values: readonly number[], overrides: Partial<Picture>, options: FrameOptions) {
  const made = picture(values, overrides);
  const info = frameInfo(made.picture, 5, null, options);
  const { data, layout } = packFrame(made.memory, made.picture, info);
  const samples = info.format.endsWith('P10') ? [...new Uint16Array(data.buffer)] : [...data];
  return { info, layout, samples, isDirect: isDirect(made.picture, info) };
}

const planes = (y: number, cb: number, cr: number): number[] => [...Array.from({ length: 8 }, () => y), cb, cb, cr, cr];

test('4:2:2 is I422 and 4:4:4 is I444 without a copy; if VideoFrame supports only 4:2:0, their chroma is averaged', () => {
  const several = (...counts: readonly [value: number, count: number][]): number[] =>
    counts.flatMap(([value, count]) => Array.from({ length: count }, () => value));
  const half = pack([10, 20, 30], { chroma: '4:2:2' }, { tenBits: true });
  expect(half).toMatchObject({ info: { format: 'I422' }, samples: several([10, 8], [20, 4], [30, 4]), isDirect: true });
  const whole = pack([10, 20, 30], { chroma: '4:4:4' }, { tenBits: true });
  expect(whole).toMatchObject({ info: { format: 'I444' }, samples: several([10, 8], [20, 8], [30, 8]), isDirect: true });
  for (const chroma of ['4:2:2', '4:4:4'] as const) {
    const averaged = pack([10, 20, 30], { chroma }, { tenBits: true, only420: true });
    expect(averaged).toMatchObject({ info: { format: 'I420' }, samples: planes(10, 20, 30), isDirect: false });
  }
});

test('12 bits are rounded to 10, or to 8 if 10 are not supported', () => {
  const twelve = { bytesPerSample: 2, bitDepth: 12, bitDepthChroma: 12, chroma: '4:2:0' } as const;
  expect(pack([4095, 2050, 2049], twelve, { tenBits: true })).toMatchObject({
    info: { format: 'I420P10' },
    samples: planes(1023, 513, 512),
    isDirect: false,
  });
  expect(pack([4095, 2056, 2055], twelve, { tenBits: false })).toMatchObject({ info: { format: 'I420' }, samples: planes(255, 129, 128) });
});

test('8 bits are I420, 10 bits I420P10 if supported and rounded to 8 otherwise', () => {
  expect(pack([10, 20, 30], {}, { tenBits: true })).toMatchObject({
    info: { format: 'I420' },
    samples: planes(10, 20, 30),
    isDirect: true,
  });
  const ten = { bytesPerSample: 2, bitDepth: 10, bitDepthChroma: 10 } as const;
  expect(pack([1023, 514, 513], ten, { tenBits: true })).toMatchObject({
    info: { format: 'I420P10' },
    layout: [
      { offset: 0, stride: 8 },
      { offset: 16, stride: 4 },
      { offset: 20, stride: 4 },
    ],
    samples: planes(1023, 514, 513),
    isDirect: true,
  });
  expect(pack([1023, 514, 513], ten, { tenBits: false })).toMatchObject({
    info: { format: 'I420' },
    samples: planes(255, 129, 128),
    isDirect: false,
  });
});

test('9 bits, and different depths of luma and chroma, are converted to 10', () => {
  const nine = { bytesPerSample: 2, bitDepth: 9, bitDepthChroma: 8 } as const;
  expect(pack([511, 255, 1], nine, { tenBits: true })).toMatchObject({ samples: planes(1022, 1020, 4), isDirect: false });
  expect(pack([511, 255, 1], nine, { tenBits: false })).toMatchObject({ samples: planes(255, 255, 1) });
});

test('monochrome gets grey chroma, and an odd size is rounded up around the visible rectangle', () => {
  const { info, samples } = pack([9], { width: 3, height: 1 }, { tenBits: true });
  expect(info).toMatchObject({ codedWidth: 4, codedHeight: 2, visibleRect: { x: 0, y: 0, width: 3, height: 1 } });
  expect(samples.slice(8)).toEqual([128, 128, 128, 128]);
});

test('colours have their WebCodecs names, and the config overrides the stream', () => {
  const colour = { primaries: 9, transfer: 16, matrix: 9, fullRange: true };
  const { info } = pack([1, 1, 1], { colour }, { tenBits: true });
  expect(info.colorSpace).toEqual({ primaries: 'bt2020', transfer: 'pq', matrix: 'bt2020-ncl', fullRange: true });
  const { info: said } = pack([1, 1, 1], { colour }, { tenBits: true, colorSpace: { matrix: 'bt709', fullRange: false } });
  expect(said.colorSpace).toEqual({ primaries: 'bt2020', transfer: 'pq', matrix: 'bt709', fullRange: false });
  const { info: silent } = pack([1, 1, 1], {}, { tenBits: true });
  expect(silent.colorSpace).toEqual({ primaries: null, transfer: null, matrix: null, fullRange: null });
});

test('the display size follows the aspect ratio of the config, otherwise of the samples', () => {
  expect(pack([1, 1, 1], { sar: [4, 3] }, { tenBits: true }).info).toMatchObject({ displayWidth: 5, displayHeight: 2 });
  expect(pack([1, 1, 1], { sar: [4, 3] }, { tenBits: true, displayAspect: [16, 8] }).info).toMatchObject({
    displayWidth: 4,
    displayHeight: 2,
  });
  // Narrower than the picture: the height grows.
  expect(pack([1, 1, 1], { sar: [3, 4] }, { tenBits: true }).info).toMatchObject({ displayWidth: 4, displayHeight: 3 });
  expect(pack([1, 1, 1], { sar: [0, 1] }, { tenBits: true }).info).toMatchObject({ displayWidth: 4, displayHeight: 2 });
  const upright = pack([1, 1, 1], { width: 322, height: 182, planes: [] }, { tenBits: true, displayAspect: [9, 16], rotation: 90 });
  expect(upright.info).toMatchObject({ displayWidth: 572, displayHeight: 322 });
});

test('a frame in Node can be copied, survives its clone and is empty after close', async () => {
  const stream = track('hevc/crop-vui.265');
  const { decoder, frames } = record();
  decoder.configure(stream.config);
  for (const chunk of chunksOf(stream)) decoder.decode(chunk);
  await decoder.flush();
  const frame = frames[0]!;
  expect(frame).toBeInstanceOf(HevcFrame);
  expect(frame.colorSpace.matrix).not.toBe(undefined);
  const target = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(target);
  expect(layout.map((plane) => plane.stride)).toEqual([frame.codedWidth, frame.codedWidth / 2, frame.codedWidth / 2]);
  expect(target).toEqual(frame.data);
  await expect(frame.copyTo(new Uint8Array(3))).rejects.toThrow(TypeError);
  const clone = frame.clone();
  frame.close();
  expect(frame.data).toBe(undefined);
  expect(() => frame.allocationSize()).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  expect(clone.data).toEqual(target);
});

test('codec strings are parsed and formatted as in annex E.3', () => {
  for (const codec of ['hvc1.1.6.L93.B0', 'hev1.2.4.H153.90', 'hvc1.A4.10.L60.9F.A8', 'hev1.3.E.L30']) {
    expect(formatCodec(parseCodec(codec)!)).toBe(codec);
  }
  expect(parseCodec('hvc1.2.4.L123.B0')).toMatchObject({ profile: 2, compatibility: 4, tier: 'main', level: 123, constraints: [0xb0] });
  expect(formatCodec({ ...parseCodec('hev1.1.6.L93.90.0.0')!, format: 'hvc1' })).toBe('hvc1.1.6.L93.90');
  for (const bad of [
    'hvc1.1.6',
    'hvc1.1.6.X93',
    'hvc1.40.6.L93',
    'hvc1.1.6.L300',
    'hvc1.1.6.L94',
    'HVC1.1.6.L93',
    'hvc1.1.6.l93',
    'hvc1.1.6.L93.1.2.3.4.5.6.7',
  ])
    expect(parseCodec(bad), bad).toBeUndefined();
  // A writer's level that does not exist is the next higher one.
  expect(codecOfProfileBytes(new Uint8Array([1, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 94]), 'hvc1')).toMatchObject({ level: 120 });
});

function rgb(
  matrixCoefficients: number,
  fullRange: boolean,
  bitDepth: number,
  yuv: readonly [number, number, number],
  height = 1_080,
): number[] {
  const { matrix: m, offset } = yuvToRgb(matrixCoefficients, fullRange, bitDepth, height);
  const max = 2 ** bitDepth - 1;
  const [y, cb, cr] = yuv.map((code, i) => code / max - offset[i]!) as [number, number, number];
  return [0, 1, 2].map((row) => Math.round((m[row]! * y + m[row + 3]! * cb + m[row + 6]! * cr) * 255));
}

// Codes computed by the H.273 equations: white, black and the primaries in each matrix and range.
test.each([
  ['BT.709 limited white', 1, false, 8, [235, 128, 128], [255, 255, 255]],
  ['BT.709 limited black', 1, false, 8, [16, 128, 128], [0, 0, 0]],
  ['BT.709 limited red', 1, false, 8, [63, 102, 240], [255, 0, 0]],
  ['BT.709 limited green', 1, false, 8, [173, 42, 26], [0, 255, 0]],
  ['BT.601 limited red', 6, false, 8, [81, 90, 240], [255, 0, 0]],
  ['BT.601 limited blue', 6, false, 8, [41, 240, 110], [0, 0, 255]],
  ['BT.601 full red', 5, true, 8, [76, 85, 255], [255, 0, 0]],
  ['BT.709 limited white, 10 bit', 1, false, 10, [940, 512, 512], [255, 255, 255]],
  ['GBR full green', 0, true, 8, [255, 0, 0], [0, 255, 0]],
  ['GBR limited red', 0, false, 8, [16, 16, 235], [255, 0, 0]],
  ['GBR limited blue, 10 bit', 0, false, 10, [64, 940, 64], [0, 0, 255]],
  ['BT.2020 limited white, 10 bit', 9, false, 10, [940, 512, 512], [255, 255, 255]],
] as const)('%s', (_name, matrix, fullRange, bitDepth, yuv, expected) => {
  const got = rgb(matrix, fullRange, bitDepth, yuv);
  for (let i = 0; i < 3; i++) expect(Math.abs(got[i]! - expected[i]!)).toBeLessThanOrEqual(2);
});

test('an unspecified matrix is BT.709 from 720 rows up and BT.601 below', () => {
  expect(yuvToRgb(2, false, 8, 720)).toEqual(yuvToRgb(1, false, 8, 720));
  expect(yuvToRgb(2, false, 8, 480)).toEqual(yuvToRgb(6, false, 8, 480));
});

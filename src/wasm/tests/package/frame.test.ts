import { expect, test, afterEach, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { yuvToRgb } from '../../glue/colour.ts';
import { HevcFrame, type Picture, EncodedHevcChunk, HevcVideoDecoder } from '../../glue/index.ts';
import { CHROMA_SUBSAMPLING } from '../../glue/picture.ts';
import { codecOfProfileBytes, formatCodec, parseCodec } from '../../glue/containers/hvcc.ts';
import { frameInfo, type FrameOptions, isDirect, packFrame } from '../../glue/webcodecs/frame.ts';
import { chunksOf, CONFIG, decoded, DIRECT, record, rowOf, STAGE, track } from './streams.ts';
import { CASES } from '../browser/webcodecs/cases.ts';
import { DIFFERENCES, DIFFERENT_CASES, HEVC_CASES } from '../browser/webcodecs/cases-hevc.ts';
import { runCases } from '../browser/webcodecs/run.ts';

// HevcVideoDecoder in Node: the cases of the browser tests, and what only this decoder does.

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
  const differs = (title: string): string => (title in DIFFERENCES ? ` differs: ${DIFFERENCES[title]}` : '');
  const own = OTHERS.map(({ area, title }) => `| ${area} | ${title} |${differs(title)} |`);
  expect(readFileSync('src/wasm/API.md', 'utf8')).toContain(`\n${[...head, ...generic, ...own].join('\n')}\n`);
  expect(new Set([...CASES, ...OTHERS].map(({ title }) => title)).size).toBe(CASES.length + OTHERS.length);
});

test('a size beyond the limits is unsupported, and the config of the answer is a copy', async () => {
  expect(HevcVideoDecoder.unsupportedReason({ codec: CONFIG.codec, codedWidth: 20_000, codedHeight: 100 })).toMatch(
    /larger than the limit/,
  );
  const { config: copy } = await HevcVideoDecoder.isConfigSupported(CONFIG);
  expect(copy.description).not.toBe(CONFIG.description);
  expect(new Uint8Array(copy.description as ArrayBuffer)).toEqual(CONFIG.description);
});

test('times are returned unchanged, also equal ones and out of order', async () => {
  const times = [-42, 7, 7, 3, 9_007_199_254_740_000, 0];
  // An IDR picture can be repeated.
  const samples = times.map((timestamp, duration) => ({ ...STAGE.samples[0]!, timestamp, duration }));
  const { frames } = await decoded({ ...STAGE, samples });
  expect(frames.map((frame) => [frame.timestamp, frame.duration])).toEqual(times.map((time, i) => [time, i]));
});

test("with onDamage 'conceal' damage is reported and the stream continues", async () => {
  const damage: string[] = [];
  const data = new Uint8Array(STAGE.samples[3]!.data).fill(0xde, 12); // Slice data; lengths and headers stay.
  const samples = STAGE.samples.map((sample, i) => (i === 3 ? { ...sample, data } : sample));
  const { frames, errors } = await decoded({ ...STAGE, samples }, { onDamage: 'conceal', damage: ({ why }) => damage.push(why) });
  expect(errors).toEqual([]);
  expect(damage.length).toBeGreaterThan(0);
  expect(frames.length).toBeGreaterThanOrEqual(samples.length - 1);
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
  const reportError = vi.fn();
  vi.stubGlobal('reportError', reportError);
  const output = vi.fn(() => {
    throw new Error('of the application');
  });
  await decoded(STAGE, { output }, 4);
  expect([output.mock.calls.length, reportError.mock.calls.length]).toEqual([4, 4]);
});

test('raw streams, length-prefixed ones and threads give the pictures of the manifest', async () => {
  const threadsOf = { 'b8-pyramid': 1, 'open-gop': 1, 'crop-vui': 1, 'wpp-ctu16': 3, main10: 1, 'intra-only': 1 };
  for (const [file, threads] of Object.entries(threadsOf)) {
    const { decoder, errors, md5 } = await decoded(track(`hevc/${file}.265`), { threads });
    expect(errors, file).toEqual([]);
    expect(decoder.info).toMatchObject({ place: 'here', build: threads === 1 ? 'simd' : 'simd-mt', threads });
    expect(md5, file).toBe(rowOf(`hevc/${file}`).md5);
  }
});

/** A picture of 4x2 samples with one value per plane, in its own memory with rows of 8 samples, as a frame. */
function pack(values: readonly number[], overrides: Partial<Picture>, options: Partial<FrameOptions> = {}) {
  const bytes = overrides.bytesPerSample ?? 1;
  const chroma = overrides.chroma ?? (values.length === 3 ? '4:2:0' : 'monochrome');
  const [across, down] = CHROMA_SUBSAMPLING[chroma];
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
  const format = { width: 4, height: 2, chroma, bitDepth: 8, bitDepthChroma: 8, bytesPerSample: 1, planes, sar: [0, 0] };
  const picture = { ...format, colour: { primaries: 2, transfer: 2, matrix: 2, fullRange: false }, ...overrides } as Picture;
  const info = frameInfo(picture, 5, null, { tenBits: true, ...options });
  const { data, layout } = packFrame(memory, picture, info);
  const samples = info.format.endsWith('P10') ? [...new Uint16Array(data.buffer)] : [...data];
  return { info, layout, samples, isDirect: isDirect(picture, info) };
}

/** Samples of the planes, as [value, count]. */
const several = (...counts: readonly (readonly [value: number, count: number])[]): number[] =>
  counts.flatMap(([value, count]) => Array.from({ length: count }, () => value));
const planes = (y: number, cb: number, cr: number): number[] => several([y, 8], [cb, 2], [cr, 2]);
const depths = (bitDepth: number, bitDepthChroma = bitDepth): Partial<Picture> => ({ bytesPerSample: 2, bitDepth, bitDepthChroma });
const EIGHT = { tenBits: false };

test.each<[string, number[], Partial<Picture>, Partial<FrameOptions>, string, number[], boolean]>([
  ['8 bits are I420', [10, 20, 30], {}, {}, 'I420', planes(10, 20, 30), true],
  ['4:2:2 is I422', [10, 20, 30], { chroma: '4:2:2' }, {}, 'I422', several([10, 8], [20, 4], [30, 4]), true],
  ['4:4:4 is I444', [10, 20, 30], { chroma: '4:4:4' }, {}, 'I444', several([10, 8], [20, 8], [30, 8]), true],
  [
    '4:2:2 is averaged if VideoFrame supports only 4:2:0',
    [10, 20, 30],
    { chroma: '4:2:2' },
    { only420: true },
    'I420',
    planes(10, 20, 30),
    false,
  ],
  [
    '4:4:4 is averaged if VideoFrame supports only 4:2:0',
    [10, 20, 30],
    { chroma: '4:4:4' },
    { only420: true },
    'I420',
    planes(10, 20, 30),
    false,
  ],
  ['10 bits are I420P10', [1023, 514, 513], depths(10), {}, 'I420P10', planes(1023, 514, 513), true],
  ['10 bits are rounded to 8 if they are not supported', [1023, 514, 513], depths(10), EIGHT, 'I420', planes(255, 129, 128), false],
  ['12 bits are rounded to 10', [4095, 2050, 2049], depths(12), {}, 'I420P10', planes(1023, 513, 512), false],
  ['12 bits are rounded to 8 if 10 are not supported', [4095, 2056, 2055], depths(12), EIGHT, 'I420', planes(255, 129, 128), false],
  ['9 bits of luma, and 8 of chroma, are converted to 10', [511, 255, 1], depths(9, 8), {}, 'I420P10', planes(1022, 1020, 4), false],
  ['9 bits of luma, and 8 of chroma, are converted to 8', [511, 255, 1], depths(9, 8), EIGHT, 'I420', planes(255, 255, 1), false],
])('%s', (_title, values, overrides, options, format, samples, direct) => {
  expect(pack(values, overrides, options)).toMatchObject({ info: { format }, samples, isDirect: direct });
});

test('planes follow one another, monochrome gets grey chroma, and an odd size is rounded up around the visible rectangle', () => {
  const { layout } = pack([1023, 514, 513], depths(10));
  expect(layout.map(({ offset, stride }) => [offset, stride])).toEqual([[0, 8], [16, 4], [20, 4]]); // oxfmt-ignore
  const { info, samples } = pack([9], { width: 3, height: 1 });
  expect(info).toMatchObject({ codedWidth: 4, codedHeight: 2, visibleRect: { x: 0, y: 0, width: 3, height: 1 } });
  expect(samples.slice(8)).toEqual([128, 128, 128, 128]);
});

test('colours have their WebCodecs names, and the config overrides the stream', () => {
  const colour = { primaries: 9, transfer: 16, matrix: 9, fullRange: true };
  const colours = (overrides: Partial<Picture>, options: Partial<FrameOptions> = {}) => pack([1, 1, 1], overrides, options).info.colorSpace;
  expect(colours({ colour })).toEqual({ primaries: 'bt2020', transfer: 'pq', matrix: 'bt2020-ncl', fullRange: true });
  const mixed = { primaries: 'bt2020', transfer: 'pq', matrix: 'bt709', fullRange: false };
  expect(colours({ colour }, { colorSpace: { matrix: 'bt709', fullRange: false } })).toEqual(mixed);
  expect(colours({})).toEqual({ primaries: null, transfer: null, matrix: null, fullRange: null });
});

test.each<[string, Partial<Picture>, Partial<FrameOptions>, number[]]>([
  ['of the samples', { sar: [4, 3] }, {}, [5, 2]],
  ['of the config, before that of the samples', { sar: [4, 3] }, { displayAspect: [16, 8] }, [4, 2]],
  ['narrower than the picture: the height grows', { sar: [3, 4] }, {}, [4, 3]],
  ['unspecified', { sar: [0, 1] }, {}, [4, 2]],
  ['of a rotated picture', { width: 322, height: 182, planes: [] }, { displayAspect: [9, 16], rotation: 90 }, [572, 322]],
])('the display size follows the aspect ratio %s', (_title, overrides, options, size) => {
  const { displayWidth, displayHeight } = pack([1, 1, 1], overrides, options).info;
  expect([displayWidth, displayHeight]).toEqual(size);
});

test('a frame in Node can be copied, survives its clone and is empty after close', async () => {
  const { frames } = await decoded(track('hevc/crop-vui.265'));
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
  const tooMany = 'hvc1.1.6.L93.1.2.3.4.5.6.7';
  for (const bad of ['hvc1.1.6', 'hvc1.1.6.X93', 'hvc1.40.6.L93', 'hvc1.1.6.L300', 'hvc1.1.6.L94', 'HVC1.1.6.L93', 'hvc1.1.6.l93', tooMany])
    expect(parseCodec(bad), bad).toBeUndefined();
  // A writer's level that does not exist is the next higher one.
  expect(codecOfProfileBytes(new Uint8Array([1, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 94]), 'hvc1')).toMatchObject({ level: 120 });
});

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
] as const)('%s', (_name, matrixCoefficients, fullRange, bitDepth, yuv, expected) => {
  const { matrix: m, offset } = yuvToRgb(matrixCoefficients, fullRange, bitDepth, 1_080);
  const [y, cb, cr] = yuv.map((code, i) => code / (2 ** bitDepth - 1) - offset[i]!) as [number, number, number];
  for (let i = 0; i < 3; i++) {
    const got = (m[i]! * y + m[i + 3]! * cb + m[i + 6]! * cr) * 255;
    expect(Math.abs(Math.round(got) - expected[i]!)).toBeLessThanOrEqual(2);
  }
});

test('an unspecified matrix is BT.709 from 720 rows up and BT.601 below', () => {
  expect(yuvToRgb(2, false, 8, 720)).toEqual(yuvToRgb(1, false, 8, 720));
  expect(yuvToRgb(2, false, 8, 480)).toEqual(yuvToRgb(6, false, 8, 480));
});

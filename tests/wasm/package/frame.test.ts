import { expect, test } from 'vitest';
import { HevcFrame, type Picture } from '../../../src/wasm/glue/index.ts';
import { CHROMA_SUBSAMPLING } from '../../../src/wasm/glue/picture.ts';
import { formatCodec, parseCodec } from '../../../src/wasm/glue/webcodecs/codec-string.ts';
import { frameInfo, isDirect, packFrame, type FrameOptions } from '../../../src/wasm/glue/webcodecs/frame.ts';
import { chunksOf, record, track } from './streams.ts';

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
  for (const bad of ['hvc1.1.6', 'hvc1.1.6.X93', 'hvc1.40.6.L93', 'hvc1.1.6.L300', 'hvc1.1.6.L93.1.2.3.4.5.6.7'])
    expect(parseCodec(bad), bad).toBeUndefined();
});

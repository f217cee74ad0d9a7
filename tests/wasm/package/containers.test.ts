import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FlvReader, parseHvcc, readAnnexB, readMp4, readTrack, type FlvItem } from '../../../src/wasm/glue/index.ts';
import { chunksOf, md5OfAll, record, track } from './streams.ts';

const bytesOf = (path: string): Uint8Array => new Uint8Array(readFileSync(`fixtures/${path}`));

async function decode(path: string): Promise<{ frames: number; md5: string; sizes: string[]; errors: DOMException[] }> {
  const stream = track(path);
  const { decoder, frames, errors } = record();
  const chunks = chunksOf(stream);
  decoder.configure(stream.config);
  stream.samples.forEach((sample, i) => {
    if (sample.config) decoder.configure(sample.config);
    decoder.decode(chunks[i]!);
  });
  await decoder.flush();
  const sizes = [...new Set(frames.map(({ codedWidth, codedHeight, format }) => `${codedWidth}x${codedHeight} ${format}`))];
  return { frames: frames.length, md5: md5OfAll(frames), sizes, errors };
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
    expect(await decode(path)).toMatchObject({ frames: 75, sizes: [`640x360 ${format}`], errors: [] });
  }
});

test('FLV with codec id 12 and with hvc1 gives the pictures, and a format change in the middle is configured again', async () => {
  expect(track('streams/sync-640x360-h265-id12.flv').config.codec).toMatch(/^hvc1\.1\.6\.L/);
  expect(await decode('streams/sync-640x360-h265-id12.flv')).toMatchObject({ frames: 200, errors: [] });
  const sizes = track('streams/sizes-h265-hvc1.flv');
  expect(sizes.samples.filter((sample) => sample.config).length).toBe(1);
  expect(await decode('streams/sizes-h265-hvc1.flv')).toMatchObject({ frames: 200, sizes: ['640x360 I420', '360x640 I420'], errors: [] });
});

test('FLV in pieces of any size gives the same result as in one piece', () => {
  const bytes = bytesOf('streams/sync-640x360-h265-hvc1.flv');
  const whole = new FlvReader().push(bytes);
  for (const step of [1, 13, 4_096]) {
    const limit = step === 1 ? 3_000 : bytes.length;
    const reader = new FlvReader();
    const items: FlvItem[] = [];
    for (let at = 0; at < limit; at += step) items.push(...reader.push(bytes.subarray(at, Math.min(at + step, limit))));
    expect(items.length).toBeGreaterThan(0);
    expect(items).toEqual(whole.slice(0, items.length));
    if (limit === bytes.length) expect(items.length).toBe(whole.length);
  }
});

test('the codec of a raw stream is read from its parameter sets, and its times have equal steps', () => {
  const read = readAnnexB(bytesOf('hevc/main10.265'), 30);
  if (!read.ok) throw new Error(read.error.detail);
  expect(read.value.config).toEqual({ codec: 'hev1.2.4.L60.90' });
  expect(read.value.samples.slice(0, 4).map((sample) => sample.timestamp)).toEqual([0, 33_333, 66_667, 100_000]);
  expect(read.value.samples[0]!.type).toBe('key');
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

test('samples outside the file end the track and are reported', () => {
  const bytes = bytesOf('clips/stage-h265.mp4');
  const read = readMp4(bytes.subarray(0, bytes.length - 20_000));
  expect(read.ok && read.value.damage).toMatch(/^sample \d+ lies outside of the file$/);
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
    const read = readMp4(bytes);
    if (!read.ok) throw new Error(read.error.detail);
    expect(read.value.config.rotation).toBe(rotation);
    const { decoder, frames } = record();
    decoder.configure(read.value.config);
    decoder.decode(chunksOf(read.value)[0]!);
    await decoder.flush();
    decoder.close();
    expect(frames[0]!.rotation).toBe(rotation ?? 0);
    expect([frames[0]!.displayWidth, frames[0]!.displayHeight]).toEqual(rotation === 90 || rotation === 270 ? [360, 640] : [640, 360]);
  }
});

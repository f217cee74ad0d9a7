import { expect, test } from 'vitest';
import { FlvDemuxer, type FlvEvent } from '../../../src/workers/stream/flv.ts';
import { readScript } from '../../../src/workers/stream/amf0.ts';
import {
  aacFrame,
  concat,
  FLV_HEADER,
  flvTag,
  h264Config,
  h264Picture,
  hevc12Picture,
  hvc1Picture,
  hvc1PictureX,
  seeded,
} from './flv-bytes.ts';

function demux(bytes: Uint8Array, chunkBytes = bytes.length): FlvEvent[] {
  const events: FlvEvent[] = [];
  const demuxer = new FlvDemuxer((event) => events.push(event));
  for (let at = 0; at < bytes.length; at += chunkBytes) demuxer.push(bytes.subarray(at, at + chunkBytes));
  demuxer.end();
  return events;
}

const media = (events: readonly FlvEvent[]): number[] =>
  events.filter((e) => e.type === 'video' || e.type === 'audio').map((e) => (e as { timeMs: number }).timeMs);

const SCRIPT = concat(
  [2, 0, 10],
  new TextEncoder().encode('onMetaData'),
  [8, 0, 0, 0, 1, 0, 5],
  new TextEncoder().encode('width'),
  [0, 0x40, 0x8a, 0xa0, 0, 0, 0, 0, 0],
  [0, 0, 9],
);
const STREAM = concat(
  FLV_HEADER,
  flvTag(18, 0, SCRIPT),
  flvTag(9, 0, h264Config([1, 2, 3])),
  flvTag(9, 10, h264Picture(true, 40, [0, 0, 0, 1, 65])),
  flvTag(8, 20, aacFrame([1, 2, 3])),
  flvTag(9, 50, h264Picture(false, -40, [0, 0, 0, 1, 41])),
  flvTag(8, 60, aacFrame([4, 5])),
);

test('P20 any chunking gives the same events, including single bytes', () => {
  const whole = demux(STREAM);
  expect(whole.map((e) => e.type)).toEqual(['header', 'script', 'video', 'video', 'audio', 'video', 'audio']);
  for (const chunkBytes of [1, 2, 3, 7, 11, 64]) expect(demux(STREAM, chunkBytes)).toEqual(whole);
});

test('P20 H265 by codec id 12 and by Enhanced RTMP hvc1, with composition times', () => {
  const events = demux(
    concat(
      FLV_HEADER,
      flvTag(9, 0, hevc12Picture(true, 80, [1])),
      flvTag(9, 40, hvc1Picture(false, -20, [2])),
      flvTag(9, 80, hvc1PictureX(true, [3])),
    ),
  );
  expect(events.slice(1)).toEqual([
    { type: 'video', timeMs: 0, tag: { type: 'picture', codec: 'h265', isKey: true, compositionMs: 80, data: Uint8Array.of(1) } },
    { type: 'video', timeMs: 40, tag: { type: 'picture', codec: 'h265', isKey: false, compositionMs: -20, data: Uint8Array.of(2) } },
    { type: 'video', timeMs: 80, tag: { type: 'picture', codec: 'h265', isKey: true, compositionMs: 0, data: Uint8Array.of(3) } },
  ]);
});

test('P30 script data: names and values; damage costs only the damaged value', () => {
  expect(readScript(SCRIPT)).toEqual({ name: 'onMetaData', values: [{ width: 852 }] });
  expect(readScript(SCRIPT.subarray(0, 30))).toEqual({ name: 'onMetaData', values: [] });
  expect(readScript(Uint8Array.of(0, 1, 2))).toBeNull();
  const deep = concat([2, 0, 1, 97], ...Array.from({ length: 50 }, () => [3, 0, 1, 98]));
  expect(readScript(deep)).toEqual({ name: 'a', values: [] });
  expect(readScript(concat([2, 0, 1, 97], [10, 255, 255, 255, 255, 5, 5]))).toEqual({ name: 'a', values: [] });
});

test('a wrong trailer alone is harmless', () => {
  const bytes = STREAM.slice();
  const firstTrailer = FLV_HEADER.length + 11 + SCRIPT.length;
  bytes[firstTrailer + 3] = 0x55;
  expect(media(demux(bytes, 5))).toEqual([0, 10, 20, 50, 60]);
});

test('a wrong size loses only its own tag', () => {
  const bytes = STREAM.slice();
  const second = FLV_HEADER.length + 11 + SCRIPT.length + 4;
  bytes[second + 3] = 200;
  const events = demux(bytes, 9);
  expect(media(events)).toEqual([10, 20, 50, 60]);
  expect(events.filter((e) => e.type === 'damage')).toEqual([{ type: 'damage', why: 'bad-tag', skippedBytes: 23 }]);
});

test('a size of megabytes does not swallow the following stream', () => {
  const tail = Array.from({ length: 400 }, (_, i) =>
    flvTag(
      9,
      100 + i * 40,
      h264Picture(
        i % 10 === 0,
        0,
        Array.from({ length: 1_000 }, () => i & 255),
      ),
    ),
  );
  const bad = flvTag(9, 50, h264Picture(false, 0, [1, 2, 3]));
  bad[1] = 0x7f;
  const times = media(demux(concat(FLV_HEADER, bad, ...tail), 1_400));
  expect(times.slice(-300)).toEqual(Array.from({ length: 300 }, (_, i) => 100 + (i + 100) * 40));
  expect(times.length).toBe(400);
});

test('a stream joined inside a tag continues at the next whole one', () => {
  expect(media(demux(STREAM.subarray(FLV_HEADER.length + 20), 13))).toEqual([0, 10, 20, 50, 60]);
});

test('an error page instead of a stream is refused immediately', () => {
  const events: FlvEvent[] = [];
  const demuxer = new FlvDemuxer((event) => events.push(event));
  expect(demuxer.push(new TextEncoder().encode('<!doctype html><html><body>404</body></html>'))).toBe(false);
  expect(events).toEqual([expect.objectContaining({ type: 'damage', why: 'not-flv' })]);
});

test('a stream cut inside a tag is reported at the end', () => {
  expect(demux(STREAM.subarray(0, STREAM.length - 6)).at(-1)).toEqual({ type: 'damage', why: 'cut', skippedBytes: 13 });
});

test('seeded mutations never throw and never give more than the bytes contain', () => {
  const random = seeded(20261121);
  const long = concat(
    FLV_HEADER,
    ...Array.from({ length: 60 }, (_, i) =>
      flvTag(i % 3 === 0 ? 8 : 9, i * 20, i % 3 === 0 ? aacFrame([i, i]) : h264Picture(i === 1, 0, [i, i, i, i])),
    ),
  );
  for (let round = 0; round < 300; round++) {
    const bytes = long.slice();
    for (let flips = 0; flips < 1 + (round % 9); flips++) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    }
    const cut = bytes.subarray(Math.floor(random() * 30), bytes.length - Math.floor(random() * 30));
    const events = demux(cut, 1 + Math.floor(random() * 50));
    expect(events.length).toBeLessThan(200);
    const clean = media(events);
    expect(clean.length).toBeGreaterThan(56 - 4 * (1 + (round % 9)));
  }
});

/** The kept part of a broadcast: what is cut, what is kept of it, and where a place on its line is. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutRead, GopCutter, MAX_GOP_BYTES, MAX_GOP_MS } from '../flv/gop-cutter.ts';
import { FlvReader } from '../flv/reader.ts';
import { type Gop, KEPT_MS, keptBytes, KeptRing } from '../rules/kept-ring.ts';
import { aacFrame, concat, FLV_HEADER, flvTag, h264Picture, ofType, readFlv } from './flv/flv-bytes.ts';

/** All groups of the received bytes, which arrive in chunks. */
function received(bytes: Uint8Array, chunkBytes: number): Gop[] {
  const gops: Gop[] = [];
  const keep = cutRead((gop) => gops.push(gop));
  const reader = new FlvReader((event) => keep(event, 0));
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  return gops;
}

test.each(['stage-540x960-h264', 'sync-640x360-h264', 'sync-640x360-h265-id12', 'stage-852x480-h265-hvc1'])(
  'P20 a player starts with any kept group: configurations, then a keyframe, and nothing of the stream is missing (%s)',
  (name) => {
    const bytes = new Uint8Array(readFileSync(`fixtures/streams/${name}.flv`));
    const pictures = ofType(readFlv(bytes).events, 'picture');
    const gops = received(bytes, 4_096);
    expect(gops.length).toBeGreaterThan(2);
    let number = 0;
    for (const gop of gops) {
      const { events, facts } = readFlv(concat(gop.head, gop.bytes));
      expect(
        events
          .slice(0, 3)
          .map(({ type }) => type)
          .toSorted(),
      ).toEqual(['header', 'sound-config', 'video-config']);
      const own = ofType(events, 'picture');
      expect(own[0]!.isKey).toBe(true);
      expect(own.slice(1).some(({ isKey }) => isKey)).toBe(false);
      expect(own.map(({ data }) => data)).toEqual(pictures.slice(number, number + own.length).map(({ data }) => data));
      expect([facts.damage, gop.endMs - gop.startMs]).toEqual([{}, pictures[number + own.length]!.timeMs - own[0]!.timeMs]);
      number += own.length;
    }
    // The last group is open until the next keyframe.
    expect(pictures.slice(number).filter(({ isKey }) => isKey)).toHaveLength(1);
  },
);

test('P20 a stream without pictures is cut at intervals, and another stream begins with its own configurations', () => {
  const sound = (firstMs: number, config: number): Uint8Array[] => [
    concat([0x46, 0x4c, 0x56, 1, 4], [0, 0, 0, 9, 0, 0, 0, 0]),
    flvTag(8, firstMs, [0xaf, 0, 0x11, config]),
    ...Array.from({ length: 250 }, (_, i) => flvTag(8, firstMs + i * 20, aacFrame([i]))),
  ];
  const gops: Gop[] = [];
  const cutter = new GopCutter((gop) => gops.push(gop));
  for (const stream of [sound(0, 0x90), sound(90_000, 0x88)]) cutter.push(concat(...stream));
  expect(gops.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 2_000],
    [2_000, 4_000],
    [90_000, 92_000],
    [92_000, 94_000],
  ]);
  expect(gops.map(({ head }) => head.at(-5))).toEqual([0x90, 0x90, 0x88, 0x88]);
});

test.each([
  ['long', [0, MAX_GOP_MS + 1, MAX_GOP_MS + 2_001], 4],
  ['large', [0, 2_000, 4_000], MAX_GOP_BYTES / 4],
])('P20 a group that is too %s is left out, and the next one is kept', (_what, [first, second, third], bytes) => {
  const gops: Gop[] = [];
  const cutter = new GopCutter((gop) => gops.push(gop));
  const picture = (timeMs: number, isKey: boolean, length: number): Uint8Array =>
    flvTag(9, timeMs, concat(h264Picture(isKey, 0, []), new Uint8Array(length)));
  cutter.push(concat(FLV_HEADER, picture(first!, true, 4)));
  for (let i = 1; i <= 5; i++) cutter.push(picture(first! + i * 40, false, bytes));
  cutter.push(concat(picture(second!, true, 4), picture(third!, true, 4)));
  expect(gops.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[second, third]]);
});

const gop = (startMs: number, endMs: number, bytes = 10): Gop => ({ head: new Uint8Array(), bytes: new Uint8Array(bytes), startMs, endMs });

test('P20 the ring keeps the last two minutes, and less if they are too large', () => {
  const ring = new KeptRing<string>(1_000);
  for (let i = 0; i < 90; i++) ring.add(gop(i * 2_000, i * 2_000 + 2_000), 'a', i * 2_000 + 2_000);
  expect([ring.bytes, ring.keptMs(180_000), ring.at(0)!.startMs]).toEqual([600, KEPT_MS, 60_000]);
  for (let i = 90; i < 94; i++) ring.add(gop(i * 2_000, i * 2_000 + 2_000, 300), 'a', i * 2_000 + 2_000);
  expect(ring.bytes).toBeLessThanOrEqual(1_000);
  expect(ring.at(0)!.startMs).toBe(182_000);
  ring.add(gop(188_000, 190_000, 5_000), 'a', 190_000);
  expect([ring.bytes, ring.at(0)!.startMs]).toEqual([5_000, 188_000]);
  ring.clear();
  expect([ring.bytes, ring.keptMs(0), ring.at(0)]).toEqual([0, 0, null]);
});

test('P20 groups of another player follow without a gap, whatever its times are', () => {
  const ring = new KeptRing<string>(1_000);
  ring.add(gop(7_000, 9_000), 'a', 0);
  ring.add(gop(500, 3_500), 'b', 60_000);
  const first = ring.at(1_999)!;
  expect([first.from, first.startMs, first.endMs]).toEqual(['a', 0, 2_000]);
  expect([ring.after(first)!.from, ring.after(first)!.endMs]).toEqual(['b', 5_000]);
  expect([ring.at(5_000), ring.after(ring.after(first)!)]).toEqual([null, null]);
});

test('P20 the live picture moves on between two groups, but not without end when none comes', () => {
  const ring = new KeptRing<string>(1_000);
  ring.add(gop(0, 2_000), 'a', 10_000);
  expect([10_000, 10_700, 12_000, 99_000].map((nowMs) => ring.liveMs(nowMs))).toEqual([2_000, 2_700, 4_000, 4_000]);
  expect(ring.keptMs(10_700)).toBe(2_700);
});

test('P20 a machine with less memory keeps less', () => {
  const bytes = [0.5, 1, 2, 4, 8, 32].map((memoryGb) => keptBytes(memoryGb));
  expect(bytes).toEqual(bytes.toSorted((one, other) => one - other));
  expect(bytes[0]).toBeLessThan(bytes.at(-1)!);
  // Two minutes of 4 Mbit/s fit on a common machine.
  expect(bytes.at(-1)).toBeGreaterThan((KEPT_MS / 1_000) * 500_000);
  expect(keptBytes(undefined)).toBeLessThan(bytes.at(-1)!);
});

import { expect, test } from 'vitest';
import { PeakLight, peakNitsOf } from '../../../../src/player/rules/decoding/peak-light.ts';

/** One record: u8 type, u24 size, payload. */
const record = (type: number, payload: readonly number[]): readonly number[] => [
  type,
  payload.length >>> 16,
  (payload.length >>> 8) & 0xff,
  payload.length & 0xff,
  ...payload,
];
const u16 = (value: number): readonly number[] => [value >>> 8, value & 0xff];
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xff_ff)];
/** Mastering display: primaries and white point, then the maximum and the minimum luminance. */
const display = (nits: number): readonly number[] => record(137, [...Array<number>(16).fill(9), ...u32(nits * 10_000), ...u32(50)]);
const content = (nits: number): readonly number[] => record(144, [...u16(nits), ...u16(100)]);
const peak = (...records: readonly (readonly number[])[]): number => peakNitsOf(Uint8Array.from(records.flat()));

test.each([
  ['nothing', [], 0],
  ['the mastering display alone', [display(1_000)], 1_000],
  ['the content alone', [content(400)], 400],
  ['both: the smaller one', [display(1_000), content(4_000)], 1_000],
  ['both in the other order', [content(600), display(1_000)], 600],
  ['a display of 0 beside the content', [display(0), content(600)], 600],
  ['a message of another type with the size of the display', [record(5, display(1_000).slice(4))], 0],
  ['messages of other types around', [record(5, [1]), content(700), record(136, [3, 200])], 700],
  ['an empty message before', [record(4, []), content(700)], 700],
  ['the shortest content', [record(144, u16(300))], 300],
  ['a content of one byte, which is none', [record(144, [9]), record(5, [9])], 0],
  ['the shortest display', [record(137, [...Array<number>(16).fill(9), ...u32(500 * 10_000)])], 500],
  ['a display that is cut within itself', [record(137, [...Array<number>(16).fill(9), 1, 2]), content(0)], 0],
  ['a record that is cut by the end', [content(700), display(500).slice(0, 20)], 700],
] as const)('P29 the peak brightness of %s', (_name, records, nits) => {
  expect(peak(...records)).toBe(nits);
});

test('P29 a peak applies to the pictures of its sequence and ends with it', () => {
  const bytes = Uint8Array.from([7, 7, ...content(800), ...content(300)]);
  const [first, second] = [
    { offset: 2, bytes: 8 },
    { offset: 10, bytes: 8 },
  ];
  const none = { offset: 2, bytes: 0 };
  const light = new PeakLight();
  const of = (sequence: number, sei: { readonly offset: number; readonly bytes: number }): number =>
    light.of({ sequence, sei }, bytes.buffer);
  expect([of(1, none), of(1, first), of(1, none), of(1, second), of(2, none), of(2, first)]).toEqual([0, 800, 800, 300, 0, 800]);
});

test('P29 messages without a peak keep the last one', () => {
  const bytes = Uint8Array.from([...content(800), ...record(5, [1, 2, 3, 4])]);
  const light = new PeakLight();
  light.of({ sequence: 0, sei: { offset: 0, bytes: 8 } }, bytes.buffer);
  expect(light.of({ sequence: 0, sei: { offset: 8, bytes: 8 } }, bytes.buffer)).toBe(800);
});

import { expect, test } from 'vitest';
import { createSoundJump } from '../../../../src/player/rules/clock/sound-jump.ts';

const HEADER = [0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0];
const HOUR_MS = 3_600_000;
const [AAC, ENHANCED] = [0xaf, 0x91];

function tag(type: 8 | 9 | 18, timeMs: number, body: readonly number[]): number[] {
  const time = [(timeMs >> 16) & 255, (timeMs >> 8) & 255, timeMs & 255, (timeMs >> 24) & 255];
  return [type, 0, 0, body.length, ...time, 0, 0, 0, ...body, 0, 0, 0, 11 + body.length];
}
const sound = (timeMs: number): number[] => tag(8, timeMs, [AAC, 1, 33, 0, 73]);
const picture = (timeMs: number): number[] => tag(9, timeMs, [0x27, 1, 0, 0, 0, 1]);

/** Whether the bytes contain a jump, read at once and one by one. */
const read = (...tags: readonly (readonly number[])[]): boolean => readAfter(HEADER, ...tags);
function readAfter(header: readonly number[], ...tags: readonly (readonly number[])[]): boolean {
  const bytes = Uint8Array.from([...header, ...tags.flat()]);
  const [whole, single] = [createSoundJump(), createSoundJump()];
  const found = whole(bytes);
  expect(bytes.some((byte) => single(Uint8Array.of(byte)))).toBe(found);
  return found;
}

test.each([
  ['of an hour', 1_000, 1_000 + HOUR_MS],
  ['from 0 to the time of day', 0, 20 * HOUR_MS],
  ['of 20 days', 2 ** 24 - 1, 2 ** 24 - 1 + 480 * HOUR_MS],
])('P24 a jump of the sound %s is found', (_what, fromMs, toMs) => {
  expect(read(tag(18, 0, [2, 0, 0]), sound(fromMs), picture(fromMs), sound(fromMs + 23), sound(toMs))).toBe(true);
});

test.each([
  ['a step of one frame', [sound(0), sound(23)]],
  ['a jump of a minute, which mpegts.js fills', [sound(0), sound(60_000)]],
  ['a jump backwards', [sound(HOUR_MS), sound(0)]],
  ['one sound at 0, which mpegts.js drops', [sound(HOUR_MS), sound(0), sound(HOUR_MS + 23)]],
  ['a stream that begins late', [sound(20 * HOUR_MS), sound(20 * HOUR_MS + 23)]],
  ['pictures that jump', [picture(0), picture(2 * HOUR_MS), sound(2 * HOUR_MS)]],
  ['the configuration of the sound at 0', [tag(8, 0, [AAC, 0, 18, 16]), sound(2 * HOUR_MS)]],
  ['the configuration of an enhanced sound at 0', [tag(8, 0, [0x90, 109, 112, 52, 97]), tag(8, 2 * HOUR_MS, [ENHANCED, 109, 112, 52, 97])]],
  ['the wrap of the 32 bits', [sound(2 ** 32 - 12), sound(11)]],
  ['empty tags', [tag(8, 0, []), tag(9, 0, []), sound(5), sound(28)]],
])('P24 no jump of the sound is found in %s', (_what, tags) => {
  expect(read(...tags)).toBe(false);
});

test.each([
  [12, [7, 7, 7]],
  [9 + 40, Array.from({ length: 40 }, (_, at) => at)],
])('P24 a header of %i bytes is skipped by its DataOffset (annex E.2)', (dataOffset, more) => {
  const header = [...HEADER.slice(0, 5), 0, 0, 0, dataOffset, ...more, 0, 0, 0, 0];
  expect(readAfter(header, sound(0), sound(HOUR_MS))).toBe(true);
  expect(readAfter(header, sound(0), picture(HOUR_MS), sound(23))).toBe(false);
});

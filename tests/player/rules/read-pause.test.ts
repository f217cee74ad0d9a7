import { expect, test } from 'vitest';
import { pauseAfterRead, READ_PAUSE, type ReadCase } from '../../../src/player/rules/read-pause.ts';

const AT_EASE: ReadCase = { bufferedMs: 1_200, hasPlayed: true, waitedMs: 20 };
const pause = (read: Partial<ReadCase>): number => pauseAfterRead({ ...AT_EASE, ...read }, READ_PAUSE);

test('pieces of a stream that plays with enough in its buffer are waited for together', () => {
  expect(pause({})).toBe(READ_PAUSE.pauseMs);
  expect(pause({ bufferedMs: READ_PAUSE.enoughMs })).toBe(READ_PAUSE.pauseMs);
  expect(READ_PAUSE.pauseMs).toBeLessThan(READ_PAUSE.enoughMs);
});

test('before the first picture, with little in the buffer, and while the stream is behind each piece is handed on at once', () => {
  expect(pause({ hasPlayed: false })).toBe(0);
  expect(pause({ bufferedMs: READ_PAUSE.enoughMs - 1 })).toBe(0);
  expect(pause({ bufferedMs: Number.NaN })).toBe(0);
  expect(pause({ waitedMs: READ_PAUSE.atOnceMs - 0.1 })).toBe(0);
});

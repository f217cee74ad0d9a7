import { expect, test } from 'vitest';
import { fileName } from '../../../../src/ui/stage/saving/save-file.ts';
import { createSleepTimer } from '../../../../src/ui/stage/controls/sleep-timer.ts';
import { manualClock } from '../../../manual-clock.ts';

/** Repeated here, so that a change of the limit fails a test. */
const SLEEP_WARNING_MS = 60_000;

const MINUTE_MS = 60_000;

function timer() {
  const clock = manualClock();
  const said: string[] = [];
  const sleep = createSleepTimer(clock);
  const events = { warn: () => said.push('warn'), end: () => said.push('end') } as const;
  return { clock, said, sleep, events: { warn: () => void events.warn(), end: () => void events.end() } };
}

test('P3 the sleep timer warns a minute before, ends once, and is then off', () => {
  const { clock, said, sleep, events } = timer();
  expect(sleep.chosen()).toBeNull();
  sleep.set(15, events);
  expect(sleep.chosen()).toBe(15);
  clock.advance(15 * MINUTE_MS - SLEEP_WARNING_MS - 1);
  expect(said).toEqual([]);
  clock.advance(1);
  expect(said).toEqual(['warn']);
  clock.advance(SLEEP_WARNING_MS);
  expect([said, sleep.chosen(), clock.timers()]).toEqual([['warn', 'end'], null, 0]);
});

test('P3 another choice replaces the sleep timer, and off cancels it', () => {
  const { clock, said, sleep, events } = timer();
  sleep.set(15, events);
  sleep.set(60, events);
  clock.advance(59 * MINUTE_MS - 1);
  expect(said).toEqual([]);
  sleep.set(null, events);
  clock.advance(120 * MINUTE_MS);
  expect([said, sleep.chosen(), clock.timers()]).toEqual([[], null, 0]);
});

test('P3 a screenshot is named by star and time, without characters that file names must not have', () => {
  const at = new Date(2026, 10, 4, 9, 5, 7);
  expect(fileName('小喵Momo', at, 'png')).toBe('小喵Momo 2026-11-04 09-05-07.png');
  expect(fileName('', at, 'png')).toBe('2026-11-04 09-05-07.png');
  expect(fileName('../a:b*\u202e<c>', at, 'png')).toBe('..abc 2026-11-04 09-05-07.png');
  expect(fileName('名'.repeat(300), at, 'png')).toHaveLength(40 + ' 2026-11-04 09-05-07.png'.length);
});

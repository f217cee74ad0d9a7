import { expect, test } from 'vitest';
import { within } from '../../src/core/within.ts';
import { manualClock } from '../manual-clock.ts';

test('a promise that settles in time gives its result, and its timer is stopped', async () => {
  const clock = manualClock();
  expect(await within(clock, 100, Promise.resolve('answer'), () => 'late')).toBe('answer');
  expect(clock.timers()).toBe(0);
  await expect(within(clock, 100, Promise.reject(new Error('bad')), () => 'late')).rejects.toThrow('bad');
  expect(clock.timers()).toBe(0);
});

test('a promise that takes longer gives the fallback of the caller, also if that is a rejection', async () => {
  const clock = manualClock();
  const never = new Promise<string>(() => undefined);
  const value = within(clock, 100, never, () => 'late');
  const rejection = within(clock, 100, never, () => Promise.reject(new Error('too late')));
  clock.advance(100);
  expect(await value).toBe('late');
  await expect(rejection).rejects.toThrow('too late');
});

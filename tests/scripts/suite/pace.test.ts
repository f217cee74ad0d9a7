import { afterEach, expect, test, vi } from 'vitest';
import { judge, capAfter, paceEnv, paceOf } from '../../../scripts/suite/pace.ts';
import { limitMs } from '../../../scripts/suite/time-limit.ts';

afterEach(() => vi.unstubAllEnvs());

const at = (processors: number, cores: number, workMs = 12) => paceOf({ processors, cores, workMs });

test('the number of parallel tests depends on the processors: two a core, one to four', () => {
  expect([at(2, 2), at(8, 2), at(2, 1), at(1, 1), at(2, 0.4)].map(({ atATime }) => atATime)).toEqual([4, 4, 2, 2, 1]);
});

test('time limits grow with the machine’s slowness, within a bound, and never shrink', () => {
  expect([6, 12, 30, 5_000].map((workMs) => at(2, 2, workMs).factor)).toEqual([1, 1, 2.5, 10]);
  // `npm test` on a slow machine sets it.
  vi.stubEnv('FOOTLIGHT_TIME_FACTOR', undefined);
  expect(limitMs(1_000)).toBe(1_000);
  for (const [name, value] of Object.entries(paceEnv(at(2, 2, 30)))) vi.stubEnv(name, value);
  expect(limitMs(1_000)).toBe(2_500);
  for (const bad of ['0.5', 'x', '-3', '1000', '']) {
    vi.stubEnv('FOOTLIGHT_TIME_FACTOR', bad);
    expect(limitMs(1_000)).toBe(1_000);
  }
});

test('the reason contains the measurements', () => {
  expect(at(1, 0.5, 24).why).toBe('1 processor, of which two busy threads got 0.5; work of 12 ms took 24 ms');
});

test('a part with many failures limits later parts to half as many parallel tests, one with few failures does not', () => {
  expect(capAfter(4, { made: 70, failed: 7 })).toBe(Number.POSITIVE_INFINITY);
  expect(capAfter(4, { made: 70, failed: 8 })).toBe(2);
  expect(capAfter(1, { made: 70, failed: 70 })).toBe(1);
  expect(capAfter(4, { made: 0, failed: 0 })).toBe(Number.POSITIVE_INFINITY);
});

test('a figure is judged on two processors that are otherwise idle', () => {
  const reading = { slower: 1, workMs: 12, cores: 2, stolen: 0 };
  expect(judge(reading, reading, 2, false).isJudged).toBe(true);
  expect(judge(reading, reading, 2, true).isJudged).toBe(false);
  expect(judge(reading, { ...reading, cores: 1 }, 1, false)).toEqual({
    isJudged: false,
    reading: '1 processor; before: 2.0 cores, 1.00 times its shortest; after: 1.0 cores, 1.00 times its shortest; 0 % taken by the host',
  });
});

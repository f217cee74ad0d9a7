import { expect, test } from 'vitest';
import { createTally, TALLY } from '../../../src/core/reports/tally.ts';

test('P42 counters are bounded: names beyond the limit share one counter, and the last failures are kept', () => {
  const tally = createTally();
  for (let i = 0; i < 5_000; i++) tally.count(`name ${i} ${'x'.repeat(200)}`, 1);
  expect(tally.counts.size).toBeLessThanOrEqual(TALLY.maxNames + 1);
  expect([...tally.counts.values()].reduce((a, b) => a + b, 0)).toBe(5_000);
  for (let i = 0; i < 100; i++) tally.fail('WIRE_BAD_JSON', 'd'.repeat(5_000), 2, i);
  expect(tally.failures.get('WIRE_BAD_JSON')).toBe(200);
  expect(tally.last).toHaveLength(TALLY.lastFailures);
  expect(tally.last.at(-1)).toEqual({ code: 'WIRE_BAD_JSON', detail: 'd'.repeat(TALLY.maxDetailChars), atMs: 99 });
});

test('P42 equal names add up, also names that differ beyond the length of a name, and a new name beyond the limit is counted as other', () => {
  const tally = createTally();
  tally.count('a', 1);
  tally.count('a', 2);
  tally.count(`${'x'.repeat(64)}1`, 1);
  tally.count(`${'x'.repeat(64)}2`, 1);
  expect([...tally.counts]).toEqual([
    ['a', 3],
    ['x'.repeat(64), 2],
  ]);
  for (let at = 2; at < 400; at++) tally.count(`name ${at}`, 1);
  expect([tally.counts.size, tally.counts.has('other')]).toEqual([400, false]);
  tally.count('new', 5);
  tally.count('newer', 6);
  tally.count('a', 1);
  expect([tally.counts.size, tally.counts.get('other'), tally.counts.get('a')]).toEqual([401, 11, 4]);
});

test('P42 thirty failures are kept with their details and times, the oldest first', () => {
  const tally = createTally();
  for (let at = 1; at <= 31; at++) tally.fail(at % 2 === 0 ? 'WIRE_BAD_JSON' : 'HTTP_STATUS', `d${at}`, 1, at);
  expect([...tally.failures]).toEqual([
    ['HTTP_STATUS', 16],
    ['WIRE_BAD_JSON', 15],
  ]);
  expect([tally.last.length, tally.last[0]]).toEqual([30, { code: 'WIRE_BAD_JSON', detail: 'd2', atMs: 2 }]);
});

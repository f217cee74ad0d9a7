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

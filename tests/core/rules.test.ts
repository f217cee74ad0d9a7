/** Tables of rules, and switches that handle every case: a mistake in the program is an error with a readable text. */
import { expect, test } from 'vitest';
import { assertNever } from '../../src/core/assert-never.ts';
import { firstRule, whysOf } from '../../src/core/rules.ts';

const RULES = [
  { why: 'negative', when: (value: number) => value < 0 },
  { why: 'small', when: (value: number) => value < 10 },
] as const;

test('P22 P25 the first matching row decides, and the reasons of a table are returned in the order of its rows', () => {
  expect(firstRule<number, (typeof RULES)[number]>(RULES, -1).why).toBe('negative');
  expect(firstRule<number, (typeof RULES)[number]>(RULES, 1).why).toBe('small');
  expect(whysOf(RULES)).toEqual(['negative', 'small']);
});

test('P22 P25 a table without a matching row causes an error that names its last row', () => {
  expect(() => firstRule<number, (typeof RULES)[number]>(RULES, 10)).toThrow('no rule holds; the last is "small"');
  expect(() => firstRule([], 10)).toThrow('no rule holds; the last is "none"');
});

test('P20 a value outside of its type causes an error that shows the value', () => {
  expect(() => assertNever({ type: 'new' } as never)).toThrow('unreachable: {"type":"new"}');
});

import { expect, test } from 'vitest';
import {
  decideThreads,
  ONE_THREAD,
  readThreadCosts,
  THREAD_WHYS,
  threadsByCores,
  withThreadCost,
  writeThreadCosts,
  type ThreadCosts,
} from '../../../../src/player/rules/decoding/threads.ts';

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 2],
  [6, 4],
  [64, 4],
  [Number.NaN, 2],
  [0, 2],
])('P29 without a measurement: %d cores, %d threads', (cores, threads) => {
  expect(threadsByCores(cores)).toBe(threads);
  expect(decideThreads(cores, {})).toEqual({ threads, why: 'not measured yet' });
});

const CASES: readonly (readonly [number, ThreadCosts, number, string])[] = [
  // Easy: one thread fewer is tried, down to one.
  [4, { 2: 3 }, 1, 'fewer are tried'],
  [4, { 1: 3.9, 2: 2 }, 1, 'fewer do'],
  // One thread is not enough, two are; three are not tried.
  [8, { 1: 6, 2: 3.5, 3: 2 }, 2, 'fewer do'],
  // Between the limits nothing is tried.
  [8, { 2: 6 }, 2, 'measured best'],
  // Hard: one more thread is tried, if the machine has one, and kept only if the cost falls enough.
  [8, { 2: 12 }, 3, 'one more is tried'],
  [8, { 2: 12, 3: 9 }, 4, 'one more is tried'],
  [8, { 2: 12, 3: 11 }, 2, 'measured best'],
  [8, { 2: 12, 3: 9, 4: 8.9 }, 3, 'measured best'],
  [2, { 2: 12 }, 2, 'measured best'],
  // A measurement with more threads than the machine now has is ignored.
  [2, { 2: 12, 4: 1 }, 2, 'measured best'],
];

test.each(CASES)('P29 %d cores, costs %o: %d threads, %s', (cores, costs, threads, why) => {
  expect(decideThreads(cores, costs)).toEqual({ threads, why });
});

test('P29 every reason is reachable, and repeated decisions on one machine become stable', () => {
  const seen = new Set([...CASES.map(([, , , why]) => why), decideThreads(4, {}).why, ONE_THREAD.why]);
  expect([...seen].toSorted()).toEqual([...THREAD_WHYS].toSorted());
  // Costs per megapixel by threads: a fast, a medium and a slow machine, and one where threads slow each other down.
  for (const machine of [
    [3, 2, 1.6, 1.4],
    [7, 5, 4.5, 4.4],
    [20, 11, 8.5, 7.5],
    [9, 12, 15, 18],
  ]) {
    let costs: ThreadCosts = {};
    const chosen: number[] = [];
    for (let start = 0; start < 12; start++) {
      const { threads } = decideThreads(8, costs);
      chosen.push(threads);
      costs = withThreadCost(costs, threads, machine[threads - 1]! * 2, 2_000_000);
    }
    expect(new Set(chosen.slice(5)).size, chosen.join(' ')).toBe(1);
  }
});

test('P29 costs are per megapixel, the older one has half the weight, and invalid ones are not stored', () => {
  const once = withThreadCost({}, 2, 10, 1_000_000);
  expect(once).toEqual({ 2: 10 });
  expect(withThreadCost(once, 2, 40, 2_000_000)).toEqual({ 2: 15 });
  for (const [threads, costMs, pixels] of [
    [0, 1, 1],
    [5, 1, 1],
    [1.5, 1, 1],
    [2, Number.NaN, 1],
    [2, 0, 1],
    [2, 1, 0],
  ] as const)
    expect(withThreadCost(once, threads, costMs, pixels)).toBe(once);
});

test('P13 P29 valid entries of the storage are read, others ignored', () => {
  expect(readThreadCosts(writeThreadCosts({ 1: 3.456, 4: 20 }))).toEqual({ 1: 3.46, 4: 20 });
  for (const bad of [undefined, null, 7, '2:3.00', {}, ['5:1.00', '2:x', '2:-1.00', 3]]) expect(readThreadCosts(bad)).toEqual({});
});

import { expect, test } from 'vitest';
import { DEGREE_POLICY, DEGREE_START, nextDegree, type DegreeState } from '../../../../src/workers/core/player/degree.ts';

const run = (state: DegreeState, load: number, seconds: number): DegreeState => {
  let next = state;
  for (let i = 0; i < seconds; i++) next = nextDegree(next, { load, behindMs: 0, elapsedMs: 1_000 }, DEGREE_POLICY);
  return next;
};

test('P25 a slow machine goes down rung by rung, and no further than key pictures', () => {
  expect([1, 2, 4, 6, 8, 20].map((seconds) => run(DEGREE_START, 1.3, seconds).degree)).toEqual([0, 1, 2, 3, 3, 3]);
});

test('one slow second changes nothing; it takes a long calm to come back', () => {
  const down = run(DEGREE_START, 1.3, 2);
  expect(run(run(DEGREE_START, 1.3, 1), 0.5, 1)).toEqual(DEGREE_START);
  expect(run(down, 0.3, 19).degree).toBe(1);
  expect(run(down, 0.3, 20).degree).toBe(0);
  expect(run(down, 0.6, 100).degree).toBe(1);
});

test('falling behind counts as load even where the figure looks good', () => {
  let state = DEGREE_START;
  for (let i = 0; i < 2; i++) state = nextDegree(state, { load: 0.5, behindMs: 2_000, elapsedMs: 1_000 }, DEGREE_POLICY);
  expect(state.degree).toBe(1);
});

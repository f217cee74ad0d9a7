import { expect, test } from 'vitest';
import { StateFacts } from '../../../../src/player/rules/recovery/state-facts.ts';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';

const size = { width: 852, height: 480 };
const attempt: PlayerFact = {
  type: 'attempt',
  epoch: 1,
  kind: 'h265',
  line: 0,
  lines: 1,
  reason: 'UNKNOW',
  why: 'first address',
  kinds: ['h265'],
  savers: [],
};
const firstFrame: PlayerFact = { type: 'first-frame', kind: 'h265', size, sinceStartMs: 1, canPictureInPicture: true };
const ofThePlayer: readonly PlayerFact[] = [
  { type: 'addresses-wanted', epoch: 1, round: 0 },
  { type: 'status', name: 'playing' },
  firstFrame,
  { type: 'resolution', size },
  { type: 'autoplay', blocked: true, muted: false },
  { type: 'decode-level', level: 2 },
];
const ofTheVisit: readonly PlayerFact[] = [
  { type: 'sound', volume: 0.5, muted: true },
  { type: 'saver', saver: 'off' },
  { type: 'activity', activity: { name: 'playing' } },
  { type: 'remember', name: 'volume', value: 0.5, forS: null },
  { type: 'remember', name: 'muted', value: true, forS: null },
];
const typesAfter = (...facts: readonly PlayerFact[]): readonly string[] => {
  const state = new StateFacts();
  for (const fact of facts) state.add(fact);
  return state.all().map(({ type }) => type);
};
const types = (facts: readonly PlayerFact[]): readonly string[] => facts.map(({ type }) => type);

test('S2 P20 a new room worker receives the current facts of the player and of the visit, in order', () => {
  expect(typesAfter(...ofTheVisit, attempt, ...ofThePlayer)).toEqual(types([...ofTheVisit, attempt, ...ofThePlayer]));
});

test.each(ofThePlayer)('S2 P20 the fact $type of a player is removed when the player closes and at the next attempt', (fact) => {
  expect(typesAfter(...ofTheVisit, attempt, fact, { type: 'closed' })).toEqual(types(ofTheVisit));
  expect(typesAfter(...ofTheVisit, fact, attempt)).toEqual(types([...ofTheVisit, attempt]));
});

test('S2 P20 a later fact of a type replaces the earlier one, stored values by their name; a failure tip stays until it is over', () => {
  const tip: PlayerFact = { type: 'failure-shown', failure: 'TIMEOUT', unsupported: null };
  expect(typesAfter(tip, attempt, { type: 'closed' })).toEqual(['failure-shown']);
  expect(typesAfter(tip, { type: 'failure-over' })).toEqual([]);
  const state = new StateFacts();
  for (const fact of ofTheVisit) state.add(fact);
  state.add({ type: 'remember', name: 'volume', value: 0.9, forS: null });
  expect(state.all().filter(({ type }) => type === 'remember')).toEqual([
    { type: 'remember', name: 'muted', value: true, forS: null },
    { type: 'remember', name: 'volume', value: 0.9, forS: null },
  ]);
});

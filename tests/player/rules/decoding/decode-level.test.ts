import { expect, test } from 'vitest';
import {
  DECODE_LEVEL_POLICY,
  DECODE_LEVEL_START,
  DECODE_LEVEL_WHYS,
  decodeLevelMachine,
  type DecodeLevelState,
} from '../../../../src/player/rules/decoding/decode-level.ts';

/** A decoder sampled once a second; its load depends on its level. */
function decoder(epoch = 1) {
  let state: DecodeLevelState = { ...DECODE_LEVEL_START, epoch };
  let nowMs = 0;
  const whys: string[] = [];
  const room = {
    get state() {
      return state;
    },
    whys,
    run(seconds: number, load: (level: number) => number, behindMs = 0, player = epoch) {
      for (let i = 0; i < seconds; i++) {
        nowMs += 1_000;
        const event = { type: 'sample', epoch: player, load: load(state.level), behindMs } as const;
        const [next, ...effects] = decodeLevelMachine.step(state, event, nowMs, null);
        state = next;
        for (const { level, why } of effects) whys.push(`${level} ${why}`);
      }
      return room;
    },
  };
  return room;
}
/** Load of each level on a machine that is this many times too slow. */
const costs =
  (slowness: number) =>
  (level: number): number =>
    slowness * [1, 0.8, 0.5, 0.03][level]!;

test('P25 on a slow machine the level falls step by step to keyframes only', () => {
  expect([1, 2, 4, 6, 20].map((seconds) => decoder().run(seconds, costs(5)).state.level)).toEqual([0, 1, 2, 3, 3]);
  expect(decoder().run(1, costs(5)).run(60, costs(0.5)).state.level).toBe(0);
});

test('P25 a level that fits is kept: on a slightly slow machine only the filters are skipped', () => {
  const r = decoder().run(50, costs(1));
  expect([r.state.level, r.whys]).toEqual([1, ['1 decoding is over its budget']]);
});

test('P25 a backlog counts as load even if the load figure is low', () => {
  expect(decoder().run(2, () => 0.5, 2_000).state.level).toBe(1);
});

test('P25 the expected load of more work is its earlier load, scaled by the change of the current level’s load', () => {
  // Other programs use the machine for a minute: everything costs five times as much.
  const r = decoder().run(60, costs(4));
  expect(r.state.level).toBe(3);
  // Keyframes only are always cheap; their cost shows that the other programs have ended.
  r.run(40, costs(0.4));
  expect([r.state.level, r.whys.at(-1)]).toEqual([0, '0 more work would fit']);
});

test('P25 if keyframes cost as much as before there is no room for a higher level, and each try is later than the previous one', () => {
  const r = decoder().run(3_600, costs(4));
  const tries = r.whys.filter((why) => why === '2 more work is tried');
  expect(tries.length).toBeGreaterThan(3);
  expect(tries.length).toBeLessThan(12);
  expect(r.state.level).toBe(3);
});

test('P25 a successful try is followed by the next one', () => {
  const r = decoder().run(60, costs(4));
  // The load ended before the level below was measured, so nothing shows that more would fit.
  const blind = (level: number): number => (level === 3 ? costs(4)(3) : costs(0.3)(level));
  r.run(600, blind);
  expect(r.state.level).toBe(0);
});

test('another player starts with the level that decodes everything', () => {
  expect(decoder().run(20, costs(5)).run(1, costs(5), 0, 2).state).toMatchObject({ level: 0, epoch: 2 });
});

test('a gap in the samples does not count as load', () => {
  const gap = { type: 'sample', epoch: 1, load: 2, behindMs: 0 } as const;
  const state: DecodeLevelState = { ...DECODE_LEVEL_START, epoch: 1, sampledMs: 0 };
  const [next] = decodeLevelMachine.step(state, gap, 600_000, null);
  expect(next.pressedMs).toBeLessThanOrEqual(DECODE_LEVEL_POLICY.maxGapMs);
});

test('every reason of the decode level table is reachable', () => {
  expect(DECODE_LEVEL_WHYS).toEqual([
    'decoding is over its budget',
    'everything is decoded',
    'more work would fit',
    'more work is tried',
    'the level stands',
  ]);
});

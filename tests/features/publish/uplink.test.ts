import { expect, test } from 'vitest';
import { LADDER, openUplink, stepUplink, UPLINK_WHYS, type Uplink } from '../../../src/features/publish/rules-uplink.ts';
import type { Sent } from '../../../src/features/publish/rules-statistics.ts';
import { words } from '../../../src/features/publish/text.en.ts';
import { seeded } from '../../seeded.ts';
import { sentOf } from './sent.ts';

const WARM_MS = 10_000;
const begun = (level = 0): Uplink => ({ ...openUplink(0), level });

/** Repeats a sample once a second from `fromMs` on. */
function hold(uplink: Uplink, sent: Partial<Sent>, fromMs: number, seconds: number): Uplink {
  let next = uplink;
  for (let second = 0; second <= seconds; second++) next = stepUplink(next, sentOf(sent), fromMs + second * 1_000);
  return next;
}

const NARROW: Partial<Sent> = { limitedBy: 'bandwidth', availableKilobits: 1_300 };
const COLLAPSED: Partial<Sent> = { limitedBy: 'bandwidth', availableKilobits: 400 };
const UNMEASURED: Partial<Sent> = { availableKilobits: Number.NaN, limitedBy: '', roundTripMs: Number.NaN, lostShare: Number.NaN };

test.each([
  ['nothing is overloaded', {}, 0, 0, 'begins'],
  ['nothing is measured', UNMEASURED, 0, 0, 'begins'],
  // 1300 kbit/s carry 1000 with headroom.
  ['the uplink gives less than the step needs', NARROW, 0, 2, 'the uplink gives less'],
  ['the uplink gives less, but the picture needs even less', { ...NARROW, limitedBy: 'none' }, 0, 0, 'begins'],
  ['the uplink is a fraction of the step', COLLAPSED, 0, 4, 'the uplink collapsed'],
  ['half of the packets are lost', { lostShare: 0.5 }, 0, 1, 'the uplink collapsed'],
  ['half of the packets are lost, and nothing else is measured', { ...UNMEASURED, lostShare: 0.5 }, 1, 3, 'the uplink collapsed'],
  ['a tenth of the packets is lost', { lostShare: 0.1 }, 2, 3, 'packets are lost'],
  ['the server is far', { roundTripMs: 600 }, 0, 0, 'begins'],
] as const)('P31 the ladder has the expected step and reason when %s', (_name, sent, level, expected, why) => {
  // Runs until the first change, which is the one under test.
  const before = begun(level);
  let uplink = before;
  for (let second = 0; second < 4 && uplink.level === level; second++) uplink = stepUplink(uplink, sentOf(sent), WARM_MS + second * 1_000);
  expect([uplink.level, uplink.why]).toEqual([expected, why]);
});

test('P31 growing round trips reduce the picture', () => {
  const quick = hold(begun(), { roundTripMs: 50 }, 0, 9);
  const queued = hold(quick, { roundTripMs: 900 }, WARM_MS, 2);
  expect([queued.level, queued.why]).toEqual([1, 'packets wait on their way']);
});

test('P31 a machine that cannot encode the picture gets a smaller one, later than the encoder’s own measures', () => {
  const busy: Partial<Sent> = { limitedBy: 'cpu' };
  expect(hold(begun(), busy, WARM_MS, 4).level).toBe(0);
  expect(hold(begun(), busy, WARM_MS, 5)).toMatchObject({ level: 1, why: 'the machine cannot encode it' });
});

test('P31 a short overload changes nothing, nor does an overload during the warm-up', () => {
  const passing = hold(hold(begun(), { lostShare: 0.1 }, WARM_MS, 1), {}, WARM_MS + 2_000, 1);
  expect(hold(passing, { lostShare: 0.1 }, WARM_MS + 4_000, 1).level).toBe(0);
  expect(hold(begun(), COLLAPSED, 0, 7).level).toBe(0);
});

test('P31 after a change the next one waits, and the lowest step is the last', () => {
  const collapse: Partial<Sent> = { ...UNMEASURED, lostShare: 0.9 };
  const first = stepUplink(begun(), sentOf(collapse), WARM_MS);
  expect(first.level).toBe(2);
  expect(hold(first, collapse, WARM_MS + 500, 2).level).toBe(2);
  expect(hold(first, collapse, WARM_MS + 3_000, 0).level).toBe(4);
  expect(hold(begun(LADDER.length - 1), collapse, WARM_MS, 60).level).toBe(LADDER.length - 1);
});

test('P31 free capacity is used step by step; a reverted climb doubles the wait before the next one, until one holds', () => {
  const low = begun(3);
  expect(hold(low, {}, WARM_MS, 9).level).toBe(3);
  const climbed = hold(low, {}, WARM_MS, 10);
  expect(climbed).toMatchObject({ level: 2, why: 'there is room again', climbWaitMs: 10_000 });
  const fell = hold(climbed, { lostShare: 0.1 }, WARM_MS + 11_000, 3);
  expect(fell).toMatchObject({ level: 3, climbWaitMs: 20_000 });
  const calmFromMs = WARM_MS + 15_000;
  expect(hold(fell, {}, calmFromMs, 19).level).toBe(3);
  const again = hold(fell, {}, calmFromMs, 20);
  expect(again.level).toBe(2);
  // At the top level there is no further climb; the longer wait is reset a minute after the last climb, which held.
  const held = hold({ ...again, level: 0 }, {}, calmFromMs + 21_000, 60);
  expect(held.climbWaitMs).toBe(10_000);
});

test('P31 the wait for a climb has a limit', () => {
  let uplink = begun(3);
  let nowMs = WARM_MS;
  for (let turn = 0; turn < 8; turn++) {
    uplink = hold(uplink, {}, nowMs, 61);
    nowMs += 62_000;
    uplink = hold({ ...uplink, climbedMs: nowMs - 1_000, level: 2 }, { lostShare: 0.1 }, nowMs + 4_000, 3);
    nowMs += 8_000;
  }
  expect(uplink.climbWaitMs).toBeLessThanOrEqual(60_000);
});

test('P31 each reason for another picture is reached and has a text, and no sample leaves the ladder', () => {
  const generator = seeded(32);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(generator.next() * values.length)]!;
  const changed = new Set<string>();
  for (let run = 0; run < 300; run++) {
    let uplink = begun(pick([0, 1, 2, 5]));
    const sent = sentOf({
      lostShare: pick([0, 0.1, 0.6, Number.NaN]),
      roundTripMs: pick([30, 900]),
      availableKilobits: pick([100, 700, 1_300, 9_000, Number.NaN]),
      limitedBy: pick(['none', 'bandwidth', 'cpu', ''] as const),
    });
    for (let second = 0; second < 40; second++) {
      uplink = stepUplink(uplink, second < 9 ? sentOf({ roundTripMs: 30 }) : sent, second * 1_000);
      expect(LADDER[uplink.level]).toBeDefined();
      changed.add(uplink.why);
    }
  }
  expect([...changed].sort()).toEqual(['begins', ...UPLINK_WHYS].sort());
  expect(Object.keys(words.whys).sort()).toEqual([...changed].sort());
});

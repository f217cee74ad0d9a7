/** P13: what the player keeps between visits, with the time for which it is kept. */
import { expect, test } from 'vitest';
import { createPlayerMemory } from '../memory.ts';
import { DEFAULT_PLAYER_CONFIG } from '../rules/constants.ts';
import { DATA_SAVERS } from '../rules/recovery/candidates.ts';
import type { PlayerFact } from '../rules/recovery/orders.ts';

const DAY_S = 86_400;

function memoryOf(stored: Readonly<Record<string, unknown>> = {}, savesData = false) {
  const kept: (readonly unknown[])[] = [];
  const clock = { ms: 0 };
  const memory = createPlayerMemory(
    (name) => stored[name],
    savesData,
    (fact: PlayerFact) => {
      if (fact.type === 'remember') kept.push([fact.name, fact.value, fact.forS]);
    },
    () => clock.ms,
  );
  return { memory, kept, clock };
}

test('P13 P25 each value is stored for its lifetime', () => {
  const { memory, kept } = memoryOf({ stallCount: 2 });
  memory.countStall(60_000);
  memory.rememberVolume(0.3);
  memory.rememberMuted(true);
  memory.rememberNativeHevc(false);
  memory.rememberChoice('h265');
  expect(kept).toEqual([
    ['stallCount', 3, 30 * DAY_S],
    ['stayOnH264', true, 60],
    ['volume', 0.3, null],
    ['muted', true, null],
    ['nativeHevc', false, 14 * DAY_S],
    ['playerType', 'h265', 36_500 * DAY_S],
  ]);
  expect(memory.history()).toMatchObject({ stallCount: 3, staysOnH264: true, chosen: 'h265' });
  expect(memory.sound()).toEqual({ volume: 0.3, muted: true });
  expect(memoryOf({ volume: 0 }).memory.sound()).toEqual({ volume: 0, muted: true });
});

test('P25 the stay-on-h264 period ends during the visit, and a later stall begins it again', () => {
  const { memory, clock } = memoryOf({ stayOnH264: true });
  const stays = (): boolean => memory.history().staysOnH264;
  expect(stays()).toBe(true);
  memory.countStall(60_000);
  clock.ms = 59_999;
  expect(stays()).toBe(true);
  clock.ms = 60_000;
  expect(stays()).toBe(false);
  memory.countStall(60_000);
  expect(stays()).toBe(true);
  memory.countStall(0);
  expect(stays()).toBe(false);
});

test('P13 P25 the stay-on-h264 period of an earlier visit ends during this one', () => {
  const stored: Record<string, unknown> = { stayOnH264: true };
  const { memory } = memoryOf(stored);
  expect(memory.history().staysOnH264).toBe(true);
  // The value expires.
  delete stored['stayOnH264'];
  expect(memory.history().staysOnH264).toBe(false);
});

test.each(DATA_SAVERS)('P13 P22 a kind chosen by hand ends only the preference for fewer bits, not the saver %s', (saver) => {
  const { memory, kept } = memoryOf();
  expect(memory.rememberSaver(saver)).toBe('off');
  kept.length = 0;
  memory.rememberChoice('h264');
  const ends = saver === 'lower-line';
  expect(memory.history()).toMatchObject({ chosen: 'h264', saver: ends ? 'off' : saver });
  expect(kept).toEqual([...(ends ? [['dataSaver', 'off', null]] : []), ['playerType', 'h264', 36_500 * DAY_S]]);
});

test('P13 P22 the preference for fewer bits ends a kind chosen by hand', () => {
  const { memory, kept } = memoryOf({ playerType: 'h265' });
  expect(memory.history().chosen).toBe('h265');
  expect(memory.rememberSaver('lower-line')).toBe('off');
  expect(memory.history()).toMatchObject({ chosen: null, saver: 'lower-line' });
  expect(kept).toEqual([
    ['dataSaver', 'lower-line', null],
    ['playerType', '', 0],
  ]);
});

test('P13 P22 another saver keeps the kind chosen by hand, and fewer bits without a chosen kind stores only the saver', () => {
  const chosen = memoryOf({ playerType: 'h265' });
  chosen.memory.rememberSaver('sound-only');
  expect(chosen.memory.history().chosen).toBe('h265');
  expect(chosen.kept).toEqual([['dataSaver', 'sound-only', null]]);
  const plain = memoryOf();
  plain.memory.rememberSaver('lower-line');
  expect(plain.kept).toEqual([['dataSaver', 'lower-line', null]]);
});

test('P13 P29 the cost of decoding with a number of threads is stored for two weeks and used at the next start', () => {
  const { memory, kept } = memoryOf();
  expect(memory.rememberThreads(4, 1, 2, 1_000_000)).toMatchObject({ threads: 1 });
  expect(kept).toEqual([['decodeThreads', ['1:2.00'], 14 * DAY_S]]);
  memory.rememberThreads(4, 2, 1.5, 1_000_000);
  expect([memory.decodingCost(2), memory.decodingCost(3)]).toEqual([1.5, Number.NaN]);
  expect(memory.history()).toMatchObject({ oneThreadMs: 2, fastestMs: 1.5 });
  memory.rememberThreads(4, 2, 4.5, 1_000_000);
  expect(kept.at(-1)).toEqual(['decodeThreads', ['1:2.00', '2:3.00'], 14 * DAY_S]);
  expect(memoryOf().memory.history().oneThreadMs).toBeNull();
});

test('P22 the browser’s preference for less data applies until the viewer chooses', () => {
  expect(memoryOf({}, true).memory.history().saver).toBe('lower-line');
  expect(memoryOf({ dataSaver: 'off' }, true).memory.history().saver).toBe('off');
  expect(memoryOf({ dataSaver: 'sound-only' }, true).memory.history().saver).toBe('sound-only');
});

test('P22 P29 without shared memory one thread decodes, up to the size that was measured, which removes a larger stream', () => {
  const { memory } = memoryOf();
  const numbers = { ...DEFAULT_PLAYER_CONFIG.numbers, unsharedPixels: 1_280 * 720 };
  const alone = { threads: { threads: 1, why: 'no shared memory' }, withoutSharedMemory: { maxPixels: 1_280 * 720 } };
  expect(memory.decoding(4, false, numbers)).toEqual(alone);
  expect(memory.decoding(4, true, numbers)).toEqual({ threads: { threads: expect.any(Number), why: expect.any(String) } });
  memory.rememberThreads(4, 1, 184.32, 1_280 * 720);
  expect(memory.decoding(4, false, numbers).withoutSharedMemory?.maxPixels).toBeLessThan(1_280 * 720);
});

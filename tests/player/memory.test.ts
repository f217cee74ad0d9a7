/** P13: what the player keeps between visits, with the time for which it is kept. */
import { expect, test } from 'vitest';
import { createPlayerMemory } from '../../src/player/memory.ts';
import { DATA_SAVERS } from '../../src/player/rules/recovery/data-saver.ts';
import type { PlayerFact } from '../../src/player/rules/recovery/orders.ts';

const DAY_S = 86_400;

function memoryOf(stored: Readonly<Record<string, unknown>> = {}, savesData = false) {
  const kept: (readonly unknown[])[] = [];
  const memory = createPlayerMemory(
    (name) => stored[name],
    savesData,
    (fact: PlayerFact) => {
      if (fact.type === 'remember') kept.push([fact.name, fact.value, fact.forS]);
    },
  );
  return { memory, kept };
}

test('P13 P25 each value is kept for its time', () => {
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

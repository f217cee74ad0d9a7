import { IDLE } from '../../../src/core/room/feature/feature-dialog.ts';
import { readWave, TOWER_DEFENSE, towerDefenseView } from '../../../src/features/tower-defense/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const monster = (id: number, x: number, more: object = {}) => ({ id, type: 2, blood: 30, x, y: 10, ...more });
const wave = (number: number, monsters: readonly object[]) =>
  readWave(messageOf('tower-defense-monsters', { gameId: 4, wave: number, monsters }).body);
const viewOf = (events: readonly ReturnType<typeof wave>[], userId = 7) => {
  const state = events.reduce((before, event) => TOWER_DEFENSE.step(before, event, 0, { userId })[0], TOWER_DEFENSE.initial);
  return towerDefenseView(state, userId);
};

test('S9 S37 monsters stay on the board, each once, and a beaten wave is shown for 5 s, a wave without messages for 15 s', () => {
  const event = wave(1, [monster(1, -5), monster(2, 2_000, { y: -1, blood: -3 }), monster(1, 500)]);
  expect(event).toMatchObject({ type: 'seen', key: '4', forMs: 15_000, item: { gameId: 4, wave: 1 } });
  expect('item' in event && event.item.monsters).toEqual([monster(1, 0), monster(2, 1_000, { y: 0, blood: 0 })]);
  expect(wave(1, [])).toMatchObject({ forMs: 5_000, item: { monsters: [] } });
  expect(wave(-1, [])).toMatchObject({ item: { wave: 0 } });
});

test('S9 S37 monsters in the last quarter of the way count as near, and a guest is shown as not logged in', () => {
  const view = viewOf([wave(1, [monster(1, 749), monster(2, 750), monster(3, 900)])]);
  expect(view).toMatchObject({ gameId: 4, wave: 1, near: 2, request: IDLE, isLoggedIn: true });
  expect(viewOf([wave(1, [])], 0)?.isLoggedIn).toBe(false);
  expect(viewOf([])).toBeNull();
});

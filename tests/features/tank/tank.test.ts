import { readTank, TANK, tankView } from '../../../src/features/tank/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const tank = (fields: Readonly<Record<string, unknown>>) =>
  readTank(
    messageOf('tank-location', { gameId: 4, tankId: 1, x: 10, y: 20, angle: 90, user: { userId: 7, nickname: '小鱼' }, ...fields }).body,
  );

test('S9 S37 a tank stays on the board, turns within a circle, and is removed after 6 s without a message', () => {
  expect(tank({})).toEqual({
    type: 'seen',
    key: '4 1',
    forMs: 6_000,
    item: { gameId: 4, tankId: 1, x: 10, y: 20, angle: 90, userId: 7, name: '小鱼' },
  });
  expect(tank({ x: -1, y: 1_001, angle: 450 })).toMatchObject({ item: { x: 0, y: 1_000, angle: 90 } });
});

test('S9 S37 the board shows the game of the newest message and marks the viewer’s own tank; a guest has none', () => {
  const after = (userId: number, ...events: readonly (readonly [nowMs: number, event: ReturnType<typeof tank>])[]) =>
    tankView(
      events.reduce((state, [nowMs, event]) => TANK.step(state, event, nowMs, { userId })[0], TANK.initial),
      userId,
    );
  expect(after(7)).toBeNull();
  const view = after(7, [0, tank({ gameId: 3 })], [10, tank({})], [20, tank({ tankId: 2, user: { userId: 8, nickname: 'b' } })]);
  expect(view).toMatchObject({ gameId: 4, isLoggedIn: true });
  expect(view?.tanks.map(({ tankId, isMine }) => [tankId, isMine])).toEqual([
    [1, true],
    [2, false],
  ]);
  // A repeated message changes nothing; each move does.
  const [seen] = TANK.step(TANK.initial, tank({}), 0, { userId: 7 });
  expect(TANK.step(seen, tank({}), 10, { userId: 7 })).toEqual([seen]);
  for (const move of [{ x: 11 }, { y: 21 }, { angle: 91 }]) expect(after(7, [0, tank({})], [10, tank(move)])?.tanks).toMatchObject([move]);
  const guest = after(0, [0, tank({ user: { userId: 0, nickname: '' } })]);
  expect([guest?.isLoggedIn, guest?.tanks[0]?.isMine]).toEqual([false, false]);
});

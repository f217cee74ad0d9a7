import { readBuff, SHOOTING, shootingView } from '../../../src/features/shooting/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const buff = (fields: Readonly<Record<string, unknown>>) =>
  readBuff(
    messageOf('shooter-critical-buff', { gameId: 4, user: { userId: 7, nickname: '小鱼' }, rate: 3, durationS: 20, ...fields }).body,
  );

test('S9 S37 a critical hit has a shooter, a limited rate, and the limited duration of the message', () => {
  expect(buff({})).toEqual({ type: 'seen', key: '4 7', forMs: 20_000, item: { gameId: 4, userId: 7, name: '小鱼', rate: 3 } });
  expect([buff({ user: { userId: 0, nickname: 'x' } }), buff({ rate: 0 }), buff({ rate: -2 })]).toEqual([null, null, null]);
  expect(buff({ rate: 500, durationS: 0 })).toMatchObject({ forMs: 10_000, item: { rate: 99 } });
  expect(buff({ durationS: 9_000 })).toMatchObject({ forMs: 120_000 });
});

test('S9 S37 hits are shown with the highest rate first, the time that is left, and the viewer’s own marked', () => {
  const after = (userId: number, ...events: readonly NonNullable<ReturnType<typeof buff>>[]) =>
    shootingView(
      events.reduce((state, event) => SHOOTING.step(state, event, 0, { userId })[0], SHOOTING.initial),
      userId,
      5_000,
    );
  expect(after(7)).toBeNull();
  const view = after(7, buff({})!, buff({ gameId: 5, user: { userId: 8, nickname: 'b' }, rate: 9, durationS: 3 })!);
  expect(view).toMatchObject({ gameId: 5, isLoggedIn: true });
  expect(view?.buffs.map(({ userId, rate, isMine, leftMs }) => [userId, rate, isMine, leftMs])).toEqual([
    [8, 9, false, 0],
    [7, 3, true, 15_000],
  ]);
  expect(after(0, buff({})!)).toMatchObject({ isLoggedIn: false, buffs: [{ isMine: false }] });
});

test('S9 S37 a shooter who was dropped because there are too many is shown again with the next hit', () => {
  const by = (userId: number, rate: number) => buff({ user: { userId, nickname: `n${userId}` }, rate })!;
  const hits = [...Array.from({ length: 7 }, (_, at) => by(at + 1, 2)), by(1, 5)];
  const state = hits.reduce((before, event) => SHOOTING.step(before, event, 0, { userId: 1 })[0], SHOOTING.initial);
  expect(shootingView(state, 1, 0)?.buffs.map(({ userId, rate }) => [userId, rate])).toEqual([
    [1, 5],
    [3, 2],
    [4, 2],
    [5, 2],
    [6, 2],
    [7, 2],
  ]);
});

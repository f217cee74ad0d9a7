import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { numberLucky } from '../../../src/features/number-lucky/mock.ts';
import { room, luckyMachine, luckyView, type LuckyView } from '../../../src/features/number-lucky/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'number-lucky' }, (view) => view as LuckyView);
const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;
const JOIN = { type: 'request', verb: 'join', fields: {} };

test('S9 S37 two viewers take numbers, one is drawn, the winners get their prizes, and the draw ends', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([numberLucky], [mine, other]);
  play.host.command(1, 'number-lucky', 'start');
  await mine.act({ type: 'entry' });
  await mine.act(JOIN);
  expect(mine.view()).toMatchObject({ phase: 'taking', isOpen: true, own: expect.stringMatching(/^\d\d$/) as string, joined: 1 });
  expect(other.view()).toMatchObject({ own: '', joined: 1 });
  const { own } = mine.view()!;
  await mine.act(JOIN);
  expect(mine.view()).toMatchObject({ own, joined: 1, request: { name: 'done' } });
  play.advance(28_000);
  await other.act(JOIN);
  play.advance(2_100);
  // The number of the last participant is drawn.
  expect(other.view()).toMatchObject({ phase: 'drawn', drawn: other.view()!.own, winners: expect.any(Array) as unknown[] });
  expect(other.view()!.winners.filter(({ isMine }) => isMine)).toMatchObject([{ prize: '星河', nickname: '观众0002' }]);
  await mine.act(JOIN);
  expect(mine.view()?.request).toMatchObject({ name: 'failed', text: '现在不能领号' });
  play.advance(15_100);
  expect([mine.view(), other.view(), play.phase('number-lucky')]).toEqual([null, null, null]);
});

test('S37 a late viewer sees the numbers, the winners and the own number; a guest is asked to log in', async () => {
  const [mine, guest] = [viewer(), viewer(0)];
  const play = playFeature([numberLucky], [mine, guest]);
  play.host.command(1, 'number-lucky', 'start');
  await guest.act(JOIN);
  expect(guest.logins()).toBe(1);
  await mine.act(JOIN);
  play.host.command(1, 'number-lucky', 'end');
  const late = viewer();
  play.join(late);
  expect(late.view()).toMatchObject({ phase: 'drawn', own: mine.view()!.own, drawn: mine.view()!.drawn });
  expect(late.view()!.winners.length).toBeGreaterThan(0);
});

test('S37 the number of a viewer who logged out is not that of the next viewer, who can take one', () => {
  const news = { id: 1, version: 1, phase: 'taking', leftMs: 9_000, joined: 1, number: '42', userId: 7 } as const;
  const [mine] = luckyMachine.step(luckyMachine.initial, { type: 'news', news }, 0, { userId: 7 });
  expect(luckyView(mine, 7, 0)?.own).toBe('42');
  const [other] = luckyMachine.step(mine, { type: 'login-changed' }, 0, { userId: 8 });
  expect(luckyView(other, 8, 0)).toMatchObject({ phase: 'taking', own: '' });
  expect(luckyMachine.step(luckyMachine.initial, { type: 'login-changed' }, 0, { userId: 8 })).toEqual([luckyMachine.initial]);
});

test('S37 a draw that is not announced is queried once and then removed; late, doubled and unknown messages change nothing', () => {
  const mine = viewer();
  const lucky = (change: object) =>
    mine.take(sessionPush('number-lucky', { activityId: 1, version: 2, status: 1, leftMs: 5_000, ...change }));
  lucky({});
  const before = mine.view();
  lucky({});
  lucky({ version: 1, status: 2, number: '13' });
  lucky({ version: 3, status: 77 });
  lucky({ version: 3, user: { userId: 5, kugouId: 5, nickname: 'x', richlevel: 1, userLogo: '', mystic: false }, number: '55' });
  mine.take(sessionPush('number-lucky-prize', { activityId: 9, number: '1', prizeName: 'x' }));
  expect(mine.view()).toBe(before);
  mine.clock.advance(5_000 + DUE_GRACE_MS);
  expect(mine.view()).toMatchObject({ isOverdue: true, leftMs: 0 });
  expect(mine.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  mine.clock.advance(DUE_OVERDUE_MS);
  expect(mine.view()).toBeNull();
  lucky({ version: 2 });
  expect(mine.view()).toBeNull();
  expect(mine.clock.timers()).toBe(0);
});

/** Prizes of the activity 1 for a viewer. */
const winnersOf = (mine: ReturnType<typeof viewer>) => (userId: number, number: string) =>
  mine.take(
    sessionPush('number-lucky-prize', {
      activityId: 1,
      number,
      prizeName: '星河',
      num: 1,
      user: { userId, kugouId: 0, nickname: `v${userId}`, richlevel: 1, userLogo: '', mystic: false },
    }),
  );

test('S37 prizes that come first show their activity as drawn, each once, and stay when it is announced', () => {
  const mine = viewer();
  const win = winnersOf(mine);
  for (const [userId, number] of [
    [1, '13'],
    [1, '13'],
    [1, '14'],
    [2, '13'],
  ] as const)
    win(userId, number);
  expect(mine.view()).toMatchObject({ phase: 'drawn', joined: 0, drawn: '', own: '' });
  mine.take(sessionPush('number-lucky', { activityId: 1, version: 1, status: 2, leftMs: 9_000, number: '13' }));
  expect(mine.view()!.winners.map(({ userId, number }) => [userId, number])).toEqual([
    [1, '13'],
    [1, '14'],
    [2, '13'],
  ]);
});

test('S37 with more winners than are listed the viewer still sees the own prize, once', () => {
  const mine = viewer();
  const win = winnersOf(mine);
  mine.take(sessionPush('number-lucky', { activityId: 1, version: 1, status: 2, leftMs: 9_000, number: '13' }));
  for (let at = 1; at <= 21; at++) win(at, '13');
  expect(mine.view()!.winners.map(({ userId }) => userId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  for (const userId of [mine.userId, mine.userId, 22]) win(userId, '13');
  expect(mine.view()!.winners).toHaveLength(20);
  expect(mine.view()!.winners.filter(({ isMine }) => isMine)).toMatchObject([{ prize: '星河' }]);
});

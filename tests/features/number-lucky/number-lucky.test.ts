import { expect, test } from 'vitest';
import { numberLucky } from '../../../src/features/number-lucky/mock.ts';
import { room, luckyMachine, luckyView, type LuckyView } from '../../../src/features/number-lucky/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'number-lucky' }, (view) => view as LuckyView);
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

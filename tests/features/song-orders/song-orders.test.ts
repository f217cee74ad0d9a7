import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import type { OrdersView } from '../../../src/core/room/feature/orders.ts';
import { songOrders } from '../../../src/features/song-orders/mock.ts';
import { room, type SongStatus } from '../../../src/features/song-orders/room.ts';
import { featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'song-orders' }, (view) => view as OrdersView<SongStatus>);
const request = (verb: string, orderId: string) => ({ type: 'request', verb, orderId, fields: {} });

test('S9 S37 a song is queued, accepted, sung and finished; both viewers see it, and only its own viewer is notified', async () => {
  const [mine, other] = [viewer(), viewer(7)];
  const play = playFeature([songOrders], [mine, other]);
  await mine.act({ type: 'entry' });
  await mine.act(request('request', 'offer-0'));
  expect(mine.view()?.rows).toMatchObject([{ title: '星光', isMine: true, position: 1, status: 'wished' }]);
  expect(mine.view()?.offers[0]).toMatchObject({ title: '星光', note: '小喵Momo', coin: 100 });
  expect(other.view()?.rows).toMatchObject([{ isMine: false, nickname: '观众0001', note: '' }]);
  // A repeated order, and one that is not offered, are refused, each with a text.
  for (const offer of ['offer-0', 'offer-99']) {
    await mine.act(request('request', offer));
    expect(mine.view()?.request).toMatchObject({ name: 'failed', text: expect.stringMatching(/./) as string });
  }
  for (const [ms, status] of [
    [4_100, 'accepted'],
    [3_000, 'singing'],
  ] as const) {
    play.advance(ms);
    expect(mine.view()).toMatchObject({ current: { status, isMine: true }, news: { status, title: '星光' } });
    await mine.act({ type: 'seen', id: mine.view()!.news!.id });
  }
  play.advance(25_000);
  expect(mine.view()).toMatchObject({ current: { status: 'sung' }, news: null });
  expect(other.view()?.news).toBeNull();
  play.host.dispose();
});

test('S9 S37 the star accepts, sings and refuses songs; other statuses and orders without an id are ignored', async () => {
  const [star, mine] = [viewer(STAR_ID), viewer()];
  const play = playFeature([songOrders], [star, mine]);
  for (const offer of ['offer-0', 'offer-1']) await mine.act(request('request', offer));
  const [first, second] = star.view()!.rows;
  expect(first?.verbs).toEqual(['accept', 'refuse']);
  expect(mine.view()?.rows[0]?.verbs).toEqual([]);
  for (const [verb, order, status] of [
    ['accept', first, 'accepted'],
    ['start', first, 'singing'],
    ['refuse', second, 'refused'],
    ['finish', first, 'sung'],
  ] as const) {
    await star.act(request(verb, order!.orderId));
    expect(mine.view()?.rows.find(({ orderId }) => orderId === order!.orderId)?.status).toBe(status);
  }
  play.host.dispose();
  const before = mine.view();
  for (const bad of [{ orderId: 'x', status: 77 }, { orderId: 'x', status: 0 }, { status: 1 }])
    mine.take(sessionPush('song-order', { songName: 's', ...bad }));
  expect(mine.view()).toBe(before);
  // The singer helps to choose a song; in the queue the song's name is enough.
  mine.take(sessionPush('song-order', { orderId: 'y', version: 1, status: 1, songName: 's', singerName: '阿澈' }));
  expect(mine.view()?.rows.find(({ orderId }) => orderId === 'y')).toMatchObject({ title: 's', note: '' });
});

import { expect, test } from 'vitest';
import { type SessionPush } from '../../../mocks/sessions/session.ts';
import { createSessionHost } from '../../../mocks/sessions/session-host.ts';
import { createDecisionLog } from '../../../src/player/base/decision-log.ts';
import { createRunner } from '../../../src/player/base/machine.ts';
import { songOrders } from '../../../src/features/song-orders/mock.ts';
import {
  readList,
  readOrder,
  waitingOf,
  withOrder,
  type Order,
  type SongList,
  songOrdersMachine,
  songOrdersView,
  type SongOrdersEffect,
} from '../../../src/features/song-orders/room.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';

/** Repeated here, so that a change of the limits fails a test. */
const LIST_MS = 6_000;
const SONG_GRACE_MS = 3_000;

const ME = { userId: 880_001, nickname: '观众0001', isStar: false };
const STAR = { userId: 91_001, nickname: '小喵Momo', isStar: true };

function watch(userId = ME.userId) {
  const clock = manualClock();
  const effects: SongOrdersEffect[] = [];
  const runner = createRunner(songOrdersMachine, {
    clock,
    decisions: createDecisionLog(),
    context: () => ({ userId }),
    execute: (effect) => void effects.push(effect),
  });
  return {
    clock,
    effects,
    runner,
    take({ name, body }: SessionPush) {
      if (name === 'song-order-list')
        runner.send({ type: 'list', list: readList({ roomId: 0, ...body } as BodyOfMessage<'song-order-list'>, 0) });
      const order = name === 'song-order' ? readOrder(body as BodyOfMessage<'song-order'>) : null;
      if (order !== null) runner.send({ type: 'order', order });
    },
    view: () => songOrdersView(runner.state(), { userId, isStar: false }, clock.nowMs()),
  };
}
type Room = ReturnType<typeof watch>;

function played(viewers: readonly Room[], deliver: (viewer: Room, push: SessionPush) => void = (viewer, push) => viewer.take(push)) {
  const clock = manualClock();
  const host = createSessionHost([songOrders], {
    clock,
    onStatus: () => undefined,
    push: (push) => viewers.forEach((viewer) => deliver(viewer, push)),
  });
  return {
    host,
    request: (songId: unknown, viewer = ME) => host.call(1, 'song-orders', { verb: 'request', fields: { songId } }, viewer),
    decide: (orderId: string, as: string, viewer = STAR) =>
      host.call(1, 'song-orders', { verb: 'decide', fields: { orderId, as } }, viewer),
    advance(ms: number) {
      for (let left = ms; left > 0; left -= 100) {
        clock.advance(100);
        for (const viewer of viewers) viewer.clock.advance(100);
      }
    },
  };
}

test('S9 S37 an order is queued, accepted, sung and finished; both viewers see it, and only its own viewer is notified', () => {
  const [mine, other] = [watch(), watch(7)];
  const play = played([mine, other]);
  expect(play.request(1).code).toBe(0);
  mine.runner.send({ type: 'entry' });
  other.runner.send({ type: 'entry' });
  expect(mine.view()?.waiting).toMatchObject([{ songName: '星光', isMine: true, position: 1, status: 'wished' }]);
  expect(other.view()?.waiting).toMatchObject([{ isMine: false, nickname: '观众0001' }]);
  // A repeated order, one that is not offered, and one without a login are refused, each with a text.
  for (const answer of [play.request(1), play.request(99), play.request('1'), play.request(2, { ...ME, userId: 0 })])
    expect(answer).toMatchObject({ code: expect.any(Number) as number, msg: expect.stringMatching(/./) as string });

  play.advance(4_100);
  expect(mine.view()).toMatchObject({ singing: null, news: { fate: 'accepted', songName: '星光' } });
  expect(other.view()?.news).toBeNull();
  mine.runner.send({ type: 'seen', id: mine.view()?.news?.id ?? '' });
  expect(mine.view()?.news).toBeNull();
  play.advance(3_000);
  expect(mine.view()).toMatchObject({ singing: { songName: '星光', isMine: true }, news: { fate: 'singing' } });
  play.advance(25_000);
  expect(mine.view()?.singing ?? null).toBeNull();
  play.host.dispose();
});

test('S37 a repeated message about the current song adds the time that the list did not contain, and a later one changes nothing', () => {
  const viewer = watch();
  const singing: Order = { ...ORDER, status: 'singing' };
  viewer.runner.send({ type: 'list', list: { version: 1, isOpen: true, offers: [], orders: [singing] } });
  viewer.runner.send({ type: 'order', order: { ...singing, leftMs: 5_000 } });
  expect(viewer.view()?.singing?.leftMs).toBe(5_000);
  viewer.clock.advance(1_000);
  viewer.runner.send({ type: 'order', order: { ...singing, leftMs: 5_000 } });
  expect(viewer.view()?.singing?.leftMs).toBe(4_000);
  viewer.clock.advance(4_000 + SONG_GRACE_MS);
  expect(viewer.view()?.singing ?? null).toBeNull();
  expect(viewer.effects).toHaveLength(1);
});

test('S37 a list without the remaining time of the current song keeps the end that is known', () => {
  const viewer = watch();
  const listOf = (version: number, leftMs: number): SongList => ({
    version,
    isOpen: true,
    offers: [],
    orders: [{ ...ORDER, status: 'singing', leftMs }],
  });
  viewer.runner.send({ type: 'list', list: listOf(1, 5_000) });
  viewer.clock.advance(2_000);
  viewer.runner.send({ type: 'list', list: listOf(2, 0) });
  expect(viewer.view()?.singing?.leftMs).toBe(3_000);
  viewer.runner.send({ type: 'list', list: listOf(3, 4_000) });
  expect(viewer.view()?.singing?.leftMs).toBe(4_000);
  viewer.clock.advance(4_000);
  viewer.runner.send({ type: 'list', list: listOf(4, 0) });
  viewer.clock.advance(SONG_GRACE_MS);
  expect(viewer.view()?.singing ?? null).toBeNull();
  // A song of unknown length is not prolonged by each list either.
  const long = watch();
  for (let version = 1; version <= 90; version++) {
    long.runner.send({ type: 'list', list: listOf(version, 0) });
    long.clock.advance(10_000);
  }
  long.clock.advance(SONG_GRACE_MS);
  expect(long.view()?.singing ?? null).toBeNull();
});

test('S37 a missing list is shown as failed, and requested again', () => {
  const viewer = watch();
  viewer.runner.send({ type: 'entry' });
  expect(viewer.view()).toMatchObject({ isOpen: true, load: 'loading' });
  viewer.clock.advance(LIST_MS);
  expect(viewer.view()?.load).toBe('failed');
  viewer.runner.send({ type: 'entry' });
  expect(viewer.effects.length).toBe(2);
  viewer.runner.send({ type: 'list', list: { version: 1, isOpen: true, offers: [], orders: [] } });
  expect(viewer.view()?.load).toBe('idle');
});

const ORDER: Order = {
  orderId: '1',
  status: 'wished',
  songName: '星光',
  singerName: '',
  coin: 100,
  userId: 5,
  nickname: 'a',
  leftMs: 0,
};

test('S37 a full list drops an order that is over, else the last waiting one, and never the song on the stage', () => {
  const orderOf = (orderId: string, status: Order['status'] = 'wished'): Order => ({ ...ORDER, orderId, status });
  const waiting = Array.from({ length: 50 }, (_, at) => orderOf(`w${at}`));
  const full: SongList = { version: 1, isOpen: true, offers: [], orders: waiting };
  const idsWith = (list: SongList, order: Order, ownId = 0) => withOrder(list, order, ownId).orders.map(({ orderId }) => orderId);
  const ids = waiting.map(({ orderId }) => orderId);
  expect(idsWith(full, orderOf('late'))).toEqual(ids);
  expect(idsWith(full, orderOf('now', 'singing'))).toEqual(['now', ...ids.slice(0, -1)]);
  const sung = { ...full, orders: waiting.with(3, orderOf('w3', 'sung')).with(7, orderOf('w7', 'refused')) };
  expect(idsWith(sung, orderOf('late'))).toEqual([...ids.filter((id) => id !== 'w3'), 'late']);
  // The viewer's own order is never the one that is dropped, wherever it waits.
  const mine = { ...orderOf('mine'), userId: 9 };
  expect(idsWith(full, mine, 9)).toEqual([...ids.slice(0, -1), 'mine']);
  expect(idsWith({ ...full, orders: waiting.with(49, mine) }, orderOf('late'), 9)).toEqual([...ids.slice(0, -1), 'mine']);
  const user = { userId: 9, kugouId: 9, nickname: 'n', richlevel: 1, userLogo: '', mystic: false };
  const body = { status: 1, songName: 's', singerName: '', coin: 1, leftMs: 0, user };
  const sent = Array.from({ length: 80 }, (_, at) => ({ ...body, orderId: `s${at}`, user: at === 70 ? user : null }));
  const read = readList({ roomId: 1, version: 1, isOpen: true, orders: sent, offers: [] }, 9).orders;
  expect([read.length, read.at(-1)?.orderId]).toEqual([51, 's70']);
});

test('S37 orders only move forward, accepted ones are sung first, and unknown or duplicate ones are dropped', () => {
  const list = (orders: readonly Order[]): SongList => ({ version: 1, isOpen: true, offers: [], orders });
  const sung = list([{ ...ORDER, status: 'sung' }]);
  expect(withOrder(sung, { ...ORDER, status: 'accepted' }, 0)).toBe(sung);
  expect(withOrder(list([ORDER]), { ...ORDER, status: 'accepted' }, 0).orders[0]?.status).toBe('accepted');
  expect(withOrder(list([]), { ...ORDER, status: 'refused' }, 0).orders).toEqual([]);
  expect(waitingOf(list([ORDER, { ...ORDER, orderId: '2', status: 'accepted' }])).map(({ orderId }) => orderId)).toEqual(['2', '1']);

  const body = { orderId: '1', status: 1, songName: '&lt;b&gt;', singerName: '', coin: -5, user: null, leftMs: -1 };
  expect(readOrder(body)).toMatchObject({ songName: '<b>', coin: 0, leftMs: 0, userId: 0 });
  for (const bad of [
    { ...body, status: 77 },
    { ...body, orderId: '' },
  ])
    expect(readOrder(bad)).toBeNull();
  const read = readList({ roomId: 1, version: 3, isOpen: true, orders: Array.from({ length: 200 }, () => body), offers: [] }, 0);
  expect(read.orders.length).toBe(1);
});

test('S37 a song list that is closed and opened again does not order a song twice while the first request is pending', () => {
  const { runner, effects, view } = watch();
  const order = { type: 'order-song', songId: 7 } as const;
  for (const event of [{ type: 'entry' }, order, { type: 'close' }, { type: 'entry' }, order] as const) runner.send(event);
  expect(effects.filter(({ type }) => type === 'call')).toHaveLength(1);
  runner.send({ type: 'answered', refusal: '星币不足' });
  expect(view()?.request).toEqual({ name: 'failed', what: '7', text: '星币不足' });
});

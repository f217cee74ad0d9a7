import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import type { OrdersView } from '../../../src/core/room/feature/orders.ts';
import { danceOrders } from '../../../src/features/dance-orders/mock.ts';
import { room, type DanceStatus } from '../../../src/features/dance-orders/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

type View = OrdersView<DanceStatus>;
const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'dance-orders' }, (view) => view as View);

test('S9 S37 a dance is queued, announced, danced and scored, one at a time, and its viewer is notified each time', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([danceOrders], [mine, other]);
  await mine.act({ type: 'request', verb: 'request', orderId: 'offer-0', fields: {} });
  await other.act({ type: 'request', verb: 'request', orderId: 'offer-1', fields: {} });
  expect(mine.view()?.rows.map(({ status, position, isMine }) => [status, position, isMine])).toEqual([
    ['queued', 1, true],
    ['queued', 2, false],
  ]);
  play.advance(4_100);
  expect(mine.view()).toMatchObject({ news: { status: 'reminded', title: '极乐净土' } });
  await mine.act({ type: 'seen', id: mine.view()!.news!.id });
  play.advance(5_000);
  expect(mine.view()).toMatchObject({ current: { status: 'dancing', isMine: true }, waiting: 1, news: { status: 'dancing' } });
  await mine.act({ type: 'seen', id: mine.view()!.news!.id });
  play.advance(20_100);
  const scored = mine.view()!.rows.find(({ isMine }) => isMine);
  expect(scored?.status).toBe('scored');
  expect(scored?.score).toBeGreaterThan(80);
  expect(other.view()?.current).toMatchObject({ status: 'dancing', isMine: true });
  await other.act({ type: 'request', verb: 'cancel', orderId: other.view()!.current!.orderId, fields: {} });
  expect(other.view()?.request).toMatchObject({ name: 'failed' });
});

test('S37 a reminder contains the remaining wait, and a cancelled dance is refunded', async () => {
  const mine = viewer();
  mine.take(sessionPush('dance-order-remind-wait', { orderId: 'r', title: 'x', waitS: 7, version: 1 }));
  expect(mine.view()?.current).toMatchObject({ status: 'reminded', leftMs: 7_000 });
  mine.take(sessionPush('dance-order-remind-wait', { orderId: 'r', title: 'x', leftMs: 3_000, waitS: 7, version: 2 }));
  expect(mine.view()?.current).toMatchObject({ leftMs: 3_000 });
  const play = playFeature([danceOrders], [mine]);
  await mine.act({ type: 'request', verb: 'request', orderId: 'offer-3', fields: {} });
  const { orderId } = mine.view()!.rows.find(({ isMine }) => isMine)!;
  await mine.act({ type: 'request', verb: 'cancel', orderId, fields: {} });
  expect(mine.view()?.news).toMatchObject({ status: 'refunded', title: '爵士编舞' });
  play.host.dispose();
});

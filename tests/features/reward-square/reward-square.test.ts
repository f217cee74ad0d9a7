import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import type { OrdersView } from '../../../src/core/room/feature/orders.ts';
import { rewardSquare } from '../../../src/features/reward-square/mock.ts';
import { room, type SquareStatus } from '../../../src/features/reward-square/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

type View = OrdersView<SquareStatus>;
const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'reward-square' }, (view) => view as View);
const request = (verb: string, orderId: string, fields = {}) => ({ type: 'request', verb, orderId, fields });

test('S9 S37 an ordered service proceeds through its states to its evaluation', async () => {
  const mine = viewer();
  const play = playFeature([rewardSquare], [mine]);
  await mine.act({ type: 'entry' });
  expect(mine.view()?.offers.map(({ title, note }) => [title, note])).toContainEqual(['合唱一首', '连线合唱一首歌']);
  await mine.act(request('request', 'offer-1'));
  const seen: (string | undefined)[] = [];
  for (let second = 0; second < 80; second++) {
    const status = mine.view()?.current?.status;
    if (status !== seen.at(-1)) seen.push(status);
    if (status === 'completed') await mine.act(request('evaluate', mine.view()!.current!.orderId, { stars: 5, words: '' }));
    play.advance(1_000);
  }
  expect(seen).toEqual(['created', 'accepted', 'reminded', 'started', 'completed', 'evaluated', undefined]);
});

test('S9 a general message of the square has to contain its status, and an earlier status changes nothing', () => {
  const mine = viewer();
  const order = { orderId: '1', title: 'x', version: 0 };
  mine.take(sessionPush('reward-square-order', order));
  expect(mine.view()).toBeNull();
  mine.take(sessionPush('reward-square-evaluate', order));
  mine.take(sessionPush('reward-square-order', { ...order, status: 1 }));
  expect(mine.view()?.rows[0]?.status).toBe('evaluated');
});

import { expect, test } from 'vitest';
import type { OrdersView } from '../../../src/core/room/feature/orders.ts';
import { rewardChallenge } from '../../../src/features/reward-challenge/mock.ts';
import { room, type ChallengeStatus } from '../../../src/features/reward-challenge/room.ts';
import { featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';

type View = OrdersView<ChallengeStatus>;
const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'reward-challenge' }, (view) => view as View);
const request = (verb: string, orderId: string, fields = {}) => ({ type: 'request', verb, orderId, fields });

test('S9 S37 a challenge is offered, accepted, supported by two viewers, completed, and evaluated with stars and text', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([rewardChallenge], [mine, other]);
  await mine.act({ type: 'entry' });
  expect(mine.view()?.offers.map(({ coin }) => coin)).toEqual([200, 300, 500]);
  await mine.act(request('request', 'offer-0'));
  await mine.act(request('request', 'offer-0'));
  expect(mine.view()?.request).toMatchObject({ name: 'failed', text: '你已经点过了，请等它完成' });
  const orderId = mine.view()!.rows[0]!.orderId;
  expect(mine.view()?.current).toMatchObject({ status: 'offered', isMine: true, verbs: ['cancel'] });
  expect(other.view()?.current).toMatchObject({ status: 'offered', isMine: false, verbs: [], nickname: '观众0001' });

  play.advance(5_100);
  expect(mine.view()).toMatchObject({ current: { status: 'running', goal: 8 }, news: { status: 'running' } });
  await other.act(request('cheer', orderId));
  await mine.act(request('cheer', orderId));
  expect(mine.view()!.current!.score).toBeGreaterThanOrEqual(2);
  for (let cheers = 0; cheers < 8; cheers++) await other.act(request('cheer', orderId));
  expect(mine.view()?.current).toMatchObject({ status: 'complete', verbs: ['evaluate'] });
  await other.act(request('evaluate', orderId, { stars: 1, words: 'x' }));
  expect(other.view()?.request).toMatchObject({ name: 'failed' });
  await mine.act(request('evaluate', orderId, { stars: 9, words: '好' }));
  expect(mine.view()?.request).toMatchObject({ text: '评价失败' });
  await mine.act(request('evaluate', orderId, { stars: 4, words: '好听' }));
  for (const seen of [mine, other]) expect(seen.view()?.current).toMatchObject({ status: 'evaluated', score: 4, note: '好听' });
  play.advance(13_000);
  expect(other.view()).toBeNull();
  expect(play.phase('reward-challenge')).toBeNull();
});

test('S37 a challenge that is not reached in time or refused by the star is refunded, and its viewer is notified', async () => {
  const [mine, star] = [viewer(), viewer(STAR_ID)];
  const play = playFeature([rewardChallenge], [mine, star]);
  await mine.act(request('request', 'offer-2'));
  await mine.act(request('request', 'offer-1'));
  const [first, second] = star.view()!.rows;
  expect(first?.verbs).toEqual(['start', 'refuse']);
  await mine.act(request('refuse', second!.orderId));
  expect(mine.view()?.request).toMatchObject({ name: 'failed', text: '仅主播可操作' });
  await star.act(request('refuse', second!.orderId));
  expect(mine.view()?.news).toMatchObject({ status: 'refunded', title: '用方言唱一段' });
  await mine.act({ type: 'seen', id: mine.view()!.news!.id });
  await star.act(request('start', first!.orderId));
  play.advance(41_000);
  expect(mine.view()?.rows.find(({ orderId }) => orderId === first!.orderId)?.status).toBe('refunded');
});

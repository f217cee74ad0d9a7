import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import type { OrdersView } from '../../../src/core/room/feature/orders-view.ts';
import { rewardSquare } from '../../../src/features/reward-square/mock.ts';
import { room } from '../../../src/features/reward-square/room.ts';
import type { SquareStatus } from '../../../src/features/reward-square/rules.ts';
import { disorder, featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';
import { seeded } from '../../seeded.ts';

type View = OrdersView<SquareStatus>;
const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'reward-square' }, (view) => view as View);
const ask = (verb: string, orderId: string, fields = {}) => ({ type: 'ask', verb, orderId, fields });

test('S9 S37 an ordered service proceeds through its states to its evaluation', async () => {
  const mine = viewer();
  const play = playFeature([rewardSquare], [mine]);
  await mine.act({ type: 'entry' });
  expect(mine.view()?.offers.map(({ title, note }) => [title, note])).toContainEqual(['合唱一首', '连线合唱一首歌']);
  await mine.act(ask('request', 'offer-1'));
  const seen: (string | undefined)[] = [];
  for (let second = 0; second < 80; second++) {
    const status = mine.view()?.current?.status;
    if (status !== seen.at(-1)) seen.push(status);
    if (status === 'completed') await mine.act(ask('evaluate', mine.view()!.current!.orderId, { stars: 5, words: '' }));
    play.advance(1_000);
  }
  expect(seen).toEqual(['created', 'accepted', 'reminded', 'started', 'completed', 'evaluated', undefined]);
});

test('S37 the star accepts, starts and ends an order, refuses another, and cannot repeat an action', async () => {
  const [mine, star] = [viewer(), viewer(STAR_ID)];
  const play = playFeature([rewardSquare], [mine, star]);
  await mine.act(ask('request', 'offer-0'));
  await mine.act(ask('request', 'offer-2'));
  const [first, second] = star.view()!.rows.map(({ orderId }) => orderId);
  for (const verb of ['accept', 'start', 'finish']) await star.act(ask(verb, first!));
  expect(star.view()?.ask).toMatchObject({ name: 'done', what: 'finish reward-square-1' });
  expect(mine.view()?.current).toMatchObject({ status: 'completed', verbs: ['evaluate'] });
  await star.act(ask('refuse', second!));
  expect(mine.view()?.rows.find(({ orderId }) => orderId === second)?.status).toBe('refused');
  await star.act(ask('accept', second!));
  expect(star.view()?.ask).toMatchObject({ name: 'failed', text: '状态已经变了' });
  play.host.dispose();
});

test('S9 each message of the square implies its status if the field is empty; the general one has to contain it', () => {
  const mine = viewer();
  const order = { orderId: '1', title: 'x', version: 0 };
  mine.take(sessionPush('reward-square-order', order));
  expect(mine.view()).toBeNull();
  for (const [name, status] of [
    ['reward-square-create', 'created'],
    ['reward-square-accept', 'accepted'],
    ['reward-square-remind', 'reminded'],
    ['reward-square-start', 'started'],
    ['reward-square-complete', 'completed'],
    ['reward-square-evaluate', 'evaluated'],
  ] as const) {
    mine.take(sessionPush(name, order));
    expect(mine.view()?.rows[0]?.status).toBe(status);
  }
  mine.take(sessionPush('reward-square-order', { ...order, status: 1 }));
  expect(mine.view()?.rows[0]?.status).toBe('evaluated');
});

test('S37 orders of the square with lost, doubled and reordered messages all settle', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const [good, bad] = [viewer(), viewer(880_002)];
    const shuffle = disorder(seeded(seed));
    const play = playFeature([rewardSquare], [good, bad], (to, push) => (to === bad ? shuffle(to, push) : to.take(push)));
    play.host.command(1, 'reward-square', 'start');
    play.advance(18_000);
    expect(good.view()?.current?.status).toBe('started');
    play.advance(250_000);
    expect([good.view(), bad.view(), play.phase('reward-square')]).toEqual([null, null, null]);
    expect([...good.errors, ...bad.errors]).toEqual([]);
  }
});

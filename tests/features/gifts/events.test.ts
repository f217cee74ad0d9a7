import { beforeAll, expect, test } from 'vitest';
import { gifts } from '../../../src/features/gifts/mock.ts';
import { loadAllFeatures, openRoom } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

test('S33 each action of a viewer is reported to the stats worker as its event, and a gift when it is sent', async () => {
  const place = { userId: 7, nickname: '我', roomId: 1_001, starId: 77, starName: '林听夏', nowMs: 0, scenario: '' };
  const answerOf = (method: string, path: string, body: object | null = null): unknown =>
    gifts.answer(gifts.begin(), { method, path, body }, place)?.body;
  const answers = { '/gift/list': answerOf('GET', 'list'), '/gift/wallet': answerOf('GET', 'wallet'), '/gift/send': new Error('lost') };
  const room = openRoom({ cookie: 'fx_userid=7; fx_token=t', answers });
  await room.settle();
  room.page.deliver({ type: 'player-action', action: { type: 'set-muted', muted: true } });
  room.act({ type: 'feature', feature: 'gifts', action: { type: 'entry' } });
  await room.settle(100);
  room.act({ type: 'close-toast', id: 1 });
  const request = { giftId: 101, count: 10, from: 'coins', receiverId: 77, letter: '' };
  room.act({ type: 'feature', feature: 'gifts', action: { type: 'send', request } });
  // The order is sent again because its answer was lost; it is still one gift.
  for (let time = 0; time < 10; time++) await room.settle(2_000);
  expect(room.askedFor('/gift/send').length).toBeGreaterThan(1);
  const events = room.reported('analytics').map(({ event }) => `${event.evid} ${event.detail ?? ''}`);
  expect(events).toEqual(['player_mute on', 'panel_open gifts', 'gift_send 101 x10']);
});

test('S21 a wallet that arrives after another viewer has signed in is not shown', async () => {
  let answer: (wallet: object) => void = () => undefined;
  const asked: object[] = [];
  const wallet = (): Promise<object> => {
    asked.push({});
    return asked.length === 1 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(new Error('offline') as object);
  };
  const room = openRoom({ cookie: 'fx_userid=7; fx_token=t', answers: { '/gift/list': new Error('offline'), '/gift/wallet': wallet } });
  await room.settle();
  room.act({ type: 'feature', feature: 'gifts', action: { type: 'entry' } });
  await room.settle(100);
  expect(asked).toHaveLength(1);
  room.act({ type: 'login', userId: 8, token: 'u', nickname: '别人' });
  await room.settle(100);
  answer({ code: 0, data: { balance: 900, isGuard: false, bag: [] } });
  await room.settle(100);
  expect(room.view().features['gifts']).toMatchObject({ view: { wallet: null } });
});

import { beforeAll, expect, test, vi } from 'vitest';
import { gifts } from '../../../src/features/gifts/mock.ts';
import { loadAllFeatures, openedRoom, liveInfo } from '../../workers/room/harness.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { type GiftsView } from '../../../src/features/gifts/rules.ts';
import { messageOf } from '../../message-of.ts';
import { STAR_ID, VIEWER, type Login } from '../../wires/people.ts';
import { visit } from '../../wires/visit.ts';
import { GIFT, GIFT_ANSWERS } from './rows.ts';

beforeAll(loadAllFeatures);

test('S33 each action of a viewer is reported to the stats worker as its event, and a gift when it is sent', async () => {
  const place = { userId: 7, nickname: '我', roomId: 1_001, starId: 77, starName: '林听夏', nowMs: 0, scenario: '' };
  const answerOf = (method: string, path: string, body: object | null = null): unknown =>
    gifts.answer(gifts.begin(0), { method, path, body }, place)?.body;
  const answers = { '/gift/list': answerOf('GET', 'list'), '/gift/wallet': answerOf('GET', 'wallet'), '/gift/send': new Error('lost') };
  const room = await openedRoom({ cookie: 'fx_userid=7; fx_token=t', answers }, 0);
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
  const sent = room.asked.flatMap(({ url, init }) => (/gift/.test(url.pathname) ? [`${init.method} ${url.pathname}${url.search}`] : []));
  expect(new Set(sent)).toEqual(new Set(['GET /gift/list?roomId=1001', 'GET /gift/wallet', 'POST /gift/send']));
  expect(room.reported('failure').map(({ code }) => code)).toContain('HTTP_NETWORK');
});

test.each([
  ['{"giftId":101,"name":"玫瑰","price":1}', true],
  ['{"giftId":101}', false],
  ['{', false],
])('S21 the gift of the last visit, stored as %s, is offered again: %s', async (value, isOffered) => {
  const room = await openedRoom({
    cookie: 'fx_userid=5; fx_token=t',
    storage: { 'footlight.gifts.last': JSON.stringify({ value, untilMs: null }) },
  });
  room.act({ type: 'feature', feature: 'gifts', action: { type: 'close' } });
  await room.settle(40);
  const shown = JSON.stringify(room.view().features['gifts'] ?? null);
  expect(shown.includes('"quick":{"id":101')).toBe(isOffered);
});

test('S21 a wallet that arrives after another viewer has signed in is not shown', async () => {
  let answer: (wallet: object) => void = () => undefined;
  const asked: object[] = [];
  const wallet = (): Promise<object> => {
    asked.push({});
    return asked.length === 1 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(new Error('offline') as object);
  };
  const room = await openedRoom(
    { cookie: 'fx_userid=7; fx_token=t', answers: { '/gift/list': new Error('offline'), '/gift/wallet': wallet } },
    0,
  );
  room.act({ type: 'feature', feature: 'gifts', action: { type: 'entry' } });
  await room.settle(100);
  expect(asked).toHaveLength(1);
  room.act({ type: 'login', userId: 8, token: 'u', nickname: '别人' });
  await room.settle(100);
  answer({ code: 0, data: { balance: 900, isGuard: false, bag: [] } });
  await room.settle(100);
  expect(room.view().features['gifts']).toMatchObject({ view: { wallet: null } });
});

/** The part of the gift shop in the room worker: which answers are taken, and what is reported. */

async function shop(answers: Readonly<Record<string, unknown>>) {
  const room = await openedRoom({
    cookie: 'fx_userid=5; fx_token=t',
    answers: { '/info': liveInfo({ room: { starId: STAR_ID } }), ...GIFT_ANSWERS, ...answers },
  });
  const act = async (action: object): Promise<void> => {
    room.act({ type: 'feature', feature: 'gifts', action });
    await room.settle(40);
  };
  const wallet = (): GiftsView['wallet'] => {
    const shown = room.view().features['gifts'];
    return shown?.name === 'shown' ? (shown.view as GiftsView).wallet : null;
  };
  await act({ type: 'entry' });
  return { ...room, act, wallet };
}

test('S21 a wallet that could not be loaded is shown as failed, and is requested again by the viewer', async () => {
  let wallet: unknown = new Error('no network');
  const room = await shop({ '/gift/wallet': () => wallet });
  const shown = () => (room.view().features['gifts'] as { readonly view: GiftsView }).view;
  expect(shown()).toMatchObject({ wallet: null, hasWalletFailed: true });
  await room.act({ type: 'retry-wallet' });
  expect(room.askedFor('/gift/wallet')).toHaveLength(2);
  wallet = GIFT_ANSWERS['/gift/wallet'];
  await room.act({ type: 'retry-wallet' });
  expect(shown()).toMatchObject({ wallet: { balance: 900 }, hasWalletFailed: false });
  // A known wallet stays while a later request fails.
  wallet = { code: 5 };
  await room.act({ type: 'close' });
  await room.act({ type: 'entry' });
  expect(room.wallet()).toMatchObject({ balance: 900 });
});

const GIFTS = FEATURES.find(({ name }) => name === 'gifts')!;
const EVERYWHERE = { ...GIFTS, wakes: ['room-start' as const] };

test.each([
  ['https://pay.test/coins?from=room', 'https://pay.test/coins?from=room'],
  [undefined, 'https://frames.test/recharge/index.html'],
  ['http://pay.test/', 'https://frames.test/recharge/index.html'],
  ['see https://pay.test/', 'https://frames.test/recharge/index.html'],
  ['https://pay.test/ then', 'https://frames.test/recharge/index.html'],
  [['https://pay.test/'], 'https://frames.test/recharge/index.html'],
])('S21 with the recharge address %j in the config the page that opens is %s', async (rechargeUrl, url) => {
  const { part, context, page } = await visit(EVERYWHERE, { answers: { '/config': { rechargeUrl } } });
  part.execute({ type: 'open-recharge' } as never, context()!, () => undefined);
  expect(page.posted.filter(({ type }) => type === 'open')).toEqual([{ type: 'open', url }]);
});

test('S21 only the viewer’s own gift with the id of its combo is an echo', async () => {
  const echo = async (login: Login | null, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { part, context } = await visit(EVERYWHERE, { login });
    const spy = vi.spyOn(part.machine, 'step');
    const instance = part.create(context()!, { show: () => undefined, onError: () => undefined });
    spy.mockClear();
    instance.onMessage(messageOf('gift', body));
    const events = spy.mock.calls.map((call) => call[1]);
    spy.mockRestore();
    instance.dispose();
    return events;
  };
  const own = { senderid: VIEWER.userId, comboId: 'c-1', comboSum: 4 };
  expect(await echo(VIEWER, own)).toEqual([{ type: 'echo', comboId: 'c-1', sum: 4 }]);
  expect(await echo(VIEWER, { ...own, senderid: 9 })).toEqual([]);
  expect(await echo(VIEWER, { ...own, comboId: '' })).toEqual([]);
  expect(await echo(null, { ...own, senderid: 0 })).toEqual([]);
});

test('S21 a gift list reports the number of its bad rows, and a good one nothing', async () => {
  const good = { giftId: 5, name: '花', price: 10 };
  const reported = async (gifts: readonly object[]) => {
    const room = await shop({ '/gift/list': { code: 0, data: { tabs: [{ name: '热门', gifts }] } } });
    return room.reported('failure').filter(({ detail }) => detail?.startsWith('gift list'));
  };
  const lost = await shop({ '/gift/list': new Error('no network') });
  expect(lost.reported('failure').map(({ code }) => code)).toContain('HTTP_NETWORK');
  expect(await reported([good])).toEqual([]);
  expect(await reported([good, good, { giftId: -1 }])).toMatchObject([{ code: 'HTTP_BAD_BODY', detail: expect.stringContaining(': 2 ') }]);
});

test('S21 the wallet requested after an order replaces the balance in the answer to the order', async () => {
  let balance = 900;
  const room = await shop({ '/gift/wallet': () => ({ code: 0, data: { balance, bag: [] } }) });
  await room.act({ type: 'send', request: GIFT });
  expect(room.wallet()?.balance).toBe(870);
  // The viewer has paid in another tab.
  balance = 5_000;
  await room.act({ type: 'close' });
  await room.act({ type: 'entry' });
  expect(room.wallet()?.balance).toBe(5_000);
});

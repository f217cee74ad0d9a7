import { beforeAll, expect, test, vi } from 'vitest';
import { gifts } from '../../../src/features/gifts/mock.ts';
import { loadAllFeatures, openRoom, liveInfo } from '../../workers/room/harness.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { readCatalogue, readWallet, payloadOf, readSendAnswer } from '../../../src/features/gifts/rules-shop.ts';
import { type GiftsView, starReceiver } from '../../../src/features/gifts/rules.ts';
import { messageOf } from '../../message-of.ts';
import { STAR_ID, VIEWER, type Login } from '../../wires/people.ts';
import { visit } from '../../wires/visit.ts';
import { GIFT_ANSWERS } from './rows.ts';
import { startOrigin } from '../../../mocks/origin/server.ts';
import type { Message } from '../../../src/wire/registry.ts';
import { value } from '../../mocks/fixture-files.ts';
import { WebSocket } from 'ws';
import { encodeCommand } from '../../../src/wire/encode-command.ts';
import { readEnvelope, readFrame } from '../../../src/wire/frame.ts';
import { readPush } from '../../../src/wire/all-families.ts';

/** Logs in at the chat of an origin server and passes every push to the test. */
async function enter(address: string, roomid: number, kugouid: number, onPush: (message: Message) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat/normal`);
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? readFrame(new Uint8Array(data)) : null;
    const envelope = frame?.ok === true ? readEnvelope(frame.value.payload) : null;
    const message = frame?.ok === true && envelope?.ok === true ? readPush(frame.value.command, envelope.value) : null;
    if (message?.ok === true) onPush(message.value);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  const login = { cmd: 201, roomid, kugouid, token: 't', appid: '', referer: '', clientid: 100, v: 1, soctoken: '', sid: '', socsid: '' };
  socket.send(encodeCommand({ id: 201, fields: { ...login, deviceNo: '', screen: 0, platid: 0, dfid: '-' } }));
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

beforeAll(loadAllFeatures);

test('S33 each action of a viewer is reported to the stats worker as its event, and a gift when it is sent', async () => {
  const place = { userId: 7, nickname: '我', roomId: 1_001, starId: 77, starName: '林听夏', nowMs: 0, scenario: '' };
  const answerOf = (method: string, path: string, body: object | null = null): unknown =>
    gifts.answer(gifts.begin(0), { method, path, body }, place)?.body;
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

/** The part of the gift shop in the room worker: which answers are taken, and what is reported. */

beforeAll(loadAllFeatures);

async function shop(answers: Readonly<Record<string, unknown>>) {
  const room = openRoom({
    cookie: 'fx_userid=5; fx_token=t',
    answers: { '/info': liveInfo({ room: { starId: STAR_ID } }), ...GIFT_ANSWERS, ...answers },
  });
  await room.settle(40);
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

const STAR = starReceiver(91_001, 91_002, '小喵');
const PLACE = { userId: 5, nickname: '我', roomId: 1_001, starId: 91_001, starName: '小喵', nowMs: 0, scenario: '' };

function backend(change: Partial<typeof PLACE> = {}) {
  const state = gifts.begin(0);
  const place = { ...PLACE, ...change };
  const catalogue = () => readCatalogue(gifts.answer(state, { method: 'GET', path: 'list', body: null }, place)!.body, STAR);
  return {
    catalogue,
    wallet: () => readWallet(gifts.answer(state, { method: 'GET', path: 'wallet', body: null }, place)!.body),
    recharge: (coins: number) => gifts.recharge(state, coins),
    send(giftId: number, reqId: string, more: { count?: number; from?: 'coins' | 'bag'; atMs?: number; comboId?: string } = {}) {
      const { count = 1, from = 'coins', atMs = 0, comboId = reqId } = more;
      const list = catalogue();
      const gift = list.ok ? list.value.tabs.flatMap((tab) => tab.gifts).find(({ id }) => id === giftId) : undefined;
      if (gift === undefined) throw new Error(`no gift ${giftId}`);
      const body = payloadOf({ gift, from, count, receiver: STAR, letter: '祝好' }, reqId, { comboId, press: 1 }, 1_001);
      const answer = gifts.answer(state, { method: 'POST', path: 'send', body }, { ...place, nowMs: atMs })!;
      return { read: readSendAnswer(answer.body), pushes: answer.pushes };
    },
  };
}

test('S21 the offline backend refuses as the catalogue specifies: coins, guard, package, too many a second', () => {
  const it = backend();
  const why = (giftId: number, id: string, more = {}) => {
    const { read } = it.send(giftId, id, more);
    return read.ok && read.value.type === 'refused' ? read.value.why : 'sent';
  };
  expect(why(206, 'a')).toBe('coins');
  expect(why(301, 'b')).toBe('guard');
  expect(why(101, 'c', { from: 'bag', count: 13, atMs: 2_000 })).toBe('service-text');
  expect(why(101, 'd', { from: 'bag', count: 12, atMs: 2_000 })).toBe('sent');
  const wallet = it.wallet();
  expect(wallet.ok && wallet.value.bag.some(({ gift }) => gift.id === 101)).toBe(false);
  const many = Array.from({ length: 14 }, (_, i) => why(103, `m${i}`, { atMs: 5_000 }));
  expect([many[0], many.at(-1)]).toEqual(['sent', 'too-fast']);
  it.recharge(100_000);
  expect(why(206, 'e', { atMs: 9_000 })).toBe('sent');
});

test('S21 a guest sees the shop without a wallet; the errors scenario has one gift per error', () => {
  const guest = backend({ userId: 0 });
  expect(guest.catalogue().ok).toBe(true);
  expect(guest.wallet().ok).toBe(false);
  const errors = backend({ scenario: 'gift-errors' });
  const reasons = [9_001, 9_002, 9_003, 9_004, 9_005, 9_006].map((id) => {
    const { read } = errors.send(id, `e${id}`);
    return read.ok && read.value.type === 'refused' ? read.value.why : 'sent';
  });
  expect(reasons).toEqual(['coins', 'guard', 'service-text', 'service-text', 'too-fast', 'failed']);
});

test('S21 gifts work as in the offline room: shop, wallet, an order once, and its effect in the giver’s room', async () => {
  const origin = value(await startOrigin({ port: 0, scenario: '', dist: '/nonexistent' }));
  const { address } = origin;
  const cookie = { cookie: 'fx_userid=7; fx_token=t' };
  const asked = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await (await fetch(`${address}/svc/secure/gift/${path}`, { headers: cookie, ...init })).json()) as Record<string, unknown>;
  const effects: number[] = [];
  const noting = (roomid: number) => (message: Message) => {
    if (message.name === 'gift' && message.body.senderid === 7) effects.push(roomid);
  };
  const sockets = [await enter(address, 1001, 7, noting(1001)), await enter(address, 1002, 8, noting(1002))];
  expect(await asked('list?roomId=1001')).toMatchObject({ code: 0, data: { tabs: expect.any(Array) } });
  const before = (await asked('wallet')) as { data: { balance: number } };
  const order = (reqId: string): RequestInit => ({
    method: 'POST',
    headers: { ...cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      toUserId: 91_001,
      toKgId: 91_001,
      giftId: 101,
      giftNum: 2,
      store: 0,
      ext: JSON.stringify({ reqId, comboId: 'c' }),
    }),
  });
  const paid = { code: 0, data: { balance: before.data.balance - 20 } };
  expect(await asked('send', order('one'))).toEqual(paid);
  expect(await asked('send', order('one'))).toEqual(paid);
  await expect.poll(() => effects).toEqual([1001]);
  expect(await asked('wallet', { headers: { cookie: 'fx_userid=8; fx_token=t' } })).toMatchObject({
    data: { balance: before.data.balance },
  });
  for (const headers of [{}, { cookie: 'fx_userid=7' }, { cookie: 'fx_userid=7; fx_token=' }])
    expect(await asked('wallet', { headers })).toMatchObject({ code: 1 });
  expect((await fetch(`${address}/svc/secure/gift/nothing`, { headers: cookie })).status).toBe(404);
  for (const socket of sockets) socket.terminate();
  await origin.close();
});

/** The part of the gift shop in the room worker: which answers are taken, and what is reported. */
import { beforeAll, expect, test, vi } from 'vitest';
import { FEATURES } from '../../../src/features/index.ts';
import type { GiftsView } from '../../../src/features/gifts/rules.ts';
import { messageOf } from '../../message-of.ts';
import { STAR_ID, VIEWER, type Login } from '../../wires/people.ts';
import { visit } from '../../wires/visit.ts';
import { liveInfo, loadAllFeatures, openRoom } from '../../workers/room/harness.ts';
import { GIFT, GIFT_ANSWERS } from './wires.ts';

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

test('S21 S33 an order without an answer is sent again with the same request id, and is one event of the analytics', async () => {
  const room = await shop({ '/gift/send': new Error('no network') });
  await room.act({ type: 'send', request: GIFT });
  for (let second = 0; second < 30; second++) await room.settle(1_000);
  const bodies = room.askedFor('/gift/send').map(({ init }) => JSON.parse(init.body as string) as { readonly ext: string });
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies.map(({ ext }) => ext)).size).toBe(1);
  const sent = room.reported('analytics').filter(({ event }) => (event as { readonly evid?: string }).evid === 'gift_send');
  expect(sent.map(({ event }) => event)).toMatchObject([{ detail: '5 x3' }]);
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
  const { half, context, page } = await visit(EVERYWHERE, { answers: { '/config': { rechargeUrl } } });
  half.execute({ type: 'open-recharge' } as never, context()!, () => undefined);
  expect(page.posted.filter(({ type }) => type === 'open')).toEqual([{ type: 'open', url }]);
});

test('S21 only the viewer’s own gift with the id of its combo is an echo', async () => {
  const echo = async (login: Login | null, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { half, context } = await visit(EVERYWHERE, { login });
    const spy = vi.spyOn(half.machine, 'step');
    const instance = half.create(context()!, { show: () => undefined, onError: () => undefined });
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

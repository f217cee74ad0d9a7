import { expect, test } from 'vitest';
import { gifts } from '../../../src/features/gifts/mock.ts';
import { readCatalogue, readWallet } from '../../../src/features/gifts/rules-catalogue.ts';
import { payloadOf, readSendAnswer } from '../../../src/features/gifts/rules-send.ts';
import { starReceiver } from '../../../src/features/gifts/rules.ts';

const STAR = starReceiver(91_001, '小喵');
const PLACE = { userId: 5, nickname: '我', roomId: 1_001, starId: 91_001, starName: '小喵', nowMs: 0, scenario: '' };

function backend(change: Partial<typeof PLACE> = {}) {
  const state = gifts.begin();
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

test('S21 the offline backend charges and announces an order once, however often it is sent', () => {
  const it = backend();
  const first = it.send(101, 'a', { count: 10 });
  expect(first.read).toMatchObject({ ok: true, value: { type: 'sent', balance: 19_900 } });
  expect(first.pushes).toMatchObject([{ id: 601, body: { giftname: '玫瑰', num: 10, comboSum: 10, comboLevel: 1, receivername: '小喵' } }]);
  const again = it.send(101, 'a', { count: 10 });
  expect([again.read, again.pushes]).toEqual([first.read, []]);
  expect(it.send(101, 'b', { count: 10, comboId: 'a' }).pushes).toMatchObject([{ body: { comboSum: 20 } }]);
});

test('S21 the offline backend refuses as the catalogue specifies: coins, guard, package, too many a second', () => {
  const it = backend();
  const why = (giftId: number, id: string, more = {}) => {
    const { read } = it.send(giftId, id, more);
    return read.ok && read.value.type === 'refused' ? read.value.why : 'sent';
  };
  expect(why(206, 'a')).toBe('coins');
  expect(why(301, 'b')).toBe('guard');
  expect(why(101, 'c', { from: 'bag', count: 13, atMs: 2_000 })).toBe('said');
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
  const whys = [9_001, 9_002, 9_003, 9_004, 9_005, 9_006].map((id) => {
    const { read } = errors.send(id, `e${id}`);
    return read.ok && read.value.type === 'refused' ? read.value.why : 'sent';
  });
  expect(whys).toEqual(['coins', 'guard', 'said', 'said', 'too-fast', 'failed']);
});

test('S21 bodies that are not orders are refused by code', () => {
  for (const body of [null, 7, 'x', {}, { giftId: 101, giftNum: -1, ext: '{' }, { giftId: 101, giftNum: 1, ext: 'null' }]) {
    const answer = gifts.answer(gifts.begin(), { method: 'POST', path: 'send', body }, PLACE)!;
    expect(answer.pushes).toEqual([]);
    expect(readSendAnswer(answer.body)).toMatchObject({ ok: true, value: { type: 'refused', why: 'failed' } });
  }
  expect(gifts.answer(gifts.begin(), { method: 'GET', path: 'other', body: null }, PLACE)).toBeNull();
});

import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { readCatalogue, readWallet, SHOP_LIMITS, readSendAnswer } from '../../../src/features/gifts/rules-shop.ts';
import { giftsMachine, giftsView, starReceiver, type GiftsContext, type GiftRequest } from '../../../src/features/gifts/rules.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';

const MAX_QUANTITY = 9_999;
const COMBO_MS = 3_000;
const MAX_ORDERS = 8;

const STAR = starReceiver(91_001, 91_002, '小喵');
const LIST = {
  code: 0,
  data: {
    tabs: [
      {
        name: '热门',
        gifts: [
          { giftId: 101, name: '玫瑰', price: 10, icon: '/r.svg', giftType: 1 },
          { giftId: 105, name: '幸运草', price: 20, giftType: 2, lucky: 1 },
          { giftId: 104, name: '气球', price: 66, giftType: 3, letter: 1 },
          { giftId: 301, name: '盾', price: 300, giftType: 4, guard: 1 },
          { giftId: 302, name: '灯牌', price: 200, giftType: 1, level: 30 },
        ],
      },
    ],
    receivers: [{ userId: 7, kgId: 70, name: '嘉宾' }],
  },
};
const WALLET = { code: 0, data: { balance: 1_000, guard: 0, bag: [{ giftId: 101, name: '玫瑰', price: 10, count: 3, giftType: 1 }] } };

function value<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('not ok');
  return result.value;
}

function shop(change: Partial<GiftsContext> = {}) {
  const context: GiftsContext = { userId: 5, richLevel: 18, roomId: 1_001, hasRechargeGuide: true, ...change };
  let ids = 0;
  const { clock, effects, runner } = runMachine(giftsMachine, () => context);
  /** The orders that were sent, each attempt of them. */
  const sent = () => effects.filter((effect) => effect.type === 'send');
  const it = {
    clock,
    get sent() {
      return sent();
    },
    get done(): readonly string[] {
      return effects.map(({ type }) => type);
    },
    state: () => runner.state(),
    view: () => giftsView(runner.state()),
    send: (event: Parameters<typeof runner.send>[0]) => runner.send(event),
    request: (change: Partial<GiftRequest> = {}) =>
      runner.send({
        type: 'send',
        id: `id-${++ids}`,
        request: { giftId: 101, from: 'coins', count: 1, receiverId: STAR.userId, letter: '', ...change },
      }),
    combo: () => runner.send({ type: 'combo', id: `id-${++ids}` }),
    answer: (body: unknown, at = sent().length - 1) => {
      const order = sent()[at]!;
      const answer = body === null ? null : value(readSendAnswer(body));
      runner.send({ type: 'answer', id: order.id, attempt: order.attempt, answer });
    },
    notice: () => runner.state().notice?.why ?? null,
  };
  runner.send({ type: 'entry' });
  runner.send({ type: 'catalogue', catalogue: value(readCatalogue(LIST, STAR)) });
  if (context.userId > 0) runner.send({ type: 'wallet', wallet: value(readWallet(WALLET)), asOf: 0 });
  return it;
}
const paid = (balance: number, more: object = {}) => ({ code: 0, data: { balance, ...more } });

test('S21 too few coins show the message, and the recharge pop-up as well if the guide is on', () => {
  const guided = shop();
  guided.request();
  guided.answer({ code: 100_032_049, msg: '余额不足' });
  expect([guided.state().recharge, guided.notice()]).toEqual(['offered', 'coins']);
  guided.send({ type: 'recharge', step: 'pay' });
  expect([guided.state().recharge, guided.done.at(-1)]).toEqual(['paying', 'open-recharge']);
  guided.send({ type: 'recharge', step: 'done' });
  expect([guided.state().recharge, guided.done.at(-1)]).toEqual(['none', 'fetch-wallet']);
  const plain = shop({ hasRechargeGuide: false });
  plain.request();
  plain.answer({ code: 100_032_049, msg: '' });
  expect([plain.state().recharge, plain.notice()]).toEqual(['none', 'coins']);
});

test('S21 level, guard, package, quantity and a removed gift or receiver are checked before sending', () => {
  const it = shop();
  const refusedBy = (change: Partial<GiftRequest>) => {
    it.request(change);
    return it.notice();
  };
  expect(refusedBy({ giftId: 302 })).toBe('level');
  expect(refusedBy({ giftId: 301 })).toBe('guard');
  expect(refusedBy({ from: 'bag', count: 4 })).toBe('owned');
  expect(refusedBy({ giftId: 9 })).toBe('gone');
  expect(refusedBy({ receiverId: 9 })).toBe('gone');
  for (const count of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_QUANTITY + 1]) expect(refusedBy({ count })).toBe('quantity');
  expect(it.sent).toEqual([]);
});

test('S21 an order without an answer is sent again with the same id, three times in total, then it fails', () => {
  const it = shop();
  it.request();
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(it.sent).toHaveLength(attempt);
    it.answer(null);
    it.clock.advance(10_000);
  }
  expect(it.sent).toHaveLength(3);
  expect(new Set(it.sent.map(({ payload }) => payload.ext)).size).toBe(1);
  expect([it.state().orders, it.done.filter((what) => what === 'count')]).toEqual([[], ['count']]);
});

test('S21 the push never charges; it ends an order whose answer was lost, and no attempt follows', () => {
  const it = shop();
  it.request();
  it.send({ type: 'echo', comboId: 'somebody else’s', sum: 1 });
  it.send({ type: 'echo', comboId: 'id-1', sum: 1 });
  expect([it.state().orders.length, it.state().wallet?.balance, it.notice()]).toEqual([1, 1_000, null]);
  it.answer(paid(990));
  it.send({ type: 'echo', comboId: 'id-1', sum: 1 });
  expect([it.state().orders.length, it.state().wallet?.balance, it.notice()]).toEqual([0, 990, 'sent']);
  // The same in the other order: the attempt fails first.
  it.request({ giftId: 105 });
  it.answer(null);
  it.send({ type: 'echo', comboId: 'id-2', sum: 1 });
  it.clock.advance(20_000);
  expect([it.sent.length, it.state().orders, it.done.at(-1)]).toEqual([2, [], 'fetch-wallet']);
});

test('S21 repeated and late answers, and those of another login, change nothing', () => {
  const it = shop();
  it.request();
  it.answer(null);
  it.clock.advance(1_000);
  const late = it.sent[0]!;
  it.send({ type: 'answer', id: late.id, attempt: 1, answer: { type: 'sent', balance: 1, lucky: null } });
  expect([it.state().orders.length, it.state().wallet?.balance]).toEqual([1, 1_000]);
  it.answer(paid(990));
  it.answer(paid(5));
  expect(it.state().wallet?.balance).toBe(990);
  it.request();
  it.send({ type: 'login-changed' });
  it.answer(paid(1));
  expect([it.state().wallet, it.state().orders, it.state().combo]).toEqual([null, [], null]);
});

test('S21 the balance is that of the newest order, for any order of answers and wallets', () => {
  const it = shop();
  it.request();
  it.request();
  it.answer(paid(980), 1);
  it.answer(paid(990), 0);
  expect(it.state().wallet?.balance).toBe(980);
  it.send({ type: 'wallet', wallet: value(readWallet(WALLET)), asOf: 0 });
  expect(it.state().wallet?.balance).toBe(980);
});

test('S21 the combo button appears with the first answer, counts presses, and disappears after its time', () => {
  const it = shop();
  it.request({ count: 10 });
  expect(it.view()?.combo).toBeNull();
  it.answer(paid(900));
  expect(it.view()?.combo).toMatchObject({ presses: 1, count: 10 });
  it.clock.advance(COMBO_MS - 1);
  it.combo();
  expect(it.sent[1]!.payload).toMatchObject({ triggerType: 1, giftNum: 10, ext: '{"reqId":"id-2","comboId":"id-1","comboNum":2}' });
  it.answer(paid(800));
  it.clock.advance(COMBO_MS - 1);
  expect(it.view()?.combo).toMatchObject({ presses: 2 });
  it.send({ type: 'close' });
  expect(it.view()).toMatchObject({ isOpen: false, combo: { presses: 2 } });
  it.clock.advance(1);
  expect(it.view()?.combo ?? null).toBeNull();
  it.combo();
  expect(it.sent).toHaveLength(2);
  it.clock.advance(20_000);
  expect(it.view()).toMatchObject({ isOpen: false, combo: null, notice: null });
});

test('S21 a letter and the last gifts of the package have no combo; a refusal ends a combo', () => {
  const it = shop();
  it.request({ giftId: 104, letter: '你好' });
  it.answer(paid(900));
  expect(it.view()?.combo).toBeNull();
  it.request({ from: 'bag', count: 2 });
  it.answer(paid(900));
  // Neither becomes the quick gift.
  expect([it.view()?.combo, it.view()?.quick, it.state().wallet?.bag[0]?.count]).toEqual([null, null, 1]);
  it.request();
  it.answer(paid(800));
  it.combo();
  it.answer({ code: 7, msg: '' });
  expect([it.view()?.combo, it.notice()]).toEqual([null, 'failed']);
});

test('S21 malformed and repeated rows of the shop are dropped and counted, and the other rows are kept', () => {
  const gifts = [
    null,
    7,
    { giftId: 1, name: 'a', price: -1 },
    { giftId: 1, name: 'a', price: Number.NaN },
    { giftId: 1, name: 'a', price: 2 ** 60 },
    { giftId: -1, name: 'a', price: 1 },
    { giftId: 1, name: { toString: () => 'x' }, price: 1 },
    { giftId: 2, name: `<img src=x onerror=alert(1)>${'长'.repeat(99)}`, price: 1, icon: 'javascript:alert(1)' },
    { giftId: 2, name: 'twice', price: 1 },
  ];
  const receivers = [{ userId: 'a' }, null, { userId: 8, name: '\u3164喵\u200b' }];
  const data = { tabs: [{ name: 'x', gifts }, { name: '', gifts }, 5], receivers };
  const read = value(readCatalogue({ code: 0, data }, STAR));
  expect(read.receivers).toEqual([STAR, { userId: 8, kgId: 8, name: '喵' }]);
  expect(read.tabs).toHaveLength(1);
  expect(read.tabs[0]!.gifts).toMatchObject([{ id: 2, iconUrl: '' }]);
  expect(Array.from(read.tabs[0]!.gifts[0]!.name)).toHaveLength(SHOP_LIMITS.nameChars.value);
  // Eight of each tab: the tab without a name counts as well.
  expect(read.skipped).toBe(16);
  for (const bad of [null, 7, [], {}, { code: 1 }, { code: 'x' }]) {
    expect(readCatalogue(bad, STAR)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
    expect(readWallet(bad)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  }
  for (const bad of [null, 7, {}, { code: 'x' }, { code: Number.NaN }]) expect(readSendAnswer(bad)).toMatchObject({ ok: false });
  expect(readSendAnswer({ code: 0, data: { balance: '5' } })).toMatchObject({ value: { balance: 5 } });
  expect(readSendAnswer({ code: 0, data: { balance: -5, lucky: { times: 'x', coins: 2 } } })).toMatchObject({
    ok: true,
    value: { balance: null, lucky: null },
  });
});

test('S21 for any order of events every order ends once, and none is sent under two ids', () => {
  const random = seeded(71);
  for (let round = 0; round < 200; round++) {
    const it = shop();
    for (let step = 0; step < 40; step++) {
      const order = it.sent.length === 0 ? -1 : random.int(it.sent.length);
      const act = random.int(7);
      if (act === 0) it.request({ giftId: random.pick([101, 104, 105, 301, 9]), count: random.pick([1, 10, 0]) });
      else if (act === 1) it.combo();
      else if (act === 2 && order >= 0) it.answer(random.pick([null, paid(random.int(1_000)), { code: 7, msg: '' }]), order);
      else if (act === 3 && order >= 0) it.send({ type: 'echo', comboId: it.sent[order]!.id, sum: random.int(30) });
      else if (act === 4) it.send({ type: random.pick(['entry', 'close'] as const) });
      else it.clock.advance(random.int(2_000));
      expect(it.state().orders.length).toBeLessThanOrEqual(MAX_ORDERS);
    }
    // All pending orders are answered now.
    it.clock.advance(10_000);
    for (let at = 0; at < it.sent.length; at++) it.answer(paid(0), at);
    expect(it.state().orders).toEqual([]);
    const byId = new Map<string, Set<string>>();
    for (const { id, payload } of it.sent) byId.set(id, (byId.get(id) ?? new Set()).add(payload.ext));
    expect([...byId.values()].every((exts) => exts.size === 1)).toBe(true);
  }
});

test('S21 the notice of a lucky gift has its wins and coins, that of any other gift its name and number', () => {
  const it = shop();
  it.request({ giftId: 105, count: 2 });
  it.answer(paid(960));
  expect(it.state().notice).toMatchObject({ why: 'sent', gift: '幸运草', count: 2 });
  it.request({ giftId: 105, count: 2 });
  it.answer(paid(960, { lucky: { times: 3, coins: 150 } }));
  expect(it.state().notice).toMatchObject({ why: 'lucky', gift: '3', count: 150 });
});

test('S21 the last gift bought with coins is sent again by one press, also in the next visit before the shop is open', () => {
  const first = shop();
  first.request();
  expect(first.view()?.quick).toBeNull();
  first.answer(paid(990));
  expect(first.view()?.quick).toMatchObject({ id: 101 });
  expect(first.done).toContain('remember');
  first.send({ type: 'quick', id: 'again' });
  expect(first.sent.at(-1)?.payload).toMatchObject({ giftId: 101, giftNum: 1, toUserId: STAR.userId, triggerType: 1 });

  const rose = value(readCatalogue(LIST, STAR)).tabs[0]!.gifts[0]!;
  const next = shop();
  next.send({ type: 'close' });
  next.send({ type: 'remembered', gift: rose });
  expect(next.view()).toMatchObject({ isOpen: false, quick: { id: 101 } });
  next.send({ type: 'quick', id: 'next visit' });
  expect(next.sent.map(({ id }) => id)).toEqual(['next visit']);
});

test('S21 a quick gift waits for the catalogue, needs a login, and is refused with a notice if there is no catalogue', () => {
  const rose = value(readCatalogue(LIST, STAR)).tabs[0]!.gifts[0]!;
  const guest = shop({ userId: 0 });
  guest.send({ type: 'remembered', gift: rose });
  guest.send({ type: 'quick', id: 'guest' });
  expect([guest.sent.length, guest.done.includes('login')]).toEqual([0, true]);

  const context: GiftsContext = { userId: 5, richLevel: 18, roomId: 1_001, hasRechargeGuide: true };
  const start = giftsMachine.initial;
  const remembered = giftsMachine.step(start, { type: 'remembered', gift: rose }, 0, context)[0];
  const [waiting, ...effects] = giftsMachine.step(remembered, { type: 'quick', id: 'q' }, 0, context);
  expect(effects).toEqual([{ type: 'fetch-catalogue' }]);
  const catalogue = value(readCatalogue(LIST, STAR));
  expect(giftsMachine.step(waiting, { type: 'catalogue', catalogue }, 0, context)[1]).toMatchObject({ type: 'send', id: 'q' });
  expect(giftsMachine.step(waiting, { type: 'catalogue', catalogue: null }, 0, context)[0].notice?.why).toBe('failed');
});

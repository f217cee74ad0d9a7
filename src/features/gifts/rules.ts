/* Long file: one machine whose orders, combo, last gift and wallet change each other. */
import { earliestMs } from '../../core/room/feature/phased.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import {
  type Catalogue,
  type Gift,
  type Receiver,
  type Wallet,
  cleanLetter,
  isQuantity,
  payloadOf,
  type Choice,
  type GiftPayload,
  type RefusalWhy,
  type SendAnswer,
} from './rules-shop.ts';

/** How long the combo button stays after a gift; S21 gives no value. Each press restarts it. */
const COMBO_MS = 3_000;
const NOTICE_MS = 4_000;
/** Waits before the second and the third attempt of an order, in milliseconds. All attempts have the same id. */
const RETRY_WAITS_MS = [1_000, 3_000] as const;
/** A dearer gift is not offered for one press without a question. */
const QUICK_MAX_COINS = 1_000;
/** Maximum number of orders without an answer; a further press shows a notice. */
const MAX_ORDERS = 8;

/** One gift that was sent and has no final answer yet. */
export interface Order {
  /** The same for every attempt. */
  readonly id: string;
  /** Increases by one per order: of two balances the one of the later order is newer. */
  readonly number: number;
  readonly choice: Choice;
  readonly payload: GiftPayload;
  readonly comboId: string;
  readonly press: number;
  /** Minimum sum of a push that includes this order. */
  readonly sumAfter: number;
  readonly attempt: number;
  /** null: an answer is pending; else the time of the next attempt. */
  readonly retryAtMs: number | null;
  /** The room's push showed the gift, so it was paid for even if the answer is lost. */
  readonly isEchoed: boolean;
}

export interface Combo {
  readonly comboId: string;
  readonly choice: Choice;
  /** Presses so far, including pending ones. */
  readonly presses: number;
  readonly sum: number;
  /** null: the first answer is pending and the button is hidden. */
  readonly untilMs: number | null;
}

/** Reason of a notice to the viewer; the panel translates it. */
export type NoticeWhy = RefusalWhy | 'sent' | 'lucky' | 'level' | 'owned' | 'quantity' | 'gone';
export interface Notice {
  /** Increases by one, so that the same text twice is two notices. */
  readonly id: number;
  readonly why: NoticeWhy;
  /** The service's own text, for `service-text`. */
  readonly message: string;
  readonly gift: string;
  readonly count: number;
  readonly untilMs: number;
}

export type Shop = { readonly name: 'none' | 'loading' | 'failed' } | { readonly name: 'ready'; readonly catalogue: Catalogue };

export interface Gifts {
  readonly name: 'closed' | 'open';
  readonly shop: Shop;
  readonly wallet: Wallet | null;
  /** The last request of the wallet failed. */
  readonly hasWalletFailed: boolean;
  readonly orders: readonly Order[];
  readonly combo: Combo | null;
  readonly notice: Notice | null;
  /** The last gift bought with coins: its button sends one more. */
  readonly quick: Gift | null;
  /** Id of an order by that button that waits for the catalogue. */
  readonly waitsForShop: string | null;
  /** The pop-up 你当前星币不足。, and whether the viewer has opened the recharge page. */
  readonly recharge: 'none' | 'offered' | 'paying';
  readonly orderCount: number;
  readonly noticeCount: number;
  /** Number of the order whose balance is shown. */
  readonly balanceOf: number;
}

export interface GiftsContext {
  readonly userId: number;
  readonly richLevel: number;
  readonly roomId: number;
  /** From the remote config: whether the pop-up is shown in addition to the message. */
  readonly hasRechargeGuide: boolean;
}

export interface GiftRequest {
  readonly giftId: number;
  readonly from: 'coins' | 'bag';
  readonly count: number;
  readonly receiverId: number;
  readonly letter: string;
}

/** `id`: of a new order, from the platform. */
export type GiftsEvent =
  | { readonly type: 'entry' | 'close' }
  | { readonly type: 'catalogue'; readonly catalogue: Catalogue | null }
  /** `asOf`: number of the order whose balance was shown when the wallet was requested. `wallet` null: the request failed. */
  | { readonly type: 'wallet'; readonly wallet: Wallet | null; readonly asOf: number }
  | { readonly type: 'retry-wallet' }
  | { readonly type: 'send'; readonly id: string; readonly request: GiftRequest }
  | { readonly type: 'combo'; readonly id: string }
  /** The stored last gift of an earlier visit. */
  | { readonly type: 'remembered'; readonly gift: Gift }
  | { readonly type: 'quick'; readonly id: string }
  /** `answer` null: no answer, or an unreadable one. */
  | { readonly type: 'answer'; readonly id: string; readonly attempt: number; readonly answer: SendAnswer | null }
  | { readonly type: 'echo'; readonly comboId: string; readonly sum: number }
  | { readonly type: 'recharge'; readonly step: 'pay' | 'done' | 'leave' }
  | { readonly type: 'login-changed' };

export type GiftsEffect =
  | { readonly type: 'fetch-catalogue' }
  | { readonly type: 'fetch-wallet'; readonly asOf: number; readonly why: string }
  | { readonly type: 'send'; readonly id: string; readonly attempt: number; readonly payload: GiftPayload; readonly why: string }
  | { readonly type: 'remember'; readonly gift: Gift }
  | { readonly type: 'login' }
  | { readonly type: 'open-recharge' }
  | { readonly type: 'count'; readonly why: NoticeWhy };

type GiftsStep = Step<Gifts, GiftsEffect>;

export const giftsMachine: Machine<Gifts, GiftsEvent, GiftsEffect, GiftsContext> = {
  name: 'gifts',
  initial: {
    name: 'closed',
    shop: { name: 'none' },
    wallet: null,
    hasWalletFailed: false,
    orders: [],
    combo: null,
    notice: null,
    quick: null,
    waitsForShop: null,
    recharge: 'none',
    orderCount: 0,
    noticeCount: 0,
    balanceOf: 0,
  },
  step: stepGifts,
  deadlineMs: ({ orders, combo, notice }) => earliestMs([...orders.map(({ retryAtMs }) => retryAtMs), combo?.untilMs, notice?.untilMs]),
};

function stepGifts(state: Gifts, event: GiftsEvent | Tick, nowMs: number, context: GiftsContext): GiftsStep {
  switch (event.type) {
    case 'entry':
      return open(state, context);
    case 'close':
      return [state.name === 'closed' ? state : { ...state, name: 'closed', notice: null, recharge: 'none' }];
    case 'catalogue':
      if (state.shop.name !== 'loading') return [state];
      return receiveCatalogue(state, event.catalogue, nowMs, context);
    case 'wallet':
      if (context.userId === 0) return [state];
      if (event.wallet === null) return [{ ...state, hasWalletFailed: true }];
      // A wallet requested before an order was answered is older than that answer.
      return [
        { ...state, hasWalletFailed: false, wallet: event.asOf < state.balanceOf && state.wallet !== null ? state.wallet : event.wallet },
      ];
    case 'retry-wallet':
      return context.userId === 0 ? [state] : [{ ...state, hasWalletFailed: false }, fetchWallet(state, 'the viewer requests it again')];
    case 'send':
      return startOrder(state, event.request, event.id, nowMs, context);
    case 'combo':
      if (state.combo === null || state.combo.untilMs === null) return [state];
      return order(state, state.combo.choice, event.id, nowMs, context);
    case 'remembered':
      return [{ ...state, quick: state.quick ?? event.gift }];
    case 'quick':
      return sendQuick(state, event.id, nowMs, context);
    case 'answer':
      return answered(state, event, nowMs, context);
    case 'echo':
      return echoed(state, event.comboId, event.sum, nowMs);
    case 'recharge':
      return recharge(state, event.step);
    case 'login-changed': {
      // After a change of login, pending orders belong to the previous user and are dropped here.
      const next = { ...state, wallet: null, hasWalletFailed: false, orders: [], combo: null, notice: null, recharge: 'none' } as const;
      return state.name === 'open' && context.userId > 0 ? [next, fetchWallet(state, 'somebody else is logged in')] : [next];
    }
    case 'tick':
      return tick(state, nowMs);
  }
}

const fetchWallet = ({ balanceOf }: Gifts, why: string): GiftsEffect => ({ type: 'fetch-wallet', asOf: balanceOf, why });

function open(state: Gifts, { userId }: GiftsContext): GiftsStep {
  if (state.name === 'open' && state.shop.name !== 'failed') return [{ ...state, name: 'closed', notice: null, recharge: 'none' }];
  const isKnown = state.shop.name === 'ready' || state.shop.name === 'loading';
  const effects: GiftsEffect[] = isKnown ? [] : [{ type: 'fetch-catalogue' }];
  if (userId > 0) effects.push(fetchWallet(state, 'the shop was opened'));
  return [{ ...state, name: 'open', hasWalletFailed: false, shop: isKnown ? state.shop : { name: 'loading' } }, ...effects];
}

/** An order by the button of the last gift that waited for the catalogue is sent now. */
function receiveCatalogue(state: Gifts, catalogue: Catalogue | null, nowMs: number, context: GiftsContext): GiftsStep {
  const next: Gifts = { ...state, waitsForShop: null, shop: catalogue === null ? { name: 'failed' } : { name: 'ready', catalogue } };
  if (state.waitsForShop === null) return [next];
  return catalogue === null ? refuse(next, nowMs, 'failed') : sendQuick(next, state.waitsForShop, nowMs, context);
}

/** One more of the last gift, for the star. */
function sendQuick(state: Gifts, id: string, nowMs: number, context: GiftsContext): GiftsStep {
  if (state.quick === null) return [state];
  if (context.userId === 0) return [state, { type: 'login' }];
  if (state.shop.name === 'loading') return [{ ...state, waitsForShop: id }];
  if (state.shop.name !== 'ready') return [{ ...state, waitsForShop: id, shop: { name: 'loading' } }, { type: 'fetch-catalogue' }];
  const receiverId = state.shop.catalogue.receivers[0]?.userId ?? 0;
  return startOrder(state, { giftId: state.quick.id, from: 'coins', count: 1, receiverId, letter: '' }, id, nowMs, context);
}

function recharge(state: Gifts, step: 'pay' | 'done' | 'leave'): GiftsStep {
  if (state.recharge === 'none') return [state];
  if (step === 'pay') return [{ ...state, recharge: 'paying' }, { type: 'open-recharge' }];
  const next = { ...state, recharge: 'none' } as const;
  return step === 'done' ? [next, fetchWallet(state, 'the viewer has paid')] : [next];
}

function notify(state: Gifts, nowMs: number, why: NoticeWhy, more: { message?: string; gift?: string; count?: number } = {}): Gifts {
  const id = state.noticeCount + 1;
  const { message = '', gift = '', count = 0 } = more;
  return { ...state, noticeCount: id, notice: { id, why, message, gift, count, untilMs: nowMs + NOTICE_MS } };
}

const refuse = (state: Gifts, nowMs: number, why: NoticeWhy, more: { message?: string; gift?: string; count?: number } = {}): GiftsStep => [
  notify(state, nowMs, why, more),
  { type: 'count', why },
];

/** Validates the panel's request against the current catalogue, because the panel may be out of date. */
function startOrder(
  state: Gifts,
  { giftId, from, count, receiverId, letter }: GiftRequest,
  id: string,
  nowMs: number,
  context: GiftsContext,
): GiftsStep {
  if (state.shop.name !== 'ready') return [state];
  if (context.userId === 0) return [state, { type: 'login' }];
  const { tabs, receivers } = state.shop.catalogue;
  const item = state.wallet?.bag.find(({ gift }) => gift.id === giftId);
  const gift = from === 'bag' ? item?.gift : tabs.flatMap(({ gifts }) => gifts).find((one) => one.id === giftId);
  const receiver = receivers.find(({ userId }) => userId === receiverId);
  if (gift === undefined || receiver === undefined) return refuse(state, nowMs, 'gone');
  if (!isQuantity(count)) return refuse(state, nowMs, 'quantity');
  if (from === 'bag' && count > (item?.count ?? 0)) return refuse(state, nowMs, 'owned');
  if (gift.minLevel > context.richLevel) return refuse(state, nowMs, 'level', { count: gift.minLevel });
  if (gift.isGuardOnly && state.wallet?.isGuard === false) return refuse(state, nowMs, 'guard');
  return order(state, { gift, from, count, receiver, letter: gift.hasLetter ? cleanLetter(letter) : '' }, id, nowMs, context);
}

const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.gift.id === b.gift.id && a.from === b.from && a.count === b.count && a.receiver.userId === b.receiver.userId;

function order(state: Gifts, choice: Choice, id: string, nowMs: number, { userId, roomId }: GiftsContext): GiftsStep {
  if (userId === 0) return [state, { type: 'login' }];
  if (state.orders.length >= MAX_ORDERS) return refuse(state, nowMs, 'too-fast');
  // A gift with a letter has no combo.
  const running = state.combo !== null && isSameChoice(state.combo.choice, choice) && !choice.gift.hasLetter ? state.combo : null;
  const comboId = running?.comboId ?? id;
  const press = (running?.presses ?? 0) + 1;
  const sum = (running?.sum ?? 0) + choice.count;
  const payload = payloadOf(choice, id, { comboId, press }, roomId);
  const number = state.orderCount + 1;
  const sent: Order = { id, number, choice, payload, comboId, press, sumAfter: sum, attempt: 1, retryAtMs: null, isEchoed: false };
  const untilMs = running?.untilMs == null ? null : nowMs + COMBO_MS;
  const combo = choice.gift.hasLetter ? null : { comboId, choice, presses: press, sum, untilMs };
  return [
    { ...state, orders: [...state.orders, sent], orderCount: number, combo, notice: null },
    { type: 'send', id, attempt: 1, payload, why: press > 1 ? 'combo' : 'pressed' },
  ];
}

function settle(state: Gifts, done: Order, balance: number | null, nowMs: number): Gifts {
  const { wallet, combo } = state;
  const isNewer = balance !== null && done.number > state.balanceOf;
  const bag =
    done.choice.from === 'bag'
      ? (wallet?.bag ?? [])
          .map((item) => (item.gift.id === done.choice.gift.id ? { ...item, count: item.count - done.choice.count } : item))
          .filter(({ count }) => count > 0)
      : (wallet?.bag ?? []);
  return {
    ...state,
    orders: state.orders.filter(({ id }) => id !== done.id),
    wallet: wallet && { ...wallet, bag, balance: isNewer ? balance : wallet.balance },
    balanceOf: isNewer ? done.number : state.balanceOf,
    combo:
      combo !== null && combo.comboId === done.comboId && mayRepeat(combo.choice, bag) ? { ...combo, untilMs: nowMs + COMBO_MS } : combo,
  };
}

/** Whether the package still holds enough for another press. */
const mayRepeat = ({ from, gift, count }: Choice, bag: Wallet['bag']): boolean =>
  from === 'coins' || bag.some((item) => item.gift.id === gift.id && item.count >= count);

function answered(
  state: Gifts,
  { id, attempt, answer }: Extract<GiftsEvent, { type: 'answer' }>,
  nowMs: number,
  { hasRechargeGuide }: GiftsContext,
): GiftsStep {
  const order = state.orders.find((one) => one.id === id);
  // Drops late answers of an abandoned attempt and answers for another login's orders.
  if (order === undefined || order.attempt !== attempt) return [state];
  const { gift, count } = order.choice;
  if (answer === null) {
    if (order.isEchoed) return [settle(state, order, null, nowMs), fetchWallet(state, 'the gift was shown and its answer lost')];
    const waitMs = RETRY_WAITS_MS[attempt - 1];
    if (waitMs === undefined) {
      const [next, ...effects] = giveUp(state, order, nowMs, 'failed', '');
      return [next, ...effects, fetchWallet(state, 'nobody knows whether the gift was sent')];
    }
    const waiting: Order = { ...order, attempt: attempt + 1, retryAtMs: nowMs + waitMs };
    return [{ ...state, orders: state.orders.map((one) => (one === order ? waiting : one)) }];
  }
  if (answer.type === 'refused') {
    const [next, ...effects] = giveUp(state, order, nowMs, answer.why, answer.message);
    const isGuided = answer.why === 'coins' && hasRechargeGuide;
    // S21: the message, and with the guide the pop-up as well.
    return [isGuided ? { ...next, recharge: 'offered' } : next, ...effects];
  }
  const isKept = order.choice.from === 'coins' && !gift.hasLetter && gift.price <= QUICK_MAX_COINS;
  const isNew = isKept && state.quick?.id !== gift.id;
  const settled: Gifts = { ...settle(state, order, answer.balance, nowMs), quick: isKept ? gift : state.quick };
  const { lucky } = answer;
  const notified =
    lucky === null
      ? notify(settled, nowMs, 'sent', { gift: gift.name, count })
      : notify(settled, nowMs, 'lucky', { gift: String(lucky.times), count: lucky.coins });
  return [
    notified,
    ...(isNew ? [{ type: 'remember', gift } as const] : []),
    ...(answer.balance === null ? [fetchWallet(state, 'the answer does not say the balance')] : []),
  ];
}

function giveUp(state: Gifts, order: Order, nowMs: number, why: RefusalWhy, message: string): GiftsStep {
  const combo = state.combo?.comboId === order.comboId ? null : state.combo;
  return refuse({ ...state, orders: state.orders.filter((one) => one !== order), combo }, nowMs, why, { message });
}

/** S21: the room's push of the own gift. It settles an order only if its answer was lost; the balance is then fetched. */
function echoed(state: Gifts, comboId: string, sum: number, nowMs: number): GiftsStep {
  const shown = state.orders.filter((one) => one.comboId === comboId && sum >= one.sumAfter && !one.isEchoed);
  if (shown.length === 0) return [state];
  let next: Gifts = { ...state, orders: state.orders.map((one) => (shown.includes(one) ? { ...one, isEchoed: true } : one)) };
  const waiting = next.orders.filter((one) => one.isEchoed && one.retryAtMs !== null);
  for (const one of waiting) next = settle(next, one, null, nowMs);
  return waiting.length === 0 ? [next] : [next, fetchWallet(state, 'the gift was shown and its answer lost')];
}

function tick(state: Gifts, nowMs: number): GiftsStep {
  const due = state.orders.filter(({ retryAtMs }) => retryAtMs !== null && nowMs >= retryAtMs);
  const isComboOver = state.combo?.untilMs != null && nowMs >= state.combo.untilMs;
  const isNoticeOver = state.notice !== null && nowMs >= state.notice.untilMs;
  if (due.length === 0 && !isComboOver && !isNoticeOver) return [state];
  return [
    {
      ...state,
      orders: state.orders.map((one) => (due.includes(one) ? { ...one, retryAtMs: null } : one)),
      combo: isComboOver ? null : state.combo,
      notice: isNoticeOver ? null : state.notice,
    },
    ...due.map(({ id, attempt, payload }): GiftsEffect => ({ type: 'send', id, attempt, payload, why: 'no answer: the same order again' })),
  ];
}

const comboView = ({ choice, presses }: Combo, untilMs: number) => ({
  gift: choice.gift,
  count: choice.count,
  receiver: choice.receiver.name,
  presses,
  sinceMs: untilMs - COMBO_MS,
});

export type ComboView = ReturnType<typeof comboView>;

/**
 * Also when the shop is closed, the combo button and the result of an order stay until their time is over, and the recharge pop-up until the
 * viewer leaves it.
 */
export function giftsView({ name, shop, wallet, hasWalletFailed, orders, combo, notice, quick, recharge: popUp }: Gifts) {
  if (name === 'closed' && notice === null && combo?.untilMs == null && quick === null && popUp === 'none' && orders.length === 0)
    return null;
  return {
    isOpen: name === 'open',
    shop,
    wallet,
    hasWalletFailed,
    /** Orders without an answer. */
    pending: orders.length,
    combo: combo === null || combo.untilMs === null ? null : comboView(combo, combo.untilMs),
    notice,
    /** Null in a room without a gift sent before. */
    quick,
    recharge: popUp,
  };
}

export type GiftsView = NonNullable<ReturnType<typeof giftsView>>;

/** `entry` toggles the shop. */
export type GiftsAction =
  | { readonly type: 'entry' | 'close' | 'retry-wallet' }
  | { readonly type: 'combo' | 'quick' }
  | { readonly type: 'login' }
  | { readonly type: 'send'; readonly request: GiftRequest }
  | { readonly type: 'recharge'; readonly step: 'pay' | 'done' | 'leave' };

export const starReceiver = (starId: number, starUserId: number, name: string): Receiver => ({
  userId: starUserId || starId,
  kgId: starId,
  name,
});

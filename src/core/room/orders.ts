/**
 * Orders of a room's module (challenges, dances, services): each message says where one of them stands. The machine keeps them in order,
 * whatever came twice, late or not at all; a feature brings its statuses and who may do what (`OrderPolicy`).
 */
import { assertNever } from '../assert-never.ts';
import type { Machine, Step, Tick } from '../machine.ts';
import { answeredAsk, IDLE, sending, type Ask } from './ask.ts';
import { isNewer, REORDER_WINDOW_MS, type Newest } from './newest.ts';

/** A message that ends a status may be so late; then the server is asked. In milliseconds. */
export const STATUS_GRACE_MS = 2_000;
/** What came of asking must be there so long after; else the order is gone from this page. */
export const ORDER_OVERDUE_MS = 10_000;
/** What is over is shown for so long. */
export const OVER_MS = 12_000;
/** A status that does not say how long it lasts is asked about so often. */
export const UNSAID_MS = 60_000;
/** The longest that a message may announce. */
const MAX_STATUS_MS = 3_600_000;
/** The list must be there so long after it was asked for. */
export const LIST_MS = 6_000;
const MAX_ORDERS = 50;
const MAX_OFFERS = 40;
/** Orders that are over and gone, so that a late message does not bring one back; the newest are kept. */
const MAX_GONE = 64;
/** Own orders whose outcome was already announced to the viewer. */
const MAX_ANNOUNCED = 50;
/** An evaluation: stars, and words of so many characters. */
export const MAX_STARS = 5;
export const MAX_EVALUATION_CHARS = 60;

export type OrderVerb = 'request' | 'cheer' | 'cancel' | 'evaluate' | 'accept' | 'refuse' | 'start' | 'finish';

/** Who looks at an order: the viewer who made it, another one, the star of the room. */
export type OrderSide = 'own' | 'other' | 'star';

export interface StatusPolicy {
  /** An order goes forward only: a message with a lower rank is late. */
  readonly rank: number;
  /** `offer` can be ordered, `waiting` is queued, `running` is on the stage, `over` is shown for a while. */
  readonly stage: 'offer' | 'waiting' | 'running' | 'over';
  readonly verbs?: Readonly<Partial<Record<OrderSide, readonly OrderVerb[]>>>;
  /** The viewer who ordered gets an announcement. */
  readonly isNews?: true;
}
export interface OrderPolicy<Status extends string> {
  readonly name: string;
  readonly statuses: Readonly<Record<Status, StatusPolicy>>;
}

/** What a message says of one order. */
export interface OrderNews<Status extends string> {
  readonly orderId: string;
  readonly status: Status;
  /** Grows with each change of any order; 0: not said, then the rank of its status decides. */
  readonly version: number;
  readonly title: string;
  readonly coin: number;
  readonly score: number;
  /** What `score` is to become; 0: it does not count up to anything. */
  readonly goal: number;
  /** Words of the evaluation, or why it was refused. */
  readonly note: string;
  /** A page about it; '' for none. */
  readonly href: string;
  readonly userId: number;
  readonly nickname: string;
  /** Until the status ends, from the message on; 0 when it was not said. */
  readonly leftMs: number;
}

type Due =
  | { readonly at: 'running'; readonly endsMs: number; readonly isSaid: boolean }
  | { readonly at: 'overdue'; readonly untilMs: number }
  | { readonly at: 'over'; readonly untilMs: number };
interface Order<Status extends string> extends OrderNews<Status> {
  readonly newest: Newest;
  readonly due: Due;
}

export interface FateNews<Status extends string> {
  /** Of the order and its fate: said once. */
  readonly id: string;
  readonly status: Status;
  readonly title: string;
}

export type Load = { readonly at: 'idle' } | { readonly at: 'loading'; readonly untilMs: number } | { readonly at: 'failed' };
export interface Orders<Status extends string> {
  readonly at: 'closed' | 'open';
  readonly orders: readonly Order<Status>[];
  readonly offers: readonly OrderNews<Status>[];
  readonly gone: readonly { readonly orderId: string; readonly newest: Newest }[];
  readonly load: Load;
  readonly ask: Ask;
  readonly news: FateNews<Status> | null;
  readonly announced: readonly string[];
}

export interface OrderFields {
  readonly stars?: number;
  readonly words?: string;
}
export type OrdersEvent<Status extends string> =
  | { readonly type: 'order'; readonly order: OrderNews<Status> }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'ask'; readonly verb: OrderVerb; readonly orderId: string; readonly fields: OrderFields }
  | { readonly type: 'answered'; readonly refusal: string | null }
  | { readonly type: 'seen'; readonly id: string };

export type OrdersEffect =
  | { readonly do: 'snapshot'; readonly why: 'the list was opened' | 'a status ended without a message' }
  | { readonly do: 'call'; readonly verb: OrderVerb; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly do: 'login' };

/** What the panel sends. */
export type OrderAction =
  | { readonly do: 'entry' }
  | { readonly do: 'close' }
  | { readonly do: 'seen'; readonly id: string }
  | { readonly do: 'ask'; readonly verb: OrderVerb; readonly orderId: string; readonly fields: OrderFields };

export interface OrdersContext {
  readonly userId: number;
}

type OrdersStep<Status extends string> = Step<Orders<Status>, OrdersEffect>;
export type OrdersMachine<Status extends string> = Machine<Orders<Status>, OrdersEvent<Status>, OrdersEffect, OrdersContext>;

export function ordersMachine<Status extends string>(policy: OrderPolicy<Status>): OrdersMachine<Status> {
  return {
    name: policy.name,
    initial: { at: 'closed', orders: [], offers: [], gone: [], load: { at: 'idle' }, ask: IDLE, news: null, announced: [] },
    step: (state, event, nowMs, { userId }) => step(policy, state, event, nowMs, userId),
    deadlineMs({ load, orders }) {
      const due = orders.map(dueMsOf);
      if (load.at === 'loading') due.push(load.untilMs);
      return due.length === 0 ? null : Math.min(...due);
    },
  };
}

const dueMsOf = ({ due }: Order<string>): number => (due.at === 'running' ? due.endsMs + STATUS_GRACE_MS : due.untilMs);

function step<Status extends string>(
  policy: OrderPolicy<Status>,
  state: Orders<Status>,
  event: OrdersEvent<Status> | Tick,
  nowMs: number,
  userId: number,
): OrdersStep<Status> {
  switch (event.type) {
    case 'order':
      return [withNews(policy, withOrder(policy, state, event.order, nowMs), userId)];
    case 'open':
      if (state.at === 'open' && state.load.at !== 'failed') return [state];
      return [
        { ...state, at: 'open', ask: IDLE, load: { at: 'loading', untilMs: nowMs + LIST_MS } },
        { do: 'snapshot', why: 'the list was opened' },
      ];
    case 'close':
      return [{ ...state, at: 'closed', ask: IDLE, load: { at: 'idle' } }];
    case 'ask':
      if (state.ask.at === 'sending') return [state];
      if (userId === 0) return [state, { do: 'login' }];
      return [
        { ...state, ask: sending(`${event.verb} ${event.orderId}`) },
        { do: 'call', verb: event.verb, fields: { orderId: event.orderId, ...event.fields } },
      ];
    case 'answered':
      return [state.ask.at === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
    case 'seen':
      return [state.news?.id === event.id ? withNews(policy, { ...state, news: null }, userId) : state];
    case 'tick':
      return onTick(state, nowMs);
    default:
      return assertNever(event);
  }
}

/** The same state back when the message says nothing new. */
function withOrder<Status extends string>(
  policy: OrderPolicy<Status>,
  state: Orders<Status>,
  order: OrderNews<Status>,
  nowMs: number,
): Orders<Status> {
  const { rank, stage } = policy.statuses[order.status];
  const load: Load = { at: 'idle' };
  if (stage === 'offer') {
    const others = state.offers.filter(({ orderId }) => orderId !== order.orderId);
    const isKnown = others.length < state.offers.length;
    const offers = isKnown ? state.offers.map((one) => (one.orderId === order.orderId ? order : one)) : [...others, order];
    return { ...state, load, offers: offers.slice(0, MAX_OFFERS) };
  }
  const known = state.orders.find(({ orderId }) => orderId === order.orderId);
  const last = known ?? state.gone.find(({ orderId }) => orderId === order.orderId);
  if (last !== undefined && !isNewerOrder(order.version, last.newest, nowMs)) {
    // Without a version number the status decides: it only advances.
    const isForward = order.version === 0 && known !== undefined && rank > policy.statuses[known.status].rank;
    // An overdue order that was already requested keeps its state.
    const isSame = known?.due.at === 'overdue' && known.version === order.version && known.status === order.status;
    if (!isForward && !isSame) return state;
  }
  const leftMs = order.leftMs > 0 ? Math.min(order.leftMs, MAX_STATUS_MS) : UNSAID_MS;
  const due: Due =
    stage === 'over' ? { at: 'over', untilMs: nowMs + OVER_MS } : { at: 'running', endsMs: nowMs + leftMs, isSaid: order.leftMs > 0 };
  const kept: Order<Status> = { ...order, newest: { version: order.version, atMs: nowMs }, due };
  const orders = known === undefined ? [...state.orders, kept].slice(-MAX_ORDERS) : state.orders.map((one) => (one === known ? kept : one));
  return { ...state, load, orders, gone: known === undefined ? state.gone.filter((one) => one !== last) : state.gone };
}

/** One that brings no number cannot say that it is newer. */
const isNewerOrder = (version: number, newest: Newest, nowMs: number): boolean =>
  version === 0 ? nowMs - newest.atMs > REORDER_WINDOW_MS : isNewer(version, newest, nowMs);

function onTick<Status extends string>(state: Orders<Status>, nowMs: number): OrdersStep<Status> {
  const { load } = state;
  const isLate = load.at === 'loading' && nowMs >= load.untilMs;
  const waited: Orders<Status> = isLate
    ? { ...state, load: { at: state.offers.length + state.orders.length > 0 ? 'idle' : 'failed' } }
    : state;
  const due = waited.orders.filter((order) => nowMs >= dueMsOf(order));
  if (due.length === 0) return [waited];
  const late = due.filter((order) => order.due.at === 'running');
  const ended = due.filter((order) => order.due.at !== 'running');
  const orders = waited.orders
    .filter((order) => !ended.includes(order))
    .map((order): Order<Status> =>
      late.includes(order) ? { ...order, due: { at: 'overdue', untilMs: nowMs + ORDER_OVERDUE_MS } } : order,
    );
  const gone = ended.map(({ orderId, newest }) => ({ orderId, newest: { ...newest, atMs: nowMs } }));
  const next: Orders<Status> = { ...waited, orders, gone: [...waited.gone, ...gone].slice(-MAX_GONE) };
  return late.length === 0 ? [next] : [next, { do: 'snapshot', why: 'a status ended without a message' }];
}

/** The first own order whose outcome has not been announced. */
function withNews<Status extends string>(policy: OrderPolicy<Status>, state: Orders<Status>, userId: number): Orders<Status> {
  if (userId === 0 || state.news !== null) return state;
  for (const { orderId, status, title, userId: by } of state.orders) {
    if (by !== userId || policy.statuses[status].isNews !== true) continue;
    const id = `${orderId} ${status}`;
    if (!state.announced.includes(id))
      return { ...state, news: { id, status, title }, announced: [...state.announced, id].slice(-MAX_ANNOUNCED) };
  }
  return state;
}

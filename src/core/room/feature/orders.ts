/**
 * Orders of a feature (challenges, dances, services): each message contains the state of one order. The machine keeps them in order if
 * messages are repeated, late or lost; a feature supplies its statuses and permissions (`OrderPolicy`).
 */
import { assertNever } from '../../assert-never.ts';
import type { Machine, Step, Tick } from '../../machine.ts';
import { answeredAsk, IDLE, reopenedAsk, sending, type Ask, type Refusal } from './ask.ts';
import { bounded } from './bounded.ts';
import { isNewer, REORDER_WINDOW_MS, type Newest } from '../chat/newest.ts';

/** Grace time for the message that ends a status; after it the server is asked. Milliseconds. */
const STATUS_GRACE_MS = 2_000;
/** Timeout of that request; after it the order is removed from this page. */
const ORDER_OVERDUE_MS = 10_000;
/** How long a finished order is shown. */
const OVER_MS = 12_000;
/** Interval of requests about a status without a duration. */
const UNSAID_MS = 60_000;
/** Longest duration that a message may announce. */
const MAX_STATUS_MS = 3_600_000;
/** Timeout of a requested list. */
const LIST_MS = 6_000;
/** Maximum number of orders: the oldest is dropped that is neither on the stage nor the viewer's own. */
const MAX_ORDERS = 50;
const MAX_OFFERS = 40;
/** Removed orders that are remembered, so that a late message does not restore them; the newest are kept. */
const MAX_GONE = 64;
/** Own orders whose outcome was already announced to the viewer. */
const MAX_ANNOUNCED = 50;
/** An evaluation: number of stars, and length of its text. */
export const MAX_STARS = 5;
export const MAX_EVALUATION_CHARS = 60;

export type OrderVerb = 'request' | 'cheer' | 'cancel' | 'evaluate' | 'accept' | 'refuse' | 'start' | 'finish';

/** Relation of the viewer to an order: the viewer's own, another viewer's, or any order seen by the star. */
export type OrderSide = 'own' | 'other' | 'star';

export interface StatusPolicy {
  /** Statuses only move forward: a message with a lower rank is outdated. */
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

/** Content of one message about one order. */
export interface OrderNews<Status extends string> {
  readonly orderId: string;
  readonly status: Status;
  /** Increases with each change of any order; 0: missing, then the rank of the status decides. */
  readonly version: number;
  readonly title: string;
  readonly coin: number;
  readonly score: number;
  /** Target of `score`; 0: no target. */
  readonly goal: number;
  /** Text of the evaluation, or the reason of a refusal. */
  readonly note: string;
  /** A page about the order; '' for none. */
  readonly href: string;
  readonly userId: number;
  readonly nickname: string;
  /** Time left in the status when the message arrived; 0 if unknown. */
  readonly leftMs: number;
}

type Due =
  | { readonly name: 'running'; readonly endsMs: number; readonly isSaid: boolean }
  | { readonly name: 'overdue'; readonly untilMs: number }
  | { readonly name: 'over'; readonly untilMs: number };
interface Order<Status extends string> extends OrderNews<Status> {
  readonly newest: Newest;
  readonly due: Due;
}

export interface FateNews<Status extends string> {
  /** Made of the order and its status, so that it is shown once. */
  readonly id: string;
  readonly status: Status;
  readonly title: string;
}

export type Load = { readonly name: 'idle' } | { readonly name: 'loading'; readonly untilMs: number } | { readonly name: 'failed' };
export interface Orders<Status extends string> {
  readonly name: 'closed' | 'open';
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
  | { readonly type: 'answered'; readonly refusal: Refusal }
  | { readonly type: 'seen'; readonly id: string };

export type OrdersEffect =
  | { readonly type: 'snapshot'; readonly why: 'the list was opened' | 'a status ended without a message' }
  | { readonly type: 'call'; readonly verb: OrderVerb; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly type: 'login' };

/** Actions sent by the panel. */
export type OrderAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'seen'; readonly id: string }
  | { readonly type: 'ask'; readonly verb: OrderVerb; readonly orderId: string; readonly fields: OrderFields };

export interface OrdersContext {
  readonly userId: number;
}

type OrdersStep<Status extends string> = Step<Orders<Status>, OrdersEffect>;
export type OrdersMachine<Status extends string> = Machine<Orders<Status>, OrdersEvent<Status>, OrdersEffect, OrdersContext>;

export function ordersMachine<Status extends string>(policy: OrderPolicy<Status>): OrdersMachine<Status> {
  return {
    name: policy.name,
    initial: { name: 'closed', orders: [], offers: [], gone: [], load: { name: 'idle' }, ask: IDLE, news: null, announced: [] },
    step: (state, event, nowMs, { userId }) => step(policy, state, event, nowMs, userId),
    deadlineMs({ load, orders }) {
      const due = orders.map(dueMsOf);
      if (load.name === 'loading') due.push(load.untilMs);
      return due.length === 0 ? null : Math.min(...due);
    },
  };
}

const dueMsOf = ({ due }: Order<string>): number => (due.name === 'running' ? due.endsMs + STATUS_GRACE_MS : due.untilMs);

function step<Status extends string>(
  policy: OrderPolicy<Status>,
  state: Orders<Status>,
  event: OrdersEvent<Status> | Tick,
  nowMs: number,
  userId: number,
): OrdersStep<Status> {
  switch (event.type) {
    case 'order':
      return [withNews(policy, withOrder(policy, state, event.order, nowMs, userId), userId)];
    case 'open':
      if (state.name === 'open' && state.load.name !== 'failed') return [state];
      return [
        { ...state, name: 'open', ask: reopenedAsk(state.ask), load: { name: 'loading', untilMs: nowMs + LIST_MS } },
        { type: 'snapshot', why: 'the list was opened' },
      ];
    case 'close':
      return [{ ...state, name: 'closed', ask: reopenedAsk(state.ask), load: { name: 'idle' } }];
    case 'ask':
      if (state.ask.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [
        { ...state, ask: sending(`${event.verb} ${event.orderId}`) },
        { type: 'call', verb: event.verb, fields: { orderId: event.orderId, ...event.fields } },
      ];
    case 'answered':
      return [state.ask.name === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
    case 'seen':
      return [state.news?.id === event.id ? withNews(policy, { ...state, news: null }, userId) : state];
    case 'tick':
      return onTick(state, nowMs);
    default:
      return assertNever(event);
  }
}

/** Returns the same state if nothing changed. */
function withOrder<Status extends string>(
  policy: OrderPolicy<Status>,
  state: Orders<Status>,
  order: OrderNews<Status>,
  nowMs: number,
  userId: number,
): Orders<Status> {
  const { rank, stage } = policy.statuses[order.status];
  const load: Load = { name: 'idle' };
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
    // A repeated state: an overdue order runs again, and a time applies if none was known.
    const isSame = known?.version === order.version && known.status === order.status;
    const isRenewed = isSame && (known.due.name === 'overdue' || (known.due.name === 'running' && !known.due.isSaid && order.leftMs > 0));
    if (!isForward && !isRenewed) return state;
  }
  const leftMs = order.leftMs > 0 ? Math.min(order.leftMs, MAX_STATUS_MS) : UNSAID_MS;
  // Without a time in the message the announced end of the same status stays.
  const isKept = order.leftMs === 0 && known?.status === order.status && known.due.name === 'running' && known.due.isSaid;
  const running: Due = isKept ? known.due : { name: 'running', endsMs: nowMs + leftMs, isSaid: order.leftMs > 0 };
  const due: Due = stage === 'over' ? { name: 'over', untilMs: nowMs + OVER_MS } : running;
  const kept: Order<Status> = { ...order, newest: { version: order.version, atMs: nowMs }, due };
  const mayStay = (one: Order<Status>): boolean =>
    policy.statuses[one.status].stage === 'running' || (userId !== 0 && one.userId === userId);
  const orders =
    known === undefined ? bounded([...state.orders, kept], MAX_ORDERS, mayStay) : state.orders.map((one) => (one === known ? kept : one));
  return { ...state, load, orders, gone: known === undefined ? state.gone.filter((one) => one !== last) : state.gone };
}

/** An order without a version is never newer within the reorder window. */
const isNewerOrder = (version: number, newest: Newest, nowMs: number): boolean =>
  version === 0 ? nowMs - newest.atMs > REORDER_WINDOW_MS : isNewer(version, newest, nowMs);

function onTick<Status extends string>(state: Orders<Status>, nowMs: number): OrdersStep<Status> {
  const { load } = state;
  const isLate = load.name === 'loading' && nowMs >= load.untilMs;
  const waited: Orders<Status> = isLate
    ? { ...state, load: { name: state.offers.length + state.orders.length > 0 ? 'idle' : 'failed' } }
    : state;
  const due = waited.orders.filter((order) => nowMs >= dueMsOf(order));
  if (due.length === 0) return [waited];
  const late = due.filter((order) => order.due.name === 'running');
  const ended = due.filter((order) => order.due.name !== 'running');
  const orders = waited.orders
    .filter((order) => !ended.includes(order))
    .map((order): Order<Status> =>
      late.includes(order) ? { ...order, due: { name: 'overdue', untilMs: nowMs + ORDER_OVERDUE_MS } } : order,
    );
  const gone = ended.map(({ orderId, newest }) => ({ orderId, newest: { ...newest, atMs: nowMs } }));
  const next: Orders<Status> = { ...waited, orders, gone: [...waited.gone, ...gone].slice(-MAX_GONE) };
  return late.length === 0 ? [next] : [next, { type: 'snapshot', why: 'a status ended without a message' }];
}

/** Announces the first own order whose outcome has not been announced. */
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

/**
 * Orders of a feature (challenges, dances, services): each message contains the state of one order. The machine keeps them in order if
 * messages are repeated, late or lost; a feature supplies its statuses and permissions (`OrderPolicy`).
 */
import type { Machine, Step, Tick } from '../../../player/base/machine.ts';
import { IDLE, reopenedRequest, sending, withAnswer, type FeatureRequest, type Refusal } from './feature-request.ts';
import { bounded } from './bounded.ts';
import { endPhase, phaseDeadlineMs, runPhase, type PhaseDeadline, type PhaseLimits } from './phase-deadline.ts';
import { isNewer, REORDER_WINDOW_MS, type Newest } from '../chat/newest.ts';

const OVER_MS = 12_000;
/** An order may last longer than a phase, and is asked for more often. */
const STATUS_LIMITS: PhaseLimits = { unannouncedMs: 60_000, maxMs: 3_600_000 };
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

type Due = PhaseDeadline | { readonly name: 'over'; readonly untilMs: number };
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
  readonly request: FeatureRequest;
  readonly news: FateNews<Status> | null;
  readonly announced: readonly string[];
}

export interface OrderFields {
  readonly stars?: number;
  readonly words?: string;
}
export type OrderAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'seen'; readonly id: string }
  | { readonly type: 'request'; readonly verb: OrderVerb; readonly orderId: string; readonly fields: OrderFields };
export type OrdersEvent<Status extends string> =
  | OrderAction
  | { readonly type: 'order'; readonly order: OrderNews<Status> }
  | { readonly type: 'answered'; readonly refusal: Refusal };

export type OrdersEffect =
  | { readonly type: 'snapshot'; readonly why: 'the list was opened' | 'a status ended without a message' }
  | { readonly type: 'call'; readonly verb: OrderVerb; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly type: 'login' };

export interface OrdersContext {
  readonly userId: number;
}

type OrdersStep<Status extends string> = Step<Orders<Status>, OrdersEffect>;
export type OrdersMachine<Status extends string> = Machine<Orders<Status>, OrdersEvent<Status>, OrdersEffect, OrdersContext>;

export function ordersMachine<Status extends string>(policy: OrderPolicy<Status>): OrdersMachine<Status> {
  return {
    name: policy.name,
    initial: { name: 'closed', orders: [], offers: [], gone: [], load: { name: 'idle' }, request: IDLE, news: null, announced: [] },
    step: (state, event, nowMs, { userId }) => step(policy, state, event, nowMs, userId),
    deadlineMs({ load, orders }) {
      const due = orders.map(dueMsOf);
      if (load.name === 'loading') due.push(load.untilMs);
      return due.length === 0 ? null : Math.min(...due);
    },
  };
}

/** The part of a state that a panel with a list has. */
interface ListPanel {
  readonly name: 'closed' | 'open';
  readonly load: Load;
  readonly request: FeatureRequest;
}
export type ListEvent = { readonly type: 'entry' } | { readonly type: 'close' } | { readonly type: 'answered'; readonly refusal: Refusal };
type ListEffect = { readonly type: 'snapshot'; readonly why: 'the list was opened' };

/** A panel that requests its list when it is opened, and again after a failure. */
export function stepList<State extends ListPanel>(state: State, event: ListEvent, nowMs: number): Step<State, ListEffect> {
  if (event.type === 'answered') return [withAnswer(state, event.refusal)];
  const request = reopenedRequest(state.request);
  if (event.type === 'close') return [{ ...state, name: 'closed', request, load: { name: 'idle' } }];
  if (state.name === 'open' && state.load.name !== 'failed') return [state];
  return [
    { ...state, name: 'open', request, load: { name: 'loading', untilMs: nowMs + LIST_MS } },
    { type: 'snapshot', why: 'the list was opened' },
  ];
}

const dueMsOf = ({ due }: Order<string>): number => (due.name === 'over' ? due.untilMs : phaseDeadlineMs(due));

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
    case 'entry':
    case 'close':
    case 'answered':
      return stepList(state, event, nowMs);
    case 'request':
      if (state.request.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [
        { ...state, request: sending(`${event.verb} ${event.orderId}`) },
        { type: 'call', verb: event.verb, fields: { orderId: event.orderId, ...event.fields } },
      ];
    case 'seen':
      return [state.news?.id === event.id ? withNews(policy, { ...state, news: null }, userId) : state];
    case 'tick':
      return onTick(state, nowMs);
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
    const isRenewed =
      isSame && (known.due.name === 'overdue' || (known.due.name === 'running' && !known.due.isAnnounced && order.leftMs > 0));
    if (!isForward && !isRenewed) return state;
  }
  const before = known?.status === order.status && known.due.name !== 'over' ? known.due : null;
  const due: Due = stage === 'over' ? { name: 'over', untilMs: nowMs + OVER_MS } : runPhase(order.leftMs, nowMs, before, STATUS_LIMITS);
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
  if (waited.orders.every((order) => nowMs < dueMsOf(order))) return [waited];
  const orders: Order<Status>[] = [];
  const gone: { readonly orderId: string; readonly newest: Newest }[] = [];
  let isRequested = false;
  for (const order of waited.orders) {
    const end = order.due.name !== 'over' ? endPhase(order.due, nowMs, false) : nowMs < order.due.untilMs ? 'not yet' : 'gone';
    if (end === 'gone') gone.push({ orderId: order.orderId, newest: { ...order.newest, atMs: nowMs } });
    else orders.push(end === 'not yet' ? order : { ...order, due: end });
    isRequested ||= typeof end === 'object';
  }
  const next: Orders<Status> = { ...waited, orders, gone: [...waited.gone, ...gone].slice(-MAX_GONE) };
  return !isRequested ? [next] : [next, { type: 'snapshot', why: 'a status ended without a message' }];
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

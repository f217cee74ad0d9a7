import type { Machine, Step, Tick } from '../../../player/base/machine.ts';
import { IDLE, reopenedRequest, sending, withAnswer, type FeatureRequest, type Refusal } from './feature-dialog.ts';
import { earliestMs, endPhase, phaseDeadlineMs, runPhase, type PhaseDeadline, type PhaseLimits, phaseLeftMs } from './phased.ts';
import { isNewer, REORDER_WINDOW_MS, type Newest, messageLink } from './feature-message.ts';
import { shownText } from '../layout/shown-text.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';

/**
 * Orders of a feature (challenges, dances, services): each message contains the state of one order. The machine keeps them in order if
 * messages are repeated, late or lost; a feature supplies its statuses and permissions (`OrderPolicy`).
 */

const OVER_MS = 12_000;
/** An order may last longer than a phase, and is asked for more often. */
const STATUS_LIMITS: PhaseLimits = { unannouncedMs: 60_000, maxMs: 3_600_000 };
const LIST_MS = 6_000;
/** Maximum number of orders; those that have waited longest are kept. */
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
type OrderSide = 'own' | 'other' | 'star';

interface StatusPolicy {
  /** `status` on the wire. S9 names the field and no values; these are the project's. */
  readonly number: number;
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

type OrderDeadline = PhaseDeadline | { readonly name: 'over'; readonly untilMs: number };
interface Order<Status extends string> extends OrderNews<Status> {
  readonly newest: Newest;
  readonly deadline: OrderDeadline;
}

interface FateNews<Status extends string> {
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

interface OrdersContext {
  readonly userId: number;
}

type OrdersStep<Status extends string> = Step<Orders<Status>, OrdersEffect>;
type OrdersMachine<Status extends string> = Machine<Orders<Status>, OrdersEvent<Status>, OrdersEffect, OrdersContext>;

export function ordersMachine<Status extends string>(policy: OrderPolicy<Status>): OrdersMachine<Status> {
  return {
    name: policy.name,
    initial: { name: 'closed', orders: [], offers: [], gone: [], load: { name: 'idle' }, request: IDLE, news: null, announced: [] },
    step: (state, event, nowMs, { userId }) => step(policy, state, event, nowMs, userId),
    deadlineMs({ load, orders }) {
      return earliestMs([...orders.map(orderDeadlineMs), load.name === 'loading' ? load.untilMs : null]);
    },
  };
}

const orderDeadlineMs = ({ deadline }: Order<string>): number => (deadline.name === 'over' ? deadline.untilMs : phaseDeadlineMs(deadline));

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
      // The list is requested when the panel is opened, and again after a failure.
      if (state.name === 'open' && state.load.name !== 'failed') return [state];
      return [
        { ...state, name: 'open', request: reopenedRequest(state.request), load: { name: 'loading', untilMs: nowMs + LIST_MS } },
        { type: 'snapshot', why: 'the list was opened' },
      ];
    case 'close':
      return [{ ...state, name: 'closed', request: reopenedRequest(state.request), load: { name: 'idle' } }];
    case 'answered':
      return [withAnswer(state, event.refusal)];
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
  const left = stage === 'over' ? state.offers.filter(({ orderId }) => orderId !== order.orderId) : state.offers;
  // An order that is no longer offered was no order of a viewer.
  if (left.length < state.offers.length) return { ...state, offers: left };
  const known = state.orders.find(({ orderId }) => orderId === order.orderId);
  const last = known ?? state.gone.find(({ orderId }) => orderId === order.orderId);
  if (last !== undefined && !isNewerOrder(order.version, last.newest, nowMs)) {
    // Without a version number the status decides: it only advances.
    const isForward = order.version === 0 && known !== undefined && rank > policy.statuses[known.status].rank;
    // A repeated state: an overdue order runs again, and a time applies if none was known.
    const isSame = known?.version === order.version && known.status === order.status;
    const isRenewed =
      isSame &&
      (known.deadline.name === 'overdue' || (known.deadline.name === 'running' && !known.deadline.isAnnounced && order.leftMs > 0));
    if (!isForward && !isRenewed) return state;
  }
  const before = known?.status === order.status && known.deadline.name !== 'over' ? known.deadline : null;
  const deadline: OrderDeadline =
    stage === 'over' ? { name: 'over', untilMs: nowMs + OVER_MS } : runPhase(order.leftMs, nowMs, before, STATUS_LIMITS);
  const kept: Order<Status> = { ...order, newest: { version: order.version, atMs: nowMs }, deadline };
  const orders =
    known === undefined ? bounded(policy, [...state.orders, kept], userId) : state.orders.map((one) => (one === known ? kept : one));
  return { ...state, load, orders, gone: known === undefined ? state.gone.filter((one) => one !== last) : state.gone };
}

/**
 * Of one order too many the oldest that is over is dropped; if none is, the last that waits, so that each position in the queue stays
 * right. Orders of the viewer and the order on the stage stay.
 */
function bounded<Status extends string>(policy: OrderPolicy<Status>, orders: readonly Order<Status>[], userId: number) {
  if (orders.length <= MAX_ORDERS) return orders;
  const isOfOthers = (one: Order<Status>, stage: StatusPolicy['stage']): boolean =>
    policy.statuses[one.status].stage === stage && (userId === 0 || one.userId !== userId);
  const dropped = orders.find((one) => isOfOthers(one, 'over')) ?? orders.findLast((one) => isOfOthers(one, 'waiting')) ?? orders.at(-1);
  return orders.filter((one) => one !== dropped);
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
  if (waited.orders.every((order) => nowMs < orderDeadlineMs(order))) return [waited];
  const orders: Order<Status>[] = [];
  const gone: { readonly orderId: string; readonly newest: Newest }[] = [];
  let isRequested = false;
  for (const order of waited.orders) {
    const end =
      order.deadline.name !== 'over' ? endPhase(order.deadline, nowMs, false) : nowMs < order.deadline.untilMs ? 'not yet' : 'gone';
    if (end === 'gone') gone.push({ orderId: order.orderId, newest: { ...order.newest, atMs: nowMs } });
    else orders.push(end === 'not yet' ? order : { ...order, deadline: end });
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

export interface OrderRow<Status extends string> extends Omit<OrderNews<Status>, 'version' | 'userId'> {
  readonly isMine: boolean;
  /** Place in the queue from 1; 0 if not queued. */
  readonly position: number;
  /** Its time is over and no message has announced the next status. */
  readonly isOverdue: boolean;
  /** Actions available to this viewer. */
  readonly verbs: readonly OrderVerb[];
}

export interface OrdersView<Status extends string = string> {
  readonly isOpen: boolean;
  readonly load: Load['name'];
  readonly request: FeatureRequest;
  readonly isStar: boolean;
  /** Order shown on the page: the running one, else the one that has just ended, else the first that waits. */
  readonly current: OrderRow<Status> | null;
  /** Running first, then queued ones in their order, then finished ones. */
  readonly rows: readonly OrderRow<Status>[];
  readonly waiting: number;
  readonly offers: readonly OrderRow<Status>[];
  readonly news: FateNews<Status> | null;
}

const STAGES = ['running', 'waiting', 'over'] as const;

/** null: no orders, the dialog is closed, and there is no news. */
export function ordersView<Status extends string>(
  policy: OrderPolicy<Status>,
  state: Orders<Status>,
  who: { readonly userId: number; readonly isStar: boolean },
  nowMs: number,
): OrdersView<Status> | null {
  if (state.name === 'closed' && state.orders.length === 0 && state.news === null) return null;
  const rowOf = (order: OrderNews<Status>, position: number, leftMs: number, isOverdue: boolean): OrderRow<Status> => {
    const { orderId, status, title, coin, score, goal, note, nickname, href } = order;
    const isMine = who.userId !== 0 && order.userId === who.userId;
    const verbs = policy.statuses[status].verbs?.[who.isStar ? 'star' : isMine ? 'own' : 'other'] ?? [];
    return {
      orderId,
      status,
      title,
      coin,
      score,
      goal,
      note,
      nickname,
      href,
      isMine,
      position,
      leftMs,
      isOverdue,
      verbs: isOverdue ? [] : verbs,
    };
  };
  const at = (stage: (typeof STAGES)[number]): readonly OrderRow<Status>[] =>
    state.orders
      .filter(({ status }) => policy.statuses[status].stage === stage)
      .toSorted((a, b) => (stage === 'waiting' ? policy.statuses[b.status].rank - policy.statuses[a.status].rank : 0))
      .map((order, index) => {
        const { deadline } = order;
        const leftMs = deadline.name === 'over' ? 0 : phaseLeftMs(deadline, nowMs);
        return rowOf(order, stage === 'waiting' ? index + 1 : 0, leftMs, deadline.name === 'overdue');
      });
  const [running, waiting, over] = [at('running'), at('waiting'), at('over')];
  return {
    isOpen: state.name === 'open',
    load: state.load.name,
    request: state.request,
    isStar: who.isStar,
    current: running[0] ?? over.at(-1) ?? waiting[0] ?? null,
    rows: [...running, ...waiting, ...over],
    waiting: waiting.length,
    offers: state.offers.map((offer) => rowOf(offer, 0, 0, false)),
    news: state.news,
  };
}

/** Longer texts are truncated; characters. */
const MAX_TITLE_CHARS = 40;
const MAX_NAME_CHARS = 24;
const MAX_NOTE_CHARS = 120;

/** Members that all messages about an order have. */
export type OrderBody = Pick<BodyOfMessage<'song-order'>, 'orderId' | 'status' | 'coin' | 'user' | 'version'>;
/** Members that a feature reads from its own message. */
export interface OrderDetails extends Pick<OrderNews<string>, 'title' | 'score' | 'note' | 'leftMs'> {
  readonly goal?: number;
  readonly link?: string;
}

/** null: an order without an id, or an unknown status. `implied`: the status that the message name implies when `status` is 0. */
export function readOrderNews<Status extends string>(
  { statuses }: OrderPolicy<Status>,
  implied: Status | null,
  body: OrderBody,
  { title, score, goal = 0, note, link = '', leftMs }: OrderDetails,
): OrderNews<Status> | null {
  const named = (Object.keys(statuses) as Status[]).find((one) => statuses[one].number === body.status);
  const status = named ?? (body.status === 0 ? implied : null);
  if (status === null || body.orderId === '') return null;
  return {
    orderId: body.orderId,
    status,
    version: Math.max(0, body.version),
    title: shownText(title, MAX_TITLE_CHARS),
    coin: Math.max(0, body.coin),
    score: Math.max(0, score),
    goal: Math.max(0, goal),
    note: shownText(note, MAX_NOTE_CHARS),
    href: messageLink(0, link, 0),
    userId: body.user?.userId ?? 0,
    nickname: shownText(body.user?.nickname ?? '', MAX_NAME_CHARS),
    leftMs: Math.max(0, leftMs),
  };
}

import type { FeatureRequest } from './feature-request.ts';
import type { FateNews, Load, OrderNews, OrderPolicy, Orders, OrderVerb } from './orders.ts';
import { phaseLeftMs } from './phase-deadline.ts';
import { messageLink } from '../chat/message-link.ts';
import { shownText } from '../layout/shown-text.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';

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

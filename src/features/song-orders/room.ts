import { eventWith } from '../../core/room/feature/feature-message.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { IDLE, sending, type FeatureRequest } from '../../core/room/feature/feature-request.ts';
import { stepList, type ListEvent, type Load } from '../../core/room/feature/orders.ts';
import { isNewer, type Newest } from '../../core/room/chat/newest.ts';
import { defineRoomPart, isRoomStar } from '../../workers/room/features/feature-api.ts';
import { executeRequest } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of orders; those that have waited longest are kept, and the viewer's own. */
export const MAX_ORDERS = 50;
const MAX_OFFERS = 60;

type OrderStatus = 'wished' | 'accepted' | 'singing' | 'sung' | 'refused';
/** `status` on the wire. S9 names the field and no values; these are the project's. */
const STATUSES: Readonly<Record<number, OrderStatus>> = { 1: 'wished', 2: 'accepted', 3: 'sung', 4: 'refused', 5: 'singing' };
/** Statuses only move forward: a message with an earlier status is outdated. */
const RANK: Readonly<Record<OrderStatus, number>> = { wished: 0, accepted: 1, singing: 2, sung: 3, refused: 3 };

export interface Order {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly songName: string;
  readonly singerName: string;
  readonly coin: number;
  readonly userId: number;
  readonly nickname: string;
  /** Of the current song: time left on arrival of the message, in milliseconds; 0 if unknown. */
  readonly leftMs: number;
}

interface Offer {
  readonly songId: number;
  readonly songName: string;
  readonly singerName: string;
  readonly coin: number;
}

export interface SongList {
  readonly version: number;
  readonly isOpen: boolean;
  readonly orders: readonly Order[];
  readonly offers: readonly Offer[];
}

/** null: unknown status, or an order without an id. */
export function readOrder(body: BodyOfMessage<'song-order'>): Order | null {
  const status = STATUSES[body.status];
  if (status === undefined || body.orderId === '') return null;
  return {
    orderId: body.orderId,
    status,
    songName: asShown(body.songName),
    singerName: asShown(body.singerName),
    coin: Math.max(0, body.coin),
    userId: body.user?.userId ?? 0,
    nickname: asShown(body.user?.nickname ?? ''),
    leftMs: Math.max(0, body.leftMs),
  };
}

/** `ownId`: 0 for a guest. */
export function readList(body: BodyOfMessage<'song-order-list'>, ownId: number): SongList {
  const all = body.orders.flatMap((order) => readOrder(order) ?? []);
  const own = all.slice(MAX_ORDERS).filter((order) => isOwn(order, ownId));
  const orders = [...all.slice(0, MAX_ORDERS), ...own.slice(0, MAX_ORDERS)];
  return {
    version: body.version,
    isOpen: body.isOpen,
    // Removes duplicate ids, which would be duplicate keys of rows.
    orders: orders.filter((order, at) => orders.findIndex(({ orderId }) => orderId === order.orderId) === at),
    offers: body.offers.slice(0, MAX_OFFERS).map(({ songId, songName, singerName, coin }) => ({
      songId,
      songName: asShown(songName),
      singerName: asShown(singerName),
      coin,
    })),
  };
}

/** The list with one updated order; the same list if nothing changed. */
export function withOrder(list: SongList, order: Order, ownId: number): SongList {
  const known = list.orders.find(({ orderId }) => orderId === order.orderId);
  if (known === undefined) {
    if (isOver(order)) return list;
    return { ...list, orders: bounded(isWaiting(order) ? [...list.orders, order] : [order, ...list.orders], ownId) };
  }
  // A repeated message adds the time of the current song if it was unknown.
  const isTimed = order.status === 'singing' && known.status === 'singing' && known.leftMs === 0 && order.leftMs > 0;
  if (RANK[order.status] <= RANK[known.status] && !isTimed) return list;
  return {
    ...list,
    orders: list.orders.map((other) => (other === known ? { ...known, status: order.status, leftMs: order.leftMs } : other)),
  };
}

/** `ownId`: 0 for a guest. */
const isOwn = ({ userId }: Order, ownId: number): boolean => ownId !== 0 && userId === ownId;

/** One order too many: the oldest that is over leaves; if none is, the one of another viewer that waits last. */
function bounded(orders: readonly Order[], ownId: number): readonly Order[] {
  if (orders.length <= MAX_ORDERS) return orders;
  const leaves = orders.find(isOver) ?? orders.findLast((order) => !isOwn(order, ownId)) ?? orders.at(-1);
  return orders.filter((order) => order !== leaves);
}

const isOver = ({ status }: Order): boolean => RANK[status] === RANK.sung;
const isWaiting = ({ status }: Order): boolean => status === 'wished' || status === 'accepted';
const singingOf = (list: SongList | null): Order | null => list?.orders.find(({ status }) => status === 'singing') ?? null;

/** In the order of singing: accepted ones first, each group in the order of arrival. */
export const waitingOf = (list: SongList | null): readonly Order[] => {
  const orders = list?.orders ?? [];
  return [...orders.filter(({ status }) => status === 'accepted'), ...orders.filter(({ status }) => status === 'wished')];
};

/** Without a message a song is over this long after its announced end. */
const SONG_GRACE_MS = 3_000;
/** Longest song that a message may announce. */
const MAX_SONG_MS = 900_000;
/** Own orders whose result was already shown; the newest are kept. */
const MAX_ANNOUNCED = 50;

/** Result of one of the viewer's orders. */
interface SongNews {
  /** Made of the order and its result, so that it is shown once. */
  readonly id: string;
  readonly fate: 'accepted' | 'refused' | 'singing';
  readonly songName: string;
}

interface Known {
  readonly list: SongList | null;
  readonly newest: Newest | null;
  /** End of the current song; null: none. */
  readonly songEndsMs: number | null;
  readonly load: Load;
  readonly request: FeatureRequest;
  readonly news: SongNews | null;
  readonly announced: readonly string[];
}
type SongOrders = Known & { readonly name: 'closed' | 'open' };

export type SongOrdersAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'seen'; readonly id: string }
  | { readonly type: 'order-song'; readonly songId: number }
  | { readonly type: 'decide'; readonly orderId: string; readonly as: 'accept' | 'refuse' | 'sing' | 'end' };
type SongOrdersEvent =
  | SongOrdersAction
  | { readonly type: 'list'; readonly list: SongList }
  | { readonly type: 'order'; readonly order: Order }
  | ListEvent;

export type SongOrdersEffect =
  | { readonly type: 'snapshot'; readonly why: 'the list was opened' | 'the song ended without a message' }
  | { readonly type: 'call'; readonly verb: 'request' | 'decide'; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly type: 'login' };

interface SongOrdersContext {
  readonly userId: number;
}

export const songOrdersMachine: Machine<SongOrders, SongOrdersEvent, SongOrdersEffect, SongOrdersContext> = {
  name: 'song-orders',
  initial: {
    name: 'closed',
    list: null,
    newest: null,
    songEndsMs: null,
    load: { name: 'idle' },
    request: IDLE,
    news: null,
    announced: [],
  },
  step,
  deadlineMs: ({ load, songEndsMs }) => {
    const due = [load.name === 'loading' ? load.untilMs : null, songEndsMs].filter((atMs) => atMs !== null);
    return due.length === 0 ? null : Math.min(...due);
  },
};

type SongStep = Step<SongOrders, SongOrdersEffect>;

function step(state: SongOrders, event: SongOrdersEvent | Tick, nowMs: number, { userId }: SongOrdersContext): SongStep {
  switch (event.type) {
    case 'list':
      if (!isNewer(event.list.version, state.newest, nowMs)) return [state];
      return [
        withList(
          { ...state, newest: { version: event.list.version, atMs: nowMs }, load: { name: 'idle' } },
          event.list,
          nowMs,
          userId,
          true,
        ),
      ];
    case 'order': {
      const list = withOrder(state.list ?? EMPTY, event.order, userId);
      if (list === state.list || list === EMPTY) return [state];
      return [withList(state, list, nowMs, userId, event.order.status === 'singing')];
    }
    case 'entry':
    case 'close':
    case 'answered':
      return stepList(state, event, nowMs);
    case 'order-song':
      if (state.request.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [
        { ...state, request: sending(String(event.songId)) },
        { type: 'call', verb: 'request', fields: { songId: event.songId } },
      ];
    case 'decide':
      if (state.request.name === 'sending') return [state];
      return [
        { ...state, request: sending(event.orderId) },
        { type: 'call', verb: 'decide', fields: { orderId: event.orderId, as: event.as } },
      ];
    case 'seen':
      return [state.news?.id === event.id ? withNews({ ...state, news: null }, userId) : state];
    case 'tick':
      return onTick(state, nowMs, userId);
  }
}

const EMPTY: SongList = { version: 0, isOpen: true, orders: [], offers: [] };

function onTick(state: SongOrders, nowMs: number, userId: number): SongStep {
  const isLate = state.load.name === 'loading' && nowMs >= state.load.untilMs;
  const waited: SongOrders = isLate ? { ...state, load: state.list === null ? { name: 'failed' } : { name: 'idle' } } : state;
  if (state.songEndsMs === null || nowMs < state.songEndsMs) return [waited];
  // The message about the end of the song was lost, so the song ends by time.
  const singing = singingOf(state.list);
  const list = singing === null || state.list === null ? state.list : withOrder(state.list, { ...singing, status: 'sung' }, userId);
  return [
    { ...waited, list, songEndsMs: null },
    { type: 'snapshot', why: 'the song ended without a message' },
  ];
}

/** `isAnnounced`: the message may contain the remaining time of the song; without it the known end stays. */
function withList(state: SongOrders, list: SongList, nowMs: number, userId: number, isAnnounced: boolean): SongOrders {
  const singing = singingOf(list);
  const before = singingOf(state.list);
  if (singing !== null && singing.orderId === before?.orderId && (!isAnnounced || singing.leftMs === 0)) {
    const orders = list.orders.map((order) => (order === singing ? { ...singing, leftMs: before.leftMs } : order));
    return withNews({ ...state, list: { ...list, orders } }, userId);
  }
  const endsMs = singing === null ? null : nowMs + Math.min(singing.leftMs || MAX_SONG_MS, MAX_SONG_MS) + SONG_GRACE_MS;
  return withNews({ ...state, list, songEndsMs: endsMs }, userId);
}

/** The first own order whose result was not shown yet. */
function withNews(state: SongOrders, userId: number): SongOrders {
  if (userId === 0 || state.news !== null) return state;
  for (const { orderId, status, songName, userId: by } of state.list?.orders ?? []) {
    if (by !== userId || (status !== 'accepted' && status !== 'refused' && status !== 'singing')) continue;
    const id = `${orderId} ${status}`;
    if (!state.announced.includes(id))
      return { ...state, news: { id, fate: status, songName }, announced: [...state.announced, id].slice(-MAX_ANNOUNCED) };
  }
  return state;
}

export interface SongRow extends Order {
  readonly isMine: boolean;
  /** From 1. */
  readonly position: number;
}

/** null: no current song, the dialog is closed, and there is no news. */
export function songOrdersView(state: SongOrders, who: { readonly userId: number; readonly isStar: boolean }, nowMs: number) {
  const singing = singingOf(state.list);
  if (state.name === 'closed' && singing === null && state.news === null) return null;
  const isMine = (order: Order): boolean => isOwn(order, who.userId);
  return {
    isOpen: state.name === 'open',
    load: state.load.name,
    request: state.request,
    takesOrders: state.list?.isOpen ?? false,
    canDecide: who.isStar,
    singing: singing === null ? null : { ...singing, isMine: isMine(singing), leftMs: leftMsOf(state, singing, nowMs) },
    waiting: waitingOf(state.list).map((order, at) => ({ ...order, isMine: isMine(order), position: at + 1 })),
    offers: state.list?.offers ?? [],
    news: state.news,
  };
}

export type SongOrdersView = NonNullable<ReturnType<typeof songOrdersView>>;

/** 0, which is not shown, for a song of unknown length; its end is then only the limit. */
const leftMsOf = ({ songEndsMs }: SongOrders, singing: Order, nowMs: number): number =>
  singing.leftMs === 0 ? 0 : Math.max(0, (songEndsMs ?? nowMs) - SONG_GRACE_MS - nowMs);

export const room = defineRoomPart({
  machine: songOrdersMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: SongOrders, room) => songOrdersView(state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
  messages: {
    'song-order-list': (body, room): SongOrdersEvent => ({ type: 'list', list: readList(body, room.login().userId) }),
    'song-order': (body) => eventWith('order', readOrder(body)),
  },
  onAction: (action: SongOrdersAction): SongOrdersEvent => action,
  execute: (effect: SongOrdersEffect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
});

import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { answeredAsk, IDLE, reopenedAsk, sending, type Ask, type Refusal } from '../../core/room/feature/ask.ts';
import { isNewer, type Newest } from '../../core/room/chat/newest.ts';
import { isOwn, singingOf, waitingOf, withOrder, type Offer, type Order, type SongList } from './rules-list.ts';

/** Timeout of a requested list; milliseconds. */
const LIST_MS = 6_000;
/** Without a message a song is over this long after its announced end. */
const SONG_GRACE_MS = 3_000;
/** Longest song that a message may announce. */
const MAX_SONG_MS = 900_000;
/** Own orders whose result was already shown; the newest are kept. */
const MAX_ANNOUNCED = 50;

/** Result of one of the viewer's orders. */
export interface SongNews {
  /** Made of the order and its result, so that it is shown once. */
  readonly id: string;
  readonly fate: 'accepted' | 'refused' | 'singing';
  readonly songName: string;
}

export type Load = { readonly name: 'idle' } | { readonly name: 'loading'; readonly untilMs: number } | { readonly name: 'failed' };

interface Known {
  readonly list: SongList | null;
  readonly newest: Newest | null;
  /** End of the current song; null: none. */
  readonly songEndsMs: number | null;
  readonly load: Load;
  readonly ask: Ask;
  readonly news: SongNews | null;
  readonly announced: readonly string[];
}
/** Whether the viewer has opened the list. */
export type SongOrders = Known & { readonly name: 'closed' | 'open' };

export type SongOrdersEvent =
  | { readonly type: 'list'; readonly list: SongList }
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'order-song'; readonly songId: number }
  | { readonly type: 'decide'; readonly orderId: string; readonly as: 'accept' | 'refuse' | 'sing' | 'end' }
  | { readonly type: 'answered'; readonly refusal: Refusal }
  | { readonly type: 'seen'; readonly id: string };

export type SongOrdersEffect =
  | { readonly type: 'snapshot'; readonly why: 'the list was opened' | 'the song ended without a message' }
  | { readonly type: 'call'; readonly verb: 'request' | 'decide'; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly type: 'login' };

export interface SongOrdersContext {
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
    ask: IDLE,
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
    case 'open':
      if (state.name === 'open' && state.load.name !== 'failed') return [state];
      return [
        { ...state, name: 'open', ask: reopenedAsk(state.ask), load: { name: 'loading', untilMs: nowMs + LIST_MS } },
        { type: 'snapshot', why: 'the list was opened' },
      ];
    case 'close':
      return [{ ...state, name: 'closed', ask: reopenedAsk(state.ask), load: { name: 'idle' } }];
    case 'order-song':
      if (state.ask.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [
        { ...state, ask: sending(String(event.songId)) },
        { type: 'call', verb: 'request', fields: { songId: event.songId } },
      ];
    case 'decide':
      if (state.ask.name === 'sending') return [state];
      return [
        { ...state, ask: sending(event.orderId) },
        { type: 'call', verb: 'decide', fields: { orderId: event.orderId, as: event.as } },
      ];
    case 'answered':
      return [state.ask.name === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
    case 'seen':
      return [state.news?.id === event.id ? withNews({ ...state, news: null }, userId) : state];
    case 'tick':
      return onTick(state, nowMs, userId);
    default:
      return assertNever(event);
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

/** `isSaid`: the message may contain the remaining time of the song; without it the known end stays. */
function withList(state: SongOrders, list: SongList, nowMs: number, userId: number, isSaid: boolean): SongOrders {
  const singing = singingOf(list);
  const before = singingOf(state.list);
  if (singing !== null && singing.orderId === before?.orderId && (!isSaid || singing.leftMs === 0)) {
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

export interface SongOrdersView {
  readonly isOpen: boolean;
  readonly load: Load['name'];
  readonly ask: Ask;
  readonly takesOrders: boolean;
  /** True for the room's star. */
  readonly canDecide: boolean;
  readonly singing: (Order & { readonly isMine: boolean }) | null;
  readonly waiting: readonly SongRow[];
  readonly offers: readonly Offer[];
  readonly news: SongNews | null;
}

/** null: no current song, the dialog is closed, and there is no news. */
export function songOrdersView(
  state: SongOrders,
  who: { readonly userId: number; readonly isStar: boolean },
  nowMs: number,
): SongOrdersView | null {
  const singing = singingOf(state.list);
  if (state.name === 'closed' && singing === null && state.news === null) return null;
  const isMine = (order: Order): boolean => isOwn(order, who.userId);
  return {
    isOpen: state.name === 'open',
    load: state.load.name,
    ask: state.ask,
    takesOrders: state.list?.isOpen ?? false,
    canDecide: who.isStar,
    singing: singing === null ? null : { ...singing, isMine: isMine(singing), leftMs: leftMsOf(state, singing, nowMs) },
    waiting: waitingOf(state.list).map((order, at) => ({ ...order, isMine: isMine(order), position: at + 1 })),
    offers: state.list?.offers ?? [],
    news: state.news,
  };
}

/** 0, which is not shown, for a song of unknown length; its end is then only the limit. */
const leftMsOf = ({ songEndsMs }: SongOrders, singing: Order, nowMs: number): number =>
  singing.leftMs === 0 ? 0 : Math.max(0, (songEndsMs ?? nowMs) - SONG_GRACE_MS - nowMs);

export type SongOrdersAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  /** The news item was shown. */
  | { readonly type: 'seen'; readonly id: string }
  | { readonly type: 'order-song'; readonly songId: number }
  | { readonly type: 'decide'; readonly orderId: string; readonly as: 'accept' | 'refuse' | 'sing' | 'end' };

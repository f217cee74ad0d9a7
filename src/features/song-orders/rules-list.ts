import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** Maximum number of orders; those that have waited longest are kept, and the viewer's own. */
export const MAX_ORDERS = 50;
/** Maximum number of songs that the star offers. */
const MAX_OFFERS = 60;

export type OrderStatus = 'wished' | 'accepted' | 'singing' | 'sung' | 'refused';
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

export interface Offer {
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
export const isOwn = ({ userId }: Order, ownId: number): boolean => ownId !== 0 && userId === ownId;

/** One order too many: the oldest that is over leaves; if none is, the one of another viewer that waits last. */
function bounded(orders: readonly Order[], ownId: number): readonly Order[] {
  if (orders.length <= MAX_ORDERS) return orders;
  const leaves = orders.find(isOver) ?? orders.findLast((order) => !isOwn(order, ownId)) ?? orders.at(-1);
  return orders.filter((order) => order !== leaves);
}

const isOver = ({ status }: Order): boolean => RANK[status] === RANK.sung;
const isWaiting = ({ status }: Order): boolean => status === 'wished' || status === 'accepted';
export const singingOf = (list: SongList | null): Order | null => list?.orders.find(({ status }) => status === 'singing') ?? null;

/** In the order of singing: accepted ones first, each group in the order of arrival. */
export const waitingOf = (list: SongList | null): readonly Order[] => {
  const orders = list?.orders ?? [];
  return [...orders.filter(({ status }) => status === 'accepted'), ...orders.filter(({ status }) => status === 'wished')];
};

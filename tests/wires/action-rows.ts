import type { ChatToolsAction } from '../../src/features/chat-tools/rules.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import type { UserAction } from '../../src/core/room/view.ts';
import type { liveInfo, openRoom } from '../workers/room/harness.ts';
import { STAR_ID } from './people.ts';

/** Rows by the `do` of an action; an action of the panel without a row is a type error. */
export type ByDo<Action extends { readonly type: string }> = {
  readonly [Do in Action['type']]: readonly (Action extends unknown ? (Do extends Action['type'] ? Omit<Action, 'type'> : never) : never)[];
};

export interface ActionRows {
  /** By `do`, or by `type` for the one feature whose panel sends events. */
  readonly actions: Readonly<Record<string, readonly object[]>>;
  readonly named?: 'type';
  /** The acting user; default: the viewer. */
  readonly as?: 'star';
  readonly path?: string;
  /** Answers of the services, by the end of the path. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Distinguishes several row sets of one feature. */
  readonly title?: string;
  /** Fields of live info that differ from a live room. */
  readonly room?: Parameters<typeof liveInfo>[0];
  /** Sets up the room before the action, in addition to the messages. */
  prepare?(room: ReturnType<typeof openRoom>): void;
  /** Actions of the room that the feature receives. */
  readonly ofTheRoom?: readonly UserAction[];
  /** Messages received before the action. */
  readonly messages?: readonly (readonly [MessageName, Readonly<Record<string, unknown>>])[];
  readonly before?: readonly object[];
}

export const rows = <Action extends { readonly type: string } = never>(
  actions: ByDo<Action>,
  more: Omit<ActionRows, 'actions' | 'named'> = {},
): ActionRows => ({ actions, ...more });

/** Additional actions in another room or of another user. */
export const more = <Action extends { readonly type: string }>(
  title: string,
  actions: Partial<ByDo<Action>>,
  others: Omit<ActionRows, 'actions' | 'named' | 'title'>,
): ActionRows => ({ title, actions: actions as ActionRows['actions'], ...others });

export const PERSON = { userId: 42, nickname: '阿星', userLogo: '' };
export const CARD = {
  user: { userId: 42, name: '阿星', richLevel: 3, logo: '', isStar: false, badges: [], line: '你好' },
  anchor: { x: 1, y: 2 },
} satisfies Omit<Extract<ChatToolsAction, { readonly type: 'open' }>, 'type'>;
const GIFT_LIST = {
  code: 0,
  data: { tabs: [{ name: '热门', gifts: [{ giftId: 5, name: '花', price: 10, giftType: 1, letter: 1 }] }] },
};
export const GIFT = { giftId: 5, from: 'coins', count: 3, receiverId: STAR_ID, letter: '给你' } as const;

export const MIC_LINK = ['mic-link', { roomId: 1_001, version: 1, isOpen: true, asking: [{ requestId: 'r-1', user: PERSON }] }] as const;
export const SONG_LIST = [
  'song-order-list',
  {
    roomId: 1_001,
    version: 1,
    isOpen: true,
    orders: [{ orderId: 'o-1', status: 1, songName: '歌', user: PERSON }],
    offers: [{ songId: 12, songName: '歌' }],
  },
] as const;
export const RED_PACKET = [
  'red-packet',
  { packetId: 'p-1', version: 1, status: 2, leftMs: 60_000, sender: PERSON, coin: 100, num: 5, numLeft: 5 },
] as const;
export const PK = [
  'battle',
  { pkId: 3, version: 1, phase: 2, leftMs: 60_000, own: { score: 1 }, rival: { score: 2, star: PERSON } },
] as const;
export const GIFT_ANSWERS = {
  '/gift/list': GIFT_LIST,
  '/gift/wallet': { code: 0, data: { balance: 900, bag: [] } },
  '/gift/send': { code: 0, data: { balance: 870 } },
};

import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf, isRoomStar, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { executeAsk } from '../../workers/room/features/feature-effects.ts';
import { readList, readOrder } from './rules-list.ts';
import {
  songOrdersMachine,
  songOrdersView,
  type SongOrders,
  type SongOrdersAction,
  type SongOrdersEffect,
  type SongOrdersEvent,
} from './rules.ts';

export const room = defineRoomHalf({
  machine: songOrdersMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: SongOrders, room) => songOrdersView(state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
  messages: {
    'song-order-list': (body, room): SongOrdersEvent | null =>
      isHere(body.roomId, room) ? { type: 'list', list: readList(body, room.login().userId) } : null,
    'song-order': (body): SongOrdersEvent | null => {
      const order = readOrder(body);
      return order === null ? null : { type: 'order', order };
    },
  },
  onAction(action: SongOrdersAction): SongOrdersEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open' };
      case 'close':
        return { type: 'close' };
      case 'seen':
        return { type: 'seen', id: action.id };
      case 'order-song':
        return { type: 'order-song', songId: action.songId };
      case 'decide':
        return { type: 'decide', orderId: action.orderId, as: action.as };
      default:
        return assertNever(action);
    }
  },
  execute: (effect: SongOrdersEffect, room, send) => executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
});

/** 0: not sent by the server. */
const isHere = (roomId: number, room: FeatureContext): boolean => roomId === 0 || roomId === room.roomId();

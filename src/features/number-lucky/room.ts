import { boxEvent, type BoxAction, type BoxEffect } from '../../core/room/feature/feature-box.ts';
import { executeAsk } from '../../workers/room/features/feature-effects.ts';
import { defineRoomHalf, loginChanged, serverMs } from '../../workers/room/features/feature-api.ts';
import { luckyMachine, luckyView, readLucky, readPrize, type Lucky, type LuckyEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: luckyMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: Lucky, room) => luckyView(state, room.login().userId, room.clock.nowMs()),
  messages: {
    'number-lucky': (body, room): LuckyEvent | null => {
      const news = readLucky(body, serverMs(room));
      return news === null ? null : { type: 'news', news };
    },
    'number-lucky-prize': readPrize,
  },
  onAction: (action: BoxAction): LuckyEvent => boxEvent(action),
  onRoom: loginChanged,
  execute: (effect: BoxEffect, room, send: (event: LuckyEvent) => void) =>
    executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
});

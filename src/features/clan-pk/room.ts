import { boxEvent, type BoxAction, type BoxEffect } from '../../core/room/feature/feature-box.ts';
import { executeAsk } from '../../workers/room/features/feature-effects.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { clansMachine, clansView, readPromotion, readQuickMessage, type Clans, type ClansEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: clansMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: Clans, room) => clansView(state, room.clock.nowMs()),
  messages: {
    'clan-pk-promotion': (body): ClansEvent | null => {
      const news = readPromotion(body);
      return news === null ? null : { type: 'news', news };
    },
    'clan-pk-quick-message': (body, room): ClansEvent | null => {
      const message = readQuickMessage(body, room.clock.nowMs());
      return message === null ? null : { type: 'message', message };
    },
  },
  onAction: (action: BoxAction): ClansEvent => boxEvent(action),
  execute: (effect: BoxEffect, room, send: (event: ClansEvent) => void) =>
    executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
});

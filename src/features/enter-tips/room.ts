import { readWelcomePolicy } from '../../core/room/chat/welcome.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { readEntry, readFollow } from './rules-message.ts';
import { enterTipsMachine, type EnterTips, type EnterTipsEffect, type EnterTipsEvent, type EnterTipsView } from './rules.ts';

export const room = defineRoomHalf({
  machine: enterTipsMachine,
  context: (room) => ({ policy: readWelcomePolicy((key) => room.config(key)) }),
  view: ({ view }: EnterTips): EnterTipsView | null => view,
  messages: {
    login: (body, room): EnterTipsEvent => ({ type: 'entry', ...readEntry(body, room.login().userId) }),
    follow(body, room): EnterTipsEvent | null {
      const tip = readFollow(body, room.login().userId, room.roomId());
      return tip && { type: 'follow', tip };
    },
  },
  execute: (effect: EnterTipsEffect, room) => room.count(`left out: ${effect.why}`, effect.by),
});

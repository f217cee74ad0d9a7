import { boxEvent, type BoxAction, type BoxEffect } from '../../core/room/feature/feature-box.ts';
import { executeAsk } from '../../workers/room/features/feature-effects.ts';
import { defineRoomHalf, loginChanged, serverMs } from '../../workers/room/features/feature-api.ts';
import { guessesMachine, guessView, readGuess, type Guesses, type GuessEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: guessesMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: Guesses, room) => guessView(state, room.clock.nowMs()),
  messages: {
    'music-guess-status': (body, room): GuessEvent | null => {
      const news = readGuess(body, serverMs(room));
      return news === null ? null : { type: 'news', news };
    },
  },
  onAction: (action: BoxAction): GuessEvent => boxEvent(action),
  onRoom: loginChanged,
  execute: (effect: BoxEffect, room, send: (event: GuessEvent) => void) =>
    executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
});

import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf, loginChanged } from '../../workers/room/features/feature-api.ts';
import { fetchSwitches } from '../../workers/room/features/fandom-switches.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { ranksMachine, ranksView, readList, readOwn, type RanksAction, type RanksEffect, type RanksEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: ranksMachine,
  context: () => null,
  view: (state, room) => ranksView(state, room.login().userId, room.clock.nowMs()),
  messages: { 'rank-list': readList, 'rank-own': readOwn },
  onAction(action: RanksAction): RanksEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open' };
      case 'close':
        return { type: 'close' };
      case 'pick':
        return { type: 'pick', which: action.which };
      default:
        return assertNever(action);
    }
  },
  onRoom: loginChanged,
  // The list arrives as a message; the machine's deadline covers its absence.
  execute(effect: RanksEffect, room, send) {
    if (effect.type === 'snapshot') void askFeature(room, 'snapshot', { kind: effect.which.kind, period: effect.which.period });
    else void fetchSwitches(room).then((switches) => send({ type: 'switches', switches }));
  },
});

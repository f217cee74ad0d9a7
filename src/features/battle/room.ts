import { assertNever } from '../../core/assert-never.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { defineRoomHalf, isRoomStar, serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { readDuel, readTeams, teamsOf, type PkNews } from './rules-message.ts';
import { battleMachine, type Battle, type BattleEffect, type BattleEvent } from './rules.ts';
import { battleView, type BattleAction } from './rules-view.ts';

export const room = defineRoomHalf({
  machine: battleMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: Battle, room) => battleView(state, starOf(room), room.clock.nowMs()),
  messages: {
    battle: (body) => newsOf(readDuel(body)),
    'multi-pk-round': (body, room) => newsOf(readTeams(body, serverMs(room))),
    'multi-pk-lose-to-win': ({ pkId, teamId, title, score, user, id }): BattleEvent => ({
      type: 'flash',
      pkId,
      // A message without an id is identified by the score that made the team the leader.
      flash: { id: id || `${pkId} ${teamId} ${score}`, teamId, title: asShown(title), nickname: asShown(user?.nickname ?? ''), score },
    }),
    'multi-pk-team-query': ({ pkId, teams }): BattleEvent => ({ type: 'teams', pkId, teams: teamsOf(teams) }),
  },
  onAction(action: BattleAction): BattleEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open' };
      case 'close':
        return { type: 'close' };
      case 'support':
        return { type: 'support', coin: action.coin, teamId: action.teamId };
      case 'start':
      case 'end':
        return { type: 'command', verb: action.type };
      default:
        return assertNever(action);
    }
  },
  execute(effect: BattleEffect, room, send) {
    switch (effect.type) {
      case 'call':
        void askFeature(room, effect.verb, effect.fields).then((refusal) => {
          // The other calls are answered by messages, or end by the machine's deadline.
          if (effect.verb === 'support' || effect.verb === 'start' || effect.verb === 'end') send({ type: 'answered', refusal });
        });
        return;
      case 'forget':
        room.log(`PK: ${effect.why}`);
        return;
      case 'login':
        room.openLogin();
        return;
      default:
        assertNever(effect);
    }
  },
});

const newsOf = (news: PkNews | null): BattleEvent | null => (news === null ? null : { type: 'news', news });

function starOf(room: FeatureContext) {
  const { starName, avatarUrl } = room.room();
  return { isStar: isRoomStar(room), starName, starLogo: avatarUrl };
}

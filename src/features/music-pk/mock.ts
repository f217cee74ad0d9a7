import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { MOCK_STAR } from '../../../mocks/sessions/session-people.ts';
import { pickBy, scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';
import {
  excludePush,
  kitsOf,
  KITS,
  matchPush,
  MAX_BLOOD,
  momentOf,
  person,
  questionIdOf,
  questionOf,
  QUESTIONS,
  statusPush,
  pkIdOf,
  type Pk,
  type Someone,
} from './mock-pushes.ts';

const SEED = 83;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船'] as const;

/** Two stars answer questions; the viewers' votes decide the own star's answer. A wrong answer costs blood. */
export const musicPk = scripted<Pk>({
  name: 'music-pk',
  begin() {
    const player = { blood: MAX_BLOOD, score: 0, right: null };
    return { round: 0, said: 0, votes: {}, used: {}, excluded: [], own: player, rival: player };
  },
  phases: [
    { name: 'match', ms: 5_000, enter: kitsOf },
    {
      name: 'answer',
      ms: 18_000,
      enter(play) {
        Object.assign(play.state, { round: play.state.round + 1, votes: {}, excluded: [] });
        return momentOf(play);
      },
      everyMs: 5_000,
      act: (play, turn) => callOut(play, { userId: 710_000 + (turn % GUESTS.length), nickname: pickBy(GUESTS, SEED, turn) }),
    },
    {
      name: 'reveal',
      ms: 5_000,
      enter(play) {
        judge(play.state);
        return momentOf(play);
      },
      next({ state }) {
        if (state.round >= QUESTIONS.length || state.rival.blood === 0) return 'settled';
        return state.own.blood === 0 ? 'help' : 'answer';
      },
    },
    {
      name: 'help',
      ms: 10_000,
      enter: (play) => [
        sessionPush('music-pk-tips', {
          pkId: pkIdOf(play),
          type: 1,
          title: '主播没血了',
          content: '快来助她复活',
          durationS: 6,
          id: `help-${play.version}`,
        }),
      ],
    },
    { name: 'settled', ms: 14_000, enter: (play) => momentOf(play) },
  ],
  state: (play) => (play.phase === 'match' ? [matchPush(play), statusPush(play)] : [statusPush(play)]),
  show: (play) => [...momentOf(play), ...kitsOf(play)],
  ends: () => 'settled',
  calls: {
    answer(play, { optionId, questionId }, viewer) {
      const { votes, round } = play.state;
      if (play.phase !== 'answer') return '现在不能这样做';
      if (questionId !== questionIdOf(play)) return '这道题已经结束了';
      if (typeof optionId !== 'string' || !/^[0-3]$/.test(optionId)) return '没有这个选项';
      if (votes[viewer.userId] !== undefined) return '你已经答过这道题了';
      votes[viewer.userId] = optionId;
      const pkId = pkIdOf(play);
      const id = `${pkId}-${round}-${viewer.userId}`;
      play.say(sessionPush('music-pk-remind-answer', { pkId, questionId, user: person(viewer), content: '已作答', id }));
    },
    kit(play, { kitId }, viewer) {
      const { state } = play;
      if (play.phase !== 'answer') return '现在不能这样做';
      const kit = KITS.find((one) => one.kitId === kitId);
      const used = state.used[viewer.userId] ?? [];
      if (kit === undefined || used.includes(kit.kitId)) return '这个道具已经用完了';
      state.used[viewer.userId] = [...used, kit.kitId];
      const line = sessionPush('music-pk-use-kit', {
        pkId: pkIdOf(play),
        user: person(viewer),
        kit: { ...kit, num: 0, iconUrl: '' },
        questionId: questionIdOf(play),
        id: `${pkIdOf(play)}-${kit.kitId}-${viewer.userId}`,
      });
      if (kit.kitId === 2) {
        state.own = { ...state.own, blood: Math.min(MAX_BLOOD, state.own.blood + 1) };
        return play.say(line);
      }
      state.excluded = ['0', '1', '2', '3'].filter((id) => id !== questionOf(play).right).slice(0, 2);
      return play.push(line, excludePush(play, viewer));
    },
    call: (play, _fields, viewer) => (play.phase === 'answer' ? callOut(play, viewer) : '现在不能这样做'),
    reborn(play, _fields, viewer) {
      if (play.phase !== 'help') return '现在不需要复活';
      play.state.own = { ...play.state.own, blood: 1 };
      play.enter('answer');
      const [helper, star] = [person(viewer), person(MOCK_STAR)];
      play.push(sessionPush('music-pk-help-reborn', { pkId: pkIdOf(play), helper, star, blood: 1, coin: 100, id: `${play.version}` }));
    },
  },
});

function callOut(play: Play<Pk>, who: Someone): undefined {
  const { state } = play;
  state.own = { ...state.own, score: state.own.score + 1 };
  const pkId = pkIdOf(play);
  play.say(sessionPush('music-pk-send-call', { pkId, user: person(who), num: 1, content: '', id: `${pkId}-${++state.said}` }));
}

/** The own star's answer is right if at least half of the votes are; without votes it is right at random. */
function judge(state: Pk): void {
  const right = QUESTIONS[state.round - 1]?.right;
  const votes = Object.values(state.votes);
  const isRight = votes.length === 0 ? chance(SEED, state.round) < 0.5 : votes.filter((id) => id === right).length * 2 >= votes.length;
  const after = ({ blood, score }: Pk['own'], wasRight: boolean) => ({
    blood: Math.max(0, blood - (wasRight ? 0 : 1)),
    score: score + (wasRight ? 10 : 0),
    right: wasRight,
  });
  state.own = after(state.own, isRight);
  state.rival = after(state.rival, chance(SEED + 1, state.round) < 0.6);
}

export const mock = recorded(
  'music-pk',
  musicPk,
  'A music PK: questions, blood, kits, rebirth, season level',
  '音乐 PK：答题、血量、道具、复活、赛季等级',
);

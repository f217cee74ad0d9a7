import { recorded } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { asking: 1, revealed: 2, settled: 3 };
const OVER = 4;
const POINTS = 10;
const SEED = 71;
const QUESTIONS = [
  { title: '主播刚才哼的是哪首歌？', options: ['星光', '晚风告白', '海边的信', '不眠列车'], right: '1' },
  { title: '“落日把海面染成橘色”出自哪首歌？', options: ['落日飞行', '给你的歌', '星光', '海边的信'], right: '0' },
  { title: '这段前奏属于哪首歌？', options: ['不眠列车', '晚风告白', '给你的歌', '星光'], right: '2' },
] as const;
const GUESTS = ['小鱼', '南风知我意', '一颗糖'] as const;
const FIRST_GUEST = 700_001;

interface Player {
  readonly userId: number;
  readonly nickname: string;
  score: number;
  /** Chosen option of this round; '': none. */
  option: string;
}
interface State {
  /** Index in QUESTIONS. */
  round: number;
  readonly players: Player[];
}

/** Three questions, each asked and revealed, then the ranking. */
export const musicGuess = scripted<State>({
  name: 'music-guess',
  begin: () => ({ round: -1, players: GUESTS.map((nickname, at) => ({ userId: FIRST_GUEST + at, nickname, score: 0, option: '' })) }),
  phases: [
    {
      name: 'asking',
      ms: 20_000,
      // Other viewers answer too, the same in each run.
      enter({ state }) {
        state.round++;
        for (const player of state.players) {
          const guest = player.userId - FIRST_GUEST;
          player.option = guest < GUESTS.length ? String(Math.floor(chance(SEED + state.round, guest) * 4)) : '';
        }
      },
    },
    {
      name: 'revealed',
      ms: 6_000,
      enter({ state }) {
        for (const player of state.players) if (player.option === questionOf(state).right) player.score += POINTS;
      },
      next: ({ state }) => (state.round + 1 < QUESTIONS.length ? 'asking' : 'settled'),
    },
    { name: 'settled', ms: 12_000 },
  ],
  state: (play) => [statePush(play)],
  ends: () => 'settled',
  calls: {
    answer(play, { optionId, questionId }, { userId, nickname }) {
      const { players } = play.state;
      if (play.phase !== 'asking' || questionId !== questionIdOf(play)) return '这道题已经结束了';
      const known = players.find((player) => player.userId === userId);
      if (known !== undefined && known.option !== '') return '你已经答过这道题了';
      if (typeof optionId !== 'string' || !/^[0-3]$/.test(optionId)) return badFields('没有这个选项');
      if (known === undefined) players.push({ userId, nickname, score: 0, option: optionId });
      else known.option = optionId;
      play.say();
    },
  },
});

const guessIdOf = ({ run }: Play<State>): number => 800 + run;
const questionIdOf = (play: Play<State>): number => guessIdOf(play) * 10 + Math.max(0, play.state.round);
const questionOf = ({ round }: State) => QUESTIONS[round] ?? QUESTIONS[0];

function statePush(play: Play<State>): SessionPush {
  const { phase, version, state } = play;
  const { title, options, right } = questionOf(state);
  const index = Math.max(0, state.round);
  const isShown = phase !== 'asking';
  return sessionPush('music-guess-status', {
    guessId: guessIdOf(play),
    status: STATUS[phase ?? ''] ?? OVER,
    version,
    leftMs: play.leftMs(),
    round: index + 1,
    roundTotal: QUESTIONS.length,
    question: {
      questionId: questionIdOf(play),
      title,
      songUrl: '',
      index,
      endTime: 0,
      options: options.map((text, at) => ({
        id: String(at),
        text,
        // The right option is sent only when it is revealed, so that it cannot be read from the messages.
        right: isShown && String(at) === right,
        count: isShown ? state.players.filter(({ option }) => option === String(at)).length : 0,
      })),
    },
    winners: state.players
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 5)
      .map(({ userId, nickname, score }) => ({ user: personNamed(nickname, userId), score })),
  });
}

export const mock = recorded('music-guess', musicGuess, 'A song quiz: three questions, answers, ranking', '听歌识曲：三道题、答案、排名');

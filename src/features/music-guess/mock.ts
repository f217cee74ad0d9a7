import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CourseCall,
  type CoursePush,
  type CourseStep,
  type CourseTime,
  type CourseViewer,
} from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** Milliseconds of the scripted session. */
const PHASE_MS = { asking: 20_000, revealed: 6_000, settled: 12_000 } as const;
type Phase = keyof typeof PHASE_MS;
const NUMBER: Readonly<Record<Phase, number>> = { asking: 1, revealed: 2, settled: 3 };
const OVER = 4;
const POINTS = 10;
const SEED = 71;
const QUESTIONS = [
  { title: '主播刚才哼的是哪首歌？', options: ['星光', '晚风告白', '海边的信', '不眠列车'], right: 1 },
  { title: '“落日把海面染成橘色”出自哪首歌？', options: ['落日飞行', '给你的歌', '星光', '海边的信'], right: 0 },
  { title: '这段前奏属于哪首歌？', options: ['不眠列车', '晚风告白', '给你的歌', '星光'], right: 2 },
] as const;
const GUESTS = ['小鱼', '南风知我意', '一颗糖'] as const;

interface Player {
  readonly nickname: string;
  readonly score: number;
}
export interface GuessCourse {
  readonly phase: Phase | null;
  readonly guessId: number;
  readonly version: number;
  /** Index in QUESTIONS. */
  readonly round: number;
  readonly endsMs: number;
  /** Chosen option by viewer, in this round. */
  readonly answers: Readonly<Record<number, string>>;
  readonly players: Readonly<Record<number, Player>>;
}
type GuessStep = CourseStep<GuessCourse>;

/** Three questions, each asked and revealed, then the ranking. */
export const musicGuess: Course<GuessCourse> = {
  name: 'music-guess',
  initial: { phase: null, guessId: 800, version: 0, round: 0, endsMs: 0, answers: {}, players: {} },
  onCall(state, call, time, viewer) {
    if (call.verb !== 'answer') return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    return answer(state, call, time, viewer);
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time);
    if (command === 'start') return ask({ ...state, guessId: state.guessId + 1, players: {} }, 0, time);
    if (state.phase === null) return { state, pushes: [] };
    return state.phase === 'settled' ? over(state, time) : enter(state, 'settled', time);
  },
  tick(state, time) {
    if (state.phase === null || time.nowMs < state.endsMs) return { state, pushes: [] };
    if (state.phase === 'asking') return enter(scored(state), 'revealed', time);
    if (state.phase === 'settled') return over(state, time);
    return state.round + 1 < QUESTIONS.length ? ask(state, state.round + 1, time) : enter(state, 'settled', time);
  },
  deadlineMs: ({ phase, endsMs }) => (phase === null ? null : endsMs),
  snapshot: (state, time) => [statePush(state, time)],
  phase: ({ phase, round }) => (phase === null ? null : `${phase} ${round + 1}`),
};

function answer(
  state: GuessCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<GuessCourse>['onCall']> {
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  const { optionId, questionId } = fields;
  if (state.phase !== 'asking' || questionId !== questionIdOf(state)) return refuse(COURSE_CODE.notNow, '这道题已经结束了');
  if (state.answers[viewer.userId] !== undefined) return refuse(COURSE_CODE.notNow, '你已经答过这道题了');
  if (typeof optionId !== 'string' || !/^[0-3]$/.test(optionId)) return refuse(COURSE_CODE.badFields, '没有这个选项');
  const players = { ...state.players, [viewer.userId]: state.players[viewer.userId] ?? { nickname: viewer.nickname, score: 0 } };
  return { ...said({ ...state, players, answers: { ...state.answers, [viewer.userId]: optionId } }, time), answer: answered() };
}

const questionIdOf = ({ guessId, round }: GuessCourse): number => guessId * 10 + round;
const rightOf = ({ round }: GuessCourse): string => String(QUESTIONS[round]?.right ?? 0);

/** Other viewers answer too, the same in each run. */
function ask(state: GuessCourse, round: number, time: CourseTime): GuessStep {
  const guests = GUESTS.map((_name, at) => [700_001 + at, String(Math.floor(chance(SEED + round, at) * 4))] as const);
  const known = Object.fromEntries(GUESTS.map((nickname, at) => [700_001 + at, state.players[700_001 + at] ?? { nickname, score: 0 }]));
  return enter({ ...state, round, answers: Object.fromEntries(guests), players: { ...state.players, ...known } }, 'asking', time);
}

function scored(state: GuessCourse): GuessCourse {
  const right = rightOf(state);
  const players = Object.entries(state.players).map(([userId, player]) => [
    userId,
    state.answers[Number(userId)] === right ? { ...player, score: player.score + POINTS } : player,
  ]);
  return { ...state, players: Object.fromEntries(players) as GuessCourse['players'] };
}

const enter = (state: GuessCourse, phase: Phase, time: CourseTime): GuessStep =>
  said({ ...state, phase, endsMs: time.nowMs + PHASE_MS[phase] }, time);
const over = (state: GuessCourse, time: CourseTime): GuessStep => said({ ...state, phase: null }, time);

function said(state: GuessCourse, time: CourseTime): GuessStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: [statePush(next, time)] };
}

function statePush(state: GuessCourse, time: CourseTime): CoursePush {
  const { phase, round, answers } = state;
  const { title, options } = QUESTIONS[round] ?? QUESTIONS[0];
  const isShown = phase !== 'asking';
  return coursePush('music-guess-status', {
    guessId: state.guessId,
    status: phase === null ? OVER : NUMBER[phase],
    version: state.version,
    leftMs: phase === null ? 0 : time.leftMs(state.endsMs),
    round: round + 1,
    roundTotal: QUESTIONS.length,
    question: {
      questionId: questionIdOf(state),
      title,
      songUrl: '',
      index: round,
      endTime: 0,
      options: options.map((text, at) => ({
        id: String(at),
        text,
        // The right option is sent only when it is revealed, so that it cannot be read from the messages.
        right: isShown && String(at) === rightOf(state),
        count: isShown ? Object.values(answers).filter((id) => id === String(at)).length : 0,
      })),
    },
    winners: Object.entries(state.players)
      .filter(([, { score }]) => score > 0)
      .toSorted(([, a], [, b]) => b.score - a.score)
      .slice(0, 5)
      .map(([userId, { nickname, score }]) => ({
        user: personNamed(nickname, Number(userId)),
        score,
      })),
  });
}

export const mock = defineMock({
  sessions: [musicGuess],
  scenarios: withRecording('music-guess', 'A song quiz: three questions, answers, ranking', '听歌识曲：三道题、答案、排名'),
});

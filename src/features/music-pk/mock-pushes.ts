import { coursePush, type CoursePush, type CourseTime } from '../../../mocks/sessions/course.ts';

export type PkCoursePhase = 'match' | 'answer' | 'reveal' | 'help' | 'settled';
const NUMBER: Readonly<Record<PkCoursePhase, number>> = { match: 1, answer: 2, reveal: 3, help: 4, settled: 5 };
const OVER = 6;
export const MAX_BLOOD = 2;

export interface CoursePlayer {
  readonly blood: number;
  readonly score: number;
  readonly right: boolean | null;
}
export interface PkCourse {
  readonly phase: PkCoursePhase | null;
  readonly pkId: number;
  readonly version: number;
  /** From 1; 0 before the first round. */
  readonly round: number;
  readonly endsMs: number;
  readonly nextCallMs: number;
  readonly said: number;
  /** Chosen option by viewer, in this round. */
  readonly votes: Readonly<Record<number, string>>;
  /** Kits used, by viewer. */
  readonly used: Readonly<Record<number, readonly number[]>>;
  readonly excluded: readonly string[];
  readonly own: CoursePlayer;
  readonly rival: CoursePlayer;
}

export const KITS = [
  { kitId: 1, name: '排除两项' },
  { kitId: 2, name: '回一滴血' },
] as const;
export const QUESTIONS = [
  { title: '《海边的信》的原唱是谁？', options: ['陈野', '林听夏', '北岸乐队', '小喵Momo'], right: 0 },
  { title: '“把星光写成给你的歌”下一句是？', options: ['在风里慢慢唱', '晚风不肯回答', '落日飞过海面', '列车开往夏天'], right: 1 },
  { title: '哪一首是北岸乐队的歌？', options: ['星光', '晚风告白', '落日飞行', '不眠列车'], right: 2 },
] as const;

export const person = ({ userId, nickname }: { readonly userId: number; readonly nickname: string }, userLogo = '') => ({
  userId,
  kugouId: userId,
  nickname,
  richlevel: 12,
  userLogo,
  mystic: false,
});
/** The star of room 1001 with her real name; the rival's room is another one. */
const OWN_STAR = person({ userId: 91_001, nickname: '小喵Momo' });
const RIVAL_STAR = person({ userId: 91_003, nickname: '夏沫' }, '/fixtures/images/userlogo/avatar-3.jpg');

const players = ({ own, rival, phase }: PkCourse) =>
  [
    { star: OWN_STAR, ...own },
    { star: RIVAL_STAR, ...rival },
  ].map(({ star, blood, score, right }) => {
    const isShown = phase === 'reveal' || phase === 'settled' || phase === 'help';
    return {
      star,
      blood,
      bloodTotal: MAX_BLOOD,
      score,
      answer: isShown && right !== null ? 'x' : '',
      right: isShown && right === true,
      excluded: false,
      kits: [],
    };
  });

const commonOf = (state: PkCourse, time: CourseTime) => ({
  pkId: state.pkId,
  version: state.version,
  leftMs: state.phase === null ? 0 : time.leftMs(state.endsMs),
});

export const statusPush = (state: PkCourse, time: CourseTime): CoursePush =>
  coursePush('music-pk-status', {
    ...commonOf(state, time),
    status: state.phase === null ? OVER : NUMBER[state.phase],
    round: state.round,
    players: players(state),
    seasonLevel: 3,
  });

export const matchPush = (state: PkCourse, time: CourseTime): CoursePush =>
  coursePush('music-pk-match', { ...commonOf(state, time), status: 1, star: OWN_STAR, rival: RIVAL_STAR });

export function roundsPush(state: PkCourse, time: CourseTime): CoursePush {
  const { title, options, right } = QUESTIONS[state.round - 1] ?? QUESTIONS[0];
  const isShown = state.phase !== 'answer';
  return coursePush('music-pk-rounds', {
    ...commonOf(state, time),
    round: state.round,
    roundTotal: QUESTIONS.length,
    question: {
      questionId: state.pkId * 10 + state.round,
      title,
      songUrl: '',
      index: state.round,
      endTime: 0,
      options: options.map((text, at) => ({
        id: String(at),
        text,
        // The right option is sent only when it is revealed, so that it cannot be read from the messages.
        right: isShown && at === right,
        count: isShown ? Object.values(state.votes).filter((id) => id === String(at)).length : 0,
      })),
    },
    players: players(state),
  });
}

export const resultPush = (state: PkCourse, time: CourseTime): CoursePush =>
  coursePush('music-pk-result', {
    ...commonOf(state, time),
    round: state.round,
    answer: String(QUESTIONS[state.round - 1]?.right ?? 0),
    players: players(state),
    settlement: null,
  });

export function endInfoPush(state: PkCourse, time: CourseTime): CoursePush {
  const { own, rival } = state;
  const lead = own.blood - rival.blood || own.score - rival.score;
  return coursePush('music-pk-end-info', {
    ...commonOf(state, time),
    players: players(state),
    settlement: {
      winnerId: lead === 0 ? 0 : lead > 0 ? OWN_STAR.userId : RIVAL_STAR.userId,
      result: lead === 0 ? 3 : lead > 0 ? 1 : 2,
      coin: 500,
      score: own.score,
      seasonLevel: lead > 0 ? 4 : 3,
      seasonName: '夏日赛季',
    },
  });
}

export const kitPush = (
  state: PkCourse,
  kit: (typeof KITS)[number],
  num: number,
  user: { readonly userId: number; readonly nickname: string } | null,
): CoursePush =>
  coursePush('music-pk-kit-add', { pkId: state.pkId, user: user === null ? null : person(user), kit: { ...kit, num, iconUrl: '' } });

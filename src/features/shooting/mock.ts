import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type CoursePush } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type Part, type Playing, type ScriptCall } from '../../../mocks/sessions/course-script.ts';

const SHOOTERS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '小鱼'] as const;
/** Milliseconds of the scripted session. */
const EVERY_MS = 4_000;
const BUFF_MS = 10_000;
const MINE = 5;

interface Hit {
  readonly nickname: string;
  readonly userId: number;
  readonly rate: number;
  readonly untilMs: number;
}
type State = readonly Hit[];

const gameOf = ({ run }: Playing<State>): number => 7_200 + run;
const push = (state: Playing<State>, { nickname, userId, rate }: Hit, leftMs: number): CoursePush =>
  coursePush('shooter-critical-buff', {
    gameId: gameOf(state),
    user: personNamed(nickname, userId),
    rate,
    durationS: Math.max(1, Math.ceil(leftMs / 1_000)),
  });

const parts = SHOOTERS.map((nickname, at): Part<State> => ({
  afterMs: at === 0 ? 0 : EVERY_MS,
  does(state, time) {
    const untilMs = time.nowMs + BUFF_MS;
    const hit = { nickname, userId: personNamed(nickname).userId, rate: 2 + (at % 3), untilMs };
    return { data: [...state.data.filter((other) => other.untilMs > time.nowMs), hit], pushes: [push(state, hit, time.leftMs(untilMs))] };
  },
}));

const join: ScriptCall<State> = (state, { fields }, time, viewer) => {
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { pushes: [], answer: refusal };
  if (state.nextMs === null || fields['gameId'] !== gameOf(state))
    return { pushes: [], answer: refused(COURSE_CODE.notNow, '这一局已经结束') };
  const untilMs = time.nowMs + BUFF_MS;
  const hit = { nickname: viewer.nickname, userId: viewer.userId, rate: MINE, untilMs };
  return { data: [...state.data, hit], pushes: [push(state, hit, time.leftMs(untilMs))], answer: answered() };
};

/** Shooters score critical hits one after the other; a viewer who joins starts with the strongest hit. */
export const shooting = scriptedCourse<State>({
  name: 'shooting',
  data: [],
  parts: [...parts, { afterMs: BUFF_MS, does: () => ({ data: [], pushes: [] }) }],
  present: (state, time) =>
    state.data.filter(({ untilMs }) => untilMs > time.nowMs).map((hit) => push(state, hit, time.leftMs(hit.untilMs))),
  ends: () => ({ data: [], pushes: [] }),
  calls: { join },
});

export const mock = defineMock({
  sessions: [shooting],
  scenarios: withRecording('shooting', 'Critical hits of a shooting game', '射击游戏里的暴击'),
});

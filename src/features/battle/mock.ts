import { defineMock, scenario, VIEWER, withRecording } from '../../../mocks/scenario.ts';
import { multiPk } from './mock-teams.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  pickBy,
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

/** Milliseconds of the scripted session. Shorter than a real PK, whose phases take minutes. */
const PHASE_MS = { match: 6_000, fight: 60_000, punishment: 25_000, result: 12_000 } as const;
type Phase = keyof typeof PHASE_MS;
const NUMBER: Readonly<Record<Phase, number>> = { match: 1, fight: 2, punishment: 3, result: 4 };
const OVER = 5;
/** Interval between gifts of other viewers. */
const GIFT_EVERY_MS = 1_500;
const COINS = [10, 52, 100, 188, 520] as const;
const MAX_COIN = 10_000;
const SEED = 77;

const crowd = (firstId: number, names: readonly string[]) => names.map((nickname, at) => ({ userId: firstId + at, nickname }));
const OWN = crowd(610_001, ['小鱼', '南风知我意', '一颗糖', '夜航船']);
const RIVAL = crowd(620_001, ['橘子海', '半夏', '山川', '柚子茶']);
const RIVAL_STAR = {
  userId: 91_003,
  kugouId: 91_003,
  nickname: '夏沫',
  richlevel: 20,
  userLogo: '/fixtures/images/userlogo/avatar-3.jpg',
  mystic: false,
};

interface Giver {
  readonly userId: number;
  readonly nickname: string;
  readonly score: number;
}
export interface Side {
  readonly score: number;
  readonly givers: readonly Giver[];
}
export interface BattleCourse {
  readonly phase: Phase | null;
  readonly pkId: number;
  readonly version: number;
  readonly endsMs: number;
  readonly nextGiftMs: number | null;
  readonly gifts: number;
  readonly turns: number;
  readonly own: Side;
  readonly rival: Side;
}

type BattleStep = CourseStep<BattleCourse>;
const NOTHING: Side = { score: 0, givers: [] };

/** A PK of two: match, fight, punishment, result. */
export const battle: Course<BattleCourse> = {
  name: 'battle',
  initial: { phase: null, pkId: 7_000, version: 0, endsMs: 0, nextGiftMs: null, gifts: 0, turns: 0, own: NOTHING, rival: NOTHING },
  onCall(state, call, time, viewer) {
    if (call.verb === 'support') return support(state, call, time, viewer);
    if (call.verb !== 'start' && call.verb !== 'end') return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    const refusal =
      refusalOf(viewer, true) ?? (call.verb === 'start' && state.phase !== null ? refused(COURSE_CODE.notNow, 'PK 正在进行') : null);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    return { ...battle.onCommand(state, call.verb, time), answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time);
    if (command === 'start') return enter({ ...state, pkId: state.pkId + 1, own: NOTHING, rival: NOTHING, turns: 0 }, 'match', time);
    if (state.phase === null) return { state, pushes: [] };
    return state.phase === 'match' ? over(state, time) : enter(state, 'result', time);
  },
  tick(state, time) {
    if (state.phase === null) return { state, pushes: [] };
    if (time.nowMs >= state.endsMs) return next(state, time);
    if (state.nextGiftMs === null || time.nowMs < state.nextGiftMs) return { state, pushes: [] };
    const isOwn = chance(SEED, state.gifts) < 0.5;
    const who = pickBy(isOwn ? OWN : RIVAL, SEED + 1, state.gifts);
    const coin = pickBy(COINS, SEED + 2, state.gifts);
    const waiting = { ...state, gifts: state.gifts + 1, nextGiftMs: time.nowMs + GIFT_EVERY_MS };
    return give(waiting, isOwn ? 'own' : 'rival', { ...who, score: coin }, time);
  },
  deadlineMs: ({ phase, endsMs, nextGiftMs }) => (phase === null ? null : Math.min(endsMs, nextGiftMs ?? endsMs)),
  snapshot: (state, time) => [statePush(state, time)],
  phase: ({ phase }) => phase,
};

function support(
  state: BattleCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<BattleCourse>['onCall']> {
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  // The call belongs to another PK, perhaps to a multi-PK, whose mock answers it.
  if (fields['pkId'] !== state.pkId) return refuse(COURSE_CODE.unknownVerb, '这场 PK 已经结束');
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  if (state.phase !== 'fight') return refuse(COURSE_CODE.notNow, '现在不能助力');
  const { coin, teamId } = fields;
  if (typeof coin !== 'number' || !Number.isInteger(coin) || coin < 1 || coin > MAX_COIN || (teamId !== 1 && teamId !== 2))
    return refuse(COURSE_CODE.badFields, '助力失败');
  const giver = { userId: viewer.userId, nickname: viewer.nickname, score: coin };
  return { ...give(state, teamId === 1 ? 'own' : 'rival', giver, time), answer: answered() };
}

function enter(state: BattleCourse, phase: Phase, time: CourseTime): BattleStep {
  const isFight = phase === 'fight';
  return said({ ...state, phase, endsMs: time.nowMs + PHASE_MS[phase], nextGiftMs: isFight ? time.nowMs + GIFT_EVERY_MS : null }, time);
}

function next(state: BattleCourse, time: CourseTime): BattleStep {
  switch (state.phase) {
    case 'match':
      return enter(state, 'fight', time);
    case 'fight':
      // A draw has no punishment phase.
      return enter(state, state.own.score === state.rival.score ? 'result' : 'punishment', time);
    case 'punishment':
      return enter(state, 'result', time);
    default:
      return over(state, time);
  }
}

const over = (state: BattleCourse, time: CourseTime): BattleStep => said({ ...state, phase: null, nextGiftMs: null }, time);

/** One gift. If it makes the trailing side the leader, a push names the giver to everybody in the room. */
function give(state: BattleCourse, to: 'own' | 'rival', giver: Giver, time: CourseTime): BattleStep {
  const before = state.own.score - state.rival.score;
  const changed = { ...state, [to]: withGift(state[to], giver) };
  const after = changed.own.score - changed.rival.score;
  const isTurn = before !== 0 && after !== 0 && before > 0 !== after > 0;
  if (!isTurn) return said(changed, time);
  const turned = { ...changed, turns: changed.turns + 1 };
  const step = said(turned, time);
  const turn = coursePush('multi-pk-lose-to-win', {
    pkId: turned.pkId,
    teamId: to === 'own' ? 1 : 2,
    title: '反败为胜',
    score: giver.score,
    user: personOf(giver),
    id: `${turned.pkId}-${turned.turns}`,
  });
  return { ...step, pushes: [...step.pushes, turn] };
}

export function withGift(side: Side, giver: Giver): Side {
  const known = side.givers.find(({ userId }) => userId === giver.userId);
  const others = side.givers.filter((other) => other !== known);
  const givers = [...others, { ...giver, score: giver.score + (known?.score ?? 0) }].sort((a, b) => b.score - a.score);
  return { score: side.score + giver.score, givers };
}

function said(state: BattleCourse, time: CourseTime): BattleStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: [statePush(next, time)] };
}

const personOf = ({ userId, nickname }: Giver) => personNamed(nickname, userId);
const TOP = 3;

function statePush(state: BattleCourse, time: CourseTime): CoursePush {
  const { phase, own, rival } = state;
  const isDecided = phase === 'punishment' || phase === 'result' || phase === null;
  const winner = !isDecided ? 0 : own.score === rival.score ? 3 : own.score > rival.score ? 1 : 2;
  const side = ({ score, givers }: Side) => ({
    score,
    givers: givers.slice(0, TOP).map((giver) => ({ user: personOf(giver), score: giver.score })),
  });
  return coursePush('battle', {
    pkId: state.pkId,
    version: state.version,
    phase: phase === null ? OVER : NUMBER[phase],
    leftMs: phase === null ? 0 : time.leftMs(state.endsMs),
    own: { star: null, roomId: 0, posterUrl: '', ...side(own) },
    rival: { star: RIVAL_STAR, roomId: 1002, posterUrl: RIVAL_STAR.userLogo, ...side(rival) },
    winner,
    punishment: phase === 'punishment' ? '唱一首儿歌' : '',
  });
}

export const mock = defineMock({
  // Asked after `battle`, because its refusal has words.
  sessions: [battle, multiPk],
  scenarios: {
    ...withRecording(
      'battle',
      'A PK of two stars: match, fight, punishment, result; a second tab with &viewer=2 is another viewer',
      '双人 PK：匹配、对战、惩罚、结果；第二个标签页加 &viewer=2 就是另一位观众',
    ),
    'battle-disorder': scenario('The same PK with lost, repeated and reordered messages', '同一场 PK，消息有丢失、重复和乱序', {
      cookies: VIEWER,
      courses: ['battle'],
      faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
    }),
    ...withRecording('multi-pk', 'A PK of three teams in two rounds', '三队两回合的团战 PK'),
  },
});

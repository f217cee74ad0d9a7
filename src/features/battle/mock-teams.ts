import {
  answered,
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CoursePush,
  type CourseStep,
  type CourseTime,
} from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** Milliseconds of the scripted session. */
const ROUND_MS = 40_000;
const RESULT_MS = 10_000;
const GIFT_EVERY_MS = 1_200;
const ROUNDS = 2;
const MAX_COIN = 10_000;
const SEED = 78;

const TEAMS = [
  { teamId: 1, name: '星河战队', stars: ['小喵Momo', '北岸'] },
  { teamId: 2, name: '夏夜战队', stars: ['夏沫', '阿澈'] },
  { teamId: 3, name: '远山战队', stars: ['陈野', '半夏'] },
] as const;

export interface TeamsCourse {
  readonly phase: 'fight' | 'result' | null;
  readonly pkId: number;
  readonly version: number;
  readonly round: number;
  readonly endsMs: number;
  readonly nextGiftMs: number | null;
  readonly gifts: number;
  readonly turns: number;
  readonly scores: readonly number[];
}
type TeamsStep = CourseStep<TeamsCourse>;

/** Multi-PK (400701 to 400703): three teams, two rounds. Uses the calls of the battle. */
export const multiPk: Course<TeamsCourse> = {
  name: 'multi-pk',
  feature: 'battle',
  initial: { phase: null, pkId: 9_000, version: 0, round: 0, endsMs: 0, nextGiftMs: null, gifts: 0, turns: 0, scores: [0, 0, 0] },
  onCall(state, { verb, fields }, time, viewer) {
    const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
    if (fields['pkId'] !== state.pkId || (verb !== 'team-query' && verb !== 'support'))
      return refuse(COURSE_CODE.unknownVerb, '这场 PK 已经结束');
    if (verb === 'team-query') {
      const push = coursePush('multi-pk-team-query', { pkId: state.pkId, status: 1, teams: teamsOf(state, true) }, viewer.userId);
      return { state, pushes: [push], answer: answered() };
    }
    const refusal = refusalOf(viewer, false);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    if (state.phase !== 'fight') return refuse(COURSE_CODE.notNow, '现在不能助力');
    const { coin, teamId } = fields;
    const at = TEAMS.findIndex((team) => team.teamId === teamId);
    if (at < 0 || typeof coin !== 'number' || !Number.isInteger(coin) || coin < 1 || coin > MAX_COIN)
      return refuse(COURSE_CODE.badFields, '助力失败');
    return { ...give(state, at, coin, viewer.nickname, time), answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time);
    if (command === 'start') return enter({ ...state, pkId: state.pkId + 1, scores: [0, 0, 0], turns: 0 }, 1, time);
    return state.phase === null ? { state, pushes: [] } : result({ ...state, round: ROUNDS }, time);
  },
  tick(state, time) {
    if (state.phase === null) return { state, pushes: [] };
    if (time.nowMs >= state.endsMs) {
      if (state.phase === 'fight') return result(state, time);
      return state.round < ROUNDS ? enter(state, state.round + 1, time) : said({ ...state, phase: null }, time);
    }
    if (state.nextGiftMs === null || time.nowMs < state.nextGiftMs) return { state, pushes: [] };
    const at = Math.floor(chance(SEED, state.gifts) * TEAMS.length);
    const coin = 10 + Math.floor(chance(SEED + 1, state.gifts) * 500);
    return give({ ...state, gifts: state.gifts + 1, nextGiftMs: time.nowMs + GIFT_EVERY_MS }, at, coin, '小鱼', time);
  },
  deadlineMs: ({ phase, endsMs, nextGiftMs }) => (phase === null ? null : Math.min(endsMs, nextGiftMs ?? endsMs)),
  snapshot: (state, time) => [roundPush(state, time)],
  phase: ({ phase, round }) => (phase === null ? null : `${phase} ${round}`),
};

const enter = (state: TeamsCourse, round: number, time: CourseTime): TeamsStep =>
  said({ ...state, phase: 'fight', round, endsMs: time.nowMs + ROUND_MS, nextGiftMs: time.nowMs + GIFT_EVERY_MS }, time);
const result = (state: TeamsCourse, time: CourseTime): TeamsStep =>
  said({ ...state, phase: 'result', endsMs: time.nowMs + RESULT_MS, nextGiftMs: null }, time);

const leaderOf = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));

function give(state: TeamsCourse, at: number, coin: number, nickname: string, time: CourseTime): TeamsStep {
  const scores = state.scores.map((score, team) => (team === at ? score + coin : score));
  const isTurn = leaderOf(scores) !== leaderOf(state.scores) && Math.max(...state.scores) > 0;
  const step = said({ ...state, scores, turns: state.turns + (isTurn ? 1 : 0) }, time);
  if (!isTurn) return step;
  const turn = coursePush('multi-pk-lose-to-win', {
    pkId: state.pkId,
    teamId: TEAMS.find((_team, index) => index === at)?.teamId ?? 0,
    title: '反败为胜',
    score: coin,
    user: personNamed(nickname, 1),
    id: `${state.pkId}-${step.state.turns}`,
  });
  return { ...step, pushes: [...step.pushes, turn] };
}

function said(state: TeamsCourse, time: CourseTime): TeamsStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: [roundPush(next, time)] };
}

/** The round message names the teams only; their members are sent on request (400703). */
const teamsOf = ({ scores }: TeamsCourse, withStars: boolean) =>
  TEAMS.map(({ teamId, name, stars }, at) => ({
    teamId,
    name,
    score: scores[at] ?? 0,
    rank: 1 + scores.filter((score) => score > (scores[at] ?? 0)).length,
    stars: withStars
      ? stars.map((nickname, star) => ({
          userId: teamId * 10 + star,
          kugouId: teamId * 10 + star,
          nickname,
          richlevel: 20,
          userLogo: '',
          mystic: false,
        }))
      : [],
  }));

const roundPush = (state: TeamsCourse, time: CourseTime): CoursePush =>
  coursePush('multi-pk-round', {
    pkId: state.pkId,
    version: state.version,
    round: state.round,
    roundTotal: ROUNDS,
    status: state.phase === null ? 5 : state.phase === 'fight' ? 2 : 4,
    leftMs: state.phase === null ? 0 : time.leftMs(state.endsMs),
    teams: teamsOf(state, false),
  });

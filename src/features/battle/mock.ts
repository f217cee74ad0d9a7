import {
  badFields,
  SESSION_CODE,
  sessionPush,
  refused,
  type SessionPush,
  personNamed,
  MOCK_RIVAL,
} from '../../../mocks/sessions/session.ts';
import { scripted, type Play, pickBy } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';
import { defineMock, scenario, VIEWER, withRecording } from '../../../mocks/scenario.ts';

const ROUNDS = 2;
const MAX_COIN = 10_000;
const TEAMS_SEED = 78;
/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { fight: 2, result: 4 };
const TEAMS_OVER = 5;

const TEAMS = [
  { teamId: 1, name: '星河战队', stars: ['小喵Momo', '北岸'] },
  { teamId: 2, name: '夏夜战队', stars: ['夏沫', '阿澈'] },
  { teamId: 3, name: '远山战队', stars: ['陈野', '半夏'] },
] as const;

interface TeamsState {
  round: number;
  turns: number;
  scores: readonly number[];
}

/** Multi-PK (400701 to 400703): three teams, two rounds. Uses the calls of the battle. */
export const multiPk = scripted<TeamsState>({
  name: 'multi-pk',
  feature: 'battle',
  begin: () => ({ round: 0, turns: 0, scores: [0, 0, 0] }),
  phases: [
    {
      name: 'fight',
      ms: 40_000,
      enter: ({ state }) => void state.round++,
      everyMs: 1_200,
      act(play, turn) {
        const coin = 10 + Math.floor(chance(TEAMS_SEED + 1, turn) * 500);
        giveTeam(play, Math.floor(chance(TEAMS_SEED, turn) * TEAMS.length), coin, '小鱼');
      },
    },
    { name: 'result', ms: 10_000, next: ({ state }) => (state.round < ROUNDS ? 'fight' : null) },
  ],
  state: (play) => [
    sessionPush('multi-pk-round', {
      pkId: teamsIdOf(play),
      version: play.version,
      round: play.state.round,
      roundTotal: ROUNDS,
      status: STATUS[play.phase ?? ''] ?? TEAMS_OVER,
      leftMs: play.leftMs(),
      teams: teamsOf(play.state, false),
    }),
  ],
  ends({ state }) {
    state.round = ROUNDS;
    return 'result';
  },
  show: (play) => [sessionPush('multi-pk-team-query', { pkId: teamsIdOf(play), status: 1, teams: teamsOf(play.state, true) })],
  calls: {
    support(play, { pkId, coin, teamId }, { nickname }) {
      if (pkId !== teamsIdOf(play)) return OTHER_PK;
      if (play.phase !== 'fight') return '现在不能助力';
      const at = TEAMS.findIndex((team) => team.teamId === teamId);
      return at < 0 || !isGift(coin) ? badFields('助力失败') : giveTeam(play, at, coin, nickname);
    },
  },
});

const OTHER_PK = refused(SESSION_CODE.unknownVerb, '这场 PK 已经结束');
const teamsIdOf = ({ run }: Play<TeamsState>): number => 9_000 + run;
const leaderOf = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));

const isGift = (coin: unknown): coin is number => typeof coin === 'number' && Number.isInteger(coin) && coin >= 1 && coin <= MAX_COIN;

const turnPush = (
  pkId: number,
  turn: number,
  teamId: number,
  giver: { readonly userId: number; readonly nickname: string; readonly score: number },
): SessionPush =>
  sessionPush('multi-pk-lose-to-win', {
    pkId,
    teamId,
    title: '反败为胜',
    score: giver.score,
    user: personNamed(giver.nickname, giver.userId),
    id: `${pkId}-${turn}`,
  });

function giveTeam(play: Play<TeamsState>, at: number, score: number, nickname: string): undefined {
  const { state } = play;
  const before = state.scores;
  state.scores = before.map((points, team) => (team === at ? points + score : points));
  const isTurn = leaderOf(state.scores) !== leaderOf(before) && Math.max(...before) > 0;
  play.say(...(isTurn ? [turnPush(teamsIdOf(play), ++state.turns, TEAMS[at]?.teamId ?? 0, { userId: 1, nickname, score })] : []));
}

/** The round message names the teams only; their members are sent on request (400703). */
const teamsOf = ({ scores }: TeamsState, withStars: boolean) =>
  TEAMS.map(({ teamId, name, stars }, at) => ({
    teamId,
    name,
    score: scores[at] ?? 0,
    rank: 1 + scores.filter((score) => score > (scores[at] ?? 0)).length,
    stars: withStars ? stars.map((nickname, star) => ({ ...personNamed(nickname, teamId * 10 + star), richlevel: 20, userLogo: '' })) : [],
  }));

/** `phase` on the wire. */
const NUMBER: Readonly<Record<string, number>> = { match: 1, fight: 2, punishment: 3, result: 4 };
const OVER = 5;
const COINS = [10, 52, 100, 188, 520] as const;
const SEED = 77;
const TOP = 3;

const crowd = (firstId: number, names: readonly string[]) => names.map((nickname, at) => ({ userId: firstId + at, nickname }));
const OWN = crowd(610_001, ['小鱼', '南风知我意', '一颗糖', '夜航船']);
const RIVAL = crowd(620_001, ['橘子海', '半夏', '山川', '柚子茶']);

interface Giver {
  readonly userId: number;
  readonly nickname: string;
  readonly score: number;
}
interface Side {
  readonly score: number;
  readonly givers: readonly Giver[];
}
interface State {
  turns: number;
  own: Side;
  rival: Side;
}
const NOTHING: Side = { score: 0, givers: [] };

/** A PK of two: match, fight, punishment, result. The phases are shorter than those of a real PK, which take minutes. */
export const battle = scripted<State>({
  name: 'battle',
  begin: () => ({ turns: 0, own: NOTHING, rival: NOTHING }),
  phases: [
    { name: 'match', ms: 6_000 },
    {
      name: 'fight',
      ms: 60_000,
      everyMs: 1_500,
      act(play, turn) {
        const isOwn = chance(SEED, turn) < 0.5;
        give(play, isOwn ? 'own' : 'rival', { ...pickBy(isOwn ? OWN : RIVAL, SEED + 1, turn), score: pickBy(COINS, SEED + 2, turn) });
      },
      // A draw has no punishment phase.
      next: ({ state }) => (state.own.score === state.rival.score ? 'result' : 'punishment'),
    },
    { name: 'punishment', ms: 25_000 },
    { name: 'result', ms: 12_000 },
  ],
  state: (play) => [statePush(play)],
  ends: ({ phase }) => (phase === 'match' ? null : 'result'),
  calls: {
    support(play, { pkId, coin, teamId }, { userId, nickname }) {
      // The call belongs to another PK, perhaps to a multi-PK, whose mock answers it.
      if (pkId !== pkIdOf(play)) return refused(SESSION_CODE.unknownVerb, '这场 PK 已经结束');
      if (play.phase !== 'fight') return '现在不能助力';
      if (!isGift(coin) || (teamId !== 1 && teamId !== 2)) return badFields('助力失败');
      return give(play, teamId === 1 ? 'own' : 'rival', { userId, nickname, score: coin });
    },
  },
  starCalls: {
    start: (play) => (play.phase === null ? play.start() : 'PK 正在进行'),
    end: (play) => play.end(),
  },
});

const pkIdOf = ({ run }: Play<State>): number => 7_000 + run;

/** One gift. If it makes the trailing side the leader, a push names the giver to everybody in the room. */
function give(play: Play<State>, to: 'own' | 'rival', giver: Giver): undefined {
  const { state } = play;
  const before = state.own.score - state.rival.score;
  state[to] = withGift(state[to], giver);
  const isTurn = before * (state.own.score - state.rival.score) < 0;
  play.say(...(isTurn ? [turnPush(pkIdOf(play), ++state.turns, to === 'own' ? 1 : 2, giver)] : []));
}

function withGift(side: Side, giver: Giver): Side {
  const known = side.givers.find(({ userId }) => userId === giver.userId);
  const givers = [...side.givers.filter((other) => other !== known), { ...giver, score: giver.score + (known?.score ?? 0) }];
  return { score: side.score + giver.score, givers: givers.toSorted((a, b) => b.score - a.score) };
}

function statePush(play: Play<State>): SessionPush {
  const { phase, version, state } = play;
  const { own, rival } = state;
  const isDecided = phase !== 'match' && phase !== 'fight';
  const side = ({ score, givers }: Side) => ({
    score,
    givers: givers.slice(0, TOP).map((giver) => ({ user: personNamed(giver.nickname, giver.userId), score: giver.score })),
  });
  return sessionPush('battle', {
    pkId: pkIdOf(play),
    version,
    phase: NUMBER[phase ?? ''] ?? OVER,
    leftMs: play.leftMs(),
    own: { star: null, roomId: 0, posterUrl: '', ...side(own) },
    rival: { star: MOCK_RIVAL, roomId: 1002, posterUrl: MOCK_RIVAL.userLogo, ...side(rival) },
    winner: !isDecided ? 0 : own.score === rival.score ? 3 : own.score > rival.score ? 1 : 2,
    punishment: phase === 'punishment' ? '唱一首儿歌' : '',
  });
}

export const mock = defineMock({
  // If both sessions refuse a call, the viewer gets the refusal of the last one. `multiPk` is last, because its refusals have a text.
  sessions: [battle, multiPk],
  scenarios: {
    ...withRecording(
      'battle',
      'A PK of two stars: match, fight, punishment, result; a second tab with &viewer=2 is another viewer',
      '双人 PK：匹配、对战、惩罚、结果；第二个标签页加 &viewer=2 就是另一位观众',
    ),
    'battle-disorder': scenario('The same PK with lost, repeated and reordered messages', '同一场 PK，消息有丢失、重复和乱序', {
      cookies: VIEWER,
      sessions: ['battle'],
      faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
    }),
    ...withRecording('multi-pk', 'A PK of three teams in two rounds', '三队两回合的团战 PK'),
  },
});

import { badFields, SESSION_CODE, sessionPush, refused, type SessionPush } from '../../../mocks/sessions/session.ts';
import { personNamed } from '../../../mocks/sessions/session-people.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

const ROUNDS = 2;
const MAX_COIN = 10_000;
const SEED = 78;
/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { fight: 2, result: 4 };
const OVER = 5;

const TEAMS = [
  { teamId: 1, name: '星河战队', stars: ['小喵Momo', '北岸'] },
  { teamId: 2, name: '夏夜战队', stars: ['夏沫', '阿澈'] },
  { teamId: 3, name: '远山战队', stars: ['陈野', '半夏'] },
] as const;

interface State {
  round: number;
  turns: number;
  scores: readonly number[];
}

/** Multi-PK (400701 to 400703): three teams, two rounds. Uses the calls of the battle. */
export const multiPk = scripted<State>({
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
        const coin = 10 + Math.floor(chance(SEED + 1, turn) * 500);
        give(play, Math.floor(chance(SEED, turn) * TEAMS.length), coin, '小鱼');
      },
    },
    { name: 'result', ms: 10_000, next: ({ state }) => (state.round < ROUNDS ? 'fight' : null) },
  ],
  state: (play) => [
    sessionPush('multi-pk-round', {
      pkId: pkIdOf(play),
      version: play.version,
      round: play.state.round,
      roundTotal: ROUNDS,
      status: STATUS[play.phase ?? ''] ?? OVER,
      leftMs: play.leftMs(),
      teams: teamsOf(play.state, false),
    }),
  ],
  ends({ state }) {
    state.round = ROUNDS;
    return 'result';
  },
  openCalls: {
    'team-query'(play, { pkId }, { userId }) {
      if (pkId !== pkIdOf(play)) return OTHER_PK;
      play.push(sessionPush('multi-pk-team-query', { pkId, status: 1, teams: teamsOf(play.state, true) }, userId));
    },
  },
  calls: {
    support(play, { pkId, coin, teamId }, { nickname }) {
      if (pkId !== pkIdOf(play)) return OTHER_PK;
      if (play.phase !== 'fight') return '现在不能助力';
      const at = TEAMS.findIndex((team) => team.teamId === teamId);
      return at < 0 || !isGift(coin) ? badFields('助力失败') : give(play, at, coin, nickname);
    },
  },
});

const OTHER_PK = refused(SESSION_CODE.unknownVerb, '这场 PK 已经结束');
const pkIdOf = ({ run }: Play<State>): number => 9_000 + run;
const leaderOf = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));

export const isGift = (coin: unknown): coin is number =>
  typeof coin === 'number' && Number.isInteger(coin) && coin >= 1 && coin <= MAX_COIN;

export const turnPush = (
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

function give(play: Play<State>, at: number, score: number, nickname: string): undefined {
  const { state } = play;
  const before = state.scores;
  state.scores = before.map((points, team) => (team === at ? points + score : points));
  const isTurn = leaderOf(state.scores) !== leaderOf(before) && Math.max(...before) > 0;
  play.say(...(isTurn ? [turnPush(pkIdOf(play), ++state.turns, TEAMS[at]?.teamId ?? 0, { userId: 1, nickname, score })] : []));
}

/** The round message names the teams only; their members are sent on request (400703). */
const teamsOf = ({ scores }: State, withStars: boolean) =>
  TEAMS.map(({ teamId, name, stars }, at) => ({
    teamId,
    name,
    score: scores[at] ?? 0,
    rank: 1 + scores.filter((score) => score > (scores[at] ?? 0)).length,
    stars: withStars ? stars.map((nickname, star) => ({ ...personNamed(nickname, teamId * 10 + star), richlevel: 20, userLogo: '' })) : [],
  }));

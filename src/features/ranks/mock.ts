import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

const PEOPLE = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '半夏', '橘子海', '山川', '柚子茶', '观众0001'] as const;
/** The viewer of the first tab in the mock's notation (`fx_userid` of scenario.ts). */
const FIRST_VIEWER = { nickname: '观众0001', userId: 880_001 } as const;
const KINDS = [1, 2, 3] as const;
const PERIODS = [1, 2, 3] as const;
/** Time left in each period, in milliseconds. */
const PERIOD_LEFT_MS: Readonly<Record<number, number>> = { 1: 7_200_000, 2: 180_000_000, 3: 950_400_000 };
const SEED = 91;

type Row = readonly [kind: number, period: number];
const ALL: readonly Row[] = KINDS.flatMap((kind) => PERIODS.map((period): Row => [kind, period]));

/** Repeated gifts change the order of the lists. The lists exist before the scripted session starts. */
export const ranks = scripted({
  name: 'ranks',
  begin: () => ({}),
  phases: [{ name: 'counting', ms: 36_000, everyMs: 3_000, act: (play) => play.say() }],
  state: ({ version }) => ALL.flatMap((row) => listOf(Math.max(1, version), row)),
});

function orderAt(version: number, [kind, period]: Row) {
  const scores = PEOPLE.map((nickname, at) => {
    let score = 100 * period * (PEOPLE.length - at);
    for (let round = 1; round <= version; round++) score += Math.floor(chance(SEED + kind * 10 + period, round * 31 + at) * 60 * period);
    return { nickname, score };
  });
  return scores.toSorted((a, b) => b.score - a.score);
}

function listOf(version: number, row: Row): readonly SessionPush[] {
  const [kind, period] = row;
  const order = orderAt(version, row);
  const before = orderAt(Math.max(1, version - 1), row);
  const entries = order.map(({ nickname, score }, at) => ({
    user: {
      ...(nickname === FIRST_VIEWER.nickname ? personNamed(nickname, FIRST_VIEWER.userId) : personNamed(nickname)),
      mystic: nickname === '山川',
    },
    rank: at + 1,
    score,
    change: before.findIndex((other) => other.nickname === nickname) - at,
  }));
  const at = order.findIndex(({ nickname }) => nickname === FIRST_VIEWER.nickname);
  const mine = order[at]?.score ?? 0;
  const own = { kind, period, version, rank: at + 1, score: mine, gap: at > 0 ? (order[at - 1]?.score ?? mine) - mine : 0 };
  return [
    sessionPush('rank-list', { kind, period, version, entries, total: 128, leftMs: PERIOD_LEFT_MS[period] ?? 0 }),
    sessionPush('rank-own', own, FIRST_VIEWER.userId),
  ];
}

export const mock = defineMock({
  sessions: [ranks],
  scenarios: {
    ranks: scenario('Changing ranks of day, week and month', '日榜、周榜、月榜，名次变化', { cookies: VIEWER, sessions: ['ranks'] }),
  },
});

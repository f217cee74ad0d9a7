import { expect, test } from 'vitest';
import type { SessionPush } from '../../../mocks/sessions/session.ts';
import { createSessionHost, type SessionHost } from '../../../mocks/sessions/session-host.ts';
import { createDecisionLog } from '../../../src/player/base/decision-log.ts';
import { createRunner } from '../../../src/player/base/machine.ts';
import { battle, multiPk } from '../../../src/features/battle/mock.ts';
import { phaseOf, readDuel, readTeams, teamsOf, type PkNews } from '../../../src/features/battle/rules-message.ts';
import {
  battleMachine,
  type Battle,
  type BattleEffect,
  room as half,
  battleView,
  shareOf,
  type BattleView,
} from '../../../src/features/battle/room.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { featureRoom, received } from '../../feature-room.ts';

/** Repeated here, so that a change of the limits fails a test. */
const REORDER_WINDOW_MS = 30_000;
const OVERDUE_MS = 10_000;
const PHASE_GRACE_MS = 2_000;

const STAR = { isStar: false, starName: '小喵Momo', starLogo: '' };
const ME = { userId: 880_001, nickname: '观众0001', isStar: false };

function room(userId = ME.userId) {
  const clock = manualClock();
  const effects: BattleEffect[] = [];
  const runner = createRunner(battleMachine, {
    clock,
    decisions: createDecisionLog(),
    context: () => ({ userId }),
    execute: (effect) => void effects.push(effect),
  });
  const sendNews = (news: PkNews | null): void => {
    if (news !== null) runner.send({ type: 'news', news });
  };
  return {
    clock,
    effects,
    runner,
    take(push: SessionPush) {
      const message = received(push);
      if (message.name === 'battle') sendNews(readDuel(message.body));
      if (message.name === 'multi-pk-round') sendNews(readTeams(message.body, clock.epochMs()));
      if (message.name === 'multi-pk-team-query')
        runner.send({ type: 'teams', pkId: message.body.pkId, phase: phaseOf(message.body.status), teams: teamsOf(message.body.teams) });
      if (message.name === 'multi-pk-lose-to-win') {
        const { pkId, teamId, title, score, user, id } = message.body;
        runner.send({ type: 'flash', pkId, flash: { id, teamId, title, score, nickname: user?.nickname ?? '' } });
      }
    },
    view: () => battleView(runner.state(), STAR, clock.nowMs()),
    phase: () => {
      const state: Battle = runner.state();
      return state.name === 'none' ? 'none' : state.due.name === 'overdue' ? `${state.pk.phase} overdue` : state.pk.phase;
    },
  };
}

type Room = ReturnType<typeof room>;

function runningOf(viewer: Room): Extract<Battle, { name: 'running' }> {
  const state = viewer.runner.state();
  if (state.name !== 'running') throw new Error('no PK runs');
  return state;
}

/** The server and any number of viewers on one clock, like tabs of one browser. */
function played(viewers: readonly Room[], deliver: (viewer: Room, push: SessionPush) => void = (viewer, push) => viewer.take(push)) {
  const clock = manualClock();
  const host: SessionHost = createSessionHost([battle, multiPk], {
    clock,
    onStatus: () => undefined,
    push: (push) => viewers.forEach((viewer) => deliver(viewer, push)),
  });
  return {
    host,
    /** Advances in small steps, so that all viewers receive messages at their time. */
    advance(ms: number) {
      for (let left = ms; left > 0; left -= 100) {
        clock.advance(100);
        for (const viewer of viewers) viewer.clock.advance(100);
      }
    },
  };
}

test('S9 S37 two viewers see one PK from its match to its settlement, and each sees the other’s gifts', () => {
  const [a, b] = [room(), room(7)];
  const play = played([a, b]);
  play.host.command(1, 'battle', 'start');
  expect([a.phase(), b.phase()]).toEqual(['match', 'match']);
  play.advance(6_100);
  expect([a.phase(), b.phase()]).toEqual(['fight', 'fight']);
  const { pkId } = runningOf(a);
  const call = (fields: object, viewer = ME) => play.host.call(1, 'battle', { verb: 'support', fields: { pkId, ...fields } }, viewer);
  expect(call({ teamId: 1, coin: 5_000 }).code).toBe(0);
  for (const seen of [a, b])
    expect(seen.view()).toMatchObject({
      kind: 'duel',
      leader: 'own',
      own: { name: '小喵Momo', givers: [{ userId: ME.userId, score: 5_000 }] },
    });
  // Invalid input is refused and changes nothing.
  for (const bad of [{ teamId: 3, coin: 10 }, { teamId: 1, coin: -1 }, { teamId: 1, coin: '10' }, {}]) expect(call(bad).code).not.toBe(0);
  expect(call({ teamId: 1, coin: 10 }, { ...ME, userId: 0 }).code).toBe(401);
  play.advance(60_000);
  expect(a.view()).toMatchObject({ phase: 'punishment', winner: 'own', punishment: '唱一首儿歌' });
  play.advance(25_000);
  expect(b.phase()).toBe('result');
  play.advance(12_000);
  expect([a.phase(), b.phase()]).toEqual(['none', 'none']);
  expect(a.view()).toBeNull();
  play.host.dispose();
});

test('S37 a phase without its message ends by time: the server is queried, and without an answer the PK is removed', () => {
  const viewer = room();
  const play = played([viewer]);
  play.host.command(1, 'battle', 'start');
  play.host.command(1, 'battle', 'pause');
  viewer.clock.advance(6_000 + PHASE_GRACE_MS);
  expect(viewer.phase()).toBe('match overdue');
  expect(viewer.view()).toMatchObject({ isOverdue: true, leftMs: 0 });
  expect(viewer.effects.at(-1)).toMatchObject({ type: 'call', verb: 'snapshot', why: 'the phase ended without a message' });
  // The server confirms that the phase is still running, so the countdown continues.
  play.host.call(1, 'battle', { verb: 'snapshot', fields: {} }, ME);
  expect(viewer.phase()).toBe('match');
  viewer.clock.advance(6_000 + PHASE_GRACE_MS);
  expect(viewer.phase()).toBe('match overdue');
  viewer.clock.advance(OVERDUE_MS);
  expect(viewer.effects.at(-1)).toEqual({ type: 'forget', why: 'nothing came after the phase' });
  expect(viewer.clock.timers()).toBe(0);
  play.host.dispose();
});

test('S37 a late message of an earlier PK does not replace the PK that follows it; after the window a restarted server does', () => {
  const viewer = room();
  const host = createSessionHost([battle], { clock: manualClock(), onStatus: () => undefined, push: (push) => viewer.take(push) });
  host.command(1, 'battle', 'start');
  host.dispose();
  const { pk } = runningOf(viewer);
  const shown = (): number => runningOf(viewer).pkId;
  const take = (pkId: number, version: number, isOver = false): void =>
    viewer.runner.send({ type: 'news', news: { pkId, version, leftMs: 600_000, pk: isOver ? null : pk } });
  take(901, 4);
  take(902, 1);
  // Also a newer message than the last one that arrived: the PK after it is running.
  for (const version of [3, 4, 5]) take(901, version);
  expect(shown()).toBe(902);
  take(902, 2, true);
  take(903, 1);
  take(902, 1);
  expect(shown()).toBe(903);
  viewer.clock.advance(REORDER_WINDOW_MS + 1);
  take(902, 1);
  expect(shown()).toBe(902);
});

test('S9 S37 400701 to 400703 show teams by score, rounds, each change of the lead once, and the teams’ stars on request', () => {
  const viewer = room();
  const turns: string[] = [];
  const play = played([viewer], (seen, push) => {
    seen.take(push);
    seen.take(push);
    const state = seen.runner.state();
    if (state.name === 'running' && state.flash !== null && turns.at(-1) !== state.flash.id) turns.push(state.flash.id);
  });
  play.host.command(1, 'multi-pk', 'start');
  play.advance(20_000);
  const view = viewer.view();
  if (view?.kind !== 'teams') throw new Error('no teams');
  expect(view.teams.map(({ score }) => score)).toEqual(view.teams.map(({ score }) => score).toSorted((x, y) => y - x));
  expect(view).toMatchObject({ round: 1, roundTotal: 2, hasStars: false });
  viewer.runner.send({ type: 'entry' });
  const query = viewer.effects.at(-1);
  expect(query).toMatchObject({ type: 'call', verb: 'team-query' });
  if (query?.type === 'call') play.host.call(1, 'battle', { verb: query.verb, fields: query.fields }, ME);
  const asked = viewer.view();
  if (asked?.kind !== 'teams') throw new Error('no teams');
  expect(asked.hasStars && asked.teams.every(({ stars }) => stars.length === 2)).toBe(true);
  play.advance(35_000);
  expect(viewer.view()).toMatchObject({ round: 2, phase: 'fight' });
  play.advance(60_000);
  expect(viewer.phase()).toBe('none');
  expect(turns.length).toBeGreaterThan(1);
  expect(new Set(turns).size).toBe(turns.length);
  play.host.dispose();
});

test('S37 only a logged-in viewer gives, one call at a time, and only during the fight', () => {
  const guest = room(0);
  const play = played([guest]);
  play.host.command(1, 'battle', 'start');
  guest.runner.send({ type: 'support', coin: 10, teamId: 1 });
  expect(guest.effects).toEqual([]);
  play.advance(6_100);
  guest.runner.send({ type: 'support', coin: 10, teamId: 1 });
  expect(guest.effects).toEqual([{ type: 'login' }]);

  const viewer = room();
  viewer.runner.send({ type: 'news', news: { pkId: 1, version: 1, leftMs: 9_000, pk: runningOf(guest).pk } });
  viewer.runner.send({ type: 'support', coin: 10, teamId: 2 });
  viewer.runner.send({ type: 'support', coin: 10, teamId: 2 });
  expect(viewer.effects).toEqual([{ type: 'call', verb: 'support', fields: { pkId: 1, teamId: 2, coin: 10 }, why: 'the viewer' }]);
  viewer.runner.send({ type: 'answered', refusal: '星币不足' });
  expect(viewer.view()).toMatchObject({ request: { name: 'failed', text: '星币不足' } });
  play.host.dispose();
});

test('S37 the share of each side in the bar is between 0.1 and 0.9', () => {
  expect(shareOf(0, 0)).toBe(0.5);
  expect(shareOf(1, 1_000_000)).toBe(0.1);
  expect(shareOf(1_000_000, 0)).toBe(0.9);
});

test('S37 a team that is repeated in a message is shown once, and without a PK supporting a team has no effect', () => {
  const team = (teamId: number, score: number) => ({ teamId, name: `t${teamId}`, score, rank: 0, stars: [] });
  const teams = teamsOf([team(1, 5), team(2, 9), team(1, 20)]);
  expect(teams.map(({ teamId, score }) => [teamId, score])).toEqual([
    [2, 9],
    [1, 5],
  ]);
  const it = room();
  const before = it.runner.state();
  it.runner.send({ type: 'support', teamId: 1, coin: 5 });
  expect([it.runner.state(), it.effects]).toEqual([before, []]);
});

test('S37 closing the list of teams also clears the state of the last call', () => {
  const it = room();
  it.runner.send({ type: 'entry' });
  it.runner.send({ type: 'start' });
  it.runner.send({ type: 'answered', refusal: '不行' });
  it.runner.send({ type: 'close' });
  expect(it.runner.state()).toMatchObject({ isOpen: false, request: { name: 'idle' } });
});

test('S37 a PK dialog that is closed and opened again does not repeat a pending call', () => {
  const it = room();
  const start = { type: 'start' } as const;
  for (const event of [{ type: 'entry' }, start, { type: 'close' }, { type: 'entry' }, start] as const) it.runner.send(event);
  expect(it.effects).toHaveLength(1);
  it.runner.send({ type: 'answered', refusal: null });
  expect(it.runner.state().request).toEqual({ name: 'done', what: 'start' });
});

test('S37 a score without a time keeps the countdown of the phase', () => {
  const duel = room();
  const news = (change: object): void =>
    duel.take({ name: 'battle', toUserId: null, body: { pkId: 1, version: 1, phase: 2, leftMs: 90_000, ...change } });
  news({});
  duel.clock.advance(1_000);
  news({ version: 2, leftMs: 0 });
  expect(duel.view()).toMatchObject({ leftMs: 89_000 });
  // A score after the announced end does not hide that the phase is over.
  duel.clock.advance(90_000);
  news({ version: 3, leftMs: 0 });
  expect(duel.view()).toMatchObject({ leftMs: 0, isOverdue: true });
  news({ version: 4, leftMs: 0, phase: 3 });
  // A phase of unknown length has no countdown, and stays while the server repeats it.
  expect(duel.view()).toMatchObject({ phase: 'punishment', leftMs: 0, isOverdue: false });
  for (let answers = 0; answers < 3; answers++) {
    duel.clock.advance(122_000);
    expect(duel.view()).toMatchObject({ isOverdue: true });
    news({ version: 4, leftMs: 0, phase: 3 });
    expect(duel.view()).toMatchObject({ phase: 'punishment', leftMs: 0, isOverdue: false });
  }
});

test.each([0, 3_600_000, -3_600_000])(
  'P6 S37 a round without leftMs ends at its end by the server’s clock, with a viewer’s clock %i ms ahead of it',
  (clockAheadMs) => {
    const viewer = featureRoom(half, { userId: ME.userId, feature: 'battle', clockAheadMs }, (view) => view as BattleView);
    const startMs = viewer.clock.epochMs() - clockAheadMs - 8_000;
    const leftMs = (version: number, change: object = {}) => {
      const body = { pkId: 1, version, status: 2, round: 1, startTime: startMs, endTime: startMs + 20_000, ...change };
      viewer.take({ name: 'multi-pk-round', toUserId: null, body });
      return viewer.view()?.leftMs;
    };
    // The viewer joins 8 s after the start.
    expect(leftMs(1)).toBe(12_000);
    viewer.clock.advance(1_000);
    expect(leftMs(2)).toBe(11_000);
    expect(leftMs(3, { endTime: startMs + 50_000 })).toBe(41_000);
    expect(leftMs(4, { leftMs: 6_000 })).toBe(6_000);
    // A message of the past: the announced end stays.
    expect(leftMs(5, { endTime: startMs })).toBe(6_000);
  },
);

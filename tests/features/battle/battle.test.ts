import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { battle, multiPk } from '../../../src/features/battle/mock.ts';
import { teamsOf } from '../../../src/features/battle/rules-message.ts';
import { room, shareOf, type BattleView } from '../../../src/features/battle/room.ts';
import { featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';

const REORDER_WINDOW_MS = 30_000;
const FLASH_MS = 5_000;

const viewer = (userId = 880_001, clockAheadMs = 0) =>
  featureRoom(room, { userId, feature: 'battle', clockAheadMs }, (view) => view as BattleView);
type Viewer = ReturnType<typeof viewer>;

const phaseOf = (seen: Viewer): string => {
  const view = seen.view();
  return view === null || view.kind === 'none' ? 'none' : view.phase;
};
const support = (fields: Readonly<Record<string, unknown>>) => ({ type: 'request', verb: 'support', fields });
const say = (seen: Viewer, change: object): void =>
  seen.take(sessionPush('battle', { pkId: 1, version: 1, phase: 2, leftMs: 90_000, ...change }));
const turn = (seen: Viewer, change: object): void => seen.take(sessionPush('multi-pk-lose-to-win', { pkId: 1, teamId: 2, ...change }));

test('S9 S37 two viewers see one PK from its match to its settlement, and each sees the other’s gifts', async () => {
  const [a, b, guest] = [viewer(), viewer(7), viewer(0)];
  const play = playFeature([battle, multiPk], [a, b, guest]);
  play.host.command(1, 'battle', 'start');
  expect([a, b].map(phaseOf)).toEqual(['match', 'match']);
  play.advance(6_100);
  expect([a, b].map(phaseOf)).toEqual(['fight', 'fight']);
  const { pkId } = a.view()!;
  await a.act(support({ pkId, teamId: 1, coin: 5_000 }));
  for (const seen of [a, b])
    expect(seen.view()).toMatchObject({
      kind: 'duel',
      leader: 'own',
      own: { name: '小喵Momo', givers: [{ userId: a.userId, score: 5_000 }] },
    });
  const duel = a.view();
  if (duel?.kind !== 'duel') throw new Error('no duel');
  expect([duel.own.share + duel.rival.share, duel.own.share > duel.rival.share]).toEqual([1, true]);
  expect([duel.own.posterUrl, duel.rival.name, duel.rival.posterUrl].every((text) => typeof text === 'string')).toBe(true);
  // Invalid input is refused and changes nothing.
  for (const bad of [{ pkId, teamId: 3, coin: 10 }, { pkId, teamId: 1, coin: -1 }, { pkId, teamId: 1, coin: '10' }, { pkId: 1 }, {}]) {
    await a.act(support(bad));
    expect(a.view()?.request).toMatchObject({ name: 'failed', text: expect.stringMatching(/./) as string });
  }
  await guest.act(support({ pkId, teamId: 1, coin: 10 }));
  expect([guest.logins(), guest.calls]).toEqual([1, []]);
  play.advance(60_000);
  expect(a.view()).toMatchObject({ phase: 'punishment', winner: 'own', punishment: '唱一首儿歌' });
  play.advance(25_000);
  expect(phaseOf(b)).toBe('result');
  play.advance(12_000);
  expect([a.view(), b.view()]).toEqual([null, null]);
  play.host.dispose();
});

test('S37 the star starts and ends a PK with her tool, which is shown without a PK', async () => {
  const [star, other] = [viewer(STAR_ID), viewer()];
  const play = playFeature([battle, multiPk], [star, other]);
  await star.act({ type: 'entry' });
  expect(star.view()).toMatchObject({ kind: 'none', isOpen: true, canCommand: true });
  await star.act({ type: 'request', verb: 'start', fields: {} });
  expect([phaseOf(star), phaseOf(other), other.view()?.canCommand]).toEqual(['match', 'match', false]);
  await star.act({ type: 'request', verb: 'end', fields: {} });
  expect([star.view(), other.view()]).toEqual([null, null]);
  play.host.dispose();
});

test('S37 a late message of an earlier PK does not replace the PK that follows it; after the window a restarted server does', () => {
  const seen = viewer();
  const take = (pkId: number, version: number, phase = 2): void => say(seen, { pkId, version, phase, leftMs: 600_000 });
  take(901, 4);
  take(902, 1);
  // Also a newer message than the last one that arrived: the PK after it is running.
  for (const version of [3, 4, 5]) take(901, version);
  expect(seen.view()?.pkId).toBe(902);
  take(902, 2, 5);
  take(903, 1);
  take(902, 1);
  expect(seen.view()?.pkId).toBe(903);
  seen.clock.advance(REORDER_WINDOW_MS + 1);
  take(902, 1);
  expect(seen.view()?.pkId).toBe(902);
});

test('S9 S37 400701 to 400703 show teams by score, rounds, each change of the lead once, and the teams’ stars in the dialog', async () => {
  const seen = viewer();
  const turns: unknown[] = [];
  const play = playFeature([battle, multiPk], [seen], (to, push) => {
    for (const _twice of [1, 2]) to.take(push);
    const flash = to.view()?.flash ?? null;
    if (push.name === 'multi-pk-lose-to-win') turns.push([flash?.teamId, (push.body as { readonly teamId: number }).teamId]);
  });
  const teams = () => {
    const view = seen.view();
    if (view?.kind !== 'teams') throw new Error('no teams');
    return view;
  };
  play.host.command(1, 'multi-pk', 'start');
  play.advance(20_000);
  expect(teams().teams.map(({ score }) => score)).toEqual(
    teams()
      .teams.map(({ score }) => score)
      .toSorted((x, y) => y - x),
  );
  expect(teams()).toMatchObject({ round: 1, roundTotal: 2 });
  expect(teams().teams.flatMap(({ stars }) => stars)).toEqual([]);
  await seen.act({ type: 'entry' });
  expect(seen.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  expect(teams().teams.every(({ stars }) => stars.length === 2)).toBe(true);
  play.advance(35_000);
  expect(teams()).toMatchObject({ round: 2, phase: 'fight' });
  play.advance(60_000);
  expect(seen.view()).toBeNull();
  // The newest change is the one that is shown.
  expect(turns.length).toBeGreaterThan(1);
  for (const [shown, sent] of turns as (readonly number[])[]) expect(shown).toBe(sent);
  play.host.dispose();
});

test('S37 a change of the lead is shown for 5 s, a repeated one not again, and the end of the PK removes it', () => {
  const seen = viewer();
  const shown = () => seen.view()?.flash?.nickname ?? null;
  say(seen, {});
  turn(seen, { id: 'a', user: { nickname: '小鱼' } });
  seen.clock.advance(1_000);
  turn(seen, { id: 'b', user: { nickname: '半夏' } });
  expect(shown()).toBe('半夏');
  turn(seen, { id: 'a', user: { nickname: '小鱼' } });
  seen.clock.advance(FLASH_MS - 1);
  expect(shown()).toBe('半夏');
  seen.clock.advance(1);
  expect(shown()).toBeNull();
  // Without an id, the score that made the team the leader identifies it.
  turn(seen, { score: 7, user: { nickname: '山川' } });
  expect(shown()).toBe('山川');
  turn(seen, { pkId: 9, id: 'c', user: { nickname: '橘子海' } });
  expect(shown()).toBe('山川');
  turn(seen, { score: 8, user: { nickname: '阿澈' } });
  expect(shown()).toBe('阿澈');
  say(seen, { pkId: 2, version: 2 });
  expect([seen.view()?.pkId, shown()]).toEqual([2, null]);
  // One that arrives before its PK is shown alone.
  const early = viewer();
  turn(early, { id: 'a', title: '逆转', user: null });
  expect(early.view()).toMatchObject({ kind: 'none', pkId: 0, flash: { teamId: 2, title: '逆转', nickname: '' } });
});

test('S37 a duel shows the leading side, and name and portrait of the room’s star where the message has none', () => {
  const seen = viewer();
  const duel = (version: number, own: object, rival: object) => {
    say(seen, { version, own, rival });
    return seen.view();
  };
  expect(duel(1, { score: 5 }, { score: 5, posterUrl: '/rival.png' })).toMatchObject({
    leader: 'even',
    own: { name: '小喵Momo', posterUrl: '', share: 0.5 },
    rival: { posterUrl: '/rival.png', share: 0.5 },
  });
  const named = { star: { userId: 5, nickname: '红队' }, posterUrl: '/own.png' };
  expect(duel(2, { ...named, score: 1 }, { score: 3 })).toMatchObject({
    leader: 'rival',
    own: { name: '红队', posterUrl: '/own.png', share: 0.25 },
  });
  expect(duel(3, { score: 3 }, { score: 1 })).toMatchObject({ leader: 'own' });
});

test('S37 the share of each side in the bar is between 0.1 and 0.9', () => {
  expect(shareOf(0, 0)).toBe(0.5);
  expect(shareOf(1, 1_000_000)).toBe(0.1);
  expect(shareOf(1_000_000, 0)).toBe(0.9);
});

test('S37 a team that is repeated in a message is shown once, and teams without a known PK begin it once', () => {
  const team = (teamId: number, score: number) => ({ teamId, name: `t${teamId}`, score, rank: 0, stars: [] });
  const teams = [team(1, 5), team(2, 9), team(1, 20)];
  expect(teamsOf(teams).map(({ teamId, score }) => [teamId, score])).toEqual([
    [2, 9],
    [1, 5],
  ]);
  const seen = viewer();
  const query = (change: object): void => seen.take(sessionPush('multi-pk-team-query', { pkId: 1, status: 2, teams, ...change }));
  query({ teams: [] });
  query({ status: 5 });
  expect(seen.view()).toBeNull();
  query({});
  expect(seen.view()).toMatchObject({ kind: 'teams', phase: 'fight', teams: [{ teamId: 2 }, { teamId: 1 }] });
  expect(seen.view()).toMatchObject({ teams: [{ share: 1 }, { share: 5 / 9 }] });
  // The stars of a PK are not those of another one.
  const starred = teams.map((one) => ({ ...one, stars: [{ userId: 3, nickname: 's' }] }));
  seen.take(sessionPush('multi-pk-round', { pkId: 1, version: 1, status: 2, leftMs: 60_000, teams }));
  query({ pkId: 9, teams: starred });
  expect(seen.view()).toMatchObject({ pkId: 1, teams: [{ stars: [] }, { stars: [] }] });
  query({ teams: starred });
  expect(seen.view()).toMatchObject({ teams: [{ stars: [{ userId: 3 }] }, {}] });
  seen.take(sessionPush('multi-pk-round', { pkId: 1, version: 2, status: 5 }));
  query({});
  expect(seen.view()).toBeNull();
});

test('S37 the server is asked for the phase after one that is over, but not after the result', () => {
  const seen = viewer();
  say(seen, { leftMs: 10_000 });
  seen.clock.advance(20_000);
  expect(seen.calls.map(({ verb }) => verb)).toEqual(['snapshot']);
  say(seen, { version: 2, phase: 4, leftMs: 10_000 });
  seen.clock.advance(20_000);
  expect([seen.view(), seen.calls.length]).toEqual([null, 1]);
});

test.each([0, 3_600_000, -3_600_000])(
  'P6 S37 a round without leftMs ends at its end by the server’s clock, with a viewer’s clock %i ms ahead of it',
  (clockAheadMs) => {
    const seen = viewer(7, clockAheadMs);
    const startMs = seen.clock.epochMs() - clockAheadMs - 8_000;
    const leftMs = (version: number, change: object = {}) => {
      const body = { pkId: 1, version, status: 2, round: 1, startTime: startMs, endTime: startMs + 20_000, ...change };
      seen.take(sessionPush('multi-pk-round', body));
      return seen.view()?.leftMs;
    };
    // The viewer joins 8 s after the start.
    expect(leftMs(1)).toBe(12_000);
    seen.clock.advance(1_000);
    expect(leftMs(2)).toBe(11_000);
    expect(leftMs(3, { endTime: startMs + 50_000 })).toBe(41_000);
    expect(leftMs(4, { leftMs: 6_000 })).toBe(6_000);
    // A message of the past: the announced end stays.
    expect(leftMs(5, { endTime: startMs })).toBe(6_000);
    // The next round has its own time.
    expect(leftMs(6, { round: 2, endTime: startMs })).toBe(0);
  },
);

test('S37 a score without a time keeps the countdown of the phase', () => {
  const duel = viewer();
  const view = () => duel.view();
  say(duel, {});
  duel.clock.advance(1_000);
  say(duel, { version: 2, leftMs: 0 });
  expect(view()).toMatchObject({ leftMs: 89_000 });
  // A score after the announced end does not hide that the phase is over.
  duel.clock.advance(90_000);
  say(duel, { version: 3, leftMs: 0 });
  expect(view()).toMatchObject({ leftMs: 0, isOverdue: true });
  say(duel, { version: 4, leftMs: 0, phase: 3 });
  // A phase of unknown length has no countdown, and stays while the server repeats it.
  expect(view()).toMatchObject({ phase: 'punishment', leftMs: 0, isOverdue: false });
  for (let answers = 0; answers < 3; answers++) {
    duel.clock.advance(122_000);
    expect(view()).toMatchObject({ isOverdue: true });
    say(duel, { version: 4, leftMs: 0, phase: 3 });
    expect(view()).toMatchObject({ phase: 'punishment', leftMs: 0, isOverdue: false });
  }
});

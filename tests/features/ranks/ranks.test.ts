import { expect, test } from 'vitest';
import { ranksMachine, ranksView, readList, type Ranks, type RanksEvent } from '../../../src/features/ranks/room.ts';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { disorder } from '../../feature-room.ts';
import { messageOf } from '../../message-of.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';

test('S37 ranks are requested when opened, show the own place, and report a failure', async () => {
  const play = await playedFeature('ranks', [VIEWER_ID, 0]);
  const [mine, guest] = play.viewers;
  for (const viewer of play.viewers) await viewer.act({ type: 'entry' });
  expect(mine?.view()).toMatchObject({ load: 'idle', total: 128, own: { rank: expect.any(Number) as number } });
  expect((mine!.view()!['places'] as readonly { isMine: boolean }[]).filter(({ isMine }) => isMine).length).toBe(1);
  expect(guest?.view()).toMatchObject({ own: null });
  await mine!.act({ type: 'pick', which: { kind: 'guards', period: 'month' } });
  expect(mine?.view()).toMatchObject({ which: { kind: 'guards', period: 'month' }, load: 'idle' });
  const deaf = await playedFeature('ranks', [VIEWER_ID], () => undefined);
  await deaf.viewers[0]!.act({ type: 'entry' });
  deaf.advance(6_100);
  expect(deaf.viewers[0]?.view()).toMatchObject({ load: 'failed', places: null });
  for (let seed = 1; seed <= 4; seed++) {
    const bad = await playedFeature('ranks', [VIEWER_ID], disorder(seeded(seed)));
    await bad.viewers[0]!.act({ type: 'entry' });
    bad.start();
    bad.advance(60_000);
    expect(bad.viewers[0]?.errors).toEqual([]);
    expect(bad.phase()).toBeNull();
    bad.host.dispose();
  }
  play.host.dispose();
  deaf.host.dispose();
});

test('S37 the own place belongs to the viewer who is logged in: another viewer never sees it, and an open list is requested again', () => {
  const which = { kind: 'contribution', period: 'day' } as const;
  const own = { type: 'own', which, version: 9, rank: 3, score: 50, gap: 7 } as const;
  const [opened] = ranksMachine.step(ranksMachine.initial, { type: 'entry' }, 0, null);
  const [mine] = ranksMachine.step(opened, own, 0, null);
  expect(ranksView(mine, 7, 0)?.own).toEqual({ newest: expect.anything() as unknown, rank: 3, score: 50, gap: 7 });
  const [other, ...effects] = ranksMachine.step(mine, { type: 'login-changed' }, 0, null);
  expect([ranksView(other, 8, 0)?.own, effects]).toEqual([null, [{ type: 'snapshot', which }]]);
  // The place of the other viewer has an older version.
  expect(ranksView(ranksMachine.step(other, { ...own, version: 2, rank: 8 }, 0, null)[0], 8, 0)?.own).toMatchObject({ rank: 8 });
  const [closed] = ranksMachine.step(mine, { type: 'close' }, 0, null);
  expect(ranksMachine.step(closed, { type: 'login-changed' }, 0, null)).toEqual([{ ...closed, own: {} }]);
});

const list = (fields: object): RanksEvent => readList(messageOf('rank-list', { kind: 1, period: 1, version: 1, ...fields }).body)!;

test('S37 users with the same rank are all listed, and entries without a rank are not', () => {
  const entry = (userId: number, rank: number) => ({ rank, score: 9, user: { userId, nickname: `n${userId}` } });
  const event = list({ entries: [entry(4, 4), entry(2, 2), entry(3, 2), entry(5, 0), entry(1, 1)] });
  const [opened] = ranksMachine.step(ranksMachine.initial, { type: 'entry' }, 0, null);
  const view = ranksView(ranksMachine.step(opened, event, 0, null)[0], 3, 0);
  expect(view?.places?.map(({ rank, userId, isMine }) => [rank, userId, isMine])).toEqual([
    [1, 1, false],
    [2, 2, false],
    [2, 3, true],
    [4, 4, false],
  ]);
});

test('S35 S37 a user without a nickname is not listed as a mystic viewer', () => {
  const user = { userId: 3, nickname: '' };
  const entries = [{ rank: 1, user }, { rank: 2, user: { ...user, mystic: true } }, { rank: 3 }];
  expect(list({ entries })).toMatchObject({ places: [{ isMystic: false, name: '' }, { isMystic: true }, { isMystic: false }] });
});

test('S37 a newer list without a time keeps the countdown of the period until its end', () => {
  const [opened] = ranksMachine.step(ranksMachine.initial, { type: 'entry' }, 0, null);
  const [first] = ranksMachine.step(opened, list({ leftMs: 9_000 }), 0, null);
  const [second] = ranksMachine.step(first, list({ version: 2 }), 1_000, null);
  expect(ranksView(second, 7, 1_000)?.ends).toEqual({ leftMs: 8_000 });
  expect(ranksView(second, 7, 9_000)?.ends).toBeNull();
  expect(ranksView(ranksMachine.step(opened, list({}), 0, null)[0], 7, 0)?.ends).toBeNull();
});

test('S34 ranks have only the lists that the switch enables; the list of guards has no switch', () => {
  const step = (state: Ranks, event: RanksEvent) => ranksMachine.step(state, event, 0, null);
  const [opened, ...effects] = step(ranksMachine.initial, { type: 'entry' });
  expect(effects.map((effect) => effect.type)).toEqual(['snapshot', 'fetch-switches']);
  expect(ranksView(opened, 7, 0)?.kinds).toEqual(['contribution', 'intimacy', 'guards']);
  const switches = { contribution_rank: false, intimacy_rank: true, fans_group: false };
  const [switched, ...asks] = step(opened, { type: 'switches', switches });
  expect(ranksView(switched, 7, 0)).toMatchObject({ kinds: ['intimacy', 'guards'], which: { kind: 'intimacy' } });
  expect(asks).toEqual([{ type: 'snapshot', which: { kind: 'intimacy', period: 'day' } }]);
  expect(step(switched, { type: 'pick', which: { kind: 'contribution', period: 'day' } })).toEqual([switched]);
  expect(ranksView(step(switched, { type: 'switches', switches: { ...switches, intimacy_rank: false } })[0], 7, 0)?.kinds).toEqual([
    'guards',
  ]);
});

test('S37 the requested list ends the loading, also without news; another list and an older own place do not replace it', () => {
  const step = (state: Ranks, event: RanksEvent): Ranks => ranksMachine.step(state, event, 0, null)[0];
  const view = (state: Ranks) => ranksView(state, 7, 0);
  const other = step(step(ranksMachine.initial, { type: 'entry' }), list({ kind: 2 }));
  expect(view(other)).toMatchObject({ load: 'loading', places: null });
  const first = step(other, list({ version: 3, total: 5 }));
  expect(view(first)).toMatchObject({ load: 'idle', total: 5 });
  const again = step(first, { type: 'entry' });
  expect([view(again)?.load, view(step(again, list({ version: 2, total: 9 })))]).toMatchObject(['loading', { load: 'idle', total: 5 }]);
  const own = { type: 'own', which: { kind: 'contribution', period: 'day' }, version: 2, rank: 3, score: 0, gap: 0 } as const;
  expect(view(step(step(first, own), { ...own, version: 1, rank: 9 }))?.own?.rank).toBe(3);
  // A mystic viewer's place, which has no id, is not that of a guest.
  const mystic = step(first, list({ version: 4, entries: [{ rank: 1, score: 9, user: { userId: 0, mystic: true } }] }));
  expect(ranksView(mystic, 0, 0)?.places).toMatchObject([{ isMine: false }]);
  for (const unknown of [{ kind: 0 }, { kind: 9 }, { period: 9 }]) expect(list(unknown)).toBeNull();
});

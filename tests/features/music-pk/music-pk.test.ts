import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { musicPk } from '../../../src/features/music-pk/mock.ts';
import { lineText } from '../../../src/features/music-pk/panel.tsx';
import { room, type MusicPkView } from '../../../src/features/music-pk/room.ts';
import { words } from '../../../src/features/music-pk/text.ts';
import { STAR_ID } from '../../wires/people.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

const zh = words(TRANSLATE['zh-CN']);
const en = words(TRANSLATE.en);

const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'music-pk' }, (view) => view as MusicPkView);
type Viewer = ReturnType<typeof viewer>;
const request = (verb: string, fields = {}) => ({ type: 'request', verb, fields });
const answer = (who: Viewer, optionId: string): Promise<void> =>
  who.act(request('answer', { questionId: who.view()?.question?.questionId ?? 0, optionId }));

test('S9 S37 viewers answer for their star, use kits, call, revive her, and see the settlement with the season level', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([musicPk], [mine, other]);
  play.host.command(1, 'music-pk', 'start');
  expect(mine.view()).toMatchObject({
    phase: 'match',
    own: { name: '小喵Momo' },
    rival: { name: '夏沫' },
    kits: [{ count: 1 }, { count: 1 }],
  });
  play.advance(5_100);
  expect(mine.view()).toMatchObject({ phase: 'answer', round: 1, roundTotal: 3, own: { blood: 2, bloodTotal: 2 } });
  expect(mine.view()?.question?.options.some(({ isRight }) => isRight)).toBe(false);
  await mine.act(request('kit', { kitId: 1 }));
  for (const seen of [mine, other]) expect(seen.view()?.excluded).toHaveLength(2);
  expect([mine.view()?.kits[0]?.count, other.view()?.kits[0]?.count]).toEqual([0, 1]);
  expect(other.view()?.line).toMatchObject({ kind: 'kit', who: '观众0001', what: '排除两项' });
  await mine.act(request('kit', { kitId: 1 }));
  expect(mine.view()?.request).toMatchObject({ text: '这个道具已经用完了' });
  const { score } = mine.view()!.own;
  await other.act(request('call'));
  expect(mine.view()?.own.score).toBe(score + 1);

  // Two wrong majority answers: no blood is left.
  await answer(mine, '3');
  await answer(mine, '0');
  expect(mine.view()).toMatchObject({ chosen: '3' });
  play.advance(18_000);
  expect(mine.view()).toMatchObject({ phase: 'reveal', own: { blood: 1, wasRight: false } });
  play.advance(5_100);
  await answer(mine, '3');
  play.advance(18_100);
  play.advance(5_000);
  expect(mine.view()?.phase).toBe(mine.view()?.rival.blood === 0 ? 'settled' : 'help');
  await other.act(request('reborn'));
  expect(mine.view()).toMatchObject({ phase: 'answer', round: 3, own: { blood: 1 } });
  expect(mine.view()?.question?.title).toContain('北岸乐队');
  await answer(mine, '2');
  play.advance(24_000);
  expect(mine.view()).toMatchObject({ phase: 'settled', settlement: { seasonName: '夏日赛季', coin: 500 } });
  play.advance(14_100);
  expect([mine.view(), other.view(), play.phase('music-pk')]).toEqual([null, null, null]);
});

test('S9 a status ahead of its question shows the question on arrival, and never an older one', () => {
  const mine = viewer();
  const option = (id: string) => ({ id, text: id, right: false, count: 0 });
  const question = (questionId: number) => ({
    questionId,
    title: `q${questionId}`,
    songUrl: '',
    index: 0,
    endTime: 0,
    options: [option('a'), option('b')],
  });
  const rounds = (round: number, version: number) =>
    mine.take(sessionPush('music-pk-rounds', { pkId: 1, version, round, roundTotal: 3, question: question(round), leftMs: 9_000 }));
  rounds(1, 2);
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 5, status: 2, round: 2, leftMs: 8_000 }));
  expect(mine.view()).toMatchObject({ round: 2, question: null, leftMs: 8_000 });
  rounds(2, 4);
  expect(mine.view()).toMatchObject({ round: 2, question: { title: 'q2' }, leftMs: 8_000 });
  rounds(1, 3);
  mine.take(sessionPush('music-pk-exclude-error', { pkId: 1, questionId: 1, optionIds: ['a'] }));
  expect(mine.view()).toMatchObject({ question: { title: 'q2' }, excluded: [] });
  mine.take(sessionPush('music-star-game-status', { starId: 1, gameId: 2, status: 2 }));
  expect(mine.view()).not.toBeNull();
  mine.take(sessionPush('music-star-game-status', { starId: 1, gameId: 1, status: 2 }));
  expect(mine.view()).toBeNull();
});

test('S9 S37 the settlement names the own star, the rival or nobody as the winner', () => {
  const mine = viewer();
  const player = (userId: number) => ({
    star: { userId, kugouId: userId, nickname: `s${userId}`, richlevel: 1, userLogo: '', mystic: false },
    blood: 1,
    bloodTotal: 2,
    score: 3,
    answer: '',
    right: false,
    excluded: false,
    kits: [],
  });
  const winners = [0, STAR_ID, 91_003, 5].map((winnerId, version) => {
    const settlement = { winnerId, result: 1, coin: 5, score: 3, seasonLevel: 1, seasonName: 's' };
    const players = [player(STAR_ID), player(91_003)];
    mine.take(sessionPush('music-pk-end-info', { pkId: 1, version: version + 1, leftMs: 9_000, players, settlement }));
    return mine.view()?.settlement?.winner;
  });
  expect(winners).toEqual(['draw', 'own', 'rival', 'draw']);
});

test('S37 tips, calls and reminders are shown one at a time and once each; a phase without an end is queried and then removed', () => {
  const mine = viewer();
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 2, round: 1, leftMs: 30_000 }));
  expect(mine.view()?.line).toBeNull();
  for (let times = 0; times < 3; times++) mine.take(sessionPush('music-pk-all-station', { pkId: 1, title: 'a', content: 'b', id: 't2' }));
  mine.take(sessionPush('music-pk-room', { pkId: 1, title: '', content: '' }));
  expect(mine.view()?.line).toMatchObject({ kind: 'all-station', what: 'a · b' });
  mine.clock.advance(4_100);
  expect(mine.view()?.line).toBeNull();
  mine.clock.advance(26_000 + DUE_GRACE_MS);
  expect(mine.view()).toMatchObject({ isOverdue: true });
  expect(mine.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  mine.clock.advance(DUE_OVERDUE_MS);
  expect(mine.view()).toBeNull();
  mine.take(sessionPush('music-pk-rounds', { pkId: 1, version: 1, round: 1 }));
  expect(mine.view()).toBeNull();
  expect(mine.clock.timers()).toBe(0);
});

test('S9 S37 tips of the PK, of all rooms, of the site and of this room are distinguished, and each has its link', () => {
  const seen = (name: 'music-pk-tips' | 'music-pk-common-tips' | 'music-pk-all-station' | 'music-pk-room', link = '') => {
    const mine = viewer();
    mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 2, round: 1, leftMs: 30_000 }));
    mine.take(sessionPush(name, { pkId: 1, content: '加油', link }));
    return mine.view()!;
  };
  const said = (['music-pk-tips', 'music-pk-common-tips', 'music-pk-all-station', 'music-pk-room'] as const).map((name) =>
    [zh, en].map((words) => lineText(seen(name), words)),
  );
  expect(said.map(([chinese]) => chinese)).toEqual(['加油', '提示：加油', '全站：加油', '本房间：加油']);
  expect(new Set(said.map(([, english]) => english)).size).toBe(4);
  expect(seen('music-pk-tips', 'https://a.test/x').line?.href).toBe('https://a.test/x');
  expect(seen('music-pk-tips', 'javascript:alert(1)').line?.href).toBe('');
});

test('S9 S37 a star that enters or pauses the game is named; an unknown status changes nothing', () => {
  const mine = viewer();
  const star = { userId: 91_003, kugouId: 91_003, nickname: '夏沫', richlevel: 1, userLogo: '', mystic: false };
  const player = { star, blood: 1, bloodTotal: 1, score: 0, answer: '', right: false, excluded: false, kits: [] };
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 2, round: 1, leftMs: 60_000, players: [player] }));
  for (const status of [0, 9]) mine.take(sessionPush('music-star-game-status', { starId: 91_003, gameId: 1, status }));
  expect(mine.view()?.line).toBeNull();
  for (const [status, said] of [
    [1, '夏沫 进入了比赛'],
    [3, '夏沫 暂时离开'],
  ] as const) {
    mine.take(sessionPush('music-star-game-status', { starId: 91_003, gameId: 1, status }));
    expect(lineText(mine.view()!, zh)).toBe(said);
    mine.clock.advance(4_100);
  }
});

test('S37 a message without a time keeps the countdown of the phase, and without leftMs it ends at its end by the server’s clock', () => {
  const clockAheadMs = 3_600_000;
  const mine = featureRoom(room, { userId: 7, feature: 'music-pk', clockAheadMs }, (view) => view as MusicPkView);
  // The viewer joins 8 s after the start.
  const startTime = mine.clock.epochMs() - clockAheadMs - 8_000;
  const endTime = startTime + 20_000;
  const leftMs = (version: number, change: object) => {
    mine.take(sessionPush('music-pk-status', { pkId: 1, version, status: 2, round: 1, ...change }));
    return mine.view()?.leftMs;
  };
  expect(leftMs(1, { startTime, endTime })).toBe(12_000);
  mine.clock.advance(1_000);
  expect(leftMs(2, {})).toBe(11_000);
  expect(leftMs(3, { startTime, endTime })).toBe(11_000);
  expect(leftMs(4, { startTime, endTime, leftMs: 9_000 })).toBe(9_000);
  expect(leftMs(5, { round: 2, startTime, endTime: endTime + 20_000 })).toBe(31_000);
});

test('S9 S37 a match does not change the round of a status of the same version', () => {
  const mine = viewer();
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 1, round: 1 }));
  mine.take(sessionPush('music-pk-match', { pkId: 1, version: 1, status: 1, leftMs: 5_000 }));
  expect(mine.view()).toMatchObject({ round: 1, leftMs: 5_000 });
});

test('S9 S37 a star who pauses again, and a viewer who calls again, are shown again', () => {
  const mine = viewer();
  const star = { userId: 91_003, kugouId: 91_003, nickname: '夏沫', richlevel: 1, userLogo: '', mystic: false };
  const player = { star, blood: 1, bloodTotal: 1, score: 0, answer: '', right: false, excluded: false, kits: [] };
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 2, round: 1, leftMs: 60_000, players: [player] }));
  for (let times = 0; times < 2; times++) {
    mine.take(sessionPush('music-star-game-status', { starId: 91_003, gameId: 1, status: 3 }));
    expect(mine.view()?.line).toMatchObject({ kind: 'paused' });
    mine.clock.advance(4_100);
    mine.take(sessionPush('music-pk-send-call', { pkId: 1, user: star, num: 1 }));
    expect(mine.view()?.line).toMatchObject({ kind: 'call' });
    mine.clock.advance(4_100);
    expect(mine.view()?.line).toBeNull();
  }
});

test('S37 the room’s star is first, with name and portrait of the message; options that were excluded without a PK are counted', () => {
  const mine = viewer();
  const excluded = (optionIds: readonly string[]) => {
    mine.take(sessionPush('music-pk-exclude-error', { pkId: 1, questionId: 1, optionIds }));
    return mine.view()?.line ?? null;
  };
  expect([excluded([]), excluded(['a', 'b'])]).toMatchObject([null, { kind: 'excluded', what: '', count: 2 }]);
  mine.clock.advance(4_100);
  const player = (userId: number, nickname: string) => ({
    star: { userId, kugouId: userId, nickname, richlevel: 1, userLogo: `/${userId}.png`, mystic: false },
    blood: 1,
    bloodTotal: 1,
    score: 0,
    answer: '',
    right: false,
    excluded: false,
    kits: [],
  });
  const players = [player(91_003, '夏沫'), player(91_001, '小喵')];
  mine.take(sessionPush('music-pk-status', { pkId: 1, version: 1, status: 2, round: 1, leftMs: 60_000, players }));
  expect(mine.view()).toMatchObject({
    pkId: 1,
    own: { userId: 91_001, name: '小喵', logo: '/91001.png' },
    rival: { userId: 91_003, name: '夏沫' },
    chosen: '',
  });
  expect(excluded(['a'])).toBeNull();
});

test('S9 S37 a match and a status of one version show the same in either order', () => {
  const star = { userId: 1, nickname: '小喵Momo' } as never;
  const rival = { userId: 2, nickname: '夏沫' } as never;
  const match = sessionPush('music-pk-match', { pkId: 5, version: 3, status: 1, star, rival });
  const players = [star, rival].map((one) => ({
    star: one,
    blood: 2,
    bloodTotal: 2,
    score: 4,
    answer: '',
    right: false,
    excluded: false,
    kits: [],
  }));
  const status = sessionPush('music-pk-status', { pkId: 5, version: 3, status: 1, players });
  const shown = [
    [match, status],
    [status, match],
  ].map((pushes) => {
    const one = viewer();
    for (const push of pushes) one.take(push);
    return one.view();
  });
  expect(shown[0]).toMatchObject({ own: { name: '小喵Momo', blood: 2, score: 4 }, rival: { name: '夏沫', blood: 2 } });
  expect(shown[1]).toEqual(shown[0]);
});

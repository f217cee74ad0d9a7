import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import type { View } from '../../feature-plays.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';
import { loadRoomPart } from '../../../src/workers/room/features/feature-loader.ts';

test.each([
  ['the same as', 0],
  ['ahead of', 3_600_000],
  ['behind', -3_600_000],
])('P6 S37 a ceremony match is shown until its end by the server’s clock, with a viewer’s clock %s it', async (_which, clockAheadMs) => {
  const viewer = featureRoom(await loadRoomPart('ceremony'), { userId: 7, feature: 'ceremony', clockAheadMs }, (view) => view as View);
  const serverMs = viewer.clock.epochMs() - clockAheadMs;
  const body = { ceremonyId: 1, matchId: 2, endTime: serverMs + 25_000, star: { userId: STAR_ID, nickname: '小喵' } };
  viewer.take({ name: 'ceremony-match-success', toUserId: null, body });
  expect(viewer.view()).toMatchObject({ leftMs: 25_000 });
  viewer.clock.advance(24_999);
  expect(viewer.view()).not.toBeNull();
  viewer.clock.advance(1);
  expect(viewer.view()).toBeNull();
});

test('S9 S37 a failed ceremony match is shown for 10 s whatever its end, and stays failed; another match is shown', async () => {
  const viewer = featureRoom(await loadRoomPart('ceremony'), { userId: 7, feature: 'ceremony' }, (view) => view as View);
  const take = (result: 'success' | 'failure', matchId: number): void =>
    viewer.take(sessionPush(`ceremony-match-${result}`, { ceremonyId: 1, matchId, leftMs: 60_000, title: '年度盛典', msg: '没有对手' }));
  take('success', 2);
  expect(viewer.view()).toMatchObject({ result: 'success', title: '年度盛典', text: '没有对手' });
  take('failure', 2);
  expect(viewer.view()).toMatchObject({ result: 'failure' });
  take('success', 2);
  expect(viewer.view()).toMatchObject({ result: 'failure' });
  viewer.clock.advance(9_999);
  expect(viewer.view()).not.toBeNull();
  viewer.clock.advance(1);
  expect(viewer.view()).toBeNull();
  take('success', 3);
  // A match stays until its end while the next one waits.
  take('success', 4);
  viewer.clock.advance(59_999);
  expect(viewer.view()).toMatchObject({ key: '1 3 success', result: 'success' });
});

import { expect, test } from 'vitest';
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

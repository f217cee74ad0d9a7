import { describe, expect, test } from 'vitest';
import { testsOfPlay, testsOfState, type View } from '../../feature-plays.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';
import { loadRoomHalf } from '../../../src/workers/room/features/feature-loader.ts';

describe('S9 S37 ceremony with its scripted session', () => {
  testsOfPlay('ceremony', 150_000);
  testsOfState('ceremony');
});

test('S37 a ceremony match with an announced end is shown until this time of the viewer’s clock', async () => {
  const viewer = featureRoom(await loadRoomHalf('ceremony'), { userId: 7, feature: 'ceremony' }, (view) => view as View);
  const body = { ceremonyId: 1, matchId: 2, endTime: viewer.clock.epochMs() + 25_000, star: { userId: STAR_ID, nickname: '小喵' } };
  viewer.take({ name: 'ceremony-match-success', toUserId: null, body });
  expect(viewer.view()).toMatchObject({ leftMs: 25_000 });
  viewer.clock.advance(24_999);
  expect(viewer.view()).not.toBeNull();
  viewer.clock.advance(1);
  expect(viewer.view()).toBeNull();
});

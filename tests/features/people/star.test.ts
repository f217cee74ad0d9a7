import { expect, test } from 'vitest';
import { type View } from '../../feature-plays.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';
import { loadRoomHalf } from '../../../src/workers/room/features/feature-loader.ts';

test('S20 the star who enters or gives a gift is not a member of the audience', async () => {
  const viewer = featureRoom(await loadRoomHalf('people'), { userId: 7, feature: 'people' }, (view) => view as View);
  const enter = (userid: number): void =>
    viewer.take({ name: 'login', toUserId: null, body: { userid, nickname: `名${userid}`, richlevel: 3 } });
  enter(STAR_ID);
  viewer.clock.advance(2_000);
  expect(viewer.view()).toBeNull();
  // A gift of the star does not list the star either.
  for (const name of ['gift', 'socket-gift'] as const)
    viewer.take({ name, toUserId: null, body: { senderid: STAR_ID, sendername: '小喵Momo', price: 5, num: 1 } });
  viewer.clock.advance(2_000);
  expect(viewer.view()).toBeNull();
  enter(42);
  viewer.clock.advance(2_000);
  expect(viewer.view()).toMatchObject({ strip: [{ userId: 42 }] });
});

import { expect, test } from 'vitest';
import { VIEWER_ID } from '../../feature-plays.ts';
import { featureRoom } from '../../feature-room.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { personNamed } from '../../../mocks/sessions/session-people.ts';
import { room } from '../../../src/features/shooting/room.ts';
import type { ShootingView } from '../../../src/features/shooting/rules.ts';

test('S37 the viewer’s critical hit stays among many others', () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'shooting' }, (view) => view as ShootingView);
  for (let at = 0; at < 9; at++)
    viewer.take(sessionPush('shooter-critical-buff', { gameId: 1, rate: 2, user: personNamed('n', VIEWER_ID + at) }));
  expect(viewer.view()?.buffs).toHaveLength(6);
  expect(viewer.view()?.buffs.filter(({ isMine }) => isMine)).toHaveLength(1);
});

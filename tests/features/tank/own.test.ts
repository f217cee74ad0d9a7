import { expect, test } from 'vitest';
import { VIEWER_ID } from '../../feature-plays.ts';
import { featureRoom } from '../../feature-room.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { personNamed } from '../../../mocks/sessions/session-people.ts';
import { room } from '../../../src/features/tank/room.ts';
import type { TankView } from '../../../src/features/tank/rules.ts';

test('S37 the viewer’s tank stays on a full board', () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'tank' }, (view) => view as TankView);
  for (let at = 0; at < 20; at++)
    viewer.take(sessionPush('tank-location', { gameId: 1, tankId: at, x: at, user: personNamed('n', VIEWER_ID + at) }));
  expect(viewer.view()?.tanks).toHaveLength(16);
  expect(viewer.view()?.tanks[0]).toMatchObject({ tankId: 0, isMine: true });
});

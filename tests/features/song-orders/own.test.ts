import { expect, test } from 'vitest';
import { VIEWER_ID } from '../../feature-plays.ts';
import { featureRoom } from '../../feature-room.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { personNamed } from '../../../mocks/sessions/session-people.ts';
import { room } from '../../../src/features/song-orders/room.ts';
import type { SongOrdersView } from '../../../src/features/song-orders/rules.ts';

test('S37 the viewer’s song is in the queue after a full list, and after the next orders', async () => {
  const viewer = featureRoom(room, { userId: VIEWER_ID, feature: 'song-orders' }, (view) => view as SongOrdersView);
  const order = (at: number, userId = 7) => ({
    orderId: `o${at}`,
    status: 1,
    songName: 's',
    singerName: '',
    coin: 1,
    leftMs: 0,
    user: personNamed('n', userId),
  });
  const orders = [...Array.from({ length: 60 }, (_, at) => order(at)), order(60, VIEWER_ID)];
  await viewer.act({ type: 'entry' });
  viewer.take(sessionPush('song-order-list', { version: 1, isOpen: true, orders }));
  viewer.take(sessionPush('song-order', order(61)));
  expect(viewer.view()?.waiting.filter(({ isMine }) => isMine)).toMatchObject([{ orderId: 'o60' }]);
});

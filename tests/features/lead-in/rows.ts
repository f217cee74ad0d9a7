import { more, rows, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { ClipFact } from '../../../src/core/room/stage.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'report-timeout', code: 111 }, '111', 1],
  actions: [
    rows<ClipFact>(
      {
        progress: [{ positionS: 3, durationS: 60 }],
        paused: [{ isPaused: true }, { isPaused: false }],
        ended: [{ failed: false }, { failed: true }],
      },
      {
        ofTheRoom: [{ type: 'back-to-live' }],
        path: '/live/1001?type=3&songName=Song%7Cx&playuuid=play-1&fx_unionId_ck=134',
        answers: {
          '/config': { leadIn: 1 },
          '/current.json': { code: 0, data: { video: [{ url: 'https://cdn.test/v.mp4', songName: 'v' }], nextFetchId: 'n2' } },
        },
      },
    ),
    more<ClipFact>('switched off', {}, { path: '/live/1001?type=3&songName=Song%7Cx', answers: { '/config': { leadIn: 0 } } }),
  ],
  cases: {
    'song-order': [{ status: 2, 'user.userId': VIEWER.userId }],
    gift: [{ senderid: VIEWER.userId }],
    'socket-gift': [{ senderid: VIEWER.userId }],
  },
};

import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OfflineVideoAction } from '../../../src/features/offline-video/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<OfflineVideoAction>({
      choose: [{ index: 1 }],
      ended: [{ failed: false }, { failed: true }],
      progress: [{ positionS: 3, durationS: 60 }],
      paused: [{ isPaused: true }],
    }),
    more<OfflineVideoAction>(
      'in an offline room',
      { choose: [{ index: 0 }], ended: [{ failed: false }], progress: [{ positionS: 3, durationS: 60 }], paused: [{ isPaused: true }] },
      { room: { status: 0, room: { offlineVideo: '/offline.mp4' } } },
    ),
  ],
};

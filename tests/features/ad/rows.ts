import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { AdAction } from '../../../src/features/ad/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<AdAction>(
      {
        progress: [{ positionS: 3, durationS: 15 }],
        ended: [{ failed: false }, { failed: true }],
        skip: [{}],
        paused: [{ isPaused: true }],
      },
      {
        answers: {
          '/ad/query': {
            code: 0,
            data: { adSwitch: 1, playing: 1, repeatPlay: 0, concertId: '9', src: 'https://cdn.test/ad.mp4', durationS: 15, skipAfterS: 0 },
          },
        },
      },
    ),
  ],
  stored: { watched: ['700007:9', 9] },
};

import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { FanClubAction } from '../../../src/features/fan-club/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<FanClubAction>(
      { ...BOX, join: [{}], 'light-up': [{}] },
      {
        answers: {
          '/fandom/switch': { switchInfos: [{ switchKey: 'fans_group', switchValue: 1 }] },
          '/fandom/club': { code: 0, data: { clubName: '星光', intimacyLevel: 0, lightUp: 0 } },
          '/fandom/join': { code: 0, data: { clubName: '星光', intimacyLevel: 1, lightUp: 0 } },
          '/fandom/light-up': { code: 0, data: { clubName: '星光', intimacyLevel: 1, lightUp: 1 } },
        },
        before: [{ type: 'entry' }],
      },
    ),
  ],
};

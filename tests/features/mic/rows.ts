import { rows, more, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { MicAction } from '../../../src/features/mic/room.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/mic/text.ts';

const MIC_LINK = [
  'mic-link',
  {
    roomId: 1_001,
    version: 1,
    isOpen: true,
    seats: [{ seat: 1, status: 2, user: PERSON }],
    asking: [{ requestId: 'r-1', user: PERSON }],
  },
] as const;

export const wires: FeatureWires = {
  actions: [
    rows<MicAction>(
      {
        entry: [{}],
        'close-tool': [{}],
        choose: [
          { as: 'admit', requestId: 'r-1' },
          { as: 'refuse', requestId: 'r-1' },
        ],
        request: [{}],
        cancel: [{}],
        leave: [{}],
        accept: [{}],
        open: [{}],
        close: [{}],
      },
      { messages: [MIC_LINK, ['mic-request', { requestId: 'r-2', status: 1, waitS: 30, user: PERSON }]] },
    ),
    more<MicAction>(
      'the star',
      {
        choose: [
          { as: 'admit', requestId: 'r-1' },
          { as: 'refuse', requestId: 'r-1' },
        ],
        open: [{}],
        close: [{}],
      },
      { as: 'star', messages: [MIC_LINK] },
    ),
  ],
  cases: {
    'mic-link': [{ 'seats.0.status': 2, 'seats.0.seat': 1, 'seats.1.status': 3, 'seats.1.seat': 2 }],
    'mic-request': [{ status: 2 }],
  },
};

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: '小鱼', act: words.verbs.request, acted: words.verbs.cancel })),
};

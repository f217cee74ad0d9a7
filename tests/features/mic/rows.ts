import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
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

const CHOICES = [
  { verb: 'admit', fields: { requestId: 'r-1' } },
  { verb: 'refuse', fields: { requestId: 'r-1' } },
] as const;

export const wires: FeatureWires = {
  actions: [
    rows<DialogAction>(
      { ...BOX, request: [...CHOICES, ...['request', 'cancel', 'leave', 'accept', 'open', 'close'].map((verb) => ({ verb, fields: {} }))] },
      { messages: [MIC_LINK, ['mic-request', { requestId: 'r-2', status: 1, waitS: 30, user: PERSON }]] },
    ),
    more<DialogAction>(
      'the star',
      { request: [...CHOICES, { verb: 'open', fields: {} }, { verb: 'close', fields: {} }] },
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
  ...scenes(words, (words, _nickname, _text, _star, shown) => ({
    seen: shown('小鱼'),
    act: words.verbs.request,
    acted: words.verbs.cancel,
  })),
};

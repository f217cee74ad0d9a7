import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { AnnouncementAction } from '../../../src/core/room/feature/announcements.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/pet/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<AnnouncementAction>(
      { request: [{ key: '4 p-1', verb: 'take', fields: { petId: 4, orderId: 'p-1' } }], dismiss: [{ key: '4 p-1' }] },
      { messages: [['pet-missed-order', { petId: 4, orderId: 'p-1', title: '喂食', coin: 5 }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  late: 'missed',
  ...scenes(words, (words) => ({ seen: words.title, act: words.take, acted: words.taken })),
};

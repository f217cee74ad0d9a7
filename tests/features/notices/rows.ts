import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { AnnouncementAction } from '../../../src/core/room/feature/announcements.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/notices/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<Extract<AnnouncementAction, { type: 'dismiss' }>>(
      { dismiss: [{ key: '["t","c",""]' }] },
      { messages: [['common-notice', { roomId: 1_001, title: 't', content: 'c' }]] },
    ),
  ],
  cases: { 'public-notice-user': [{ 'user.userId': VIEWER.userId }] },
};

export const row: VisitRow = {
  visit: 'community',
  stands: 'page',
  late: 'missed',
  ...scenes(words, (words) => ({ seen: words.levels.room, act: words.close })),
};

import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { AnnouncementAction } from '../../../src/core/room/feature/announcements.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/open-app/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<Extract<AnnouncementAction, { type: 'dismiss' }>>(
      { dismiss: [{ key: '{"title":"t","text":"c","href":"https://frames.test/app"}' }] },
      { messages: [['open-app', { title: 't', content: 'c', link: 'https://frames.test/app' }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dialog',
  late: 'missed',
  ...scenes(words, (words) => ({ seen: words.leadsTo('example.com'), act: words.stay, acted: null })),
};

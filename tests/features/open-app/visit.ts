import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/open-app/text.zh-CN.ts';
import { words as en } from '../../../src/features/open-app/text.en.ts';

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dialog',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.leadsTo('example.com'), act: words.stay, acted: null })),
};

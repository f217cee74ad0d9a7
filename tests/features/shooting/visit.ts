import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/shooting/text.zh-CN.ts';
import { words as en } from '../../../src/features/shooting/text.en.ts';

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: words.title, act: words.join, hasFrame: true, acted: words.open })),
};

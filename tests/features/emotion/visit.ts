import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/emotion/text.zh-CN.ts';
import { words as en } from '../../../src/features/emotion/text.en.ts';

export const row: VisitRow = {
  visit: 'cards',
  stands: 'page',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.sent('小鱼') })),
};

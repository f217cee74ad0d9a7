import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/ceremony/text.zh-CN.ts';
import { words as en } from '../../../src/features/ceremony/text.en.ts';

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  first: 'VS',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: 'VS', act: words.close, acted: null })),
};

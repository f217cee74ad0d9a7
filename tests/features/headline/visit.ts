import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/headline/text.zh-CN.ts';
import { words as en } from '../../../src/features/headline/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.gives('南风知我意', '林听夏') })),
};

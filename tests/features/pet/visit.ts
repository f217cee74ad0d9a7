import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/pet/text.zh-CN.ts';
import { words as en } from '../../../src/features/pet/text.en.ts';

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.title, act: words.take, acted: words.taken })),
};

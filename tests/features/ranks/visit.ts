import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/ranks/text.zh-CN.ts';
import { words as en } from '../../../src/features/ranks/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'entry',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: words.kinds.contribution, act: words.periods.month, acted: like(words.own(1, 1)) })),
};

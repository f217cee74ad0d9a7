import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/ranks/text.zh-CN.ts';
import { words as en } from '../../../src/features/ranks/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'entry',
  late: 'sent',
  // The mock ranks the first viewer only.
  ...scenes(zh, en, (words, nickname) => ({
    seen: words.kinds.contribution,
    act: words.periods.month,
    acted: nickname === '观众0001' ? like(words.own(1, 1)) : words.notListed,
  })),
};

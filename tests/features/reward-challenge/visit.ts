import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/reward-challenge/text.zh-CN.ts';
import { words as en } from '../../../src/features/reward-challenge/text.en.ts';

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: like(zh.progress(0, 8)),
  late: 'sent',
  ...scenes(zh, en, (words, _nickname, text) => ({
    seen: like(words.progress(0, 8)),
    opens: words.title,
    act: text.verbOf(words.verb.request, '用方言唱一段', 300),
    acted: words.mine,
  })),
};

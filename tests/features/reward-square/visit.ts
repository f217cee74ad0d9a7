import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/reward-square/text.zh-CN.ts';
import { words as en } from '../../../src/features/reward-square/text.en.ts';

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: zh.status.started,
  late: 'sent',
  ...scenes(zh, en, (words, _nickname, text) => ({
    seen: words.status.started,
    opens: words.title,
    act: text.verbOf(words.verb.request, '叫早服务', 99),
    acted: words.mine,
  })),
};

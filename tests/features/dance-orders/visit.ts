import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/dance-orders/text.zh-CN.ts';
import { words as en } from '../../../src/features/dance-orders/text.en.ts';

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: zh.status.dancing,
  late: 'sent',
  ...scenes(zh, en, (words, _nickname, text) => ({
    seen: words.status.dancing,
    opens: words.title,
    act: text.verbOf(words.verb.request, '桃源恋歌', 100),
    acted: words.mine,
  })),
};

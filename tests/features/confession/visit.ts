import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/confession/text.zh-CN.ts';
import { words as en } from '../../../src/features/confession/text.en.ts';

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  first: '对 你 说',
  // An answer is shown for eight seconds; a viewer who joins later sees the next one.
  late: 'missed',
  // The viewer of the first tab receives the second one.
  ...scenes(zh, en, (words, nickname) => {
    const answered = words.replies.accepted('观众0001');
    return nickname === '观众0001' ? { seen: words.says('小喵Momo', words.you), act: words.accept, acted: answered } : { seen: '小鱼' };
  }),
};

import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/music-pk/text.zh-CN.ts';
import { words as en } from '../../../src/features/music-pk/text.en.ts';

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  first: zh.answer,
  late: 'sent',
  ...scenes(zh, en, (words) => ({
    seen: /小喵Momo/,
    opens: words.title,
    act: /^A/,
    acted: words.quiz.chosen,
    settled: words.result,
  })),
};

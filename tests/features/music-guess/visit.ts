import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/music-guess/text.zh-CN.ts';
import { words as en } from '../../../src/features/music-guess/text.en.ts';

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({
    seen: words.round(1, 3),
    opens: words.title,
    act: /^B/,
    acted: words.quiz.chosen,
    settled: words.phases.settled,
  })),
};

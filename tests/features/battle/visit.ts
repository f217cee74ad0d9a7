import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/battle/text.zh-CN.ts';
import { words as en } from '../../../src/features/battle/text.en.ts';

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  first: /PK 中/,
  late: 'sent',
  ...scenes(zh, en, (words, nickname) => ({
    seen: new RegExp(`${words.phases.match}|${words.phases.fight}`),
    opens: words.details,
    act: words.give('小喵Momo', 1_000),
    acted: nickname,
  })),
};

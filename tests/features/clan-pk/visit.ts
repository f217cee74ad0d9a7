import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/clan-pk/text.zh-CN.ts';
import { words as en } from '../../../src/features/clan-pk/text.en.ts';

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words, nickname) => ({
    seen: /战队/,
    opens: words.title,
    act: words.say('海盐战队', words.messages[2]!),
    acted: words.said('海盐战队', nickname, words.messages[2]!),
    settled: words.stages.champion,
  })),
};

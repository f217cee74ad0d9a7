import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/star-game/text.zh-CN.ts';
import { words as en } from '../../../src/features/star-game/text.en.ts';

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({
    seen: words.plays('小喵Momo', '寻宝游戏'),
    act: words.join,
    hasFrame: true,
    acted: words.join,
  })),
};

import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/tank/text.zh-CN.ts';
import { words as en } from '../../../src/features/tank/text.en.ts';

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: like(words.tanks(3)), act: words.join, hasFrame: true, acted: like(words.withYou(4)) })),
};

import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/tower-defense/text.zh-CN.ts';
import { words as en } from '../../../src/features/tower-defense/text.en.ts';

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: like(words.wave(1)), act: words.join, hasFrame: true, acted: words.open })),
};

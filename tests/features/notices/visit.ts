import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/notices/text.zh-CN.ts';
import { words as en } from '../../../src/features/notices/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'page',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.levels.room, act: words.close })),
};

import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/mic/text.zh-CN.ts';
import { words as en } from '../../../src/features/mic/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: '小鱼', act: words.verbs.request, acted: words.verbs.cancel })),
};

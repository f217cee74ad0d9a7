import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/red-packets/text.zh-CN.ts';
import { words as en } from '../../../src/features/red-packets/text.en.ts';

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  first: zh.statuses.open(8, 8).slice(-2),
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: words.of('小喵Momo'), act: words.grab, acted: like(words.got(1)) })),
};

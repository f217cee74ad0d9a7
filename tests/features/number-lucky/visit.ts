import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/number-lucky/text.zh-CN.ts';
import { words as en } from '../../../src/features/number-lucky/text.en.ts';

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({
    seen: words.takeOne,
    opens: words.title,
    act: words.take,
    acted: new RegExp(`${words.ownLabel}\\d\\d`),
    settled: words.drawnLabel,
  })),
};

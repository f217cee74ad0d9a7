import { scenes, type ModuleRow } from '../../e2e/module-row.ts';
import { words as zh } from '../../../src/features/emotion/text.zh-CN.ts';
import { words as en } from '../../../src/features/emotion/text.en.ts';

export const row: ModuleRow = {
  visit: 'cards',
  stands: 'page',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.sent('小鱼') })),
};

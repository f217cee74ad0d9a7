import { scenes, type ModuleRow } from '../../e2e/module-row.ts';
import { words as zh } from '../../../src/features/open-app/text.zh-CN.ts';
import { words as en } from '../../../src/features/open-app/text.en.ts';

export const row: ModuleRow = {
  visit: 'cards',
  stands: 'dialog',
  late: 'missed',
  ...scenes(zh, en, (words) => ({ seen: words.leadsTo('example.com'), act: words.stay, acted: null })),
};

import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/real-sing/text.zh-CN.ts';
import { words as en } from '../../../src/features/real-sing/text.en.ts';

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(zh, en, (words) => ({ seen: new RegExp(`${words.listening}|${words.real}`) })),
};

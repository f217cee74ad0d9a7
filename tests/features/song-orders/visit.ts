import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words as zh } from '../../../src/features/song-orders/text.zh-CN.ts';
import { words as en } from '../../../src/features/song-orders/text.en.ts';

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: /点的歌/,
  late: 'sent',
  ...scenes(zh, en, (words) => ({
    seen: like(words.by('')),
    opens: words.title,
    act: words.orderSong('给你的歌', 1_000),
    acted: words.mine,
    settled: words.noQueue,
  })),
};

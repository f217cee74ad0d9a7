import { defineFeature } from '../../core/feature.ts';

/** S9, S37: songs ordered by viewers, accepted and sung by the star. */
export const manifest = defineFeature({
  name: 'song-orders',
  messages: ['song-order'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '点歌', en: 'Song orders' }, weight: 20 },
  entry: { icon: 'song', order: 2, label: { 'zh-CN': '点歌', en: 'Order a song' } },
});

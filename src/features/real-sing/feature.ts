import { defineFeature } from '../../core/feature.ts';

/** S9, S37: a badge for a song that is really sung live, with its score (400801). */
export const manifest = defineFeature({
  name: 'real-sing',
  wakes: ['message'],
  messages: ['real-sing-log'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '真唱', en: 'Real singing' }, weight: 10 },
});

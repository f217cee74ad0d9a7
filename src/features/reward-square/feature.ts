import { defineFeature } from '../../core/feature.ts';

/** S9, S37: the reward square: services of the star, and orders of them in all states. */
export const manifest = defineFeature({
  name: 'reward-square',
  messages: [
    'reward-square-order',
    'reward-square-create',
    'reward-square-accept',
    'reward-square-refuse',
    'reward-square-start',
    'reward-square-complete',
    'reward-square-refund',
    'reward-square-evaluate',
    'reward-square-remind',
    'reward-square-service',
  ],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '悬赏广场', en: 'Services' }, weight: 15 },
  entry: { icon: 'services', order: 5, label: { 'zh-CN': '悬赏广场', en: 'Services' } },
});

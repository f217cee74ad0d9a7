import { defineFeature } from '../../core/feature.ts';

/** S9, S37: challenges for the star: offer, joint progress, completion or refund, evaluation. */
export const manifest = defineFeature({
  name: 'reward-challenge',
  messages: [
    'reward-challenge-status',
    'reward-challenge-refund',
    'reward-challenge-offer',
    'reward-challenge-complete',
    'reward-challenge-evaluate',
  ],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '悬赏挑战', en: 'Challenges' }, weight: 26 },
  entry: { icon: 'challenge', order: 6, label: { 'zh-CN': '悬赏挑战', en: 'Challenges' } },
});

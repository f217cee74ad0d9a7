import { defineFeature } from '../../core/feature.ts';

/** S9, S37: critical hits of the shooting game: user, strength and duration (302316). */
export const manifest = defineFeature({
  name: 'shooting',
  messages: ['shooter-critical-buff'],
  slot: 'side',
  dock: { title: { 'zh-CN': '翻转射手', en: 'Flip shooter' }, weight: 23 },
});

import { defineFeature } from '../../core/feature.ts';

/** S9, S37: live positions of the monsters in a tower-defense game (302315). */
export const manifest = defineFeature({
  name: 'tower-defense',
  messages: ['tower-defense-monsters'],
  slot: 'side',
  dock: { title: { 'zh-CN': '塔防大战', en: 'Tower defence' }, weight: 24 },
});

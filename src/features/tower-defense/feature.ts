import { defineFeature } from '../../core/feature.ts';

/** S9, S37: live positions of the monsters in a tower-defense game (302315). */
export const manifest = defineFeature({
  name: 'tower-defense',
  wakes: ['message', 'action'],
  messages: ['tower-defense-monsters'],
  slot: 'side',
  roles: [0, 1],
  dock: { title: { 'zh-CN': '塔防大战', en: 'Tower defence' }, weight: 24 },
});

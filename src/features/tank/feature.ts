import { defineFeature } from '../../core/feature.ts';

/** S9, S37: positions of the tanks of a game (400112). */
export const manifest = defineFeature({
  name: 'tank',
  messages: ['tank-location'],
  slot: 'side',
  dock: { title: { 'zh-CN': '坦克大战', en: 'Tanks' }, weight: 22 },
});

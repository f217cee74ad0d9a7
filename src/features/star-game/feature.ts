import { defineFeature } from '../../core/feature.ts';

/** S9, S37: the game that the star plays now, with a link to it (400601). */
export const manifest = defineFeature({
  name: 'star-game',
  messages: ['star-game-change'],
  slot: 'side',
  dock: { title: { 'zh-CN': '主播游戏', en: 'Star game' }, weight: 16 },
});

import { defineFeature } from '../../core/feature.ts';

/** S21: gifts of the room as banners and as full-screen effects over the picture (601, 400306). */
export const manifest = defineFeature({
  name: 'gift-effects',
  title: { 'zh-CN': '礼物特效', en: 'Gift effects' },
  messages: ['gift', 'socket-gift'],
  slot: 'stage-layer',
});

import { defineFeature } from '../../core/feature.ts';

/** Portraits of the first viewers, and the list of viewers. */
export const manifest = defineFeature({
  name: 'people',
  title: { 'zh-CN': '观众列表', en: 'Viewers' },
  wakes: ['message'],
  messages: ['audience', 'login', 'gift', 'socket-gift'],
  slot: 'star-bar',
});

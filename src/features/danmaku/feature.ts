import { defineFeature } from '../../core/feature.ts';

/** S20: chat lines that fly over the picture, with settings for density, size, area and opacity. */
export const manifest = defineFeature({
  name: 'danmaku',
  wakes: ['live', 'action'],
  messages: ['chat', 'socket-chat'],
  slot: 'stage-layer',
  entry: { icon: 'flying', label: { 'zh-CN': '弹幕', en: 'Flying chat' }, stageKey: 'd' },
});

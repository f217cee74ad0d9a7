import { defineFeature } from '../../core/feature.ts';

/** S9, S37: an invitation to open the app (400501). */
export const manifest = defineFeature({
  name: 'open-app',
  title: { 'zh-CN': '打开客户端', en: 'Open the app' },
  messages: ['open-app'],
  slot: 'dialog',
});

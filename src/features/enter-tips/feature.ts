import { defineFeature } from '../../core/feature.ts';

/** S22: entries and new followers, one tip at a time above the chat. */
export const manifest = defineFeature({
  name: 'enter-tips',
  title: { 'zh-CN': '进场提示', en: 'Entry tips' },
  wakes: ['message'],
  messages: ['login', 'follow'],
  slot: 'chat-top',
});

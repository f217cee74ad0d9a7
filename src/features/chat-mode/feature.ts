import { defineFeature } from '../../core/feature.ts';

/** The star's chat rules: a pinned line, slow mode, followers only. Shown above the input field; the star has a dialog for them. */
export const manifest = defineFeature({
  name: 'chat-mode',
  messages: ['chat-mode', 'chat', 'socket-chat'],
  slot: 'chat-top',
  entry: { icon: 'shield', label: { 'zh-CN': '聊天管理', en: 'Manage chat' }, roles: [1] },
});

import { defineFeature } from '../../core/feature.ts';

/** S20: the card of a user whose name is pressed, and the viewer's choices about the chat. */
export const chatTools = defineFeature({
  name: 'chat-tools',
  wakes: ['action'],
  messages: ['user-profile'],
  slot: 'dialog',
  roles: [0, 1],
  entry: { icon: 'lines', label: { 'zh-CN': '聊天设置', en: 'Chat settings' } },
});

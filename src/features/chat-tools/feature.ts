import { defineFeature } from '../../core/feature.ts';

/** S20: the profile card that opens from a nickname, and the viewer's chat settings. */
export const manifest = defineFeature({
  name: 'chat-tools',
  wakes: ['action'],
  messages: ['user-profile', 'login'],
  slot: 'dialog',
  opens: 'user-card',
  entry: { icon: 'chatSettings', label: { 'zh-CN': '设置', en: 'Settings' } },
});

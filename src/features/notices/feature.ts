import { defineFeature } from '../../core/feature.ts';

/**
 * S37: notices above the chat input, the most important first (400301 to 400303, 400307 to 400309, 400001); their lines are shown in the
 * chat.
 */
export const manifest = defineFeature({
  name: 'notices',
  title: { 'zh-CN': '房间公告', en: 'Room notices' },
  wakes: ['message'],
  messages: [
    'ceremony-notice',
    'common-notice',
    'common-notice-room',
    'common-notice-all',
    'public-notice',
    'public-notice-link',
    'public-notice-user',
  ],
  slot: 'chat-top',
});

import { defineFeature } from '../../core/feature.ts';

/** S23: the check for a user flagged as dangerous, required before chatting. */
export const manifest = defineFeature({
  name: 'slider-check',
  title: { 'zh-CN': '安全验证', en: 'Security check' },
  wakes: ['human-check'],
  messages: [],
  slot: 'chat-top',
  uses: ['human-check'],
});

import { defineFeature } from '../../core/feature.ts';

/** S9, S37: mic guests, who speak with the star, and the request to become one. */
export const manifest = defineFeature({
  name: 'mic',
  wakes: ['message', 'action'],
  messages: ['mic-link', 'mic-request'],
  slot: 'side',
  roles: [0, 1],
  dock: { title: { 'zh-CN': '连麦', en: 'Linked mics' }, weight: 34 },
  entry: { icon: 'mics', order: 3, label: { 'zh-CN': '连麦', en: 'Link mics' }, roles: [1] },
});

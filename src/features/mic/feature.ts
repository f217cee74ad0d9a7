import { defineFeature } from '../../core/feature.ts';

/** S9, S37: mic guests, who speak with the star, and the request to become one. */
export const manifest = defineFeature({
  name: 'mic',
  messages: ['mic-link', 'mic-request'],
  slot: 'side',
  dock: { title: { 'zh-CN': '连麦', en: 'Linked mics' }, weight: 34 },
  entry: { icon: 'mics', order: 3, label: { 'zh-CN': '连麦', en: 'Link mics' }, roles: [1] },
});

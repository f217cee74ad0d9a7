import { defineFeature } from '../../core/feature.ts';

/** S36: provides the length of a singer's turn to other features. It renders nothing itself. */
export const manifest = defineFeature({
  name: 'singer',
  title: { 'zh-CN': '演唱信息', en: 'Singer' },
  wakes: ['live'],
  messages: [],
  slot: null,
  shares: ['turnS'],
});

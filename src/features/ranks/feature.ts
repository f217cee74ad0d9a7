import { defineFeature } from '../../core/feature.ts';

/** S9, S37: top givers of a day, a week and a month, with the viewer's own place. */
export const manifest = defineFeature({
  name: 'ranks',
  wakes: ['action'],
  messages: ['rank-list', 'rank-own'],
  slot: 'dialog',
  entry: { icon: 'trophy', order: 4, label: { 'zh-CN': '榜单', en: 'Ranks' } },
});

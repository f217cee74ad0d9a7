import { defineFeature } from '../../core/feature.ts';

/** S9, S37: who gives most to the star in a day, a week, a month, and the viewer's own place. */
export const ranks = defineFeature({
  name: 'ranks',
  wakes: ['action'],
  messages: ['rank-list', 'rank-own'],
  slot: 'dialog',
  roles: [0, 1],
  entry: { icon: 'log', order: 4, label: { 'zh-CN': '榜单', en: 'Ranks' } },
});

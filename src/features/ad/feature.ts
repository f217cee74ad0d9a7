import { defineFeature } from '../../core/feature.ts';

/** P8: the advertisement shown before live. */
export const manifest = defineFeature({
  name: 'ad',
  title: { 'zh-CN': '广告', en: 'Advertisement' },
  wakes: ['room-start', 'stage-offer'],
  messages: [],
  slot: 'stage',
  roles: [0],
  uses: ['elements'],
  stageOrder: 1,
});

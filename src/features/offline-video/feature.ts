import { defineFeature } from '../../core/feature.ts';

/** P7: the video shown while the star is offline. */
export const manifest = defineFeature({
  name: 'offline-video',
  title: { 'zh-CN': '精彩回放', en: 'Replays' },
  wakes: ['stage-offer'],
  messages: [],
  slot: 'stage',
  roles: [0],
});

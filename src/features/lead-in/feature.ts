import { defineFeature } from '../../core/feature.ts';

/** P9: the video that plays before live when the address names a song. */
export const manifest = defineFeature({
  name: 'lead-in',
  title: { 'zh-CN': '开场视频', en: 'Lead-in video' },
  wakes: ['stage-offer'],
  messages: ['gift', 'socket-gift', 'song-order'],
  slot: 'stage',
  roles: [0],
  stageOrder: 2,
});

import { defineFeature } from '../../core/feature.ts';

/** P30: the current song and the newest effect gift, from messages inside the stream. */
export const manifest = defineFeature({
  name: 'stream-info',
  title: { 'zh-CN': '直播信息', en: 'Stream information' },
  wakes: ['live', 'stream-message'],
  messages: [],
  slot: 'stage-layer',
  roles: [0],
});

import { defineFeature } from '../../core/feature.ts';

/** P11: a user enters on a mount. */
export const manifest = defineFeature({
  name: 'mounts',
  title: { 'zh-CN': '座驾特效', en: 'Mount effects' },
  wakes: ['message'],
  messages: ['login'],
  slot: 'stage-layer',
});

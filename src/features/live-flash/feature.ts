import { defineFeature } from '../../core/feature.ts';

/** S37: the star writes a line that is shown to everybody as a banner over the stage; it is pushed as a headline (400004). */
export const manifest = defineFeature({
  name: 'live-flash',
  wakes: ['action'],
  messages: [],
  slot: 'dialog',
  roles: [1],
  entry: { icon: 'megaphone', order: 4, label: { 'zh-CN': '直播快讯', en: 'Live flash' } },
});

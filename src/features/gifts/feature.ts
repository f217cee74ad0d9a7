import { defineFeature } from '../../core/feature.ts';

/** S21: the gift shop: gifts, receivers, prices and results of sending. Effects of gifts are a separate feature. */
export const manifest = defineFeature({
  name: 'gifts',
  wakes: ['live', 'action'],
  messages: ['gift', 'socket-gift'],
  slot: 'dialog',
  roles: [0],
  entry: { icon: 'gift', isMain: true, label: { 'zh-CN': '礼物', en: 'Gifts' } },
});

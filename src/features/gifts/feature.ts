import { defineFeature } from '../../core/feature.ts';

/** S21: the gift shop: what can be given, to whom, what it costs, and what came of giving it. Effects of gifts are a feature of their own. */
export const gifts = defineFeature({
  name: 'gifts',
  wakes: ['action'],
  messages: ['gift', 'socket-gift'],
  slot: 'dialog',
  roles: [0],
  entry: { icon: 'gift', order: 1, label: { 'zh-CN': '礼物', en: 'Gifts' } },
});

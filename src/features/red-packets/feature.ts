import { defineFeature } from '../../core/feature.ts';

/** S9, S37: red packets: countdown, grabbing, list of shares; the star can give one. */
export const manifest = defineFeature({
  name: 'red-packets',
  messages: ['red-packet', 'red-packet-result'],
  slot: 'side',
  dock: { title: { 'zh-CN': '红包', en: 'Red packets' }, weight: 36 },
  entry: { icon: 'redPacket', order: 4, label: { 'zh-CN': '发红包', en: 'Red packet' }, roles: [1] },
});

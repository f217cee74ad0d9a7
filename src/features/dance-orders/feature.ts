import { defineFeature } from '../../core/feature.ts';

/** S9, S37: dances ordered by viewers: queue, reminder before one's turn, score after the dance. */
export const manifest = defineFeature({
  name: 'dance-orders',
  messages: ['dance-order-status', 'dance-order-refund', 'dance-order-create', 'dance-order-remind-wait', 'dance-order-score'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '点舞', en: 'Dance orders' }, weight: 19 },
  entry: { icon: 'dance', order: 7, label: { 'zh-CN': '点舞', en: 'Order a dance' } },
});

import { defineFeature } from '../../core/feature.ts';

/** S9, S37: an order that the viewer's pet missed and that can still be taken (301010). */
export const manifest = defineFeature({
  name: 'pet',
  messages: ['pet-missed-order'],
  slot: 'side',
  roles: [0],
  dock: { title: { 'zh-CN': '宠物', en: 'Pet' }, weight: 14 },
});

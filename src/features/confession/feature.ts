import { defineFeature } from '../../core/feature.ts';

/** S9, S37: a text that the star's AI double sends to one viewer in front of the room, and that viewer's answer (306902). */
export const manifest = defineFeature({
  name: 'confession',
  messages: ['confession'],
  slot: 'side',
  dock: { title: { 'zh-CN': '告白', en: 'Confession' }, weight: 28 },
});

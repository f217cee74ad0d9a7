import { defineFeature } from '../../core/feature.ts';

/** S9, S37: words that a star's double (an AI) says to one viewer, before the whole room, and the viewer's answer (306902). */
export const confession = defineFeature({
  name: 'confession',
  wakes: ['message', 'action'],
  messages: ['confession'],
  slot: 'side',
  roles: [0, 1],
  dock: { title: { 'zh-CN': '告白', en: 'Confession' }, weight: 28 },
});

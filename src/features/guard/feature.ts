import { defineFeature } from '../../core/feature.ts';

/** S9, S37: somebody became a guard or won a medal; the viewer's own fan club grew. */
export const guard = defineFeature({
  name: 'guard',
  wakes: ['message'],
  messages: ['guard-update', 'medal-update', 'fandom-update'],
  slot: 'stage-strip',
  roles: [0, 1],
  dock: { title: { 'zh-CN': '守护与勋章', en: 'Guards and medals' }, weight: 18 },
});

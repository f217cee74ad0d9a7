import { defineFeature } from '../../core/feature.ts';

/** S9, S37: new guards, new medals, and progress of the viewer's fan club. */
export const manifest = defineFeature({
  name: 'guard',
  wakes: ['message'],
  messages: ['guard-update', 'medal-update', 'fandom-update'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '守护与勋章', en: 'Guards and medals' }, weight: 18 },
});

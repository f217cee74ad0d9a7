import { defineFeature } from '../../core/feature.ts';

/** S9, S37: a PK of two stars or of several teams: scores, phases, top givers. */
export const manifest = defineFeature({
  name: 'battle',
  messages: ['battle', 'multi-pk-round', 'multi-pk-lose-to-win', 'multi-pk-team-query'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': 'PK', en: 'PK' }, weight: 40 },
  entry: { icon: 'pk', order: 2, label: { 'zh-CN': 'PK', en: 'PK' }, roles: [1] },
});

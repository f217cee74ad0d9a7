import { defineFeature } from '../../core/feature.ts';

/** S9, S37: lucky numbers: each viewer takes one, one is drawn, winners are shown with their prizes. */
export const manifest = defineFeature({
  name: 'number-lucky',
  messages: ['number-lucky', 'number-lucky-prize'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '幸运数字', en: 'Lucky number' }, weight: 14 },
});

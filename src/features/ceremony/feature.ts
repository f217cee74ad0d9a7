import { defineFeature } from '../../core/feature.ts';

/** S9, S37: the star's opponent in a ceremony match, or that no opponent was found (401001, 401002). */
export const manifest = defineFeature({
  name: 'ceremony',
  messages: ['ceremony-match-success', 'ceremony-match-failure'],
  slot: 'side',
  dock: { title: { 'zh-CN': '盛典匹配', en: 'Ceremony match' }, weight: 32 },
});

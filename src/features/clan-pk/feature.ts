import { defineFeature } from '../../core/feature.ts';

/** S9, S37: PK between clans: score bar, promotion to the next stage, quick messages. */
export const manifest = defineFeature({
  name: 'clan-pk',
  messages: ['clan-pk-quick-message', 'clan-pk-promotion'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '战队赛', en: 'Clan PK' }, weight: 30 },
});

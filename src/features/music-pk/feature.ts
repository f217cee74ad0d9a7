import { defineFeature } from '../../core/feature.ts';

/** S9, S37: a PK of two stars by questions: rounds, answers, blood, kits, calls, rebirth, settlement, season level. */
export const manifest = defineFeature({
  name: 'music-pk',
  messages: [
    'music-pk-status',
    'music-pk-rounds',
    'music-pk-end-info',
    'music-pk-result',
    'music-pk-match',
    'music-pk-exclude-error',
    'music-pk-help-reborn',
    'music-pk-remind-answer',
    'music-pk-use-kit',
    'music-pk-kit-add',
    'music-pk-send-call',
    'music-pk-tips',
    'music-pk-common-tips',
    'music-pk-all-station',
    'music-pk-room',
    'music-star-game-status',
  ],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '音乐 PK', en: 'Music PK' }, weight: 38 },
});

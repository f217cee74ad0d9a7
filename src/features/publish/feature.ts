import { defineFeature } from '../../core/feature.ts';

/** P31: the star's publishing tool, in place of the player. */
export const manifest = defineFeature({
  name: 'publish',
  title: { 'zh-CN': '开播', en: 'Broadcast' },
  wakes: ['star-room', 'stage-offer'],
  messages: ['gift', 'socket-gift'],
  slot: 'stage',
  roles: [1],
  uses: ['broadcast'],
});

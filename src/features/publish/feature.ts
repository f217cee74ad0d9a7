import { defineFeature } from '../../core/feature.ts';

/** P31: the star's publishing tool, in place of the player. */
export const manifest = defineFeature({
  name: 'publish',
  wakes: ['star-room', 'stage-offer'],
  messages: [],
  slot: 'stage',
  roles: [1],
  uses: ['room-card'],
});

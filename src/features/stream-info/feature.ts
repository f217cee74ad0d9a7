import { defineFeature } from '../../core/feature.ts';

/** P30: the song that is sung and the gift that just had its effect, as the stream says them. */
export const streamInfo = defineFeature({
  name: 'stream-info',
  wakes: ['live', 'stream-message'],
  messages: [],
  slot: 'stage-layer',
  roles: [0],
});

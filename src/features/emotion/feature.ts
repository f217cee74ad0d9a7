import { defineFeature } from '../../core/feature.ts';

/**
 * S9, S37: a sticker that somebody sends, over the stage (300649). It is shown and not sent: document 2 names the message and neither a call, a
 * list of stickers nor a price, and a viewer's own emotions go with the chat line (`ui/chat`).
 */
export const emotion = defineFeature({
  name: 'emotion',
  wakes: ['message'],
  messages: ['emotion'],
  slot: 'stage-layer',
  roles: [0, 1],
});

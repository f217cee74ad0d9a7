import { defineFeature } from '../../core/feature.ts';

/** S22: who comes in and who begins to follow, one tip at a time above the chat. */
export const enterTips = defineFeature({
  name: 'enter-tips',
  wakes: ['message'],
  messages: ['login', 'follow'],
  slot: 'chat-top',
  roles: [0, 1],
});

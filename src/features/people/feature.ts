import { defineFeature } from '../../core/feature.ts';

/** The first of the viewers with their portraits, and the list behind them. */
export const people = defineFeature({
  name: 'people',
  wakes: ['message'],
  messages: ['audience', 'login', 'gift', 'socket-gift'],
  slot: 'star-bar',
  roles: [0, 1],
});

import { defineFeature } from '../../core/feature.ts';

/** S23: the check that a user flagged dangerous must pass before chatting. */
export const sliderCheck = defineFeature({ name: 'slider-check', wakes: ['chat-refused'], messages: [], slot: 'chat-top', roles: [0, 1] });

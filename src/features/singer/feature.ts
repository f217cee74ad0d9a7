import { defineFeature } from '../../core/feature.ts';

/** S36: how long a singer's turn lasts, for whoever shows a turn. It draws nothing itself. */
export const singer = defineFeature({ name: 'singer', wakes: ['live'], messages: [], slot: null, roles: [0, 1] });

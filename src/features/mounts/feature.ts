import { defineFeature } from '../../core/feature.ts';

/** P11: a user enters on a mount. */
export const manifest = defineFeature({ name: 'mounts', wakes: ['message'], messages: ['login'], slot: 'stage-layer', roles: [0, 1] });

import { defineFeature } from '../../core/feature.ts';

/** P7: what plays while the star is away. */
export const offlineVideo = defineFeature({ name: 'offline-video', wakes: ['stage-offer'], messages: [], slot: 'stage', roles: [0] });

import { defineFeature } from '../../core/feature.ts';

/** S35: what a mystic guest is, for whoever presses a hidden name. The names are hidden by core/room/mystic.ts. */
export const mysticViewer = defineFeature({ name: 'mystic-viewer', wakes: ['action'], messages: [], slot: 'dialog', roles: [0, 1] });

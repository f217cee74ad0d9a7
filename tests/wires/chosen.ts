import { FEATURES } from '../../src/features/index.ts';

/** `npm run mutate` mutates one feature at a time and runs only its tests: names separated by commas. */
const wanted = process.env['FOOTLIGHT_WIRES']?.split(',');

/** The features whose wires are tested; by default all of them. */
export const CHOSEN = wanted === undefined ? FEATURES : FEATURES.filter(({ name }) => wanted.includes(name));

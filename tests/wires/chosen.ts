import { FEATURES } from '../../src/features/index.ts';

/** `npm run mutate` changes one feature at a time and wants to know of no other: names with commas between them. */
const wanted = process.env['FOOTLIGHT_WIRES']?.split(',');

/** The features whose wires are tested: all of them, but for that. */
export const CHOSEN = wanted === undefined ? FEATURES : FEATURES.filter(({ name }) => wanted.includes(name));

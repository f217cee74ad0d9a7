import * as generated from './generated/core.js';
import { codecFrom } from './schema.ts';

/** The schemas that every room needs from its first second. */
export const CORE = codecFrom(generated);

/** Features that may take the stage before live, by their names: their rules run on the page before the room worker does. */
import type { TakesStage } from '../core/room/start/start-up.ts';
import { takesStage as ad } from './ad/rules-before-live.ts';
import { takesStage as leadIn } from './lead-in/rules-before-live.ts';

export const BEFORE_LIVE: Readonly<Record<string, TakesStage>> = { ad, 'lead-in': leadIn };

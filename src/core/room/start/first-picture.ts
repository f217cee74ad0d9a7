/** What waits for the first picture, and how long. */
import { firstRule, reasonsOf, type Rule } from '../../../player/base/machine.ts';
import type { PlayerFact } from '../../../player/rules/recovery/orders.ts';

/**
 * When the page opened the player, the room worker, everything that it starts, and the page's own script wait for the first picture, because
 * on two processors they would take time from the picture's threads. Upper bound of that wait in ms, from the stream request: about twice the time to the first picture from a nearby server. If it takes
 * longer, the room starts meanwhile, early enough to be ready when the page is drawn after one second (MAX_EMPTY_MS in ui/session.ts).
 */
export const HELD_BACK_MS = 500;
/** Longest of these waits in ms, on the slowest network: the player then reports that there is no picture (P24). */
const MAX_HELD_BACK_MS = 15_000;

/**
 * Upper bound of a wait for the picture, in ms. A page that took long to come this far, `sinceStartMs`, has a slow network or processor, of
 * which the rest of the room would take the larger part: the picture then comes five times later. It gets twice the time of the page.
 */
export const heldBackMs = (leastMs: number, sinceStartMs: number): number =>
  Math.min(MAX_HELD_BACK_MS, Math.max(leastMs, 2 * sinceStartMs));

export interface FirstPictureFacts {
  /** The player's newest fact; null before the first one. */
  readonly fact: PlayerFact | null;
  readonly sinceAskedMs: number;
  readonly heldBackMs: number;
  /** Hidden tabs do not paint. */
  readonly isVisible: boolean;
}

const HELD = 'the picture comes first';

const RULES = [
  { why: 'the first picture is painted', when: ({ fact }) => fact?.type === 'first-frame' },
  { why: 'the player failed', when: ({ fact }) => fact?.type === 'failure' },
  { why: 'the browser wants a click', when: ({ fact }) => fact?.type === 'autoplay' && fact.blocked && !fact.muted },
  { why: 'the tab is hidden', when: ({ isVisible }) => !isVisible },
  { why: 'the picture takes long', when: (facts) => facts.sinceAskedMs >= facts.heldBackMs },
  { why: HELD, when: () => true },
] as const satisfies readonly Rule<FirstPictureFacts>[];

export type LetGoWhy = Exclude<(typeof RULES)[number]['why'], typeof HELD>;
export const LET_GO_REASONS: readonly LetGoWhy[] = reasonsOf(RULES).filter((why) => why !== HELD);

/** Reason why the rest of the room may start; null while it has to wait. */
export function whyLetGo(facts: FirstPictureFacts): LetGoWhy | null {
  const { why } = firstRule<FirstPictureFacts, (typeof RULES)[number]>(RULES, facts);
  return why === HELD ? null : why;
}

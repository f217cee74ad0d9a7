/**
 * Conditions for starting the rest of the room when the page opened the player before the room worker (first-stage.ts). The room worker,
 * everything that it starts, and the page's own script wait for the first picture, because on two processors they would take time from the
 * picture's threads.
 */
import type { PlayerFact } from '../../../player/rules/recovery/orders.ts';
import { firstRule, whysOf, type Rule } from '../../rules.ts';

/**
 * Upper bound of that wait in ms, from the stream request: about twice the time to the first picture from a nearby server. If it takes
 * longer, the network is the limit, and the room starts meanwhile, early enough to be ready when the page is drawn after one second
 * (MAX_EMPTY_MS in ui/session.ts).
 */
export const HELD_BACK_MS = 500;

export interface FirstPictureFacts {
  /** The player's newest fact; null before the first one. */
  readonly said: PlayerFact | null;
  readonly sinceAskedMs: number;
  /** Hidden tabs do not paint. */
  readonly isVisible: boolean;
}

const HELD = 'the picture comes first';

/** The first matching row applies. */
const RULES = [
  { why: 'the first picture is painted', when: ({ said }) => said?.type === 'first-frame' },
  { why: 'the player failed', when: ({ said }) => said?.type === 'failure' },
  { why: 'the browser wants a click', when: ({ said }) => said?.type === 'autoplay' && said.blocked && !said.muted },
  { why: 'nobody looks', when: ({ isVisible }) => !isVisible },
  { why: 'the picture takes long', when: ({ sinceAskedMs }) => sinceAskedMs >= HELD_BACK_MS },
  { why: HELD, when: () => true },
] as const satisfies readonly Rule<FirstPictureFacts>[];

export type LetGoWhy = Exclude<(typeof RULES)[number]['why'], typeof HELD>;
export const LET_GO_WHYS: readonly LetGoWhy[] = whysOf(RULES).filter((why) => why !== HELD);

/** Reason why the rest of the room may start; null while it has to wait. */
export function whyLetGo(facts: FirstPictureFacts): LetGoWhy | null {
  const { why } = firstRule<FirstPictureFacts, (typeof RULES)[number]>(RULES, facts);
  return why === HELD ? null : why;
}

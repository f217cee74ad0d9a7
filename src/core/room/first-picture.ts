/**
 * What waits for the first picture where the page opened the player before the room worker runs (first-stage.ts): the room worker and all that
 * it starts, and the page's own script. On two processors each of them is time that the picture's threads do not get.
 */
import type { PlayerFact } from '../../player/rules/orders.ts';
import { firstRule, whysOf, type Rule } from '../rules.ts';

/**
 * So long they wait at most, from the request for the stream: twice what the picture takes from a server nearby. Where it takes longer it is
 * the network that is waited for, and the room begins meanwhile, soon enough to be known when the page is drawn after a second
 * (MAX_EMPTY_MS in ui/session.ts).
 */
export const HELD_BACK_MS = 500;

export interface FirstPictureFacts {
  /** The newest fact of the player; null before the first one. */
  readonly said: PlayerFact | null;
  readonly sinceAskedMs: number;
  /** A tab that nobody looks at paints nothing. */
  readonly isVisible: boolean;
}

const HELD = 'the picture comes first';

/** The first row that holds. */
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

/** Why the rest of the room may begin; null while it may not. */
export function whyLetGo(facts: FirstPictureFacts): LetGoWhy | null {
  const { why } = firstRule<FirstPictureFacts, (typeof RULES)[number]>(RULES, facts);
  return why === HELD ? null : why;
}

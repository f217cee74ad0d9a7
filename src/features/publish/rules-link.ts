import { backoffMs, type Backoff } from '../../core/backoff.ts';
import type { Failure } from '../../core/result.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';

/** What the page connects to; `epoch` numbers the connections, and what an older one says is dropped. */
export interface Link {
  readonly epoch: number;
  readonly url: string;
  /** As of a watched stream (document 1, section 3): 5 speaks WHIP, 16 the exchange of SRS. */
  readonly providerId: number;
}

/** From the offer to a connection over which pictures may go. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** An interrupted connection often heals by itself; longer than this it does not. */
export const INTERRUPTED_GRACE_MS = 4_000;
/** Connected, and not one byte more is sent: the connection only says that it is there. */
export const STUCK_LIMIT_MS = 10_000;
/** A server that is there reports several times a second; a browser takes twice as long to call a dead connection interrupted. */
export const UNHEARD_LIMIT_MS = 4_000;
/** On the air for so long, an interruption is a new one: its waits begin with the shortest. */
export const STEADY_MS = 30_000;

/** The first try after a loss is at once; then 1 s, 3 s, 7 s, 15 s, and no longer. */
const WAITS: Backoff = { baseMs: 1_000, capMs: 15_000, spread: 0.3 };
/** Before the first picture went out the star is waiting at the button: few tries, then an answer. */
const MAX_FIRST_TRIES = 2;
/** On the air: about a minute and a half of trying. */
const MAX_TRIES = 9;

export interface Loss {
  readonly failure: Failure;
  /** Failures before this one, since the broadcast was last steady. */
  readonly failures: number;
  readonly hasBeenOnAir: boolean;
}

/** Refusals that stand: who asks again in the same words gets the same answer. 404 and 409 are of a session that has ended; a new one is granted. */
const PASSING = [404, 408, 409, 425, 429];
const isRefusal = ({ status = 0 }: Failure): boolean => status >= 400 && status < 500 && !PASSING.includes(status);

/** What follows a connection that did not come or was lost. */
const RULES = [
  { why: 'the server refuses', does: 'give-up', when: ({ failure }) => isRefusal(failure) },
  {
    why: 'the answer cannot be used',
    does: 'give-up',
    when: ({ failure: { code } }) => code === 'HTTP_BAD_BODY' || code === 'HTTP_TOO_LONG',
  },
  { why: 'the browser cannot send', does: 'give-up', when: ({ failure }) => failure.code === 'PUBLISH_UNSUPPORTED' },
  { why: 'never connected', does: 'give-up', when: (loss) => !loss.hasBeenOnAir && loss.failures >= MAX_FIRST_TRIES },
  { why: 'lost too often', does: 'give-up', when: (loss) => loss.failures >= MAX_TRIES },
  { why: 'tried again', does: 'retry', when: () => true },
] as const satisfies readonly (Rule<Loss> & { readonly does: 'give-up' | 'retry' })[];

export const LOSS_WHYS = whysOf(RULES);
export type LossWhy = (typeof RULES)[number]['why'];

/** `delayMs`: until the next try. */
export type AfterLoss =
  { readonly does: 'give-up'; readonly why: LossWhy } | { readonly does: 'retry'; readonly why: LossWhy; readonly delayMs: number };

export function afterLoss(loss: Loss, random: number): AfterLoss {
  const { does, why } = firstRule<Loss, (typeof RULES)[number]>(RULES, loss);
  return does === 'give-up' ? { does, why } : { does, why, delayMs: backoffMs(WAITS, loss.failures, random) };
}

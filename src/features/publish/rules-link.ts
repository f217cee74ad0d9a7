import { backoffMs, type Backoff } from '../../core/backoff.ts';
import type { Failure } from '../../core/result.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';

/** The connection that the page opens; `epoch` numbers the connections, and events of an older one are dropped. */
export interface Link {
  readonly epoch: number;
  readonly url: string;
  /** The same as for watched streams (P21): 5 uses WHIP, 16 the exchange of SRS. */
  readonly providerId: number;
}

/** Timeout from the offer to an established connection. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** An interrupted connection usually recovers within this time; after it, it counts as lost. */
export const INTERRUPTED_GRACE_MS = 4_000;
/** Connected, but no further bytes were sent for this time: the connection counts as lost. */
export const STUCK_LIMIT_MS = 10_000;
/**
 * A connection without received bytes for this time counts as lost. A reachable server sends reports several times a second; a browser
 * takes twice this time to report a dead connection as interrupted.
 */
export const UNHEARD_LIMIT_MS = 4_000;
/** After this time on the air an interruption counts as new: its waits start again with the shortest. */
export const STEADY_MS = 30_000;

/** The first retry after a loss is immediate; then about 1 s, 3 s, 7 s, and 15 s at most. */
const WAITS: Backoff = { baseMs: 1_000, capMs: 15_000, spread: 0.3 };
/** Before the first broadcast the star is waiting for an answer, so there are only few retries. */
const MAX_FIRST_TRIES = 2;
/** During a broadcast: about a minute and a half of retries. */
const MAX_TRIES = 9;

export interface Loss {
  readonly failure: Failure;
  /** Failures before this one, since the connection was last steady. */
  readonly failures: number;
  readonly hasBeenOnAir: boolean;
}

/**
 * Client errors other than these are final, because the same request gets the same answer. 404 and 409 belong to an ended session; a new
 * one is granted.
 */
const PASSING = [404, 408, 409, 425, 429];
const isRefusal = ({ status = 0 }: Failure): boolean => status >= 400 && status < 500 && !PASSING.includes(status);

/** Action after a connection failed or was lost. */
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

/** `delayMs`: wait before the next attempt. */
export type AfterLoss =
  | { readonly does: 'give-up'; readonly why: LossWhy }
  | { readonly does: 'retry'; readonly why: LossWhy; readonly delayMs: number };

export function afterLoss(loss: Loss, random: number): AfterLoss {
  const { does, why } = firstRule<Loss, (typeof RULES)[number]>(RULES, loss);
  return does === 'give-up' ? { does, why } : { does, why, delayMs: backoffMs(WAITS, loss.failures, random) };
}

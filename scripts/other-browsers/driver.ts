/** Browser interface of the smoke test, independent of the driver's protocol. */
import { within as answerWithin } from '../../src/core/within.ts';
import { pageClock } from '../../src/page/clock.ts';
export interface Tab {
  goto(address: string): Promise<void>;
  /** Value of an expression in the page; must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks a field and types into it, as a viewer does. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Screenshot, PNG in base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
}

export type SoundPolicy = 'allowed' | 'browser';

export interface Driver {
  readonly name: string;
  readonly version: string;
  /** Id of the browser's first process, if known. */
  readonly pid?: number | undefined;
  /** An isolated tab; with sound allowed, or with the browser's own policy. */
  open(sound: SoundPolicy): Promise<Tab>;
  close(): Promise<void>;
}

/** Reason why this browser cannot be driven on this machine. */
export interface Missing {
  readonly missing: string;
}

/** Timeout of an answer, because a hanging page never answers. */
export const ANSWER_LIMIT_MS = 30_000;

export const within = <T>(what: string, answer: Promise<T>, limitMs: number = ANSWER_LIMIT_MS): Promise<T> =>
  answerWithin<T, never>(pageClock, limitMs, answer, () => Promise.reject(new Error(`${what}: no answer within ${limitMs} ms`)));

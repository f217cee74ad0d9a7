import { readBounded } from '../core/bounded-read.ts';
import type { EarlyAnswer, FirstCall } from '../core/room/first-calls.ts';

type Answer = EarlyAnswer['answer'];

/** By address; each is there as long as nobody has taken it. */
export type FirstAnswers = Map<string, Promise<Answer>>;

declare global {
  interface Window {
    /** What the first script has asked (first-script.ts); null once the start has taken it, and one that comes later asks nothing. */
    firstAnswers?: FirstAnswers | null;
  }
}

/** Null whatever went wrong: the worker asks again and says what it is. */
export async function answerTo(url: string, { timeoutMs, maxBytes, ...init }: FirstCall): Promise<Answer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const { status, body } = await fetch(url, { ...init, cache: 'no-store', signal: abort.signal });
    const bytes = await readBounded(body, maxBytes);
    return bytes === null ? null : { status, bytes: bytes.buffer };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

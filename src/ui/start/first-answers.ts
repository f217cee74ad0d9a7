import { readBounded } from '../../player/base/bounded-read.ts';
import type { EarlyAnswer } from '../../core/room/start/early-start.ts';

type Answer = EarlyAnswer['answer'];

interface CallOptions extends Pick<RequestInit, 'method' | 'credentials'> {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** By address; an answer stays until it is taken. */
export type FirstAnswers = Map<string, Promise<Answer>>;

declare global {
  interface Window {
    /** Requests of the first script (first-script.ts); null after the start has taken them, from then on the script sends none. */
    firstAnswers?: FirstAnswers | null;
  }
}

/** Null after any failure: the worker sends the request again and reports the reason. */
export async function answerTo(url: string, { timeoutMs, maxBytes, ...init }: CallOptions): Promise<Answer> {
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

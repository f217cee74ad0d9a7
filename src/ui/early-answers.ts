import { readBounded } from '../core/bounded-read.ts';
import { adUrl, configUrl, FIRST_CALLS, liveInfoUrl, type EarlyAnswer } from '../core/room/first-calls.ts';
import type { Services } from '../core/services.ts';
import type { EarlyCalls } from '../workers/room/api.ts';

type FirstCall = (typeof FIRST_CALLS)[keyof typeof FIRST_CALLS];

export interface Asked {
  /** For the room worker. */
  readonly early: EarlyCalls;
  /** The same answers for the page (opening.ts), in the order of FIRST_CALLS. */
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
}

/** Asks what the start of a room needs before there is a room worker: a round trip less before the picture. */
export function askEarly(services: Services, roomId: number): Asked {
  const { port1, port2 } = new MessageChannel();
  const asked: readonly (readonly [url: string, call: FirstCall])[] = [
    [liveInfoUrl(services, roomId), FIRST_CALLS.liveInfo],
    [configUrl(services), FIRST_CALLS.config],
    [adUrl(services, roomId), FIRST_CALLS.ad],
  ];
  const answers = asked.map(async ([url, call]) => {
    const answer = await answerTo(url, call);
    // Copied, not transferred: the page reads them too.
    port1.postMessage({ url, answer } satisfies EarlyAnswer);
    return answer;
  });
  return { early: { urls: asked.map(([url]) => url), port: port2 }, answers };
}

/** Null whatever went wrong: the worker asks again and says what it is. */
async function answerTo(url: string, { timeoutMs, maxBytes, ...init }: FirstCall): Promise<EarlyAnswer['answer']> {
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

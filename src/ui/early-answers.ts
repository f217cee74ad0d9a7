import { readBounded } from '../core/bounded-read.ts';
import { adUrl, configUrl, FIRST_CALLS, liveInfoUrl, type EarlyAnswer } from '../core/room/first-calls.ts';
import type { Services } from '../core/services.ts';
import type { EarlyCalls } from '../workers/room/api.ts';

type FirstCall = (typeof FIRST_CALLS)[keyof typeof FIRST_CALLS];

/** Asks what the start of a room needs while its worker is still being loaded: a round trip less before the picture. */
export function askEarly(services: Services, roomId: number): EarlyCalls {
  const { port1, port2 } = new MessageChannel();
  const asked: readonly (readonly [url: string, call: FirstCall])[] = [
    [liveInfoUrl(services, roomId), FIRST_CALLS.liveInfo],
    [configUrl(services), FIRST_CALLS.config],
    [adUrl(services, roomId), FIRST_CALLS.ad],
  ];
  for (const [url, call] of asked)
    void answerTo(url, call).then((answer) =>
      port1.postMessage({ url, answer } satisfies EarlyAnswer, answer === null ? [] : [answer.bytes]),
    );
  return { urls: asked.map(([url]) => url), port: port2 };
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

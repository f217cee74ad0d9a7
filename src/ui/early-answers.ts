import { firstCalls, type EarlyAnswer } from '../core/room/first-calls.ts';
import type { Services } from '../core/services.ts';
import type { EarlyCalls } from '../workers/room/api.ts';
import { answerTo } from './first-answers.ts';

export interface Asked {
  /** For the room worker. */
  readonly early: EarlyCalls;
  /** The same answers for the page (opening.ts), in the order of FIRST_CALLS. */
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
}

/**
 * Asks what the start of a room needs before there is a room worker: a round trip less before the picture. What the first script has asked
 * already is taken from it; what it has not, or asked at another address, is asked here.
 */
export function askEarly(services: Services, roomId: number): Asked {
  const { port1, port2 } = new MessageChannel();
  const asked = firstCalls(services, roomId);
  const first = window.firstAnswers;
  window.firstAnswers = null;
  const answers = asked.map(async ([url, call]) => {
    const answer = await (first?.get(url) ?? answerTo(url, call));
    // Copied, not transferred: the page reads them too.
    port1.postMessage({ url, answer } satisfies EarlyAnswer);
    return answer;
  });
  return { early: { urls: asked.map(([url]) => url), port: port2 }, answers };
}

import { firstCalls, type EarlyAnswer } from '../../core/room/start/first-calls.ts';
import type { Services } from '../../core/services.ts';
import type { EarlyCalls } from '../../workers/room/api.ts';
import { answerTo } from './first-answers.ts';

export interface Asked {
  /** The answers for the room worker. */
  readonly early: EarlyCalls;
  /** The same answers for the page (opening.ts), in the order of FIRST_CALLS. */
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
}

/**
 * Sends the requests needed to start a room before the room worker exists, which saves a round trip before the first picture. Requests
 * already sent by the first script are reused; missing ones, or those for another address, are sent here.
 */
export function askEarly(services: Services, roomId: number): Asked {
  const { port1, port2 } = new MessageChannel();
  const asked = firstCalls(services, roomId);
  const first = window.firstAnswers;
  window.firstAnswers = null;
  const answers = asked.map(async ([url, call]) => {
    const answer = await (first?.get(url) ?? answerTo(url, call));
    // Copied instead of transferred, because the page reads them too.
    port1.postMessage({ url, answer } satisfies EarlyAnswer);
    return answer;
  });
  return { early: { urls: asked.map(([url]) => url), port: port2 }, answers };
}

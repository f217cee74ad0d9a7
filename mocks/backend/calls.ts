/**
 * The HTTP calls of a server: recordings, features, broadcasts and faults. Used by the page of the offline room behind MSW, and by the
 * origin server in Node.
 */
import { readCookies, readLogin } from '../../src/core/room/start/cookies.ts';
import type { HttpExchange, HttpRecording } from '../recordings/recording.ts';
import { answerHttp, exchangeOf, OPEN_HEADERS, type HttpCall } from '../recordings/replay.ts';
import { SEED } from '../scenarios.ts';
import { publishExchange, readPublishCall, type Broadcasts, type PublishCall } from '../sessions/broadcasts.ts';
import { readFeatureRequest, type FeatureRequest, type SessionAnswer } from '../sessions/session.ts';
import type { Fault } from './faults.ts';
import { createFollowers, type FollowerStore } from './follow.ts';
import { placeOf, type FeatureServices } from './feature-services.ts';
import { STAR_OF_ROOM } from './people.ts';

export interface CallsDeps {
  readonly recordings: readonly HttpRecording[];
  readonly scenario: string;
  readonly broadcasts: Broadcasts;
  readonly followers: FollowerStore;
  readonly services: FeatureServices;
  readonly faults: () => readonly Fault[];
  featureCall(call: FeatureRequest): SessionAnswer | Promise<SessionAnswer>;
  /** Room of a viewer; 0: none. */
  roomOf(userId: number): number;
  /** Changes the body of an answer. */
  change?(path: string, body: string): string;
}

export interface Call extends HttpCall {
  readonly body: string;
  /** 0 for a guest. */
  readonly userId: number;
  /** Address of this server as the viewer sees it. */
  readonly origin: string;
}

/** The specification gives no code; this one is the project's choice, as in the other calls. */
const NOT_THE_STAR = { code: 1_100_003, msg: '只有主播可以开播' } as const;

/** User id of the login cookies; 0 for a guest. */
export const userIdOf = (cookie: string): number => readLogin(readCookies(cookie)).userId;

/** A response to a request with credentials must not contain `*`. */
export const openHeaders = (origin: string | null | undefined): Readonly<Record<string, string>> =>
  origin ? { ...OPEN_HEADERS, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : OPEN_HEADERS;

/** Answers a call; null: there is no recording of it. */
export function createCalls(deps: CallsDeps): (call: Call) => Promise<Response | null> {
  const used = new Map<HttpExchange, number>();
  const followers = createFollowers(deps.followers);
  const answerFeature = async (request: FeatureRequest): Promise<SessionAnswer> => {
    const answer = await deps.featureCall(request);
    followers.answered(request, answer);
    return answer;
  };
  const answerPublish = (call: PublishCall, userId: number): object =>
    call.does !== 'query' && userId !== call.roomId + STAR_OF_ROOM ? NOT_THE_STAR : deps.broadcasts.answer(call);

  return async (call) => {
    const { method, path, body, userId, origin } = call;
    const featureCall = readFeatureRequest(method, path, body);
    const publish = readPublishCall(method, path, body);
    const published = publish === null ? null : publishExchange(method, path);
    const place = () => placeOf(userId, deps.roomOf(userId), deps.recordings, deps.scenario);
    const bought = deps.services.answer(method, path, body, place);
    // The answer of a feature is handled like a recorded one, so that the same faults apply.
    const recordings =
      bought !== null
        ? [{ exchanges: [bought] }]
        : featureCall === null
          ? [...deps.recordings, { exchanges: published === null ? [] : [published] }]
          : [exchangeOf(path, await answerFeature(featureCall))];
    const places = { origin, scenario: deps.scenario, isLoggedIn: userId > 0, nowS: Math.floor(Date.now() / 1_000) };
    const answer = answerHttp(recordings, call, used, places, deps.faults(), SEED);
    if (answer.name === 'unknown') return null;
    if (answer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    if (answer.name === 'refused') return Response.error();
    if (featureCall === null) used.set(answer.exchange, (used.get(answer.exchange) ?? 0) + 1);
    const text = publish !== null && answer.exchange === published ? JSON.stringify(answerPublish(publish, userId)) : answer.body;
    const changed = followers.apply(path, deps.broadcasts.apply(path, deps.change?.(path, text) ?? text));
    return new Response(changed, { status: answer.status, headers: answer.headers });
  };
}

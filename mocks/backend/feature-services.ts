/** The features' HTTP services, of the offline room and of the origin server: one state per login. */
import type { PushedMessage } from '../control.ts';
import * as mocks from '../feature-mocks.ts';
import type { HttpExchange, HttpRecording } from '../recordings/recording.ts';
import { viewerName } from '../sessions/session-calls.ts';
import type { CallPlace } from './feature-backend.ts';
import { readJson } from './json.ts';
import { starNameOf } from './room-list.ts';

const SERVICES = Object.values(mocks).flatMap(({ service }) => service ?? []);
/** Maximum number of stored states; the oldest is dropped first. */
const MAX_STATES = 1_000;

/** In the recordings the star's user id is the room number plus this. */
export const STAR_OF_ROOM = 90_000;

/** Nickname and star id as in chat server and recordings. */
export const placeOf = (userId: number, roomId: number, rooms: readonly HttpRecording[], scenario: string): CallPlace => ({
  userId,
  nickname: viewerName(userId),
  roomId,
  starId: STAR_OF_ROOM + roomId,
  starName: starNameOf(rooms, roomId),
  nowMs: Date.now(),
  scenario,
});

/** `push`: a message for everybody in the caller's room. */
export function createFeatureServices(push: (message: PushedMessage, roomId: number) => void) {
  const states = new Map<string, unknown>();
  /** One exchange per path, as in a recording, because faults with a limited number of hits are counted by exchange. */
  const exchanges = new Map<string, { request: HttpExchange['request']; response: { status: number; body: unknown } }>();
  function stateOf(service: (typeof SERVICES)[number], userId: number): unknown {
    const key = `${userId} ${service.prefix}`;
    const state = states.get(key) ?? service.begin();
    states.delete(key);
    states.set(key, state);
    const [oldest] = states.keys();
    if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest);
    return state;
  }
  return {
    /** null: no service has this path. `body`: text of the request. */
    answer(method: string, path: string, body: string, placeOfCall: () => CallPlace): HttpExchange | null {
      const service = SERVICES.find(({ prefix }) => path.startsWith(prefix));
      if (service === undefined) return null;
      const place = placeOfCall();
      const call = { method, path: path.slice(service.prefix.length), body: readJson(body) };
      const answer = service.answer(stateOf(service, place.userId), call, place);
      if (answer === null) return null;
      for (const message of answer.pushes) push(message, place.roomId);
      const exchange = exchanges.get(path) ?? { request: { method, path }, response: { status: 200, body: null } };
      exchange.response.body = answer.body;
      exchanges.set(path, exchange);
      return exchange;
    },
    /** The recharge page has paid. */
    recharge(userId: number, coins: number): void {
      for (const service of SERVICES) service.recharge(stateOf(service, userId), coins);
    },
  };
}
export type FeatureServices = ReturnType<typeof createFeatureServices>;

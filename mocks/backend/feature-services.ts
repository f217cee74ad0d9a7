/** The features' HTTP services, of the offline room and of the origin server: one state per login. */
import { FEATURE_MOCKS } from '#feature-mocks';
import type { PushedMessage } from '../control.ts';
import type { HttpExchange, HttpRecording } from '../recordings/recording.ts';
import { viewerName } from '../sessions/session.ts';
import type { CallPlace } from './feature-backend.ts';
import { readJson, fieldsOf, type Fields } from './json.ts';
import { STAR_OF_ROOM } from './people.ts';

// `{live}/rooms`, which no recording contains: computed from the recorded rooms.

/** Base recording of every scenario. */
export const ALL_ROOMS = 'rooms';
/** Not listed: its flash and beep are for tests of lip-sync, which open it by a scenario. */
const SYNC_ROOM = 1007;
const INFO = /^\{live\}\/room\/(\d{1,12})\/info$/;

/** The recording with the list of its rooms added as a last exchange. */
export function withRoomList(recording: HttpRecording): HttpRecording {
  const rooms = recording.exchanges.flatMap((exchange) => roomOf(exchange));
  if (rooms.length === 0) return recording;
  const list: HttpExchange = {
    request: { method: 'GET', path: '{live}/rooms' },
    response: { status: 200, body: { code: 0, data: { rooms } } },
  };
  return { exchanges: [...recording.exchanges, list] };
}

function roomOf({ request, response }: HttpExchange): Fields[] {
  const id = INFO.exec(request.path)?.[1];
  const { responseCode, data } = fieldsOf(response.body);
  const { room, status, liveType } = fieldsOf(data);
  if (id === undefined || Number(id) === SYNC_ROOM || response.status !== 200 || responseCode !== 0) return [];
  const { starId, starName, liveName, avatar, cover, snapshot, viewers, kind } = fieldsOf(room);
  return [{ roomId: Number(id), starId, starName, liveName, avatar, cover, snapshot, viewers, kind, status, liveType }];
}

/** The star's name in the room's live info. */
function starNameOf(recordings: readonly HttpRecording[], roomId: number): string {
  const path = `{live}/room/${roomId}/info`;
  const body = recordings.flatMap(({ exchanges }) => exchanges).find(({ request }) => request.path === path)?.response.body;
  const [, name] = /"starName":"([^"\\]{1,40})"/.exec(JSON.stringify(body ?? '')) ?? [];
  return name ?? '';
}

const SERVICES = FEATURE_MOCKS.flatMap(({ service }) => service ?? []);
/** Maximum number of stored states; the oldest is dropped first. */
const MAX_STATES = 1_000;

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
    const state = states.get(key) ?? service.begin(userId);
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

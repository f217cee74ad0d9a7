/** `{live}/rooms`, which no recording contains: computed from the recorded rooms. */
import { fieldsOf, type Fields } from './json.ts';
import type { HttpExchange, HttpRecording } from '../recordings/recording.ts';

/** Base recording of every scenario. */
export const ALL_ROOMS = 'rooms';
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
  if (id === undefined || response.status !== 200 || responseCode !== 0) return [];
  const { starId, starName, liveName, avatar, cover, snapshot, viewers, kind } = fieldsOf(room);
  return [{ roomId: Number(id), starId, starName, liveName, avatar, cover, snapshot, viewers, kind, status, liveType }];
}

/** The star's name in the room's live info. */
export function starNameOf(recordings: readonly HttpRecording[], roomId: number): string {
  const path = `{live}/room/${roomId}/info`;
  const body = recordings.flatMap(({ exchanges }) => exchanges).find(({ request }) => request.path === path)?.response.body;
  const [, name] = /"starName":"([^"\\]{1,40})"/.exec(JSON.stringify(body ?? '')) ?? [];
  return name ?? '';
}

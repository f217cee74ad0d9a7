/** Live status as set by pushes of the developer's panel: later answers of the calls contain it too. */
import { fieldsOf, readJson } from '../backend/json.ts';
import type { PushedMessage } from '../control.ts';
import { LIVE_STATUS } from '../sessions/broadcasts.ts';

const PATH = /^\{live\}\/room\/\d{1,12}\/(?:info|addresses)$/;

export function createLiveSwitch() {
  let status: 0 | 1 | null = null;
  /** Each restart of the broadcast is a new stream. */
  let streams = 0;
  return {
    onPush({ id, body }: PushedMessage): void {
      if (id !== LIVE_STATUS) return;
      const next = Reflect.get(body, 'status') === 1 ? 1 : 0;
      if (next === 1 && status === 0) streams++;
      status = next;
    },
    /** The body of an answer to `path` with the current status. */
    apply(path: string, body: string): string {
      if (status === null || !PATH.test(path)) return body;
      const answer = fieldsOf(readJson(body));
      if (answer['data'] === undefined) return body;
      const data = fieldsOf(answer['data']);
      const sid = typeof data['sid'] === 'string' && streams > 0 ? { sid: `${data['sid']}-${streams}` } : {};
      return JSON.stringify({ ...answer, data: { ...data, status, ...sid } });
    },
  };
}

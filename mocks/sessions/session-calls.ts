/** HTTP calls of the features, `POST {live}/feature/{name}/{verb}`: from request bytes to the scripted session and back. */
import { fieldsOf, readJson } from '../backend/json.ts';
import type { SessionCall, SessionViewer } from './session.ts';

const PATH = /^\{live\}\/feature\/([a-z][a-z-]{0,39})\/([a-z][a-z-]{0,39})$/;

export interface FeatureRequest {
  readonly roomId: number;
  readonly name: string;
  readonly call: SessionCall;
  readonly viewer: SessionViewer;
}

/** null: not a call of a feature. A body that is not an object is a call without fields, which the session refuses. */
export function readFeatureRequest(method: string, path: string, body: string): FeatureRequest | null {
  const [, name, verb] = method === 'POST' ? (PATH.exec(path) ?? []) : [];
  if (name === undefined || verb === undefined) return null;
  const fields = fieldsOf(readJson(body));
  const number = (key: string): number => (Number.isSafeInteger(fields[key]) ? (fields[key] as number) : 0);
  const userId = fields['token'] ? number('userId') : 0;
  return {
    roomId: number('roomId'),
    name,
    call: { verb, fields },
    viewer: { userId, nickname: viewerName(userId), isStar: userId !== 0 && userId === number('starId') },
  };
}

/** Nickname that the chat server gives a viewer (chat-server.ts). */
export const viewerName = (userId: number): string => (userId === 0 ? '' : `观众${String(userId).slice(-4)}`);

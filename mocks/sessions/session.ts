import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';
import { fieldsOf, readJson } from '../backend/json.ts';
import { readyPerson, STAR_OF_ROOM } from '../backend/people.ts';
import TALK from './room-talk.json' with { type: 'json' };

// HTTP calls of the features, `POST {live}/feature/{name}/{verb}`: from request bytes to the scripted session and back.

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

/** Nickname that the chat server gives a viewer or the star of a room (chat-server.ts). */
export const viewerName = (userId: number): string =>
  userId === 0 ? '' : (readyPerson(userId)?.name ?? starOf(userId)?.starName ?? `观众${String(userId).slice(-4)}`);
/** Portrait of the star of a room, as in the star's bar; undefined for a viewer. */
export const starPortrait = (userId: number): string | undefined => starOf(userId)?.portrait;

interface Star {
  readonly starName: string;
  readonly portrait: string;
}
/** By room number, without the room of MOCK_STAR. */
const STARS: Readonly<Record<string, Star>> = TALK.rooms;
const starOf = (userId: number): Star | undefined =>
  userId === MOCK_STAR.userId ? { starName: MOCK_STAR.nickname, portrait: MOCK_STAR.userLogo } : STARS[userId - STAR_OF_ROOM];

/** Calls, answers and messages of scripted sessions. */

export interface SessionViewer {
  /** 0: not logged in. */
  readonly userId: number;
  readonly nickname: string;
  readonly isStar: boolean;
}

export interface SessionCall {
  /** Last part of the path: `request`, `support`. */
  readonly verb: string;
  /** Fields as received, not validated. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A message to everybody in the room, or to one viewer; to user 0: to all guests. */
export interface SessionPush {
  readonly name: MessageName;
  readonly body: object;
  readonly toUserId: number | null;
  /** The chat refuses that viewer's lines for this time from now on; 0: it accepts them again. */
  readonly mutesMs?: number;
  /** Minimum interval between two lines of a viewer from now on, except for the star; 0: none. */
  readonly slow?: { readonly ms: number; readonly starId: number };
}

export type SessionAnswer =
  | { readonly code: 0; readonly data: Readonly<Record<string, unknown>> }
  /** The viewer sees this text. */
  | { readonly code: number; readonly msg: string };

/** Builds a push by name; omitted fields get their protobuf defaults. */
export const sessionPush = <Name extends MessageName>(
  name: Name,
  body: Partial<BodyOfMessage<Name>>,
  toUserId: number | null = null,
): SessionPush => ({
  name,
  body,
  toUserId,
});

export const answered = (data: Readonly<Record<string, unknown>> = {}): SessionAnswer => ({ code: 0, data });
export const refused = (code: number, msg: string): SessionAnswer => ({ code, msg });
export const badFields = (msg: string): SessionAnswer => refused(SESSION_CODE.badFields, msg);

/** Codes of the features' calls. The specification gives none; these are the project's. */
export const SESSION_CODE = { badFields: 400, loginNeeded: 401, starOnly: 403, notNow: 409, unknownVerb: 404 } as const;

/** Number of portraits in the fixtures. */
const PORTRAITS = 8;

/** One in five users has none, so that the placeholder letter is shown too. */
export const portraitOf = (userId: number): string =>
  userId % 5 === 0 ? '' : `/fixtures/images/avatar-${1 + (Math.abs(userId) % PORTRAITS)}.jpg`;

/** Names of the people in scripted sessions. */

/** A person with a name; the user id is derived from the name. */
export const personNamed = (
  nickname: string,
  userId = 600_000 + (Array.from(nickname).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 9_000),
) => ({
  userId,
  kugouId: userId,
  nickname,
  richlevel: 12,
  userLogo: portraitOf(userId),
  mystic: false,
});

/** The star of the offline room. */
export const MOCK_STAR = {
  userId: 91_001,
  kugouId: 91_001,
  nickname: '小喵Momo',
  richlevel: 20,
  userLogo: '/fixtures/images/userlogo/avatar-5.jpg',
  mystic: false,
} as const;
export const MOCK_RIVAL = {
  userId: 91_003,
  kugouId: 91_003,
  nickname: '夏沫',
  richlevel: 20,
  userLogo: '/fixtures/images/userlogo/avatar-3.jpg',
  mystic: false,
} as const;

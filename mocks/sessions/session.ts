/** Calls, answers and messages of scripted sessions. */
import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';

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

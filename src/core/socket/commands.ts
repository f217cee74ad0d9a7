/**
 * Commands that the room sends, as data (S4, S5). Field names are the specified ones; wire/encode-command.ts turns a command into a binary
 * frame or, in blob mode, into a string.
 */
export type Command =
  | { readonly id: typeof COMMAND.login | typeof COMMAND.relogin; readonly fields: LoginFields }
  | { readonly id: typeof COMMAND.quit; readonly fields: { readonly cmd: number; readonly roomid: number } }
  | { readonly id: typeof COMMAND.chat; readonly fields: ChatFields }
  | { readonly id: typeof COMMAND.verify; readonly fields: { readonly cmd: number; readonly code: string; readonly key: string } }
  | { readonly id: typeof COMMAND.ack; readonly fields: { readonly cmd: number; readonly msgId: string; readonly offset: number } }
  | { readonly id: typeof COMMAND.screen; readonly fields: { readonly cmd: number; readonly screen: number } };

export const COMMAND = {
  /** First login of a page. */
  login: 201,
  /** S5 names 201 and 2201 as logins without distinguishing them: here 2201 logs in again after a lost connection. */
  relogin: 2201,
  quit: 202,
  chat: 501,
  verify: 502,
  ack: 211,
  screen: 410001,
} as const;

export interface LoginFields {
  readonly cmd: number;
  readonly roomid: number;
  /** 0 for an anonymous login. */
  readonly kugouid: number;
  readonly token: string;
  readonly appid: string;
  readonly referer: string;
  readonly clientid: number;
  /** Protocol version. */
  readonly v: number;
  readonly soctoken: string;
  readonly sid: string;
  readonly socsid: string;
  readonly deviceNo: string;
  /** 1 for a vertical room, else 0. */
  readonly screen: number;
  readonly platid: number;
  readonly dfid: string;
  readonly entryid?: string;
  readonly offset?: string;
  readonly safeSign?: string;
  readonly safeTimes?: string;
  readonly safeCt?: string;
  readonly version?: string;
  readonly sysVersion?: string;
  readonly kfd?: string;
}

export interface ChatFields {
  readonly cmd: number;
  readonly chatmsg: string;
  readonly receiverid: number;
  readonly receiveruserid: number;
  /** 1: visible only to the receiver and the sender. */
  readonly issecrect: number;
  /** Milliseconds since the epoch at the time of writing. */
  readonly seq: number;
  readonly mac: string;
  readonly v: number;
  readonly source: string;
  readonly uuid: string;
  /** 0: sent by the viewer; 1: sent by a script without a key or pointer event. */
  readonly paraAbnor: number;
  readonly gameId?: string;
}

import type { ChatFields, LoginFields } from './outgoing.ts';

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

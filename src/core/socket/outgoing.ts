import { COMMAND, type Command } from './commands.ts';
import type { SocketPolicy } from './policy.ts';

/** S4: identity of the viewer for the login message. */
export interface LoginIdentity {
  readonly roomId: number;
  readonly vertical: boolean;
  /** 0 and '' for an anonymous visitor: a login needs both cookies. */
  readonly userId: number;
  readonly token: string;
  readonly appId: string;
  readonly platformId: number;
  readonly referer: string;
  readonly sid: string;
  readonly deviceNo: string;
  readonly dfid: string;
  readonly entryId?: string;
  readonly safety?: Readonly<Partial<Record<'safeSign' | 'safeTimes' | 'safeCt' | 'version' | 'sysVersion' | 'kfd', string>>>;
}

/** S4: the user id is sent only with the token; one without the other is an anonymous login. */
export const isLoggedIn = (identity: Pick<LoginIdentity, 'userId' | 'token'>): boolean => identity.userId > 0 && identity.token !== '';

export function loginCommand(
  identity: LoginIdentity,
  session: { readonly again: boolean; readonly offset: number; readonly socToken: string; readonly socSid: string },
  policy: Pick<SocketPolicy, 'protocolVersion' | 'clientId'>,
): Command {
  const id = session.again ? COMMAND.relogin : COMMAND.login;
  const known = isLoggedIn(identity);
  const { entryId, safety } = identity;
  return {
    id,
    fields: {
      cmd: id,
      roomid: identity.roomId,
      kugouid: known ? identity.userId : 0,
      token: known ? identity.token : '',
      appid: identity.appId,
      referer: identity.referer,
      clientid: policy.clientId,
      v: policy.protocolVersion,
      soctoken: session.socToken,
      sid: identity.sid,
      socsid: session.socSid,
      deviceNo: identity.deviceNo,
      screen: identity.vertical ? 1 : 0,
      platid: identity.platformId,
      dfid: identity.dfid === '' ? '-' : identity.dfid,
      ...(entryId === undefined ? {} : { entryid: entryId }),
      ...(session.offset > 0 ? { offset: String(session.offset) } : {}),
      ...safety,
    },
  };
}

/** S20: a chat message to send; the socket worker adds cmd, seq, mac, uuid and the protocol version. */
export interface ChatToSend {
  readonly text: string;
  readonly receiverId: number;
  readonly receiverUserId: number;
  readonly secret: boolean;
  /** `others` unless the page was opened by another source; if it has 32 characters or more, the gameId is sent too. */
  readonly source: string;
  readonly gameId?: string;
  readonly manual: boolean;
}

/** S20: from this length on `source` identifies a game, and the game's id is sent too. */
const GAME_SOURCE_CHARS = 32;
/** Longer text is truncated; no room shows more in one line. */
export const MAX_CHAT_CHARS = 500;

export function chatCommand(
  chat: ChatToSend,
  stamp: { readonly writtenMs: number; readonly uuid: string; readonly deviceNo: string },
  policy: Pick<SocketPolicy, 'protocolVersion'>,
): Command {
  const source = chat.source === '' ? 'others' : chat.source;
  return {
    id: COMMAND.chat,
    fields: {
      cmd: COMMAND.chat,
      // Removes half of a surrogate pair left by the truncation.
      chatmsg: chat.text.slice(0, MAX_CHAT_CHARS).replace(/[\ud800-\udbff]$/, ''),
      receiverid: chat.receiverId,
      receiveruserid: chat.receiverUserId,
      issecrect: chat.secret ? 1 : 0,
      seq: stamp.writtenMs,
      // S20 does not define which address: a browser has none, so the stored device id is used.
      mac: stamp.deviceNo,
      v: policy.protocolVersion,
      source,
      uuid: stamp.uuid,
      paraAbnor: chat.manual ? 0 : 1,
      ...(source.length >= GAME_SOURCE_CHARS && chat.gameId !== undefined ? { gameId: chat.gameId } : {}),
    },
  };
}

import { COMMAND, type Command } from './commands.ts';
import type { SocketPolicy } from './policy.ts';

/** Who logs in, as the login message needs it (document 2, section 3). */
export interface LoginIdentity {
  readonly roomId: number;
  readonly vertical: boolean;
  /** 0 and '' for an anonymous visitor: both cookies must be present for a login. */
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

/** The user id is sent only with the token (document 1, section 5): one without the other is an anonymous login. */
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

/** Document 2, section 3, chat message (sent); the socket worker adds cmd, seq, mac, uuid and the protocol version. */
export interface ChatToSend {
  readonly text: string;
  readonly receiverId: number;
  readonly receiverUserId: number;
  readonly secret: boolean;
  /** `others` unless the page was opened from somewhere else; with 32 characters or more the gameId is sent too. */
  readonly source: string;
  readonly gameId?: string;
  readonly manual: boolean;
}

/** A chat that comes from a game names itself by a source of at least so many characters, and then the game's id goes along. */
const GAME_SOURCE_CHARS = 32;
/** Longer text is cut: no room shows more in one line. */
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
      // A cut in the middle of a surrogate pair leaves no half behind.
      chatmsg: chat.text.slice(0, MAX_CHAT_CHARS).replace(/[\ud800-\udbff]$/, ''),
      receiverid: chat.receiverId,
      receiveruserid: chat.receiverUserId,
      issecrect: chat.secret ? 1 : 0,
      seq: stamp.writtenMs,
      // The document does not say which address: a browser knows none, so it is the stored device id.
      mac: stamp.deviceNo,
      v: policy.protocolVersion,
      source,
      uuid: stamp.uuid,
      paraAbnor: chat.manual ? 0 : 1,
      ...(source.length >= GAME_SOURCE_CHARS && chat.gameId !== undefined ? { gameId: chat.gameId } : {}),
    },
  };
}

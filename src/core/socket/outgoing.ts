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

interface LoginSession {
  readonly again: boolean;
  readonly offset: number;
  readonly socToken: string;
  readonly socSid: string;
}
type LoginPolicy = Readonly<Record<'protocolVersion' | 'clientId', number>>;

export function loginCommand(identity: LoginIdentity, session: LoginSession, policy: LoginPolicy): Command {
  const id = session.again ? COMMAND.relogin : COMMAND.login;
  return { id, fields: loginFields(id, identity, session, policy) };
}

function loginFields(cmd: number, identity: LoginIdentity, session: LoginSession, policy: LoginPolicy) {
  const known = isLoggedIn(identity);
  const { entryId, safety } = identity;
  return {
    cmd,
    roomid: identity.roomId,
    /** 0 for an anonymous login. */
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
    screen: Number(identity.vertical),
    platid: identity.platformId,
    dfid: identity.dfid === '' ? '-' : identity.dfid,
    ...(entryId === undefined ? {} : { entryid: entryId }),
    ...(session.offset > 0 ? { offset: String(session.offset) } : {}),
    ...safety,
  };
}

export type LoginFields = Readonly<ReturnType<typeof loginFields>>;

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

interface ChatStamp {
  readonly writtenMs: number;
  readonly uuid: string;
  readonly deviceNo: string;
}
type ChatPolicy = Readonly<Record<'protocolVersion', number>>;

export const chatCommand = (chat: ChatToSend, stamp: ChatStamp, policy: ChatPolicy): Command => ({
  id: COMMAND.chat,
  fields: chatFields(chat, stamp, policy),
});

function chatFields(chat: ChatToSend, stamp: ChatStamp, policy: ChatPolicy) {
  const source = chat.source === '' ? 'others' : chat.source;
  return {
    cmd: COMMAND.chat,
    // Removes half of a surrogate pair left by the truncation.
    chatmsg: chat.text.slice(0, MAX_CHAT_CHARS).replace(/[\ud800-\udbff]$/, ''),
    receiverid: chat.receiverId,
    receiveruserid: chat.receiverUserId,
    /** 1: visible only to the receiver and the sender. */
    issecrect: Number(chat.secret),
    /** Milliseconds since the epoch at the time of writing. */
    seq: stamp.writtenMs,
    // S20 does not define which address: a browser has none, so the stored device id is used.
    mac: stamp.deviceNo,
    v: policy.protocolVersion,
    source,
    uuid: stamp.uuid,
    /** 0: sent by the viewer; 1: sent by a script without a key or pointer event. */
    paraAbnor: Number(!chat.manual),
    ...(source.length >= GAME_SOURCE_CHARS && chat.gameId !== undefined ? { gameId: chat.gameId } : {}),
  };
}

export type ChatFields = Readonly<ReturnType<typeof chatFields>>;

interface SafetyCase {
  readonly roomId: number;
  readonly deviceNo: string;
  readonly dfid: string;
  readonly userAgent: string;
  readonly passedTimes: number;
  readonly passedMs: number;
}

const CHECK_VERSION = '1.0.0';
const MAX_SYSTEM_CHARS = 64;

export function safetyFields({ roomId, deviceNo, dfid, userAgent, passedTimes, passedMs }: SafetyCase) {
  return {
    /** Binds the result to device, room and time: FNV-1a over them, eight hexadecimal digits. */
    safeSign: fnv1a(`${deviceNo}|${roomId}|${passedTimes}|${passedMs}`),
    /** Number of checks passed in this visit. */
    safeTimes: String(passedTimes),
    /** Time of the last passed check, in milliseconds since the epoch. */
    safeCt: String(passedMs),
    /** Version of the check. */
    version: CHECK_VERSION,
    // The first parenthesis of a user agent names the system.
    sysVersion: (/\(([^)]*)\)/.exec(userAgent.slice(0, 512))?.[1] ?? '').slice(0, MAX_SYSTEM_CHARS),
    /** Device id from the tracking cookie. */
    kfd: dfid,
  };
}

/** S4: the safety fields of the login. S4 names them without values: their content is the project's choice. */
export type SafetyFields = Readonly<ReturnType<typeof safetyFields>>;

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

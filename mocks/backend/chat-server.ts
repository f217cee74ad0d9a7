/**
 * Server side of the chat without a socket: maps received messages and the time to messages to send. Used by the interceptor in the socket
 * worker and by the origin server.
 */
import { crc32, FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame, readEnvelope } from '../../src/wire/frame.ts';
import { encodePush, readCommand } from '../../src/wire/server-side.ts';
import { CHAT_ERRNO } from '../../src/core/room/chat/own-lines.ts';
import { COMMAND, type ChatFields, type LoginFields } from '../../src/core/socket/outgoing.ts';
import { readyPerson } from './people.ts';
import { starPortrait, viewerName } from '../sessions/session.ts';
import { faultOf, type Fault } from './faults.ts';
import { fieldsOf, readJson } from './json.ts';
import type { Greeting } from '../sessions/room-talk.ts';
import { joinBytes, type SocketLog } from '../recordings/recording.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import { dueLog, LOG_START, type LogCursor, type LogDue } from '../recordings/replay.ts';
import type { ChatBehaviour } from '../scenario.ts';
import { SEED } from '../scenarios.ts';

export type ChatOut = Uint8Array<ArrayBuffer> | string;

export interface ChatServerDeps {
  readonly log: SocketLog;
  readonly behaviour: ChatBehaviour;
  /** Chat log of the room of a login that replaces the recording; null: the recording. */
  roomLog?(roomId: number): SocketLog | null;
  /** Messages about the room sent after the first login of a connection; none by default. */
  greeting?(roomId: number, nowMs: number): readonly Greeting[];
  /** Faults of this connection. */
  faults(elapsedMs: number): readonly Fault[];
  /** Number of earlier connections, so that message ids are unique over all of them. */
  readonly earlier: number;
  /** Lines received by the room over all connections; by default each connection has its own memory. */
  readonly knownLines?: KnownLines;
  /** A login was accepted: the features' mocks send their current state. */
  onJoin?(viewer: ChatViewer): void;
  /** A line was accepted: it is sent to the other viewers of the room. */
  onLine?(line: SaidLine): void;
}

export interface SaidLine {
  readonly roomId: number;
  /** Body of message 501. */
  readonly body: object;
  /** The only receiver; null: the whole room. */
  readonly toUserId: number | null;
}

export interface ChatViewer {
  readonly roomId: number;
  readonly userId: number;
}

const MAX_HEARD_LINES = 10_000;

/** Ids of received lines of all users: a repeated line is acknowledged but not sent again. Bounded, the oldest are dropped first. */
export function createKnownLines() {
  const uuids = new Set<string>();
  return {
    /** Returns true if the id was new. */
    add(uuid: string): boolean {
      if (uuid === '') return true;
      if (uuids.has(uuid)) return false;
      uuids.add(uuid);
      const [oldest] = uuids;
      if (uuids.size > MAX_HEARD_LINES && oldest !== undefined) uuids.delete(oldest);
      return true;
    },
  };
}
export type KnownLines = ReturnType<typeof createKnownLines>;

/** Minimum time between two lines of one viewer, in ms, in scenarios that check it. */
const TOO_FAST_MS = 3_000;

/** 901: type 1 with status 1 confirms the login. */
const CONFIRMED = { type: 1, status: 1, errno: 0, msg: '' } as const;
/** The specification gives no number; this one is different from all documented numbers. */
const ERRNO_LOGIN_REFUSED = 403;
const RICH_LEVEL = 18;
/** The viewer's badges and portrait; sent only with the viewer's own entry. */
const OWN_LOOKS = {
  userLogo: '/fixtures/images/avatar-2.jpg',
  ext: encodeURIComponent(
    JSON.stringify({
      usingMedal: { medalList: [{ id: 2, name: '知音', iconUrl: '/fixtures/images/medal-note.svg', level: 3 }] },
      plate: { id: 3, name: '小喵军', level: 6, iconUrl: '/fixtures/images/medal-heart.svg', lightUp: true },
    }),
  ),
};
/** A star has the portrait of the own room, and no badges of other stars' fans. */
function looksOf(userId: number): object {
  const userLogo = starPortrait(userId);
  if (userLogo !== undefined) return { userLogo };
  return userId > 0 ? OWN_LOOKS : {};
}

/** The server's end of one connection. */
export class ChatServer {
  readonly #deps: ChatServerDeps;
  readonly #knownLines: KnownLines;
  #log: ChatServerDeps['log'];
  #lastLineMs = Number.NEGATIVE_INFINITY;
  #isVerified = false;
  #questions = 0;
  #mutedUntilMs = 0;
  #apartMs = 0;
  #cursor: LogCursor = LOG_START;
  #viewer: (ChatViewer & { readonly nickname: string }) | null = null;
  #pushes = 0;
  #openedMs: number | null = null;

  constructor(deps: ChatServerDeps) {
    this.#deps = deps;
    this.#log = deps.log;
    this.#knownLines = deps.knownLines ?? createKnownLines();
  }

  /** Immediate answers; `close`: the client closes the connection. */
  receive(message: Uint8Array | string, nowMs: number): { readonly messages: readonly ChatOut[]; readonly close: boolean } {
    const stall = faultOf(this.#deps.faults(this.#openedMs === null ? 0 : nowMs - this.#openedMs), 'stall');
    const isSilent = stall !== undefined && this.#openedMs !== null && nowMs - this.#openedMs >= stall.afterMs;
    if (isSilent) return { messages: [], close: false };
    if (message === HEARTBEAT_REQUEST) {
      return { messages: this.#deps.behaviour.heartbeat === 'answered' ? [HEARTBEAT_RESPONSE] : [], close: false };
    }
    const command = typeof message === 'string' ? readText(message) : readBytes(message);
    if (command === null) return { messages: [], close: false };
    switch (command.id) {
      case COMMAND.login:
      case COMMAND.relogin:
        return { messages: this.#login(command.fields as LoginFields, nowMs), close: false };
      case COMMAND.chat:
        return { messages: this.#chat(command.fields as ChatFields, nowMs), close: false };
      case COMMAND.verify:
        return { messages: [this.#verify(command.fields, nowMs)], close: false };
      case COMMAND.quit:
        return { messages: [], close: true };
      default:
        // 211 and 410001 have no answer.
        return { messages: [], close: false };
    }
  }

  /** The messages of the recording that are due. `nextMs`: time of the next call, in milliseconds since the connection was made. */
  due(elapsedMs: number, nowMs: number): { readonly messages: readonly ChatOut[] } & Pick<LogDue, 'nextMs' | 'close'> {
    this.#openedMs ??= nowMs - elapsedMs;
    const { pace = 1 } = this.#deps.behaviour;
    const due = dueLog(this.#log, this.#cursor, elapsedMs * pace, this.#deps.faults(elapsedMs), SEED + this.#deps.earlier);
    this.#cursor = due.cursor;
    const messages = due.records.map((record) =>
      record.form === 'text' ? TEXT.decode(record.bytes) : this.#rebase(record.bytes, record.round, nowMs),
    );
    return { messages, nextMs: due.nextMs / pace, close: due.close };
  }

  /** null before the login. */
  viewer(): ChatViewer | null {
    return this.#viewer;
  }

  /** The star has muted this viewer: its lines are refused until `untilMs`. */
  mute(untilMs: number): void {
    this.#mutedUntilMs = untilMs;
  }

  /** Lines sent sooner after the previous one are refused; milliseconds, 0: no limit. */
  slow(ms: number): void {
    this.#apartMs = ms;
  }

  /** Builds a push of wire/registry.ts that is not in a recording. */
  push(id: number, body: object, nowMs: number, ack = false): Uint8Array<ArrayBuffer> {
    return encodePush({ id, body, msgId: `s${this.#deps.earlier}-${this.#pushes++}`, time: nowMs, ack });
  }

  #login(fields: LoginFields, nowMs: number): readonly ChatOut[] {
    if (this.#deps.behaviour.login === 'unanswered') return [];
    if (this.#deps.behaviour.login === 'refused' || (fields.kugouid > 0 && fields.token === '')) {
      return [this.push(901, { cmd: fields.cmd, type: 1, status: 0, errno: ERRNO_LOGIN_REFUSED, msg: '登录失败', seq: 0 }, nowMs)];
    }
    const greeting = this.#viewer === null ? (this.#deps.greeting?.(fields.roomid, nowMs) ?? []) : [];
    const own = this.#viewer === null ? this.#deps.roomLog?.(fields.roomid) : null;
    if (own) [this.#log, this.#cursor] = [own, LOG_START];
    const userId = fields.kugouid;
    this.#viewer = { roomId: fields.roomid, userId, nickname: viewerName(userId) };
    this.#deps.onJoin?.(this.#viewer);
    const entry = {
      roomid: fields.roomid,
      userid: userId,
      kugouid: userId,
      nickname: this.#viewer.nickname,
      richlevel: userId === 0 ? 0 : (readyPerson(userId)?.richLevel ?? RICH_LEVEL),
    };
    return [
      this.push(
        201,
        {
          ...entry,
          ...looksOf(userId),
          platform: 7,
          referer: fields.referer,
          socsid: fields.socsid,
          deviceNo: fields.deviceNo,
          sid: fields.sid,
        },
        nowMs,
      ),
      this.push(901, { cmd: fields.cmd, ...CONFIRMED, seq: 0 }, nowMs),
      ...greeting.map(({ name, body }) => this.push(rowNamed(name).id, body, nowMs)),
    ];
  }

  /** The verification question of this connection; the text is the answer, so that a person can solve it. */
  #question() {
    const { earlier } = this.#deps;
    return { key: `q${earlier}-${this.#questions}`, codeText: String(4_000 + (((earlier + this.#questions) * 37) % 6_000)) };
  }

  #refusal({ seq, uuid }: ChatFields, nowMs: number): ChatOut | null {
    const refuse = (errno: number, more: object = {}): ChatOut =>
      this.push(901, { cmd: COMMAND.chat, type: 2, status: 0, errno, seq, uuid, ...more }, nowMs);
    if (nowMs < this.#mutedUntilMs) return refuse(CHAT_ERRNO.muted);
    if (nowMs - this.#lastLineMs < this.#apartMs) return refuse(CHAT_ERRNO.tooFast);
    switch (this.#deps.behaviour.refuses) {
      case 'muted':
        return refuse(CHAT_ERRNO.muted);
      case 'verify':
        return this.#isVerified ? null : refuse(CHAT_ERRNO.verify, this.#question());
      case 'too-fast': {
        const isTooFast = nowMs - this.#lastLineMs < TOO_FAST_MS;
        return isTooFast ? refuse(CHAT_ERRNO.tooFast) : null;
      }
      default:
        return null;
    }
  }

  #verify(fields: object, nowMs: number): ChatOut {
    const { code, key } = fieldsOf(fields);
    const asked = this.#question();
    this.#isVerified = key === asked.key && code === asked.codeText;
    if (this.#isVerified) return this.push(901, { cmd: COMMAND.verify, ...CONFIRMED, seq: 0 }, nowMs);
    this.#questions++;
    return this.push(901, { cmd: COMMAND.verify, type: 2, status: 0, errno: CHAT_ERRNO.verify, seq: 0, ...this.#question() }, nowMs);
  }

  #chat(fields: ChatFields, nowMs: number): readonly ChatOut[] {
    if (!this.#deps.behaviour.echo || this.#viewer === null || this.#viewer.userId === 0) return [];
    const refused = this.#refusal(fields, nowMs);
    if (refused !== null) return [refused];
    this.#lastLineMs = nowMs;
    // Repeated after a lost connection: the line was accepted, and only its acknowledgement was lost.
    if (!this.#knownLines.add(fields.uuid)) return [this.push(COMMAND.ack, { seq: fields.seq, uuid: fields.uuid }, nowMs)];
    const { userId, nickname } = this.#viewer;
    const body = {
      senderid: userId,
      userid: userId,
      kugouid: userId,
      sendername: nickname,
      nickname,
      richlevel: userId === 0 ? 0 : (readyPerson(userId)?.richLevel ?? RICH_LEVEL),
      receiverid: fields.receiverid,
      receiveruserid: fields.receiveruserid,
      issecrect: fields.issecrect === 1,
      chatmsg: fields.chatmsg,
      seq: fields.seq,
      uuid: fields.uuid,
      platform: 7,
    };
    const toUserId = fields.issecrect === 1 ? fields.receiverid : null;
    // A secret line without a receiver is only for its sender: a message to user 0 is one to all guests.
    if (toUserId !== 0) this.#deps.onLine?.({ roomId: this.#viewer.roomId, body, toUserId });
    return [this.push(COMMAND.chat, body, nowMs, true)];
  }

  /**
   * Makes each round of the recording new to the client: ids and offsets continue, and the time is the current one. In protobuf the last
   * value of a repeated scalar field applies.
   */
  #rebase(bytes: Uint8Array<ArrayBuffer>, round: number, nowMs: number): Uint8Array<ArrayBuffer> {
    const frame = readFrame(bytes);
    // Frames that are damaged on purpose are sent unchanged.
    if (!frame.ok || frame.value.kind !== 'push') return bytes;
    const envelope = readEnvelope(frame.value.payload);
    if (!envelope.ok || envelope.value.msgId === '') return bytes;
    const offset = envelope.value.offset + round * OFFSETS_PER_ROUND + this.#deps.earlier * OFFSETS_PER_CONNECTION;
    const msgId = TEXT_BYTES.encode(`${envelope.value.msgId}-${this.#deps.earlier}-${round}`);
    const changed = joinBytes([
      bytes,
      [FIELD.offset, ...varint(offset), FIELD.msgId, msgId.length, ...msgId, FIELD.time, ...varint(nowMs)],
    ]);
    const payload = changed.subarray(FRAME_HEADER_BYTES);
    const header = new DataView(changed.buffer);
    header.setUint32(8, payload.length);
    header.setUint32(12, crc32(payload));
    return changed;
  }
}

export const createChatServer = (deps: ChatServerDeps): ChatServer => new ChatServer(deps);

const TEXT = new TextDecoder();
const TEXT_BYTES = new TextEncoder();
const OFFSETS_PER_ROUND = 10_000;
const OFFSETS_PER_CONNECTION = 100_000_000;

/** Tags of the envelope's fields: number << 3 | wire type (0 varint, 2 bytes); wire/proto/received/envelope.proto. */
const FIELD = { offset: (1 << 3) | 0, msgId: (4 << 3) | 2, time: (8 << 3) | 0 } as const;

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function readBytes(bytes: Uint8Array): { readonly id: number; readonly fields: object } | null {
  const frame = readFrame(bytes);
  const command = frame.ok ? readCommand(frame.value) : frame;
  return command.ok ? command.value : null;
}

/** Blob mode: a command as JSON with its number in `cmd`. */
function readText(text: string): { readonly id: number; readonly fields: object } | null {
  const fields = fieldsOf(readJson(text));
  return typeof fields['cmd'] === 'number' ? { id: fields['cmd'], fields } : null;
}

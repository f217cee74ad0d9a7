/**
 * Server side of the chat without a socket: maps received messages and the time to messages to send. Used by the interceptor in the socket
 * worker and by the origin server.
 */
import { crc32 } from '../../src/wire/crc32.ts';
import { readCommand } from '../../src/wire/decode-command.ts';
import { encodePush } from '../../src/wire/encode-push.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../../src/wire/frame.ts';
import { CHAT_ERRNO } from '../../src/core/socket/chat-refusal.ts';
import { COMMAND, type ChatFields, type LoginFields } from '../../src/core/socket/commands.ts';
import { viewerName } from '../sessions/course-calls.ts';
import { faultOf, type Fault } from './faults.ts';
import type { Greeting } from '../sessions/greeting.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import type { SocketLog } from '../recordings/recording.ts';
import { dueLog, LOG_START, type LogCursor } from '../recordings/replay.ts';
import { SEED, type ChatBehaviour } from '../scenarios.ts';

export type ChatOut = Uint8Array<ArrayBuffer> | string;

export interface ChatDue {
  readonly messages: readonly ChatOut[];
  /** Time of the next call, in milliseconds since the connection was made. */
  readonly nextMs: number;
  readonly close: { readonly code: number; readonly isClean: boolean } | null;
}

export interface ChatServer {
  /** Immediate answers; `close`: the client closes the connection. */
  receive(message: Uint8Array | string, nowMs: number): { readonly messages: readonly ChatOut[]; readonly close: boolean };
  due(elapsedMs: number, nowMs: number): ChatDue;
  /** Builds a push of wire/registry.ts that is not in a recording. */
  push(id: number, body: object, nowMs: number): ChatOut;
  /** null before the login. */
  viewer(): ChatViewer | null;
  /** The star has muted this viewer: lines are refused until then. */
  mute(untilMs: number): void;
  /** Lines sent sooner after the previous one are refused; milliseconds, 0: no limit. */
  slow(apartMs: number): void;
}

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

/** Ids of received lines of all users: a repeated line is acknowledged but not sent again. Bounded, the oldest are dropped first. */
export interface KnownLines {
  /** Returns true if the id was new. */
  add(uuid: string): boolean;
}
const MAX_HEARD_LINES = 10_000;

export function createKnownLines(): KnownLines {
  const uuids = new Set<string>();
  return {
    add(uuid) {
      if (uuid === '') return true;
      if (uuids.has(uuid)) return false;
      uuids.add(uuid);
      if (uuids.size > MAX_HEARD_LINES) for (const oldest of [...uuids].slice(0, 1)) uuids.delete(oldest);
      return true;
    },
  };
}

/** Minimum time between two lines of one viewer, in ms, in scenarios that check it. */
const TOO_FAST_MS = 3_000;

/** 901: type 1 with status 1 confirms the login. */
const CONFIRMED = { type: 1, status: 1, errno: 0, msg: '' } as const;
/** The specification gives no number; this one is outside of the documented ones. */
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

// Long: all inner functions change the state of the connection (viewer, pending question, position in the log, sequence number).
export function createChatServer(deps: ChatServerDeps): ChatServer {
  const { behaviour } = deps;
  let { log } = deps;
  const knownLines = deps.knownLines ?? createKnownLines();
  let lastLineMs = Number.NEGATIVE_INFINITY;
  let isVerified = false;
  let questions = 0;
  let mutedUntilMs = 0;
  let apartMs = 0;
  let cursor: LogCursor = LOG_START;
  let viewer: (ChatViewer & { readonly nickname: string }) | null = null;
  let said = 0;
  let openedMs: number | null = null;

  const push = (id: number, body: object, nowMs: number, ack = false): Uint8Array<ArrayBuffer> =>
    encodePush({ id, body, msgId: `s${deps.earlier}-${said++}`, time: nowMs, ack });

  function login(fields: LoginFields, nowMs: number): readonly ChatOut[] {
    if (behaviour.login === 'unanswered') return [];
    if (behaviour.login === 'refused') {
      return [push(901, { cmd: fields.cmd, type: 1, status: 0, errno: ERRNO_LOGIN_REFUSED, msg: '登录失败', seq: 0 }, nowMs)];
    }
    const greeting = viewer === null ? (deps.greeting?.(fields.roomid, nowMs) ?? []) : [];
    const own = viewer === null ? deps.roomLog?.(fields.roomid) : null;
    if (own) [log, cursor] = [own, LOG_START];
    const userId = fields.kugouid;
    viewer = { roomId: fields.roomid, userId, nickname: viewerName(userId) };
    deps.onJoin?.(viewer);
    const entry = {
      roomid: fields.roomid,
      userid: userId,
      kugouid: userId,
      nickname: viewer.nickname,
      richlevel: userId === 0 ? 0 : RICH_LEVEL,
    };
    return [
      push(
        201,
        {
          ...entry,
          ...(userId > 0 ? OWN_LOOKS : {}),
          platform: 7,
          referer: fields.referer,
          socsid: fields.socsid,
          deviceNo: fields.deviceNo,
          sid: fields.sid,
        },
        nowMs,
      ),
      push(901, { cmd: fields.cmd, ...CONFIRMED, seq: 0 }, nowMs),
      ...greeting.map(({ name, body }) => push(rowNamed(name).id, body, nowMs)),
    ];
  }

  /** The verification question of this connection; the text is the answer, so that a person can solve it. */
  const question = () => ({ key: `q${deps.earlier}-${questions}`, codeText: String(4_000 + (((deps.earlier + questions) * 37) % 6_000)) });

  function refusal({ seq, uuid }: ChatFields, nowMs: number): ChatOut | null {
    const refuse = (errno: number, more: object = {}): ChatOut =>
      push(901, { cmd: COMMAND.chat, type: 2, status: 0, errno, seq, uuid, ...more }, nowMs);
    if (nowMs < mutedUntilMs) return refuse(CHAT_ERRNO.muted);
    if (nowMs - lastLineMs < apartMs) return refuse(CHAT_ERRNO.tooFast);
    switch (behaviour.refuses) {
      case 'muted':
        return refuse(CHAT_ERRNO.muted);
      case 'verify':
        return isVerified ? null : refuse(CHAT_ERRNO.verify, question());
      case 'too-fast': {
        const isTooFast = nowMs - lastLineMs < TOO_FAST_MS;
        return isTooFast ? refuse(CHAT_ERRNO.tooFast) : null;
      }
      default:
        return null;
    }
  }

  function verify(code: string, key: string, nowMs: number): ChatOut {
    const asked = question();
    isVerified = key === asked.key && code === asked.codeText;
    if (isVerified) return push(901, { cmd: COMMAND.verify, ...CONFIRMED, seq: 0 }, nowMs);
    questions++;
    return push(901, { cmd: COMMAND.verify, type: 2, status: 0, errno: CHAT_ERRNO.verify, seq: 0, ...question() }, nowMs);
  }

  function chat(fields: ChatFields, nowMs: number): readonly ChatOut[] {
    if (!behaviour.echo || viewer === null || viewer.userId === 0) return [];
    const refused = refusal(fields, nowMs);
    if (refused !== null) return [refused];
    lastLineMs = nowMs;
    // Repeated after a lost connection: the line was accepted, and only its acknowledgement was lost.
    if (!knownLines.add(fields.uuid)) return [push(COMMAND.ack, { seq: fields.seq, uuid: fields.uuid }, nowMs)];
    const { userId, nickname } = viewer;
    const body = {
      senderid: userId,
      userid: userId,
      kugouid: userId,
      sendername: nickname,
      nickname,
      richlevel: userId === 0 ? 0 : RICH_LEVEL,
      receiverid: fields.receiverid,
      receiveruserid: fields.receiveruserid,
      issecrect: fields.issecrect === 1,
      chatmsg: fields.chatmsg,
      seq: fields.seq,
      uuid: fields.uuid,
      platform: 7,
    };
    deps.onLine?.({ roomId: viewer.roomId, body, toUserId: fields.issecrect === 1 ? fields.receiverid : null });
    return [push(COMMAND.chat, body, nowMs, true)];
  }

  const verifyAnswer = (fields: object, nowMs: number): ChatOut =>
    verify('code' in fields ? String(fields.code) : '', 'key' in fields ? String(fields.key) : '', nowMs);

  return {
    receive(message, nowMs) {
      const stall = faultOf(deps.faults(openedMs === null ? 0 : nowMs - openedMs), 'stall');
      const isSilent = stall !== undefined && openedMs !== null && nowMs - openedMs >= stall.afterMs;
      if (isSilent) return { messages: [], close: false };
      if (message === HEARTBEAT_REQUEST) {
        return { messages: behaviour.heartbeat === 'answered' ? [HEARTBEAT_RESPONSE] : [], close: false };
      }
      const command = typeof message === 'string' ? readText(message) : readBytes(message);
      if (command === null) return { messages: [], close: false };
      switch (command.id) {
        case COMMAND.login:
        case COMMAND.relogin:
          return { messages: login(command.fields as LoginFields, nowMs), close: false };
        case COMMAND.chat:
          return { messages: chat(command.fields as ChatFields, nowMs), close: false };
        case COMMAND.verify:
          return { messages: [verifyAnswer(command.fields, nowMs)], close: false };
        case COMMAND.quit:
          return { messages: [], close: true };
        default:
          // 211 and 410001 have no answer.
          return { messages: [], close: false };
      }
    },
    due(elapsedMs, nowMs) {
      openedMs ??= nowMs - elapsedMs;
      const { pace = 1 } = behaviour;
      const due = dueLog(log, cursor, elapsedMs * pace, deps.faults(elapsedMs), SEED + deps.earlier);
      cursor = due.cursor;
      const messages = due.records.map((record) =>
        record.form === 'text' ? TEXT.decode(record.bytes) : rebase(record.bytes, record.round, nowMs),
      );
      return { messages, nextMs: due.nextMs / pace, close: due.close };
    },
    push: (id, body, nowMs) => push(id, body, nowMs),
    viewer: () => viewer,
    mute(untilMs) {
      mutedUntilMs = untilMs;
    },
    slow(ms) {
      apartMs = ms;
    },
  };

  /**
   * Makes each round of the recording new to the client: ids and offsets continue, and the time is the current one. In protobuf the last
   * value of a repeated scalar field applies.
   */
  function rebase(bytes: Uint8Array<ArrayBuffer>, round: number, nowMs: number): Uint8Array<ArrayBuffer> {
    const frame = readFrame(bytes);
    // Frames that are damaged on purpose are sent unchanged.
    if (!frame.ok || frame.value.kind !== 'push') return bytes;
    const envelope = readEnvelope(frame.value.payload);
    if (!envelope.ok || envelope.value.msgId === '') return bytes;
    const offset = envelope.value.offset + round * OFFSETS_PER_ROUND + deps.earlier * OFFSETS_PER_CONNECTION;
    const msgId = TEXT_BYTES.encode(`${envelope.value.msgId}-${deps.earlier}-${round}`);
    const changes = [FIELD.offset, ...varint(offset), FIELD.msgId, msgId.length, ...msgId, FIELD.time, ...varint(nowMs)];
    const changed = new Uint8Array(bytes.length + changes.length);
    changed.set(bytes);
    changed.set(changes, bytes.length);
    const payload = changed.subarray(FRAME_HEADER_BYTES);
    const header = new DataView(changed.buffer);
    header.setUint32(8, payload.length);
    header.setUint32(12, crc32(payload));
    return changed;
  }
}

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
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('cmd' in parsed) || typeof parsed.cmd !== 'number') return null;
    return { id: parsed.cmd, fields: parsed };
  } catch {
    return null;
  }
}

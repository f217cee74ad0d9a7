/**
 * The server's side of the chat, without a socket: what comes in, what time it is -> what goes out. The interceptor in the socket worker
 * and the origin server both stand on it.
 */
import { crc32 } from '../src/workers/wire/crc32.ts';
import { readCommand } from '../src/workers/wire/decode-command.ts';
import { encodePush } from '../src/workers/wire/encode-push.ts';
import { readEnvelope } from '../src/workers/wire/envelope.ts';
import { FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../src/workers/wire/frame.ts';
import { COMMAND, type ChatFields, type LoginFields } from '../src/workers/core/socket/commands.ts';
import { faultOf, type Fault } from './faults.ts';
import type { SocketLog } from './recording.ts';
import { dueLog, LOG_START, type LogCursor } from './replay.ts';
import { SEED, type ChatManners } from './scenarios.ts';

export type ChatOut = Uint8Array<ArrayBuffer> | string;

export interface ChatDue {
  readonly messages: readonly ChatOut[];
  /** When to ask again, milliseconds since the connection was made. */
  readonly nextMs: number;
  readonly close: { readonly code: number; readonly isClean: boolean } | null;
}

export interface ChatServer {
  /** Answers at once; `close` is the client's wish to go. */
  receive(message: Uint8Array | string, nowMs: number): { readonly messages: readonly ChatOut[]; readonly close: boolean };
  due(elapsedMs: number, nowMs: number): ChatDue;
  /** A message of wire/registry.ts that no recording has. */
  push(id: number, body: object, nowMs: number): ChatOut;
}

export interface ChatServerNeeds {
  readonly log: SocketLog;
  readonly manners: ChatManners;
  /** Those that hit this connection. */
  faults(elapsedMs: number): readonly Fault[];
  /** Connections before this one: ids of messages are unique over all of them. */
  readonly earlier: number;
}

/** 901: type 1 with status 1 says that the login holds. */
const CONFIRMED = { type: 1, status: 1, errno: 0, msg: '' } as const;
/** Not shown in the specification: a number outside of the documented ones. */
const ERRNO_LOGIN_REFUSED = 403;
const RICH_LEVEL = 18;

export function createChatServer(needs: ChatServerNeeds): ChatServer {
  const { log, manners } = needs;
  let cursor: LogCursor = LOG_START;
  let viewer: { readonly userId: number; readonly nickname: string } | null = null;
  let said = 0;
  let openedMs: number | null = null;

  const push = (id: number, body: object, nowMs: number, ack = false): Uint8Array<ArrayBuffer> =>
    encodePush({ id, body, msgId: `s${needs.earlier}-${said++}`, time: nowMs, ack });

  function login(fields: LoginFields, nowMs: number): readonly ChatOut[] {
    if (manners.login === 'unanswered') return [];
    if (manners.login === 'refused') {
      return [push(901, { cmd: fields.cmd, type: 1, status: 0, errno: ERRNO_LOGIN_REFUSED, msg: '登录失败', seq: 0 }, nowMs)];
    }
    const userId = fields.kugouid;
    viewer = { userId, nickname: userId === 0 ? '' : `观众${String(userId).slice(-4)}` };
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
        { ...entry, platform: 7, referer: fields.referer, socsid: fields.socsid, deviceNo: fields.deviceNo, sid: fields.sid },
        nowMs,
      ),
      push(901, { cmd: fields.cmd, ...CONFIRMED, seq: 0 }, nowMs),
    ];
  }

  function chat(fields: ChatFields, nowMs: number): readonly ChatOut[] {
    if (!manners.echo || viewer === null) return [];
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
    return [push(COMMAND.chat, body, nowMs, true)];
  }

  return {
    receive(message, nowMs) {
      const stall = faultOf(needs.faults(openedMs === null ? 0 : nowMs - openedMs), 'stall');
      const isSilent = stall !== undefined && openedMs !== null && nowMs - openedMs >= stall.afterMs;
      if (isSilent) return { messages: [], close: false };
      if (message === HEARTBEAT_REQUEST) {
        return { messages: manners.heartbeat === 'answered' ? [HEARTBEAT_RESPONSE] : [], close: false };
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
          return { messages: [push(901, { cmd: COMMAND.verify, ...CONFIRMED, seq: 0 }, nowMs)], close: false };
        case COMMAND.quit:
          return { messages: [], close: true };
        default:
          // 211 and 410001 want no answer.
          return { messages: [], close: false };
      }
    },
    due(elapsedMs, nowMs) {
      openedMs ??= nowMs - elapsedMs;
      const due = dueLog(log, cursor, elapsedMs, needs.faults(elapsedMs), SEED + needs.earlier);
      cursor = due.cursor;
      const messages = due.records.map((record) =>
        record.form === 'text' ? TEXT.decode(record.bytes) : rebase(record.bytes, record.round, nowMs),
      );
      return { messages, nextMs: due.nextMs, close: due.close };
    },
    push: (id, body, nowMs) => push(id, body, nowMs),
  };

  /** Each round of the recording is new to the client: ids and offsets go on, the time is now. Repeated fields win in protobuf. */
  function rebase(bytes: Uint8Array<ArrayBuffer>, round: number, nowMs: number): Uint8Array<ArrayBuffer> {
    const frame = readFrame(bytes);
    // Damaged on purpose: as it is.
    if (!frame.ok || frame.value.kind !== 'push') return bytes;
    const envelope = readEnvelope(frame.value.payload);
    if (!envelope.ok || envelope.value.msgId === '') return bytes;
    const offset = envelope.value.offset + round * OFFSETS_PER_ROUND + needs.earlier * OFFSETS_PER_CONNECTION;
    const msgId = TEXT_BYTES.encode(`${envelope.value.msgId}-${needs.earlier}-${round}`);
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

/** Blob mode: a command as JSON, its number in `cmd`. */
function readText(text: string): { readonly id: number; readonly fields: object } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('cmd' in parsed) || typeof parsed.cmd !== 'number') return null;
    return { id: parsed.cmd, fields: parsed };
  } catch {
    return null;
  }
}

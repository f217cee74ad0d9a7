/** One connection of a viewer, implemented from the contract. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { crc32, gunzipSync } from 'node:zlib';
import type protobuf from 'protobufjs';
import snappy from 'snappyjs';
import { contract, fieldsOf, type Fields, type MessageEntry, protoMessage } from '../api/contract.ts';
import { ask, type Backend, type User } from './backend.ts';

// Frames and messages of the chat socket, implemented from docs/api/asyncapi.yaml and the .proto files without the room's own code.

const MARKER = 0x464c;
const VERSION = 1;
const KIND = { command: 1, push: 2 } as const;
const HEADER_BYTES = 16;
const MAX_FRAME_BYTES = 1_048_576;
const MAX_MSG_ID_CHARS = 64;
/** Inflating stops here: a larger content is refused. */
const MAX_INFLATED_BYTES = 1_048_576;
const COMPRESSION = { none: 0, gzip: 1, snappy: 2 } as const;
const CODEC = { protobuf: 0, json: 1 } as const;

export interface Push {
  readonly name: string;
  readonly command: number;
  readonly body: Fields;
  readonly msgId: string;
  readonly offset: number;
  readonly wantsAck: boolean;
  readonly isRepeated: boolean;
}
/** A problem names the violated rule of the contract. */
type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rule: 'socket-frames' | 'socket-contents'; readonly problem: string };

const entryOf = (command: number, direction: MessageEntry['direction']): MessageEntry | undefined =>
  contract().messages.find((one) => one.command === command && one.direction === direction);

function encodeCommand(command: number, fields: Fields): Buffer {
  const entry = entryOf(command, 'send');
  if (entry === undefined) throw new Error(`the contract has no command ${command}`);
  const { type } = protoMessage('sent', entry.proto);
  return frameOf(KIND.command, command, type.encode(type.fromObject(fields)).finish());
}

function frameOf(kind: number, command: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(MARKER, 0);
  header.writeUInt8(VERSION, 2);
  header.writeUInt8(kind, 3);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(payload.length, 8);
  header.writeUInt32BE(crc32(payload), 12);
  return Buffer.concat([header, payload]);
}

const bad = (rule: 'socket-frames' | 'socket-contents', problem: string): Read<never> => ({ ok: false, rule, problem });

interface Frame {
  readonly kind: number;
  readonly command: number;
  readonly payload: Buffer;
}

function readFrame(bytes: Buffer): Read<Frame> {
  if (bytes.length < HEADER_BYTES || bytes.length > MAX_FRAME_BYTES) return bad('socket-frames', `frame of ${bytes.length} bytes`);
  const marker = bytes.readUInt16BE(0);
  if (marker !== MARKER) return bad('socket-frames', `marker 0x${marker.toString(16)}`);
  const version = bytes.readUInt8(2);
  if (version !== VERSION) return bad('socket-frames', `version ${version}`);
  const payload = bytes.subarray(HEADER_BYTES);
  const length = bytes.readUInt32BE(8);
  if (length !== payload.length) return bad('socket-frames', `length ${length}, payload of ${payload.length} bytes`);
  if (bytes.readUInt32BE(12) !== crc32(payload)) return bad('socket-frames', `checksum of message ${bytes.readUInt32BE(4)}`);
  return { ok: true, value: { kind: bytes.readUInt8(3), command: bytes.readUInt32BE(4), payload } };
}

export function readPush(bytes: Buffer): Read<Push> {
  const frame = readFrame(bytes);
  if (!frame.ok) return frame;
  const { kind, command, payload } = frame.value;
  if (kind !== KIND.push) return bad('socket-frames', `kind ${kind}, a push is ${KIND.push}`);
  const entry = entryOf(command, 'receive');
  if (entry === undefined) return bad('socket-frames', `the contract has no push ${command}`);
  const envelope = decoded(protoMessage('core', 'Envelope').type, payload);
  if (!envelope.ok) return bad('socket-frames', `envelope of ${command}: ${envelope.problem}`);
  const {
    msgId = '',
    offset = 0,
    ack = false,
    rpt = false,
    compression = 0,
    codec = 0,
    content = new Uint8Array(),
  } = envelope.value as {
    readonly [Name in 'offset' | 'compression' | 'codec']?: number;
  } & { readonly msgId?: string; readonly ack?: boolean; readonly rpt?: boolean; readonly content?: Uint8Array };
  if (msgId.length > MAX_MSG_ID_CHARS) return bad('socket-frames', `msgId of ${msgId.length} characters`);
  const body = readContent(entry, compression, codec, content);
  if (!body.ok) return bad('socket-contents', `${command} ${entry.name}: ${body.problem}`);
  return { ok: true, value: { name: entry.name, command, body: body.value, msgId, offset, wantsAck: ack, isRepeated: rpt } };
}

/** A push of blob mode. Without `content` the fields of the message are beside `cmd`. */
function readTextPush(text: string): Read<Push> {
  const wrapper = fieldsOf(parsed(text));
  const { cmd, content, msgId = '', offset = 0, ack = false, rpt = false } = wrapper;
  const entry = entryOf(Number(cmd), 'receive');
  if (entry === undefined) return bad('socket-frames', `the contract has no push ${String(cmd)}: ${text.slice(0, 60)}`);
  if (String(msgId).length > MAX_MSG_ID_CHARS) return bad('socket-frames', `msgId of ${String(msgId).length} characters`);
  const body = checked(entry, content ?? wrapper, text.length);
  if (!body.ok) return bad('socket-contents', `${entry.command} ${entry.name}: ${body.problem}`);
  const delivery = { msgId: String(msgId), offset: Number(offset), wantsAck: Boolean(ack), isRepeated: Boolean(rpt) };
  return { ok: true, value: { name: entry.name, command: entry.command ?? 0, body: body.value, ...delivery } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A content in JSON. */
function checked({ family, proto, maxBytes }: MessageEntry, content: unknown, length: number): Body {
  if (maxBytes !== null && length > maxBytes) return { ok: false, problem: `${length} bytes, at most ${maxBytes}` };
  if (typeof content !== 'object' || content === null) return { ok: false, problem: 'the content is not an object' };
  const problem = protoMessage(family, proto).type.verify(content);
  return problem === null ? { ok: true, value: fieldsOf(content) } : { ok: false, problem };
}

type Body = { readonly ok: true; readonly value: Fields } | { readonly ok: false; readonly problem: string };

function readContent(entry: MessageEntry, compression: number, codec: number, content: Uint8Array): Body {
  const { family, proto, maxBytes } = entry;
  let plain: Uint8Array;
  try {
    plain =
      compression === COMPRESSION.none
        ? content
        : compression === COMPRESSION.gzip
          ? gunzipSync(content, { maxOutputLength: MAX_INFLATED_BYTES })
          : compression === COMPRESSION.snappy
            ? snappy.uncompress(content, MAX_INFLATED_BYTES)
            : raise(`compression ${compression}`);
  } catch (cause) {
    return { ok: false, problem: String(cause) };
  }
  if (maxBytes !== null && plain.length > maxBytes) return { ok: false, problem: `${plain.length} bytes, at most ${maxBytes}` };
  if (codec === CODEC.protobuf) return decoded(protoMessage(family, proto).type, plain);
  return codec === CODEC.json
    ? checked(entry, parsed(Buffer.from(plain).toString('utf8')), plain.length)
    : { ok: false, problem: `codec ${codec}` };
}

function raise(problem: string): never {
  throw new Error(problem);
}

function decoded(type: protobuf.Type, bytes: Uint8Array): Body {
  try {
    return { ok: true, value: type.toObject(type.decode(bytes), { longs: Number, arrays: true }) };
  } catch (cause) {
    return { ok: false, problem: `${type.name}: ${String(cause)}` };
  }
}

export const COMMAND = { login: 201, relogin: 2201, quit: 202, chat: 501, ack: 211 } as const;
export const ERROR = 901;
const HEARTBEAT = { request: 'HEARTBEAT_REQUEST', response: 'HEARTBEAT_RESPONSE' } as const;
const CLIENT = { clientid: 100, v: 20_240_801, platid: 7, appid: '', referer: '', sid: '', socsid: '', screen: 0 } as const;

export interface WireProblem {
  readonly rule: 'socket-frames' | 'socket-contents';
  readonly problem: string;
}

export interface ChatClient {
  readonly pushes: readonly Push[];
  readonly problems: readonly WireProblem[];
  readonly isOpen: () => boolean;
  /** `offset`: of an earlier connection; by default the largest one of this connection. */
  login(user: User, again?: boolean, offset?: number): void;
  /** Largest offset received. */
  offset(): number;
  /** Returns the uuid of the line. */
  say(text: string, options?: { readonly uuid?: string; readonly to?: number; readonly isSecret?: boolean }): string;
  acknowledge(push: Push): void;
  /** False: no answer within the timeout. */
  beat(): Promise<boolean>;
  /** The first matching push, including earlier ones; null: none within the timeout. */
  wait(fits: (push: Push) => boolean, waitMs?: number): Promise<Push | null>;
  /** Simulates a lost network. */
  drop(): void;
  close(): void;
}

export interface ChatAddress {
  readonly url: string;
  readonly socToken: string;
  readonly isText: boolean;
}

/** Addresses of `dispatch`; a string is the reason why there are none. */
export async function chatAddresses(backend: Backend, user: User): Promise<readonly ChatAddress[] | string> {
  const operation = contract().operation('dispatch');
  const answer = await ask(backend, operation, { user });
  const problems = contract().answerProblems(operation, answer.status, answer.json);
  if (problems.length > 0) return problems.join('; ');
  const { code, data } = fieldsOf(answer.json);
  if (code !== 0) return `dispatch answers code ${String(code)}`;
  const { addrs, protocol = 'wss', socketype, soctoken = '' } = fieldsOf(data);
  return (Array.isArray(addrs) ? addrs : []).map((entry: unknown): ChatAddress => {
    const own = fieldsOf(entry);
    const host = String(typeof entry === 'string' ? entry : own['host']);
    const type = own['socketType'] ?? socketype;
    return {
      url: `${String(own['protocol'] ?? protocol)}://${host}${host.includes('/') ? '' : '/chat'}`,
      socToken: String(soctoken),
      isText: type === 2 || type === 'blob',
    };
  });
}

/** A string is the reason why it could not be opened. */
// Long: the state of one connection, which all its functions use.
export async function connect(backend: Backend, address: ChatAddress): Promise<ChatClient | string> {
  const { roomId, waitMs, origin } = backend;
  const socket = new WebSocket(address.url, { origin, handshakeTimeout: waitMs });
  const opened = await new Promise<string | null>((resolve) => {
    socket.once('open', () => resolve(null));
    socket.once('error', (error) => resolve(error.message));
  });
  if (opened !== null) return `${address.url}: ${opened}`;
  const pushes: Push[] = [];
  const problems: WireProblem[] = [];
  const waiting = new Set<() => void>();
  let beats = 0;
  let offset = 0;
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer, isBinary) => {
    const text = isBinary ? '' : data.toString('utf8');
    if (text === HEARTBEAT.response) beats++;
    else if (isBinary || address.isText) {
      const read = isBinary ? readPush(data) : readTextPush(text);
      if (!read.ok) problems.push(read);
      else {
        pushes.push(read.value);
        offset = Math.max(offset, read.value.offset);
        if (read.value.wantsAck) acknowledge(read.value);
      }
    } else problems.push({ rule: 'socket-frames', problem: `text ${text.slice(0, 60)}` });
    for (const wake of waiting) wake();
  });
  const send = (command: number, fields: Fields): void => {
    const all = { cmd: command, ...fields };
    socket.send(address.isText ? JSON.stringify(all) : encodeCommand(command, all));
  };
  const acknowledge = ({ msgId, offset: at }: Push): void => send(COMMAND.ack, { msgId, offset: at });
  async function until<T>(found: () => T | null, limitMs: number): Promise<T | null> {
    const endMs = performance.now() + limitMs;
    for (;;) {
      const value = found();
      const leftMs = endMs - performance.now();
      if (value !== null || leftMs <= 0) return value;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, leftMs);
        waiting.add(wake);
      });
    }
  }
  return {
    pushes,
    problems,
    isOpen: () => socket.readyState === socket.OPEN,
    offset: () => offset,
    login: ({ userId, token }, again = false, from = offset) =>
      send(again ? COMMAND.relogin : COMMAND.login, {
        ...CLIENT,
        roomid: roomId,
        kugouid: userId,
        token,
        soctoken: address.socToken,
        deviceNo: 'verify-backend',
        dfid: '-',
        ...(from > 0 && { offset: String(from) }),
      }),
    say(text, { uuid = randomUUID(), to = 0, isSecret = false } = {}) {
      const fields = { chatmsg: text, receiverid: to, receiveruserid: to, issecrect: isSecret ? 1 : 0, seq: Date.now(), uuid };
      send(COMMAND.chat, { ...fields, mac: 'verify-backend', v: CLIENT.v, source: '', paraAbnor: 0 });
      return uuid;
    },
    acknowledge,
    async beat() {
      const before = beats;
      socket.send(HEARTBEAT.request);
      return (await until(() => (beats > before ? true : null), waitMs)) === true;
    },
    wait: (fits, limitMs = waitMs) => until(() => pushes.find(fits) ?? null, limitMs),
    drop: () => socket.terminate(),
    close: () => socket.close(),
  };
}

/** A connection whose login is confirmed. Throws with the reason if it is not. `index`: of the address. */
export async function enterChat(
  backend: Backend,
  user: User,
  { again = false, offset = 0, index = 0 }: { readonly again?: boolean; readonly offset?: number; readonly index?: number } = {},
): Promise<ChatClient> {
  const addresses = await chatAddresses(backend, user);
  const address = typeof addresses === 'string' ? addresses : (addresses[index] ?? 'dispatch gives no address');
  const client = typeof address === 'string' ? address : await connect(backend, address);
  if (typeof client === 'string') throw new Error(client);
  client.login(user, again, offset);
  if ((await client.wait(isConfirmed)) === null) throw new Error('no 901 with type 1 and status 1');
  return client;
}

/** The server's confirmation of a login. */
export const isConfirmed = ({ command, body }: Push): boolean => command === ERROR && body['type'] === 1 && body['status'] === 1;

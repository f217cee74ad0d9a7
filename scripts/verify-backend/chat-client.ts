/** One connection of a viewer, implemented from the contract. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { contract, fieldsOf, type Fields } from '../api/contract.ts';
import { ask, type Backend, type User } from './backend.ts';
import { encodeCommand, readPush, readTextPush, type Push } from './wire.ts';

export const COMMAND = { login: 201, relogin: 2201, quit: 202, chat: 501, ack: 211 } as const;
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
  login(user: User, again?: boolean): void;
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
    login: ({ userId, token }, again = false) =>
      send(again ? COMMAND.relogin : COMMAND.login, {
        ...CLIENT,
        roomid: roomId,
        kugouid: userId,
        token,
        soctoken: address.socToken,
        deviceNo: 'verify-backend',
        dfid: '-',
        ...(again && offset > 0 && { offset: String(offset) }),
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

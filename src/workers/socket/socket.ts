import { assertNever } from '../core/assert-never.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Failure } from '../core/result.ts';
import type { Services } from '../core/services.ts';
import { type SocketAddress, addressUrl, dispatchUrl } from '../core/socket/address.ts';
import { BATCH_MS, hasPlace } from '../core/socket/batch.ts';
import { type ChatQueue, type QueueEvent, emptyQueue, queueDueMs, stepQueue } from '../core/socket/chat-queue.ts';
import { COMMAND, type Command } from '../core/socket/commands.ts';
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionWhy,
  type Link,
  type Status,
  disconnected,
  dueMs,
  step,
} from '../core/socket/connection.ts';
import { readOffset } from '../core/socket/delivery.ts';
import { chatCommand, isLoggedIn, loginCommand, type ChatToSend } from '../core/socket/outgoing.ts';
import { SOCKET_POLICY } from '../core/socket/policy.ts';
import type { StatsFact } from '../stats/api.ts';
import { commandText, encodeCommand } from '../wire/encode-command.ts';
import type { Content } from '../wire/envelope.ts';
import { HEARTBEAT_REQUEST } from '../wire/frame.ts';
import type { RoomMessage, SocketDown, SocketIdentity, SocketUp } from './api.ts';
import { MAX_ADDRESS_BYTES, readDispatch } from './dispatch.ts';
import type { OpenSocket, SocketHands } from './hands.ts';
import { type Inbox, createInbox } from './inbox.ts';

export interface SocketOuts {
  down(message: SocketDown): void;
  stats(fact: StatsFact): void;
}

export interface Socket {
  up(message: SocketUp): void;
}

interface QueuedChat {
  readonly localId: number;
  readonly command: Command;
}

/** Lines of the debug view that cross at once; more are dropped, newest kept. */
const MAX_DEBUG_LINES = 60;
const MAX_DEBUG_CHARS = 300;

/** Runs what core/socket decides: dials, timers, frames. Owns the WebSocket and the address book, nothing of the room. */
export function createSocket(services: Services, hands: SocketHands, outs: SocketOuts): Socket {
  let identity: SocketIdentity | null = null;
  let connection: Connection = disconnected;
  let queue: ChatQueue<QueuedChat> = emptyQueue;
  let socket: { readonly open: OpenSocket; readonly address: SocketAddress } | null = null;
  let inbox: Inbox = createInbox(0);
  let socSid = '';
  let cancelTimer: () => void = () => undefined;
  let lastWhy: ConnectionWhy | '' = '';

  const batch = {
    messages: [] as RoomMessage[],
    skipped: 0,
    repeated: 0,
    troubles: new Map<ErrorCode, { count: number; detail: string }>(),
  };
  let debugLines: string[] = [];
  let toldOffset = 0;
  let isFlushDue = false;

  // --- decisions in, effects out -------------------------------------------------------------------------------------------------

  function handle(event: ConnectionEvent): void {
    const before = connection;
    const around = { policy: SOCKET_POLICY, services, random: hands.random() };
    const { next, effects, whys } = step(connection, event, hands.nowMs(), around);
    connection = next;
    for (const why of whys) {
      outs.stats({ type: 'count', name: `socket.why.${why}`, by: 1 });
      debug(() => `· ${why}`);
      lastWhy = why;
    }
    // A hang-up comes first, so that the queue has stopped before a new dial can make it ready.
    if (before.link.at === 'open' && connection.link.at !== 'open') handleQueue({ type: 'lost' });
    for (const effect of effects) run(effect);
    if (before.link.at !== connection.link.at || before.attempt !== connection.attempt) tellState();
    schedule();
  }

  function run(effect: ConnectionEffect): void {
    switch (effect.do) {
      case 'ask-addresses':
        void askAddresses(effect.epoch);
        return;
      case 'dial':
        dial(effect.epoch, effect.address);
        return;
      case 'hang-up':
        socket?.open.close();
        socket = null;
        return;
      case 'login':
        if (identity !== null)
          send(loginCommand(identity, { again: effect.again, offset: inbox.offset, socToken: effect.socToken, socSid }, SOCKET_POLICY));
        return;
      case 'beat':
        socket?.open.send(HEARTBEAT_REQUEST);
        return;
      case 'ask-slider':
        outs.down({ kind: 'dangerous' });
        tellFailure({ code: 'SOCKET_DANGEROUS', detail: '' });
        return;
      case 'ready':
        if (identity !== null) sendScreen(identity.vertical);
        handleQueue({ type: 'ready' });
        return;
      default:
        assertNever(effect);
    }
  }

  async function askAddresses(epoch: number): Promise<void> {
    if (identity === null) return;
    const { type } = connection;
    const url = dispatchUrl(services, identity, SOCKET_POLICY.protocolVersion, SOCKET_POLICY.clientId);
    const timeoutMs = SOCKET_POLICY.addressTimeoutMs;
    const body = await hands.fetchJson({ method: 'GET', url, timeoutMs, maxBytes: MAX_ADDRESS_BYTES, credentials: 'same-origin' });
    const read = body.ok ? readDispatch(body.value, type) : body;
    if (!read.ok) tellFailure(read.error);
    else if (read.value.dropped > 0) outs.stats({ type: 'count', name: 'socket.bad-addresses', by: read.value.dropped });
    handle({ type: 'addressed', epoch, answer: read.ok ? read.value.answer : { ok: false } });
  }

  function dial(epoch: number, address: SocketAddress): void {
    socSid = hands.uuid();
    const open = hands.dial(addressUrl(address), {
      opened: () => handle({ type: 'opened', epoch }),
      received: (data) => received(epoch, data),
      lost: () => handle({ type: 'lost', epoch }),
    });
    socket = { open, address };
  }

  function schedule(): void {
    cancelTimer();
    const due = Math.min(dueMs(connection) ?? Number.POSITIVE_INFINITY, queueDueMs(queue) ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(due)) return;
    cancelTimer = hands.after(Math.max(0, due - hands.nowMs()), () => {
      handleQueue({ type: 'tick' });
      handle({ type: 'tick' });
    });
  }

  // --- what the server says ----------------------------------------------------------------------------------------------------------

  function received(epoch: number, data: unknown): void {
    if (epoch !== connection.epoch) return;
    const incoming = inbox.take(data);
    if (incoming.kind === 'beat') {
      handle({ type: 'beat-answered', epoch });
      return;
    }
    if (incoming.ack !== null) send(incoming.ack);
    askForFlush();
    switch (incoming.kind) {
      case 'repeated':
        batch.repeated++;
        return;
      case 'failure':
        noteTrouble(incoming.failure);
        return;
      case 'message':
        debug(() => `← ${describe(incoming.content)} ${incoming.bytes} B ${JSON.stringify(incoming.content.body)}`, incoming.content.id);
        keep(incoming.content, incoming.timeMs);
        tellConnection(epoch, incoming.content);
        return;
      default:
        assertNever(incoming);
    }
  }

  /** A 901, a 202 and the first message of any kind mean something to the connection; the rest would only cost a step each. */
  function tellConnection(epoch: number, content: Content): void {
    if (content.name === 'close-socket') {
      handle({ type: 'sent-away', epoch, mayReturn: content.body.reconnect === true });
      return;
    }
    const status = content.name === 'error' ? statusOf(content) : null;
    if (status !== null || connection.link.at === 'entering') handle({ type: 'message', epoch, status });
    if (content.name === 'login' && content.body.userid === identity?.userId && typeof content.body.socsid === 'string') {
      if (content.body.socsid !== '') socSid = content.body.socsid;
    }
  }

  function keep(content: Content, timeMs: number): void {
    const { id, name, body } = content;
    if (!hasPlace(name, isOwn(content), batch.messages.length)) {
      batch.skipped++;
      return;
    }
    batch.messages.push({ id, name, timeMs: timeMs > 0 ? timeMs : hands.clockMs(), body });
  }

  function isOwn({ body }: Content): boolean {
    const userId = identity?.userId ?? 0;
    return userId > 0 && (body.userid === userId || body.senderid === userId || body.kugouid === userId);
  }

  function noteTrouble({ code, detail }: Failure): void {
    const known = batch.troubles.get(code);
    if (known === undefined) batch.troubles.set(code, { count: 1, detail });
    else known.count++;
    debug(() => `✗ ${code} ${detail}`);
  }

  function askForFlush(): void {
    if (isFlushDue) return;
    isFlushDue = true;
    hands.after(BATCH_MS, flush);
  }

  function flush(): void {
    isFlushDue = false;
    const { messages, skipped, repeated } = batch;
    if (messages.length > 0 || skipped > 0) outs.down({ kind: 'messages', messages, skipped });
    if (skipped > 0) outs.stats({ type: 'count', name: 'socket.skipped', by: skipped });
    if (repeated > 0) outs.stats({ type: 'count', name: 'socket.repeated', by: repeated });
    for (const [code, { count, detail }] of batch.troubles) outs.stats({ type: 'failure', code, detail, by: count });
    if (inbox.offset !== toldOffset) {
      toldOffset = inbox.offset;
      outs.down({ kind: 'offset', offset: String(toldOffset) });
    }
    if (debugLines.length > 0) outs.down({ kind: 'debug', lines: debugLines });
    batch.messages = [];
    batch.skipped = 0;
    batch.repeated = 0;
    batch.troubles.clear();
    debugLines = [];
  }

  // --- what the room says ---------------------------------------------------------------------------------------------------------------

  function up(message: SocketUp): void {
    switch (message.do) {
      case 'connect':
        identity = message.identity;
        inbox = createInbox(Math.max(inbox.offset, readOffset(message.identity.offset)));
        toldOffset = inbox.offset;
        handle({ type: 'connect', loginType: isLoggedIn(message.identity) ? 'login' : 'guest' });
        return;
      case 'send-chat':
        write(message.localId, message.chat);
        return;
      case 'verify-chat':
        send({ id: COMMAND.verify, fields: { cmd: COMMAND.verify, code: message.code, key: message.key } });
        return;
      case 'screen':
        sendScreen(message.vertical);
        return;
      case 'slider-passed':
        handle({ type: 'slider-passed' });
        return;
      case 'retry':
        handle({ type: 'retry' });
        return;
      case 'close':
        if (identity !== null) send({ id: COMMAND.quit, fields: { cmd: COMMAND.quit, roomid: identity.roomId } });
        handle({ type: 'close' });
        return;
      default:
        assertNever(message);
    }
  }

  function write(localId: number, chat: ChatToSend): void {
    if (identity === null || !isLoggedIn(identity)) {
      outs.down({ kind: 'login-required' });
      outs.down({ kind: 'chat-settled', localId, sent: false });
      return;
    }
    const stamp = { writtenMs: hands.clockMs(), uuid: hands.uuid(), deviceNo: identity.deviceNo };
    handleQueue({ type: 'write', chat: { localId, command: chatCommand(chat, stamp, SOCKET_POLICY) } });
    schedule();
  }

  function handleQueue(event: QueueEvent<QueuedChat>): void {
    const before = queue.waiting.length;
    const { next, send: due, refuse } = stepQueue(queue, event, hands.nowMs(), SOCKET_POLICY.chatGapMs);
    queue = next;
    if (due !== null) {
      send(due.command);
      outs.down({ kind: 'chat-settled', localId: due.localId, sent: true });
    }
    if (refuse !== null) {
      outs.down({ kind: 'chat-settled', localId: refuse.localId, sent: false });
      tellFailure({ code: 'CHAT_QUEUE_FULL', detail: `${before} waiting` });
    }
    if (queue.waiting.length !== before) tellState();
  }

  function sendScreen(vertical: boolean): void {
    send({ id: COMMAND.screen, fields: { cmd: COMMAND.screen, screen: vertical ? 1 : 0 } });
  }

  function send(command: Command): void {
    if (socket === null) return;
    // In blob mode only strings are sent (document 2, section 5).
    socket.open.send(socket.address.socketType === 'blob' ? commandText(command) : encodeCommand(command));
    debug(
      () => `→ ${command.id} ${JSON.stringify({ ...command.fields, ...('token' in command.fields ? { token: '…' } : {}) })}`,
      command.id,
    );
  }

  // --- telling ----------------------------------------------------------------------------------------------------------------------------

  function tellState(): void {
    const { link, attempt } = connection;
    const error = link.at === 'failed' ? link.why : null;
    outs.down({ kind: 'state', at: SHOWN[link.at], attempt, queued: queue.waiting.length, why: lastWhy, error });
    if (link.at === 'failed') tellFailure({ code: link.why, detail: lastWhy });
  }

  function tellFailure({ code, detail }: Failure): void {
    outs.stats({ type: 'failure', code, detail });
  }

  /** `id` is the message's number; lines without one are always shown. */
  function debug(line: () => string, id?: number): void {
    const watched = identity?.debugCommand;
    if (watched === undefined || (id !== undefined && watched !== 0 && watched !== id)) return;
    debugLines.push(line().slice(0, MAX_DEBUG_CHARS));
    if (debugLines.length > MAX_DEBUG_LINES) debugLines.shift();
    askForFlush();
  }

  return { up };
}

const SHOWN = {
  idle: 'idle',
  addressing: 'connecting',
  slider: 'connecting',
  dialling: 'connecting',
  entering: 'connecting',
  open: 'open',
  waiting: 'waiting',
  failed: 'failed',
} as const satisfies Record<Link['at'], string>;

const describe = ({ id, name }: Content): string => `${id} ${name}`;

function statusOf({ body }: Content): Status {
  const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return { type: count(body.type), status: count(body.status), errno: count(body.errno) };
}

// Long file: the effects of one connection, which share its socket and identity.
import { assertNever } from '../../player/base/assert-never.ts';
import { WAITS } from '../../player/base/backoff.ts';
import { createDecisionLog, type DecisionLog } from '../../player/base/decision-log.ts';
import { createRunner } from '../../player/base/machine.ts';
import type { Failure } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { type AddressBook, type SocketAddress, addressUrl, dispatchUrl } from '../../core/socket/address.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { COMMAND, type Command } from '../../core/socket/commands.ts';
import { connectionMachine, ERRNO_REDISPATCH, type ConnectionRun } from '../../core/socket/connection.ts';
import type { Connection, ConnectionWhy, Link } from '../../core/socket/connection-state.ts';
import { readOffset } from '../../core/socket/delivery.ts';
import { isLoggedIn, loginCommand } from '../../core/socket/outgoing.ts';
import { SOCKET_POLICY, type SocketPolicy } from '../../core/socket/policy.ts';
import { readAddresses, writeAddresses } from '../../core/socket/stored-addresses.ts';
import { commandText, encodeCommand } from '../../wire/encode-command.ts';
import { HEARTBEAT_REQUEST } from '../../wire/frame.ts';
import { monitoredJson } from '../../wire/http.ts';
import { pack, transferOf } from '../../wire/packed.ts';
import type { Message } from '../../wire/registry.ts';
import type { OpenSocket, Platform } from '../platform.ts';
import type { StatsEvent } from '../stats/api.ts';
import type { SocketDown, SocketIdentity, SocketUp } from './api.ts';
import { createDebugLines } from './debug-lines.ts';
import { MAX_ADDRESS_BYTES, readDispatch } from './dispatch.ts';
import { createOutbox } from './outbox.ts';
import { type ArrivedMessage, FAMILY_LOADERS, type FamilyLoaders, Receiver } from './receiver.ts';

export interface SocketOuts {
  down(message: SocketDown, transfer?: Transferable[]): void;
  stats(fact: StatsEvent): void;
}

/** A running thread receives an answer to each heartbeat, or gives the connection up after fewer without one. */
const ASLEEP_AFTER_BEATS = 8;

export interface Socket {
  up(message: SocketUp): void;
  /** Sends the session to a restarted stats worker. */
  tellSession(): void;
}

export interface SocketDeps {
  readonly services: Services;
  readonly platform: Platform;
  readonly outs: SocketOuts;
  readonly loaders?: FamilyLoaders;
  readonly policy?: SocketPolicy;
  readonly decisions?: DecisionLog;
}

/** Executes the decisions of core/socket: connecting, timers, frames. Owns the WebSocket and the address book, and no state of the room. */
// Long: one connection: effects, messages and commands of the room all read and change the same identity, socket and session id.
export function createSocket({
  services,
  platform,
  outs,
  loaders = FAMILY_LOADERS,
  policy = SOCKET_POLICY,
  decisions = createDecisionLog(),
}: SocketDeps): Socket {
  let identity: SocketIdentity | null = null;
  /** User id of the login sent on the current connection; 0 for an anonymous one or none. */
  let connectedUserId = 0;
  /** Nickname from the answer to that login: lines that mention it are not dropped in a flood. */
  let viewerName = '';
  let socket: { readonly open: OpenSocket; readonly address: SocketAddress } | null = null;
  let socSid = '';
  let returnMs: number = WAITS.chatReturn.capMs;
  /** A 502 was sent on this connection and not answered yet. */
  let isVerifying = false;
  /** Time of the last data of the current connection. */
  let heardEpochMs = 0;
  let lastWhy: ConnectionWhy | '' = '';
  /** The address book in the session storage. */
  let storedBook: AddressBook | null = null;

  const debug = createDebugLines({
    watched: () => identity?.debugCommand,
    onLine: () => receiver.wake(),
    send: (lines, totals) => outs.down({ type: 'debug', lines, totals }),
  });
  const receiver = new Receiver({
    clock: platform,
    loaders,
    roomId: () => identity?.roomId ?? 0,
    viewer: () => ({ userId: identity?.userId ?? 0, name: viewerName }),
    connectedUserId: () => connectedUserId,
    isWatched: (id) => isEntering() || debug.isWatched(id),
    messages(kept, skipped) {
      const packed = pack(kept);
      outs.down({ type: 'messages', batch: packed, skipped }, transferOf(packed));
    },
    offset: (offset) => outs.down({ type: 'offset', offset: String(offset) }),
    acknowledge: send,
    stats: (fact) => outs.stats(fact),
    onMessage,
    onProblem: ({ code, detail }) => debug.add(() => `✗ ${code} ${detail}`),
    onFamily: (family, why) => outs.down({ type: 'family', family, why }),
    onFlush: debug.flush,
  });
  const outbox = createOutbox({
    clock: platform,
    decisions,
    policy,
    send,
    connectedUserId: () => connectedUserId,
    deviceNo: () => identity?.deviceNo ?? '',
    down: (message) => outs.down(message),
    stats: (fact) => outs.stats(fact),
    onQueued: reportState,
  });
  const runner = createRunner(connectionMachine, {
    clock: platform,
    decisions,
    context: () => ({ policy, services, returnMs, random: platform.random() }),
    onState: ({ connection }) => storeAddresses(connection),
    execute,
  });

  // --- effects -----------------------------------------------------------------------------------------------------------------------

  function execute(effect: ConnectionRun): void {
    switch (effect.type) {
      case 'note':
        outs.stats({ type: 'count', name: `socket.why.${effect.why}`, by: 1 });
        debug.add(() => `· ${effect.why}`);
        lastWhy = effect.why;
        return;
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
        login(effect.again, effect.socToken);
        return;
      case 'beat':
        socket?.open.send(HEARTBEAT_REQUEST);
        debug.raw('out', HEARTBEAT_REQUEST);
        return;
      case 'ask-slider':
        outs.down({ type: 'slider', needed: true });
        reportFailure({ code: 'SOCKET_DANGEROUS', detail: '' });
        return;
      case 'stop-lines':
        connectedUserId = 0;
        outbox.lost();
        return;
      case 'slider-over':
        outs.down({ type: 'slider', needed: false });
        return;
      case 'report-state': {
        reportState();
        const { link, rounds } = runner.state().connection;
        if (link.name === 'failed') reportFailure({ code: link.why, detail: lastWhy });
        // Once for each outage.
        if (link.name === 'pausing' && rounds === 1 && lastWhy === 'attempts used up')
          reportFailure({ code: 'SOCKET_EXHAUSTED', detail: link.why });
        return;
      }
      case 'ready':
        if (identity !== null) sendScreen(identity.vertical);
        outbox.ready();
        return;
      default:
        assertNever(effect);
    }
  }

  async function askAddresses(epoch: number): Promise<void> {
    if (identity === null) return;
    const { type } = runner.state().connection;
    const url = dispatchUrl(services, identity, policy.protocolVersion, policy.clientId);
    const timeoutMs = policy.addressTimeoutMs;
    // The scheduler has another origin and identifies a login by its cookies.
    const request = { method: 'GET', url, timeoutMs, maxBytes: MAX_ADDRESS_BYTES, credentials: 'include' } as const;
    const body = await monitoredJson(request, platform, (call) => outs.stats({ type: 'call', call }));
    const read = body.ok ? readDispatch(body.value, type) : body;
    if (!read.ok) reportFailure(read.error);
    else if (read.value.dropped > 0) outs.stats({ type: 'count', name: 'socket.bad-addresses', by: read.value.dropped });
    runner.send({
      type: 'addressed',
      epoch,
      answer: read.ok ? read.value.answer : { ok: false, retryAfterMs: read.error.retryAfterMs ?? null },
    });
  }

  function dial(epoch: number, address: SocketAddress): void {
    beginSession(platform.uuid());
    isVerifying = false;
    heardEpochMs = platform.epochMs();
    receiver.nextConnection();
    const open = platform.dial(addressUrl(address), {
      opened: () => runner.send({ type: 'opened', epoch }),
      received: (data) => received(epoch, data),
      lost(closeCode) {
        // By the wall clock, because the other one stops in some browsers while the device sleeps.
        const wasAsleep = platform.epochMs() - heardEpochMs > ASLEEP_AFTER_BEATS * policy.heartbeatMs;
        runner.send({ type: 'lost', epoch, wasAsleep, ...(closeCode !== undefined && { closeCode }) });
      },
    });
    socket = { open, address };
  }

  /** S32: the reports of frames contain it. */
  function beginSession(id: string): void {
    socSid = id;
    tellSession();
  }

  function tellSession(): void {
    if (socSid !== '') outs.stats({ type: 'socket-session', socsId: socSid });
  }

  function login(again: boolean, socToken: string): void {
    if (identity === null) return;
    connectedUserId = isLoggedIn(identity) ? identity.userId : 0;
    viewerName = '';
    send(loginCommand(identity, { again, offset: receiver.offset, socToken, socSid }, policy));
  }

  /** Entering ends with any valid message. */
  function isEntering(): boolean {
    return runner.state().name === 'entering';
  }

  // --- messages of the server -----------------------------------------------------------------------------------------------------------

  function received(epoch: number, data: unknown): void {
    if (epoch !== runner.state().connection.epoch) return;
    heardEpochMs = platform.epochMs();
    debug.raw('in', data);
    if (receiver.receive(data)) runner.send({ type: 'beat-answered', epoch });
  }

  /** The connection handles 901, 202 and the first message of any kind; the others would only cost a step each. */
  function onMessage({ row: { id, name }, bytes, timeMs, message: received }: ArrivedMessage, isCurrent: boolean): void {
    debug.count({ id, name, bytes, lagMs: platform.epochMs() - timeMs });
    if (received === null) return;
    const message = withCommand(received);
    debug.add(() => `← ${id} ${name} ${bytes} B ${hideToken(message.body)}`, id);
    if (!isCurrent) return;
    const { epoch } = runner.state().connection;
    outbox.onMessage(message);
    if (message.name === 'close-socket') {
      runner.send({ type: 'sent-away', epoch, mayReturn: message.body.reconnect });
      return;
    }
    if (message.name === 'error' && message.body.cmd === COMMAND.verify) onVerify(message.body);
    if (message.name === 'error' && message.body.cmd === COMMAND.chat && message.body.key !== '') askQuestion(message.body, false);
    const status = message.name === 'error' && isAboutConnection(message.body) ? message.body : null;
    if (status !== null || isEntering()) runner.send({ type: 'message', epoch, status });
    if (message.name === 'login') onLogin(message.body);
  }

  /** A 901 that does not name its command answers the 502, if one was sent, and the login otherwise. */
  function withCommand(message: Message): Message {
    if (message.name !== 'error' || message.body.cmd !== 0) return message;
    const isVerdict = isVerifying && message.body.errno !== ERRNO_REDISPATCH;
    return { ...message, body: { ...message.body, cmd: isVerdict ? COMMAND.verify : COMMAND.login } };
  }

  /** The answer to the viewer's own login may contain a session id and a new token for the next login. */
  function onLogin({ userid, socsid, token, nickname }: Extract<Message, { name: 'login' }>['body']): void {
    if (identity === null || userid !== connectedUserId) return;
    viewerName = nickname;
    if (socsid !== '') beginSession(socsid);
    if (token !== '' && userid > 0) identity = { ...identity, token: asShown(token) };
  }

  function onVerify(answer: Extract<Message, { name: 'error' }>['body']): void {
    isVerifying = false;
    if (answer.status === 1) outs.down({ type: 'verified' });
    else askQuestion(answer, true);
  }

  function askQuestion({ key, codeUrl, codeText }: Extract<Message, { name: 'error' }>['body'], isWrong: boolean): void {
    // The server compares the key: it is returned as the server sent it, without the escaping of received texts.
    outs.down({ type: 'verify', question: { key: asShown(key), imageUrl: codeUrl, text: codeText }, isWrong });
  }

  // --- commands of the room -------------------------------------------------------------------------------------------------------------

  function up(message: SocketUp): void {
    switch (message.type) {
      case 'connect':
        connect(message.identity);
        return;
      case 'send-chat':
        outbox.write(message.line);
        // A viewer who writes wants the connection now.
        if (runner.state().name === 'pausing') runner.send({ type: 'retry' });
        return;
      case 'verify-chat':
        isVerifying = send({ id: COMMAND.verify, fields: { cmd: COMMAND.verify, code: message.code, key: message.key } });
        return;
      case 'screen':
        if (identity === null || identity.vertical === message.vertical) return;
        identity = { ...identity, vertical: message.vertical };
        if (runner.state().name === 'open') sendScreen(message.vertical);
        return;
      case 'slider-passed':
        if (identity !== null) identity = { ...identity, safety: message.safety };
        runner.send({ type: 'slider-passed' });
        return;
      case 'retry':
        if (message.from === 'viewer' || runner.state().name === 'pausing') runner.send({ type: 'retry' });
        return;
      case 'reach':
        runner.send({ type: 'reach', reach: message.reach });
        return;
      case 'return-spread':
        returnMs = message.ms;
        return;
      case 'leave':
        sendQuit();
        return;
      case 'close':
        sendQuit();
        runner.send({ type: 'close' });
        return;
      default:
        assertNever(message);
    }
  }

  function connect(next: SocketIdentity): void {
    const isOtherRoom = identity?.roomId !== next.roomId || identity.roomKind !== next.roomKind;
    // Another login in the same room continues at the current offset; another room has its own offset.
    if (identity?.roomId !== next.roomId) receiver.restart(readOffset(next.offset));
    const { safety } = identity?.roomId === next.roomId ? identity : {};
    identity = { ...next, ...(safety === undefined ? {} : { safety }) };
    // Lines of another login are returned before anything of the new login is sent.
    outbox.login(isLoggedIn(next) ? next.userId : 0);
    storedBook = readAddresses(next.addresses, next, platform.nowMs(), platform.epochMs());
    runner.send({ type: 'connect', loginType: isLoggedIn(next) ? 'login' : 'guest', book: storedBook, isOtherRoom });
  }

  /** Only addresses that led to a connection are stored; after a failed connection the next page requests new ones. */
  function storeAddresses({ link, book }: Connection): void {
    const isGood = link.name === 'open' && book !== null && !book.isLocal;
    const isBad = link.name === 'waiting' || link.name === 'pausing' || link.name === 'failed';
    const kept = isGood ? book : isBad ? null : storedBook;
    if (kept === storedBook || identity === null) return;
    storedBook = kept;
    const stored = kept === null ? null : writeAddresses(kept, identity, kept.expiresMs - platform.nowMs(), platform.epochMs());
    outs.down({ type: 'addresses', stored });
  }

  function sendQuit(): void {
    if (identity !== null) send({ id: COMMAND.quit, fields: { cmd: COMMAND.quit, roomid: identity.roomId } });
  }

  function sendScreen(vertical: boolean): void {
    send({ id: COMMAND.screen, fields: { cmd: COMMAND.screen, screen: vertical ? 1 : 0 } });
  }

  function send(command: Command): boolean {
    if (socket === null) return false;
    debug.add(() => `→ ${command.id} ${hideToken(command.fields)}`, command.id);
    if (command.id === COMMAND.ack) debug.acknowledged();
    // In blob mode only strings are sent (S8).
    const data = socket.address.socketType === 'blob' ? commandText(command) : encodeCommand(command);
    debug.raw('out', data);
    return socket.open.send(data);
  }

  // --- reports ----------------------------------------------------------------------------------------------------------------------------

  function reportState(): void {
    const { link, attempt } = runner.state().connection;
    const error = link.name === 'failed' ? link.why : null;
    const retryAtMs = 'untilMs' in link ? platform.epochMs() + Math.max(0, link.untilMs - platform.nowMs()) : null;
    outs.down({ type: 'state', name: SHOWN[link.name], attempt, retryAtMs, queued: outbox.queued(), why: lastWhy, error });
  }

  function reportFailure({ code, detail }: Failure): void {
    outs.stats({ type: 'failure', code, detail });
  }

  return { up, tellSession };
}

/** Answers to a line or a verification do not concern the connection, unless they request other addresses. */
const isAboutConnection = ({ cmd, errno }: { readonly cmd: number; readonly errno: number }): boolean =>
  (cmd !== COMMAND.chat && cmd !== COMMAND.verify) || errno === ERRNO_REDISPATCH;

/** Hides fields that would allow another person to log in. */
const hideToken = (fields: object): string =>
  JSON.stringify(fields, (name, value: unknown) => ((name === 'token' || name === 'soctoken') && value !== '' ? '…' : value));

const SHOWN = {
  idle: 'idle',
  addressing: 'connecting',
  slider: 'connecting',
  dialling: 'connecting',
  entering: 'connecting',
  open: 'open',
  waiting: 'waiting',
  pausing: 'paused',
  failed: 'failed',
} as const satisfies Record<Link['name'], string>;

import { assertNever } from '../../player/base/errors.ts';
import { WAITS } from '../../player/base/waits.ts';
import { createDecisionLog, type DecisionLog, createRunner, type Runner } from '../../player/base/machine.ts';
import type { Services } from '../../core/services.ts';
import {
  type AddressBook,
  type SocketAddress,
  addressUrl,
  dispatchUrl,
  bookToStore,
  readAddresses,
  writeAddresses,
} from '../../core/socket/address.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { COMMAND, type Command, isLoggedIn, loginCommand } from '../../core/socket/outgoing.ts';
import { connectionMachine, type ConnectionRun, type ConnectionState, isAboutConnection } from '../../core/socket/connection.ts';
import {
  type Connection,
  type ConnectionEvent,
  type ConnectionWhy,
  SHOWN_LINK,
  SOCKET_POLICY,
  type SocketPolicy,
} from '../../core/socket/connection-state.ts';
import { readOffset } from '../../workers/socket/receiver.ts';
import { commandText, encodeCommand } from '../../wire/encode-command.ts';
import { HEARTBEAT_REQUEST } from '../../wire/frame.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Platform } from '../platform.ts';
import type { StatsEvent } from '../stats/api.ts';
import type { SocketDown, SocketIdentity, SocketUp } from './api.ts';
import { createDebugLines, hideToken } from './debug-lines.ts';
import { requestAddresses } from './dispatch.ts';
import { Outbox } from './outbox.ts';
import { type ArrivedMessage, FAMILY_LOADERS, type FamilyLoaders, Receiver } from './receiver.ts';

/** The used part of a WebSocket. */
export interface OpenSocket {
  /** Returns false if the socket did not accept the data because it is closing or closed. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(data: unknown): void;
  /** Called once at the end, for any reason; `closeCode` of the WebSocket, if it has one. */
  lost(closeCode?: number): void;
}

export interface SocketPlatform extends Platform {
  readonly dial: (url: string, events: SocketEvents) => OpenSocket;
}

/** A running thread receives an answer to each heartbeat, or gives the connection up after fewer without one. */
const ASLEEP_AFTER_BEATS = 8;

export interface SocketDeps {
  readonly services: Services;
  readonly platform: SocketPlatform;
  readonly outs: { down(message: SocketDown, transfer?: Transferable[]): void; stats(fact: StatsEvent): void };
  readonly loaders?: FamilyLoaders;
  readonly policy?: SocketPolicy;
  readonly decisions?: DecisionLog;
}

/** Executes the decisions of core/socket: connecting, timers, frames. Owns the WebSocket and the address book, and no state of the room. */
export class Socket {
  readonly #services: Services;
  readonly #platform: SocketPlatform;
  readonly #outs: SocketDeps['outs'];
  readonly #policy: SocketPolicy;
  readonly #debug: ReturnType<typeof createDebugLines>;
  readonly #receiver: Receiver;
  readonly #outbox: Outbox;
  readonly #runner: Runner<ConnectionState, ConnectionEvent>;
  #identity: SocketIdentity | null = null;
  /** User id of the login sent on the current connection; 0 for an anonymous one or none. */
  #connectedUserId = 0;
  /** Nickname from the answer to that login: lines that mention it are not dropped in a flood. */
  #viewerName = '';
  #socket: { readonly open: OpenSocket; readonly address: SocketAddress } | null = null;
  #sessionId = '';
  #returnMs: number = WAITS.chatReturn.capMs;
  /** Time of the last data of the current connection. */
  #heardEpochMs = 0;
  #lastWhy: ConnectionWhy | '' = '';
  /** The address book in the session storage. */
  #storedBook: AddressBook | null = null;

  constructor(deps: SocketDeps) {
    const { services, platform, outs, loaders = FAMILY_LOADERS, policy = SOCKET_POLICY, decisions = createDecisionLog() } = deps;
    this.#services = services;
    this.#platform = platform;
    this.#outs = outs;
    this.#policy = policy;
    const stats = (fact: StatsEvent): void => outs.stats(fact);
    const send = (command: Command): boolean => this.#send(command);
    const connectedUserId = (): number => this.#connectedUserId;
    const debug = createDebugLines({
      watched: () => this.#identity?.debugCommand,
      onLine: () => this.#receiver.wake(),
      send: (lines, totals) => outs.down({ type: 'debug', lines, totals }),
    });
    this.#debug = debug;
    this.#receiver = new Receiver({
      clock: platform,
      loaders,
      roomId: () => this.#identity?.roomId ?? 0,
      viewer: () => ({ userId: this.#identity?.userId ?? 0, name: this.#viewerName }),
      connectedUserId,
      isWatched: (id) => this.#isEntering() || debug.isWatched(id),
      messages: (batch, skipped) => outs.down({ type: 'messages', batch, skipped }, [batch.buffer]),
      offset: (offset) => outs.down({ type: 'offset', offset: String(offset) }),
      acknowledge: send,
      stats,
      onMessage: (arrived, isCurrent) => this.#onMessage(arrived, isCurrent),
      onProblem: ({ code, detail }) => debug.add(() => `✗ ${code} ${detail}`),
      onFamily: (family, why) => outs.down({ type: 'family', family, why }),
      onFlush: () => debug.flush(),
    });
    this.#outbox = new Outbox({
      clock: platform,
      decisions,
      policy,
      send,
      connectedUserId,
      deviceNo: () => this.#identity?.deviceNo ?? '',
      down: (message) => outs.down(message),
      stats,
      onQueued: () => this.#reportState(),
    });
    this.#runner = createRunner(connectionMachine, {
      clock: platform,
      decisions,
      context: () => ({ policy, services, returnMs: this.#returnMs, random: platform.random() }),
      onState: ({ connection }) => this.#storeAddresses(connection),
      execute: (effect) => this.#execute(effect),
    });
  }

  #execute(effect: ConnectionRun): void {
    switch (effect.type) {
      case 'note':
        this.#outs.stats({ type: 'count', name: `socket.why.${effect.why}`, by: 1 });
        this.#debug.add(() => `· ${effect.why}`);
        this.#lastWhy = effect.why;
        return;
      case 'request-addresses':
        void this.#requestAddresses(effect.epoch);
        return;
      case 'dial':
        this.#dial(effect.epoch, effect.address);
        return;
      case 'hang-up':
        this.#socket?.open.close();
        this.#socket = null;
        return;
      case 'login':
        this.#login(effect.again, effect.socToken);
        return;
      case 'beat':
        this.#socket?.open.send(HEARTBEAT_REQUEST);
        this.#debug.raw('out', HEARTBEAT_REQUEST);
        return;
      case 'request-slider':
        this.#outs.down({ type: 'slider', needed: true });
        this.#outs.stats({ type: 'failure', code: 'SOCKET_DANGEROUS', detail: '' });
        return;
      case 'stop-lines':
        this.#connectedUserId = 0;
        this.#outbox.lost();
        return;
      case 'slider-over':
        this.#outs.down({ type: 'slider', needed: false });
        return;
      case 'report-state':
        this.#reportState();
        this.#reportOutage();
        return;
      case 'ready':
        if (this.#identity !== null) this.#sendScreen(this.#identity.vertical);
        this.#outbox.ready();
        return;
      default:
        assertNever(effect);
    }
  }

  async #requestAddresses(epoch: number): Promise<void> {
    if (this.#identity === null) return;
    const { protocolVersion, clientId, addressTimeoutMs } = this.#policy;
    const { type } = this.#runner.state().connection;
    const url = dispatchUrl(this.#services, this.#identity, protocolVersion, clientId);
    const stats = (fact: StatsEvent): void => this.#outs.stats(fact);
    const answer = await requestAddresses(url, type, addressTimeoutMs, { platform: this.#platform, stats });
    this.#runner.send({ type: 'addressed', epoch, answer });
  }

  #dial(epoch: number, address: SocketAddress): void {
    const platform = this.#platform;
    this.#beginSession(platform.uuid());
    this.#outbox.nextConnection();
    this.#heardEpochMs = platform.epochMs();
    this.#receiver.nextConnection();
    const open = platform.dial(addressUrl(address), {
      opened: () => this.#runner.send({ type: 'opened', epoch }),
      received: (data) => this.#received(epoch, data),
      lost: (closeCode) => {
        // By the wall clock, because the other one stops in some browsers while the device sleeps.
        const wasAsleep = platform.epochMs() - this.#heardEpochMs > ASLEEP_AFTER_BEATS * this.#policy.heartbeatMs;
        this.#runner.send({ type: 'lost', epoch, wasAsleep, ...(closeCode !== undefined && { closeCode }) });
      },
    });
    this.#socket = { open, address };
  }

  /** S32: the reports of frames contain it. */
  #beginSession(id: string): void {
    this.#sessionId = id;
    this.reportSession();
  }

  /** Sends the session to the stats worker, also to a restarted one. */
  reportSession(): void {
    if (this.#sessionId !== '') this.#outs.stats({ type: 'socket-session', socsId: this.#sessionId });
  }

  #login(again: boolean, socToken: string): void {
    const identity = this.#identity;
    if (identity === null) return;
    this.#connectedUserId = isLoggedIn(identity) ? identity.userId : 0;
    this.#viewerName = '';
    this.#send(loginCommand(identity, { again, offset: this.#receiver.offset, socToken, socSid: this.#sessionId }, this.#policy));
  }

  /** Entering ends with any valid message. */
  #isEntering(): boolean {
    return this.#runner.state().name === 'entering';
  }

  #received(epoch: number, data: unknown): void {
    if (epoch !== this.#runner.state().connection.epoch) return;
    this.#heardEpochMs = this.#platform.epochMs();
    this.#debug.raw('in', data);
    if (this.#receiver.receive(data)) this.#runner.send({ type: 'beat-answered', epoch });
  }

  /** The connection handles 901, 202 and the first message of any kind; the others would only cost a step each. */
  #onMessage({ row: { id, name }, bytes, timeMs, message: received }: ArrivedMessage, isCurrent: boolean): void {
    this.#debug.count({ id, name, bytes, lagMs: this.#platform.epochMs() - timeMs });
    if (received === null) return;
    const message = this.#outbox.withCommand(received);
    this.#debug.add(() => `← ${id} ${name} ${bytes} B ${hideToken(message.body)}`, id);
    if (!isCurrent) return;
    const { epoch } = this.#runner.state().connection;
    this.#outbox.onMessage(message);
    if (message.name === 'close-socket') {
      this.#runner.send({ type: 'sent-away', epoch, mayReturn: message.body.reconnect });
      return;
    }
    const status = message.name === 'error' && isAboutConnection(message.body) ? message.body : null;
    if (status !== null || this.#isEntering()) this.#runner.send({ type: 'message', epoch, status });
    if (message.name === 'login') this.#onLogin(message.body);
  }

  /** The answer to the viewer's own login may contain a session id and a new token for the next login. */
  #onLogin({ userid, socsid, token, nickname }: BodyOfMessage<'login'>): void {
    if (this.#identity === null || userid !== this.#connectedUserId) return;
    this.#viewerName = nickname;
    if (socsid !== '') this.#beginSession(socsid);
    if (token !== '' && userid > 0) this.#identity = { ...this.#identity, token: asShown(token) };
  }

  up(message: SocketUp): void {
    const runner = this.#runner;
    switch (message.type) {
      case 'connect':
        this.#connect(message.identity);
        return;
      case 'send-chat':
        this.#outbox.write(message.line);
        // A viewer who writes wants the connection now.
        if (runner.state().name === 'pausing') runner.send({ type: 'retry' });
        return;
      case 'verify-chat':
        this.#outbox.verify(message.code, message.key);
        return;
      case 'screen':
        if (this.#identity === null || this.#identity.vertical === message.vertical) return;
        this.#identity = { ...this.#identity, vertical: message.vertical };
        if (runner.state().name === 'open') this.#sendScreen(message.vertical);
        return;
      case 'slider-passed':
        if (this.#identity !== null) this.#identity = { ...this.#identity, safety: message.safety };
        runner.send({ type: 'slider-passed' });
        return;
      case 'retry':
        if (message.from === 'viewer' || runner.state().name === 'pausing') runner.send({ type: 'retry' });
        return;
      case 'reach':
        runner.send({ type: 'reach', reach: message.reach });
        return;
      case 'return-spread':
        this.#returnMs = message.ms;
        return;
      case 'leave':
        this.#sendQuit();
        return;
      case 'close':
        this.#sendQuit();
        runner.send({ type: 'close' });
        return;
      default:
        assertNever(message);
    }
  }

  #connect(next: SocketIdentity): void {
    const before = this.#identity;
    const isOtherRoom = before?.roomId !== next.roomId || before.roomKind !== next.roomKind;
    // Another login in the same room continues at the current offset; another room has its own offset.
    if (before?.roomId !== next.roomId) this.#receiver.restart(readOffset(next.offset));
    const { safety } = before?.roomId === next.roomId ? before : {};
    this.#identity = { ...next, ...(safety === undefined ? {} : { safety }) };
    // Lines of another login are returned before anything of the new login is sent.
    this.#outbox.login(isLoggedIn(next) ? next.userId : 0);
    this.#storedBook = readAddresses(next.addresses, next, this.#platform.nowMs(), this.#platform.epochMs());
    this.#runner.send({ type: 'connect', loginType: isLoggedIn(next) ? 'login' : 'guest', book: this.#storedBook, isOtherRoom });
  }

  #storeAddresses(connection: Connection): void {
    const kept = bookToStore(connection, this.#storedBook);
    if (kept === this.#storedBook || this.#identity === null) return;
    this.#storedBook = kept;
    const { nowMs, epochMs } = this.#platform;
    const stored = kept === null ? null : writeAddresses(kept, this.#identity, kept.expiresMs - nowMs(), epochMs());
    this.#outs.down({ type: 'addresses', stored });
  }

  #sendQuit(): void {
    if (this.#identity !== null) this.#send({ id: COMMAND.quit, fields: { cmd: COMMAND.quit, roomid: this.#identity.roomId } });
  }

  #sendScreen(vertical: boolean): void {
    this.#send({ id: COMMAND.screen, fields: { cmd: COMMAND.screen, screen: vertical ? 1 : 0 } });
  }

  #send(command: Command): boolean {
    if (this.#socket === null) return false;
    this.#debug.add(() => `→ ${command.id} ${hideToken(command.fields)}`, command.id);
    if (command.id === COMMAND.ack) this.#debug.acknowledged();
    // In blob mode only strings are sent (S8).
    const data = this.#socket.address.socketType === 'blob' ? commandText(command) : encodeCommand(command);
    this.#debug.raw('out', data);
    return this.#socket.open.send(data);
  }

  #reportState(): void {
    const { link, attempt } = this.#runner.state().connection;
    const error = link.name === 'failed' ? link.why : null;
    const retryAtMs = 'untilMs' in link ? this.#platform.epochMs() + Math.max(0, link.untilMs - this.#platform.nowMs()) : null;
    const { queued } = this.#outbox;
    this.#outs.down({ type: 'state', name: SHOWN_LINK[link.name], attempt, retryAtMs, queued, why: this.#lastWhy, error });
  }

  /** Once for each outage. */
  #reportOutage(): void {
    const { link, rounds } = this.#runner.state().connection;
    if (link.name === 'failed') this.#outs.stats({ type: 'failure', code: link.why, detail: this.#lastWhy });
    if (link.name === 'pausing' && rounds === 1 && this.#lastWhy === 'attempts used up')
      this.#outs.stats({ type: 'failure', code: 'SOCKET_EXHAUSTED', detail: link.why });
  }
}

// Long file: one machine, whose states share their waits.
/**
 * S1, S2, S6: the connection of the chat. Attempts come in rounds of five (S2). After a round the viewer sees the time of the next one,
 * which starts by itself as long as the page lives.
 */
import { type WaitName, waitMs } from '../../player/base/waits.ts';
import type { ErrorCode } from '../errors.ts';
import type { Machine } from '../../player/base/machine.ts';
import { type AddressBook, type DispatchAnswer, bookOf, decideDispatch, fallbackBook, usable } from './address.ts';
import { COMMAND } from './outgoing.ts';
import {
  disconnected,
  type Beating,
  type Connection,
  type ConnectionContext,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionWhy,
  type Link,
  type Status,
  type Step,
} from './connection-state.ts';

/** The connection as a machine for the runner: its reasons are separate effects, so that each is counted and shown. */
export interface ConnectionState {
  readonly name: Link['name'];
  readonly connection: Connection;
}
export type ConnectionRun =
  | ConnectionEffect
  | { readonly type: 'note'; readonly why: ConnectionWhy }
  /** The login is no longer confirmed: lines are queued. */
  | { readonly type: 'stop-lines' }
  | { readonly type: 'slider-over' }
  | { readonly type: 'report-state' };

export const connectionMachine: Machine<ConnectionState, ConnectionEvent, ConnectionRun, ConnectionContext> = {
  name: 'socket',
  initial: { name: 'idle', connection: disconnected },
  step(state, event, nowMs, context) {
    const before = state.connection;
    const { next, effects, reasons } = step(before, event, nowMs, context);
    const at = next.link.name;
    const run: ConnectionRun[] = reasons.map((why) => ({ type: 'note', why }));
    // First, so that lines are stopped before a new connection can start them again.
    if (state.name === 'open' && next.epoch !== before.epoch) run.push({ type: 'stop-lines' });
    if (state.name === 'slider' && at !== 'slider') run.push({ type: 'slider-over' });
    run.push(...effects);
    const isMoved = 'untilMs' in before.link && 'untilMs' in next.link && before.link.untilMs !== next.link.untilMs;
    if (at !== state.name || isMoved || next.attempt !== before.attempt) run.push({ type: 'report-state' });
    return [next === before ? state : { name: at, connection: next }, ...run];
  },
  deadlineMs: ({ connection }) => dueMs(connection),
};

export const ERRNO_REDISPATCH = 622;

/** Answers to a line or a verification do not concern the connection, unless they request other addresses. */
export const isAboutConnection = ({ cmd, errno }: Pick<Status, 'cmd' | 'errno'>): boolean =>
  (cmd !== COMMAND.chat && cmd !== COMMAND.verify) || errno === ERRNO_REDISPATCH;

export function step(connection: Connection, event: ConnectionEvent, nowMs: number, context: ConnectionContext): Step {
  if ('epoch' in event && event.epoch !== connection.epoch) return nothing(connection);
  const { link } = connection;
  switch (event.type) {
    case 'connect': {
      const book = (event.isOtherRoom === true ? null : connection.book) ?? event.book ?? null;
      return start({ ...disconnected, epoch: connection.epoch, book, type: event.loginType }, link, nowMs, context, 'asked to connect');
    }
    case 'retry':
      if (link.name !== 'failed' && link.name !== 'waiting' && link.name !== 'pausing') return nothing(connection);
      return startRound(connection, link.name !== 'waiting', nowMs, context, 'asked to try again');
    case 'reach':
      return event.reach === 'up' ? reachable(connection, nowMs, context) : held(connection, nowMs, context);
    case 'close':
      return {
        next: { ...connection, epoch: connection.epoch + 1, link: { name: 'idle' } },
        effects: isUp(link) ? [{ type: 'hang-up' }] : [],
        reasons: ['asked to close'],
      };
    case 'slider-passed':
      return link.name === 'slider' ? requestAddresses(connection, 'slider passed') : nothing(connection);
    case 'addressed':
      return link.name === 'addressing' ? addressed(connection, event.answer, nowMs, context) : nothing(connection);
    case 'opened':
      return link.name === 'dialling' ? opened(connection, nowMs, context) : nothing(connection);
    case 'lost':
      if (link.name === 'dialling') return failedOnce(connection, 'SOCKET_LOST', 'connect failed', nowMs, context, event);
      if (link.name === 'entering') return failedOnce(connection, 'SOCKET_LOST', 'connection lost', nowMs, context, event);
      // No other viewer returns now, and the addresses may have expired.
      if (link.name === 'open' && event.wasAsleep) {
        const untilMs = nowMs + context.policy.switchDelayMs;
        return waitFor({ ...connection, book: null }, { untilMs, why: 'SOCKET_LOST' }, 'lost while asleep');
      }
      return link.name === 'open' ? closedByServer(connection, 'connection lost', nowMs, context, event.closeCode) : nothing(connection);
    case 'message':
      return message(connection, event.status, nowMs, context);
    case 'beat-answered':
      if (link.name !== 'entering' && link.name !== 'open') return nothing(connection);
      return {
        ...nothing(connection),
        next: { ...connection, link: { ...link, unanswered: 0 }, attempt: 0, rounds: 0, redispatched: false },
      };
    case 'sent-away':
      if (link.name !== 'entering' && link.name !== 'open') return nothing(connection);
      if (event.mayReturn) return closedByServer(connection, 'sent away', nowMs, context);
      return fail(connection, 'SOCKET_LOGIN_REFUSED', ['sent away for good'], true);
    case 'tick':
      return tick(connection, nowMs, context);
  }
}

/** Time when `step` needs a tick; null if only an event can change the state. */
export function dueMs({ link }: Connection): number | null {
  switch (link.name) {
    case 'dialling':
      return link.deadlineMs;
    case 'entering':
      return Math.min(link.deadlineMs, link.nextBeatMs);
    case 'open':
      return Math.min(link.nextBeatMs, link.confirmByMs ?? Number.POSITIVE_INFINITY);
    case 'waiting':
    case 'pausing':
      return link.untilMs;
    case 'idle':
    case 'addressing':
    case 'slider':
    case 'failed':
      return null;
  }
}

const nothing = (connection: Connection): Step => ({ next: connection, effects: [], reasons: [] });
const isLogin = (cmd: number | undefined): boolean => cmd === COMMAND.login || cmd === COMMAND.relogin;
const isUp = (link: Link): boolean => link.name === 'dialling' || link.name === 'entering' || link.name === 'open';

function start(connection: Connection, before: Link, nowMs: number, context: ConnectionContext, why: ConnectionWhy): Step {
  const begun = begin(connection, nowMs, context);
  return { ...begun, effects: isUp(before) ? [{ type: 'hang-up' }, ...begun.effects] : begun.effects, reasons: [why, ...begun.reasons] };
}

/** Dials an address that is still valid, else requests addresses. */
function begin(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const book = usable(connection.book, connection.type, nowMs);
  if (book === null) return requestAddresses({ ...connection, book: null });
  return dial({ ...connection, book }, book, nowMs, context, 'cached addresses');
}

function requestAddresses(connection: Connection, why?: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  return {
    next: { ...connection, epoch, link: { name: 'addressing' } },
    effects: [{ type: 'request-addresses', epoch }],
    reasons: why === undefined ? [] : [why],
  };
}

function dial(connection: Connection, book: AddressBook, nowMs: number, { policy }: ConnectionContext, why: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  const address = book.addresses[connection.cursor % book.addresses.length];
  if (address === undefined) return requestAddresses(connection);
  return {
    next: { ...connection, epoch, book, link: { name: 'dialling', deadlineMs: nowMs + policy.connectTimeoutMs } },
    effects: [{ type: 'dial', epoch, address }],
    reasons: [why],
  };
}

function addressed(connection: Connection, answer: DispatchAnswer, nowMs: number, context: ConnectionContext): Step {
  const { policy, services } = context;
  const { redispatched, sliders } = connection;
  const history = { hasFallback: services.socketFallback.length > 0, redispatched, sliders, maxSliders: policy.maxSliders };
  const { action, why } = decideDispatch(answer, history);
  switch (action) {
    case 'use':
      // Rule `use` matches only a good answer; this branch narrows the type.
      return answer.ok ? dial({ ...connection, cursor: 0 }, bookOf(answer, nowMs), nowMs, context, why) : nothing(connection);
    case 'use-fallback':
      return dial(connection, fallbackBook(services, connection.type, nowMs), nowMs, context, why);
    case 'request-slider':
      return {
        next: { ...connection, sliders: sliders + 1, link: { name: 'slider' } },
        effects: [{ type: 'request-slider' }],
        reasons: [why],
      };
    case 'request-again':
      return requestAddresses({ ...connection, redispatched: true }, why);
    case 'back-off':
      return failedOnce(connection, 'SOCKET_ADDRESS_FAILED', why, nowMs, context, answer.ok ? {} : answer);
    case 'give-up':
      return fail(connection, why === 'refused without fallback' ? 'SOCKET_ADDRESS_REFUSED' : 'SOCKET_DANGEROUS', [why], false);
  }
}

function opened(connection: Connection, nowMs: number, { policy }: ConnectionContext): Step {
  const link: Link = {
    name: 'entering',
    openedMs: nowMs,
    deadlineMs: nowMs + policy.enterWaitMs,
    nextBeatMs: nowMs + policy.heartbeatMs,
    unanswered: 0,
  };
  return {
    next: { ...connection, link },
    effects: [{ type: 'login', again: connection.wasIn, socToken: connection.book?.socToken ?? '' }],
    reasons: ['socket open'],
  };
}

function message(connection: Connection, status: Status | null, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  if (link.name !== 'entering' && link.name !== 'open') return nothing(connection);
  // S6: errno 622 in a 901, first message or not: the addresses are wrong, and new ones are requested once.
  if (status !== null && status.status === 0 && status.errno === ERRNO_REDISPATCH && !connection.redispatched) {
    const requested = requestAddresses({ ...connection, book: null, redispatched: true }, 'error 622, new addresses once');
    return { ...requested, effects: [{ type: 'hang-up' }, ...requested.effects] };
  }
  // The first message is a normal connection unless it has status 0 and cmd 901. The server may send messages of the room before it refuses
  // the login.
  const isRefusable = link.name === 'entering' || (link.confirmByMs !== null && isLogin(status?.cmd));
  if (isRefusable && status?.status === 0)
    return failedOnce({ ...connection, book: null }, 'SOCKET_LOGIN_REFUSED', 'login refused', nowMs, context);

  const isConfirmed = status !== null && status.type === 1 && status.status === 1;
  const wasConfirmed = link.name === 'open' && link.confirmByMs === null;
  const { openedMs, nextBeatMs, unanswered } = link;
  const confirmByMs = isConfirmed || wasConfirmed ? null : openedMs + context.policy.loginMonitorMs;
  const next: Connection = {
    ...connection,
    link: { name: 'open', openedMs, nextBeatMs, unanswered, confirmByMs },
    sliders: 0,
    wasIn: connection.wasIn || isConfirmed,
  };
  const reasons: ConnectionWhy[] = link.name === 'entering' ? ['first message'] : [];
  if (!isConfirmed || wasConfirmed) return { next, effects: [], reasons };
  return { next, effects: [{ type: 'ready' }], reasons: [...reasons, 'login confirmed'] };
}

/**
 * The server closed a working connection, for this viewer or for the whole room: the next address of the list after a random time. A
 * connection that is lost sooner than the reconnect frequency allows counts as a failed attempt.
 */
function closedByServer(
  connection: Connection,
  reason: ConnectionWhy,
  nowMs: number,
  context: ConnectionContext,
  closeCode?: number,
): Step {
  const { link } = connection;
  const { policy, returnMs, random } = context;
  if (link.name !== 'open' || nowMs - link.openedMs < policy.reconnectMs)
    return failedOnce(connection, 'SOCKET_LOST', reason, nowMs, context, closeCode === undefined ? {} : { closeCode });
  const serverWait = WAIT_OF_CODE[closeCode ?? 0];
  const wait = serverWait === undefined ? { ...policy.waits.chatReturn, capMs: returnMs } : policy.waits[serverWait];
  const untilMs = nowMs + waitMs(wait, 0, random);
  return waitFor(connection, { untilMs, why: 'SOCKET_LOST', ...(serverWait !== undefined && { isFromServer: true }) }, reason);
}

/** Close codes with which a server asks for a certain wait. */
const WAIT_OF_CODE: Readonly<Record<number, WaitName>> = { 1012: 'chatRestart', 1013: 'chatOverload' };

/**
 * No heartbeat was answered: this viewer's network is gone, and no other viewer returns at the same time. Counts as an attempt, so that a
 * server that never answers ends the round.
 */
function silent(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const isFirst = connection.attempt === 0;
  return failedOnce(
    connection,
    'SOCKET_SILENT',
    'heartbeats unanswered',
    nowMs,
    context,
    isFirst ? { afterMs: context.policy.switchDelayMs } : {},
  );
}

/** The wait that the failure itself asks for. */
interface ServerWait {
  readonly closeCode?: number;
  readonly retryAfterMs?: number | null;
  readonly afterMs?: number;
}

/** The attempt never became a normal connection: the next address of the list, after a growing wait; after the last one the next round. */
function failedOnce(
  connection: Connection,
  why: ErrorCode,
  reason: ConnectionWhy,
  nowMs: number,
  { policy, random }: ConnectionContext,
  { closeCode, retryAfterMs = null, afterMs }: ServerWait = {},
): Step {
  const attempt = connection.attempt + 1;
  const serverWait = WAIT_OF_CODE[closeCode ?? 0];
  if (attempt >= policy.maxAttempts) {
    const rounds = connection.rounds + 1;
    const round = rounds <= policy.firstRounds ? policy.waits.chatRound : policy.waits.chatLaterRound;
    const untilMs = nowMs + waitMs(round, 0, random, retryAfterMs);
    const paused = { ...ended(connection, reason), reasons: [reason, 'attempts used up'] as const };
    return { ...paused, next: { ...paused.next, attempt, rounds, link: { name: 'pausing', untilMs, why } } };
  }
  const untilMs =
    nowMs +
    (afterMs ?? waitMs(policy.waits[serverWait ?? 'chatAttempt'], attempt + policy.maxAttempts * connection.rounds, random, retryAfterMs));
  return waitFor({ ...connection, attempt }, { untilMs, why }, reason);
}

/** Closes the socket, if there is one; the next dial uses the next address of the list. */
const ended = (connection: Connection, reason: ConnectionWhy): Step => ({
  next: { ...connection, epoch: connection.epoch + 1, cursor: connection.cursor + 1 },
  effects: isUp(connection.link) ? [{ type: 'hang-up' }] : [],
  reasons: [reason],
});

function waitFor(connection: Connection, link: Omit<Extract<Link, { name: 'waiting' }>, 'name'>, reason: ConnectionWhy): Step {
  const step = ended(connection, reason);
  return { ...step, next: { ...step.next, link: { name: 'waiting', ...link } } };
}

/** `isFresh`: with new addresses, because those of the last round led nowhere. Used slider checks remain counted until a connection is normal. */
function startRound(connection: Connection, isFresh: boolean, nowMs: number, context: ConnectionContext, why: ConnectionWhy): Step {
  const book = isFresh ? null : connection.book;
  return start({ ...connection, attempt: 0, redispatched: false, book }, connection.link, nowMs, context, why);
}

/** A server that closed the connection is spreading the returns of all its viewers over a few seconds. */
const isSpread = ({ link, attempt }: Connection): boolean => link.name === 'waiting' && attempt === 0 && link.isHeld !== true;

/** Network or services work again, as another part of the room observed. */
function reachable(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  const { policy, random } = context;
  switch (link.name) {
    case 'waiting':
    case 'pausing': {
      if (isSpread(connection)) return nothing(connection);
      const untilMs = Math.min(link.untilMs, nowMs + waitMs(policy.waits.soon, 0, random));
      return { next: { ...connection, link: { ...link, untilMs } }, effects: [], reasons: ['reachable again'] };
    }
    case 'dialling':
      // The operating system repeats the first packets of a connection at growing intervals; a new dial is faster.
      if (link.deadlineMs - nowMs > policy.connectTimeoutMs - policy.redialMs) return nothing(connection);
      return start(connection, link, nowMs, context, 'reachable again');
    case 'open': {
      // A router may have forgotten the connection, which then stays silent: it has to answer one heartbeat soon.
      const proven: Link = { ...link, unanswered: policy.maxUnansweredBeats, nextBeatMs: nowMs + policy.proofMs };
      return { next: { ...connection, link: proven }, effects: [{ type: 'beat' }], reasons: ['reachable again', 'heartbeat'] };
    }
    default:
      return nothing(connection);
  }
}

/** Nothing is reachable: the part that tries most often reports when this ends; at the latest the wait does. */
function held(connection: Connection, nowMs: number, { policy, random }: ConnectionContext): Step {
  const { link } = connection;
  if ((link.name !== 'waiting' && link.name !== 'pausing') || (link.name === 'waiting' && link.isFromServer)) return nothing(connection);
  const untilMs = Math.max(link.untilMs, nowMs + waitMs(policy.waits.held, 0, random));
  const next: Link = link.name === 'waiting' ? { ...link, untilMs, isHeld: true } : { ...link, untilMs };
  return { next: { ...connection, link: next }, effects: [], reasons: ['nothing is reachable'] };
}

function fail(connection: Connection, why: ErrorCode, reasons: readonly ConnectionWhy[], hangUp: boolean): Step {
  return {
    next: { ...connection, epoch: connection.epoch + 1, book: null, link: { name: 'failed', why } },
    effects: hangUp ? [{ type: 'hang-up' }] : [],
    reasons,
  };
}

function tick(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  switch (link.name) {
    case 'waiting':
      if (nowMs < link.untilMs) return nothing(connection);
      return start(connection, link, nowMs, context, 'wait is over');
    case 'pausing':
      if (nowMs < link.untilMs) return nothing(connection);
      return startRound(connection, true, nowMs, context, 'next round');
    case 'dialling':
      if (nowMs < link.deadlineMs) return nothing(connection);
      return failedOnce(connection, 'SOCKET_TIMEOUT', 'connect timeout', nowMs, context);
    case 'entering':
      if (nowMs >= link.deadlineMs) return failedOnce(connection, 'SOCKET_TIMEOUT', 'no message after entering', nowMs, context);
      return beat(connection, link, nowMs, context);
    case 'open':
      if (link.confirmByMs !== null && nowMs >= link.confirmByMs)
        return failedOnce(connection, 'SOCKET_LOGIN_REFUSED', 'login not confirmed in time', nowMs, context);
      return beat(connection, link, nowMs, context);
    case 'idle':
    case 'addressing':
    case 'slider':
    case 'failed':
      return nothing(connection);
  }
}

function beat(connection: Connection, link: Extract<Link, Beating>, nowMs: number, context: ConnectionContext): Step {
  const { policy } = context;
  if (nowMs < link.nextBeatMs) return nothing(connection);
  if (link.unanswered >= policy.maxUnansweredBeats) return silent(connection, nowMs, context);
  const beating: Link = { ...link, unanswered: link.unanswered + 1, nextBeatMs: nowMs + policy.heartbeatMs };
  return { next: { ...connection, link: beating }, effects: [{ type: 'beat' }], reasons: ['heartbeat'] };
}

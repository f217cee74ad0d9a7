import { assertNever } from '../assert-never.ts';
import { backoffMs } from '../backoff.ts';
import type { ErrorCode } from '../errors.ts';
import type { Machine } from '../machine.ts';
import { type AddressBook, type DispatchAnswer, bookOf, decideDispatch, fallbackBook, usable } from './address.ts';
import { COMMAND } from './commands.ts';
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
    const { next, effects, whys } = step(before, event, nowMs, context);
    const at = next.link.name;
    const run: ConnectionRun[] = whys.map((why) => ({ type: 'note', why }));
    // First, so that lines are stopped before a new connection can start them again.
    if (state.name === 'open' && next.epoch !== before.epoch) run.push({ type: 'stop-lines' });
    if (state.name === 'slider' && at !== 'slider') run.push({ type: 'slider-over' });
    run.push(...effects);
    if (at !== state.name || next.attempt !== before.attempt) run.push({ type: 'report-state' });
    return [next === before ? state : { name: at, connection: next }, ...run];
  },
  deadlineMs: ({ connection }) => dueMs(connection),
};

export const ERRNO_REDISPATCH = 622;

export function step(connection: Connection, event: ConnectionEvent, nowMs: number, context: ConnectionContext): Step {
  if ('epoch' in event && event.epoch !== connection.epoch) return nothing(connection);
  const { link } = connection;
  switch (event.type) {
    case 'connect': {
      const book = (event.isOtherRoom === true ? null : connection.book) ?? event.book ?? null;
      return start({ ...disconnected, epoch: connection.epoch, book, type: event.loginType }, link, nowMs, context, 'asked to connect');
    }
    case 'retry':
      if (link.name !== 'failed' && link.name !== 'waiting') return nothing(connection);
      // Used slider checks remain counted until a connection is normal, so that two is the limit.
      return start({ ...connection, attempt: 0, redispatched: false }, link, nowMs, context, 'asked to try again');
    case 'close':
      return {
        next: { ...connection, epoch: connection.epoch + 1, link: { name: 'idle' } },
        effects: isUp(link) ? [{ type: 'hang-up' }] : [],
        whys: ['asked to close'],
      };
    case 'slider-passed':
      return link.name === 'slider' ? ask(connection, 'slider passed') : nothing(connection);
    case 'addressed':
      return link.name === 'addressing' ? addressed(connection, event.answer, nowMs, context) : nothing(connection);
    case 'opened':
      return link.name === 'dialling' ? opened(connection, nowMs, context) : nothing(connection);
    case 'lost':
      if (link.name === 'dialling') return failedOnce(connection, 'SOCKET_LOST', 'connect failed', nowMs, context);
      if (link.name === 'entering') return failedOnce(connection, 'SOCKET_LOST', 'connection lost', nowMs, context);
      return link.name === 'open' ? lost(connection, 'SOCKET_LOST', 'connection lost', nowMs, context) : nothing(connection);
    case 'message':
      return message(connection, event.status, nowMs, context);
    case 'beat-answered':
      return link.name === 'entering' || link.name === 'open'
        ? { next: { ...connection, link: { ...link, unanswered: 0 }, attempt: 0, redispatched: false }, effects: [], whys: [] }
        : nothing(connection);
    case 'sent-away':
      if (link.name !== 'entering' && link.name !== 'open') return nothing(connection);
      if (event.mayReturn) return lost(connection, 'SOCKET_LOST', 'sent away', nowMs, context);
      return fail(connection, 'SOCKET_LOGIN_REFUSED', ['sent away for good'], true);
    case 'tick':
      return tick(connection, nowMs, context);
    default:
      return assertNever(event);
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
      return link.untilMs;
    case 'idle':
    case 'addressing':
    case 'slider':
    case 'failed':
      return null;
    default:
      return assertNever(link);
  }
}

const nothing = (connection: Connection): Step => ({ next: connection, effects: [], whys: [] });
const isLogin = (cmd: number | undefined): boolean => cmd === COMMAND.login || cmd === COMMAND.relogin;
const isUp = (link: Link): boolean => link.name === 'dialling' || link.name === 'entering' || link.name === 'open';

function start(connection: Connection, before: Link, nowMs: number, context: ConnectionContext, why: ConnectionWhy): Step {
  const begun = begin(connection, nowMs, context);
  return { ...begun, effects: isUp(before) ? [{ type: 'hang-up' }, ...begun.effects] : begun.effects, whys: [why, ...begun.whys] };
}

/** Dials an address that is still valid, else requests addresses. */
function begin(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const book = usable(connection.book, connection.type, nowMs);
  if (book === null) return ask({ ...connection, book: null });
  return dial({ ...connection, book }, book, nowMs, context, 'cached addresses');
}

function ask(connection: Connection, why?: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  return {
    next: { ...connection, epoch, link: { name: 'addressing' } },
    effects: [{ type: 'ask-addresses', epoch }],
    whys: why === undefined ? [] : [why],
  };
}

function dial(connection: Connection, book: AddressBook, nowMs: number, { policy }: ConnectionContext, why: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  const address = book.addresses[connection.cursor % book.addresses.length];
  if (address === undefined) return ask(connection);
  return {
    next: { ...connection, epoch, book, link: { name: 'dialling', deadlineMs: nowMs + policy.connectTimeoutMs } },
    effects: [{ type: 'dial', epoch, address }],
    whys: [why],
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
    case 'ask-slider':
      return { next: { ...connection, sliders: sliders + 1, link: { name: 'slider' } }, effects: [{ type: 'ask-slider' }], whys: [why] };
    case 'ask-again':
      return ask({ ...connection, redispatched: true }, why);
    case 'back-off':
      return failedOnce(connection, 'SOCKET_ADDRESS_FAILED', why, nowMs, context);
    case 'give-up':
      return fail(connection, why === 'refused without fallback' ? 'SOCKET_ADDRESS_REFUSED' : 'SOCKET_DANGEROUS', [why], false);
    default:
      return assertNever(action);
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
    whys: ['socket open'],
  };
}

function message(connection: Connection, status: Status | null, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  if (link.name !== 'entering' && link.name !== 'open') return nothing(connection);
  // S6: errno 622 in a 901, first message or not: the addresses are wrong, and new ones are requested once.
  if (status !== null && status.status === 0 && status.errno === ERRNO_REDISPATCH && !connection.redispatched) {
    const asked = ask({ ...connection, book: null, redispatched: true }, 'error 622, new addresses once');
    return { ...asked, effects: [{ type: 'hang-up' }, ...asked.effects] };
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
  const whys: ConnectionWhy[] = link.name === 'entering' ? ['first message'] : [];
  if (!isConfirmed || wasConfirmed) return { next, effects: [], whys };
  return { next, effects: [{ type: 'ready' }], whys: [...whys, 'login confirmed'] };
}

/**
 * A working connection was lost: the next address of the list after a short delay. A connection that is lost within the first heartbeat
 * interval counts as a failed attempt.
 */
function lost(connection: Connection, why: ErrorCode, reason: ConnectionWhy, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  const { policy } = context;
  if (link.name !== 'open' || nowMs - link.openedMs < policy.heartbeatMs) return failedOnce(connection, why, reason, nowMs, context);
  const untilMs = nowMs + policy.switchDelayMs;
  return {
    next: { ...connection, epoch: connection.epoch + 1, cursor: connection.cursor + 1, link: { name: 'waiting', untilMs, why } },
    effects: [{ type: 'hang-up' }],
    whys: [reason],
  };
}

/** The attempt never became a normal connection: the next address of the list, after a growing wait. */
function failedOnce(
  connection: Connection,
  why: ErrorCode,
  reason: ConnectionWhy,
  nowMs: number,
  { policy, random }: ConnectionContext,
): Step {
  const attempt = connection.attempt + 1;
  if (attempt >= policy.maxAttempts)
    return fail({ ...connection, attempt }, 'SOCKET_EXHAUSTED', [reason, 'attempts used up'], isUp(connection.link));
  const untilMs = nowMs + backoffMs(policy.retry, attempt, random);
  return {
    next: { ...connection, attempt, epoch: connection.epoch + 1, cursor: connection.cursor + 1, link: { name: 'waiting', untilMs, why } },
    effects: isUp(connection.link) ? [{ type: 'hang-up' }] : [],
    whys: [reason],
  };
}

function fail(connection: Connection, why: ErrorCode, whys: readonly ConnectionWhy[], hangUp: boolean): Step {
  return {
    next: { ...connection, epoch: connection.epoch + 1, book: null, link: { name: 'failed', why } },
    effects: hangUp ? [{ type: 'hang-up' }] : [],
    whys,
  };
}

function tick(connection: Connection, nowMs: number, context: ConnectionContext): Step {
  const { link } = connection;
  switch (link.name) {
    case 'waiting':
      if (nowMs < link.untilMs) return nothing(connection);
      return start(connection, link, nowMs, context, 'wait is over');
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
    default:
      return assertNever(link);
  }
}

function beat(connection: Connection, link: Extract<Link, Beating>, nowMs: number, context: ConnectionContext): Step {
  const { policy } = context;
  if (nowMs < link.nextBeatMs) return nothing(connection);
  if (link.unanswered >= policy.maxUnansweredBeats) return lost(connection, 'SOCKET_SILENT', 'heartbeats unanswered', nowMs, context);
  const beating: Link = { ...link, unanswered: link.unanswered + 1, nextBeatMs: nowMs + policy.heartbeatMs };
  return { next: { ...connection, link: beating }, effects: [{ type: 'beat' }], whys: ['heartbeat'] };
}

import { assertNever } from '../assert-never.ts';
import { backoffMs } from '../backoff.ts';
import type { ErrorCode } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  type AddressBook,
  type DispatchAnswer,
  type DispatchWhy,
  DISPATCH_WHYS,
  type LoginType,
  type SocketAddress,
  bookOf,
  decideDispatch,
  fallbackBook,
  usable,
} from './address.ts';
import type { SocketPolicy } from './policy.ts';

/** Times are milliseconds of one monotonic clock, the worker's. */
export type Link =
  | { readonly at: 'idle' }
  | { readonly at: 'addressing' }
  /** The viewer has to pass the slider check first. */
  | { readonly at: 'slider' }
  | { readonly at: 'dialling'; readonly deadlineMs: number }
  /** The socket is open and the login sent; no message has come yet. */
  | ({ readonly at: 'entering'; readonly deadlineMs: number } & Beating)
  /** `confirmByMs` is null once a status of type 1 and status 1 came. */
  | ({ readonly at: 'open'; readonly confirmByMs: number | null } & Beating)
  | { readonly at: 'waiting'; readonly untilMs: number; readonly why: ErrorCode }
  | { readonly at: 'failed'; readonly why: ErrorCode };

interface Beating {
  readonly openedMs: number;
  readonly nextBeatMs: number;
  readonly unanswered: number;
}

export interface Connection {
  readonly link: Link;
  /** Of the current dial or address request: events of an older one are not ours. */
  readonly epoch: number;
  /** Failures since the last connection that lived to have a heartbeat answered: one that is lost at once must not be redialled for ever. */
  readonly attempt: number;
  readonly type: LoginType;
  readonly book: AddressBook | null;
  /** Counts up; the address is `cursor` modulo the length of the list. */
  readonly cursor: number;
  /** The one retry that error 622 allows was used since the last normal connection. */
  readonly redispatched: boolean;
  readonly sliders: number;
  /** A login was confirmed before: the next one is a relogin. */
  readonly wasIn: boolean;
}

export const disconnected: Connection = {
  link: { at: 'idle' },
  epoch: 0,
  attempt: 0,
  type: 'guest',
  book: null,
  cursor: 0,
  redispatched: false,
  sliders: 0,
  wasIn: false,
};

/** The part of a 901 that the connection looks at. */
export interface Status {
  readonly type: number;
  readonly status: number;
  readonly errno: number;
}

export type ConnectionEvent =
  | { readonly type: 'connect'; readonly loginType: LoginType }
  | { readonly type: 'close' }
  | { readonly type: 'retry' }
  | { readonly type: 'slider-passed' }
  | { readonly type: 'addressed'; readonly epoch: number; readonly answer: DispatchAnswer }
  | { readonly type: 'opened'; readonly epoch: number }
  | { readonly type: 'lost'; readonly epoch: number }
  /** A message arrived; `status` is set when it is a 901. */
  | { readonly type: 'message'; readonly epoch: number; readonly status: Status | null }
  | { readonly type: 'beat-answered'; readonly epoch: number }
  /** The server closes the connection (202). */
  | { readonly type: 'sent-away'; readonly epoch: number; readonly mayReturn: boolean }
  | { readonly type: 'tick' };

export type ConnectionEffect =
  | { readonly do: 'ask-addresses'; readonly epoch: number }
  | { readonly do: 'dial'; readonly epoch: number; readonly address: SocketAddress }
  | { readonly do: 'hang-up' }
  | { readonly do: 'login'; readonly again: boolean; readonly socToken: string }
  | { readonly do: 'beat' }
  | { readonly do: 'ask-slider' }
  /** The login holds: queued chat may go out. */
  | { readonly do: 'ready' };

/** Why the connection did what it did: a closed list, shown in the debug view and counted in the stats. */
const OWN_WHYS = [
  'asked to connect',
  'asked to close',
  'asked to try again',
  'slider passed',
  'cached addresses',
  'socket open',
  'connect timeout',
  'connect failed',
  'connection lost',
  'first message',
  'login refused',
  'error 622, new addresses once',
  'login confirmed',
  'no message after entering',
  'login not confirmed in time',
  'heartbeat',
  'heartbeats unanswered',
  'sent away',
  'sent away for good',
  'wait is over',
  'attempts used up',
] as const;
export type ConnectionWhy = (typeof OWN_WHYS)[number] | DispatchWhy;
export const CONNECTION_WHYS: readonly ConnectionWhy[] = [...OWN_WHYS, ...DISPATCH_WHYS];

export interface Step {
  readonly next: Connection;
  readonly effects: readonly ConnectionEffect[];
  /** Empty when nothing was decided. */
  readonly whys: readonly ConnectionWhy[];
}

/** What never changes during a session, and the random number that spreads the waits. */
export interface Surroundings {
  readonly policy: SocketPolicy;
  readonly services: Pick<Services, 'socketFallback'>;
  /** In [0, 1), fresh for each step. */
  readonly random: number;
}

const ERRNO_REDISPATCH = 622;

export function step(connection: Connection, event: ConnectionEvent, nowMs: number, around: Surroundings): Step {
  if ('epoch' in event && event.epoch !== connection.epoch) return nothing(connection);
  const { link } = connection;
  switch (event.type) {
    case 'connect':
      return start(
        { ...disconnected, epoch: connection.epoch, book: connection.book, type: event.loginType },
        link,
        nowMs,
        around,
        'asked to connect',
      );
    case 'retry':
      if (link.at !== 'failed' && link.at !== 'waiting') return nothing(connection);
      return start({ ...connection, attempt: 0, redispatched: false, sliders: 0 }, link, nowMs, around, 'asked to try again');
    case 'close':
      return {
        next: { ...connection, epoch: connection.epoch + 1, link: { at: 'idle' } },
        effects: isUp(link) ? [{ do: 'hang-up' }] : [],
        whys: ['asked to close'],
      };
    case 'slider-passed':
      return link.at === 'slider' ? ask(connection, 'slider passed') : nothing(connection);
    case 'addressed':
      return link.at === 'addressing' ? addressed(connection, event.answer, nowMs, around) : nothing(connection);
    case 'opened':
      return link.at === 'dialling' ? opened(connection, nowMs, around) : nothing(connection);
    case 'lost':
      if (link.at === 'dialling') return failedOnce(connection, 'SOCKET_LOST', 'connect failed', nowMs, around);
      if (link.at === 'entering') return failedOnce(connection, 'SOCKET_LOST', 'connection lost', nowMs, around);
      return link.at === 'open' ? lost(connection, 'SOCKET_LOST', 'connection lost', nowMs, around) : nothing(connection);
    case 'message':
      return message(connection, event.status, nowMs, around);
    case 'beat-answered':
      return link.at === 'entering' || link.at === 'open'
        ? { next: { ...connection, link: { ...link, unanswered: 0 }, attempt: 0 }, effects: [], whys: [] }
        : nothing(connection);
    case 'sent-away':
      if (link.at !== 'entering' && link.at !== 'open') return nothing(connection);
      if (event.mayReturn) return lost(connection, 'SOCKET_LOST', 'sent away', nowMs, around);
      return fail(connection, 'SOCKET_LOGIN_REFUSED', ['sent away for good'], true);
    case 'tick':
      return tick(connection, nowMs, around);
    default:
      return assertNever(event);
  }
}

/** When `step` wants a tick; null when only an event can change anything. */
export function dueMs({ link }: Connection): number | null {
  switch (link.at) {
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
const isUp = (link: Link): boolean => link.at === 'dialling' || link.at === 'entering' || link.at === 'open';

function start(connection: Connection, before: Link, nowMs: number, around: Surroundings, why: ConnectionWhy): Step {
  const begun = begin(connection, nowMs, around);
  return { ...begun, effects: isUp(before) ? [{ do: 'hang-up' }, ...begun.effects] : begun.effects, whys: [why, ...begun.whys] };
}

/** Dials an address that still holds, else asks for addresses. */
function begin(connection: Connection, nowMs: number, around: Surroundings): Step {
  const book = usable(connection.book, connection.type, nowMs);
  if (book === null) return ask({ ...connection, book: null });
  return dial({ ...connection, book }, book, nowMs, around, 'cached addresses');
}

function ask(connection: Connection, why?: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  return {
    next: { ...connection, epoch, link: { at: 'addressing' } },
    effects: [{ do: 'ask-addresses', epoch }],
    whys: why === undefined ? [] : [why],
  };
}

function dial(connection: Connection, book: AddressBook, nowMs: number, { policy }: Surroundings, why: ConnectionWhy): Step {
  const epoch = connection.epoch + 1;
  const address = book.addresses[connection.cursor % book.addresses.length];
  if (address === undefined) return ask(connection);
  return {
    next: { ...connection, epoch, book, link: { at: 'dialling', deadlineMs: nowMs + policy.connectTimeoutMs } },
    effects: [{ do: 'dial', epoch, address }],
    whys: [why],
  };
}

function addressed(connection: Connection, answer: DispatchAnswer, nowMs: number, around: Surroundings): Step {
  const { policy, services } = around;
  const { redispatched, sliders } = connection;
  const history = { hasFallback: services.socketFallback.length > 0, redispatched, sliders, maxSliders: policy.maxSliders };
  const { action, why } = decideDispatch(answer, history);
  switch (action) {
    case 'use':
      // Rule `use` holds only for a good answer; the other branch keeps the compiler and the reader sure of it.
      return answer.ok ? dial({ ...connection, cursor: 0 }, bookOf(answer, nowMs), nowMs, around, why) : nothing(connection);
    case 'use-fallback':
      return dial(connection, fallbackBook(services, connection.type), nowMs, around, why);
    case 'ask-slider':
      return { next: { ...connection, sliders: sliders + 1, link: { at: 'slider' } }, effects: [{ do: 'ask-slider' }], whys: [why] };
    case 'ask-again':
      return ask({ ...connection, redispatched: true }, why);
    case 'back-off':
      return failedOnce(connection, 'SOCKET_ADDRESS_FAILED', why, nowMs, around);
    case 'give-up':
      return fail(connection, why === 'refused without fallback' ? 'SOCKET_ADDRESS_REFUSED' : 'SOCKET_DANGEROUS', [why], false);
    default:
      return assertNever(action);
  }
}

function opened(connection: Connection, nowMs: number, { policy }: Surroundings): Step {
  const link: Link = {
    at: 'entering',
    openedMs: nowMs,
    deadlineMs: nowMs + policy.enterWaitMs,
    nextBeatMs: nowMs + policy.heartbeatMs,
    unanswered: 0,
  };
  return {
    next: { ...connection, link },
    effects: [{ do: 'login', again: connection.wasIn, socToken: connection.book?.socToken ?? '' }],
    whys: ['socket open'],
  };
}

function message(connection: Connection, status: Status | null, nowMs: number, around: Surroundings): Step {
  const { link } = connection;
  if (link.at !== 'entering' && link.at !== 'open') return nothing(connection);
  // "Errno 622 in a command 901 has its own handler", first message or not: the addresses are wrong, new ones are asked for, once.
  if (status !== null && status.status === 0 && status.errno === ERRNO_REDISPATCH && !connection.redispatched) {
    const asked = ask({ ...connection, book: null, redispatched: true }, 'error 622, new addresses once');
    return { ...asked, effects: [{ do: 'hang-up' }, ...asked.effects] };
  }
  // The first message is a normal connection unless it has status 0 and cmd 901.
  if (link.at === 'entering' && status !== null && status.status === 0)
    return failedOnce({ ...connection, book: null }, 'SOCKET_LOGIN_REFUSED', 'login refused', nowMs, around);

  const isConfirmed = status !== null && status.type === 1 && status.status === 1;
  const wasConfirmed = link.at === 'open' && link.confirmByMs === null;
  const { openedMs, nextBeatMs, unanswered } = link;
  const confirmByMs = isConfirmed || wasConfirmed ? null : openedMs + around.policy.loginMonitorMs;
  const next: Connection = {
    ...connection,
    link: { at: 'open', openedMs, nextBeatMs, unanswered, confirmByMs },
    redispatched: link.at === 'entering' ? false : connection.redispatched,
    sliders: 0,
    wasIn: connection.wasIn || isConfirmed,
  };
  const whys: ConnectionWhy[] = link.at === 'entering' ? ['first message'] : [];
  if (!isConfirmed || wasConfirmed) return { next, effects: [], whys };
  return { next, effects: [{ do: 'ready' }], whys: [...whys, 'login confirmed'] };
}

/** A connection that worked is over: the next address of the list, soon. One that hardly worked counts as a failed attempt. */
function lost(connection: Connection, why: ErrorCode, reason: ConnectionWhy, nowMs: number, around: Surroundings): Step {
  const { link } = connection;
  const { policy } = around;
  if (link.at !== 'open' || nowMs - link.openedMs < policy.heartbeatMs) return failedOnce(connection, why, reason, nowMs, around);
  const untilMs = nowMs + policy.switchDelayMs;
  return {
    next: { ...connection, epoch: connection.epoch + 1, cursor: connection.cursor + 1, link: { at: 'waiting', untilMs, why } },
    effects: [{ do: 'hang-up' }],
    whys: [reason],
  };
}

/** An attempt that never became a normal connection: the next address of the list, after a wait that grows. */
function failedOnce(connection: Connection, why: ErrorCode, reason: ConnectionWhy, nowMs: number, { policy, random }: Surroundings): Step {
  const attempt = connection.attempt + 1;
  if (attempt >= policy.maxAttempts)
    return fail({ ...connection, attempt }, 'SOCKET_EXHAUSTED', [reason, 'attempts used up'], isUp(connection.link));
  const untilMs = nowMs + backoffMs(policy.retry, attempt, random);
  return {
    next: { ...connection, attempt, epoch: connection.epoch + 1, cursor: connection.cursor + 1, link: { at: 'waiting', untilMs, why } },
    effects: isUp(connection.link) ? [{ do: 'hang-up' }] : [],
    whys: [reason],
  };
}

function fail(connection: Connection, why: ErrorCode, whys: readonly ConnectionWhy[], hangUp: boolean): Step {
  return {
    next: { ...connection, epoch: connection.epoch + 1, book: null, link: { at: 'failed', why } },
    effects: hangUp ? [{ do: 'hang-up' }] : [],
    whys,
  };
}

function tick(connection: Connection, nowMs: number, around: Surroundings): Step {
  const { link } = connection;
  switch (link.at) {
    case 'waiting':
      if (nowMs < link.untilMs) return nothing(connection);
      return start(connection, link, nowMs, around, 'wait is over');
    case 'dialling':
      if (nowMs < link.deadlineMs) return nothing(connection);
      return failedOnce(connection, 'SOCKET_TIMEOUT', 'connect timeout', nowMs, around);
    case 'entering':
      if (nowMs >= link.deadlineMs) return failedOnce(connection, 'SOCKET_TIMEOUT', 'no message after entering', nowMs, around);
      return beat(connection, link, nowMs, around);
    case 'open':
      if (link.confirmByMs !== null && nowMs >= link.confirmByMs)
        return failedOnce(connection, 'SOCKET_LOGIN_REFUSED', 'login not confirmed in time', nowMs, around);
      return beat(connection, link, nowMs, around);
    case 'idle':
    case 'addressing':
    case 'slider':
    case 'failed':
      return nothing(connection);
    default:
      return assertNever(link);
  }
}

function beat(connection: Connection, link: Extract<Link, Beating>, nowMs: number, around: Surroundings): Step {
  const { policy } = around;
  if (nowMs < link.nextBeatMs) return nothing(connection);
  if (link.unanswered >= policy.maxUnansweredBeats) return lost(connection, 'SOCKET_SILENT', 'heartbeats unanswered', nowMs, around);
  const beating: Link = { ...link, unanswered: link.unanswered + 1, nextBeatMs: nowMs + policy.heartbeatMs };
  return { next: { ...connection, link: beating }, effects: [{ do: 'beat' }], whys: ['heartbeat'] };
}

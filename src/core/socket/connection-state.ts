/** States, events, effects and reasons of the connection; what they lead to is in connection.ts. */
import type { ErrorCode } from '../errors.ts';
import type { Services } from '../services.ts';
import { type AddressBook, type DispatchAnswer, type DispatchWhy, DISPATCH_WHYS, type LoginType, type SocketAddress } from './address.ts';
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

export interface Beating {
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
  | { readonly type: 'connect'; readonly loginType: LoginType; /** Of an earlier page. */ readonly book?: AddressBook | null }
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
export interface ConnectionContext {
  readonly policy: SocketPolicy;
  readonly services: Pick<Services, 'socketFallback'>;
  /** In [0, 1), fresh for each step. */
  readonly random: number;
}

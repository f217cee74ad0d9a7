/** States, events, effects and reasons of the connection; connection.ts contains the transitions. */
import type { ErrorCode } from '../errors.ts';
import type { Services } from '../services.ts';
import { type AddressBook, type DispatchAnswer, type DispatchWhy, DISPATCH_WHYS, type LoginType, type SocketAddress } from './address.ts';
import type { SocketPolicy } from './policy.ts';

/** Times are milliseconds of the worker's monotonic clock. */
export type Link =
  | { readonly name: 'idle' }
  | { readonly name: 'addressing' }
  /** The slider check has to be passed first. */
  | { readonly name: 'slider' }
  | { readonly name: 'dialling'; readonly deadlineMs: number }
  /** The socket is open and the login was sent; no message has arrived yet. */
  | ({ readonly name: 'entering'; readonly deadlineMs: number } & Beating)
  /** `confirmByMs` is null after a status of type 1 and status 1. */
  | ({ readonly name: 'open'; readonly confirmByMs: number | null } & Beating)
  | { readonly name: 'waiting'; readonly untilMs: number; readonly why: ErrorCode }
  | { readonly name: 'failed'; readonly why: ErrorCode };

export interface Beating {
  readonly openedMs: number;
  readonly nextBeatMs: number;
  readonly unanswered: number;
}

export interface Connection {
  readonly link: Link;
  /** Number of the current dial or address request: events of an older one are dropped. */
  readonly epoch: number;
  /**
   * Failures since the last connection with an answered heartbeat, so that a connection that is lost immediately is not redialled forever.
   */
  readonly attempt: number;
  readonly type: LoginType;
  readonly book: AddressBook | null;
  /** Counter; the current address is `cursor` modulo the length of the list. */
  readonly cursor: number;
  /** The single retry for error 622 was used since the last connection with an answered heartbeat. */
  readonly redispatched: boolean;
  readonly sliders: number;
  /** A login was confirmed before: the next one is a relogin. */
  readonly wasIn: boolean;
}

export const disconnected: Connection = {
  link: { name: 'idle' },
  epoch: 0,
  attempt: 0,
  type: 'guest',
  book: null,
  cursor: 0,
  redispatched: false,
  sliders: 0,
  wasIn: false,
};

/** The fields of a 901 that the connection uses. */
export interface Status {
  /** Number of the command that it answers. */
  readonly cmd: number;
  readonly type: number;
  readonly status: number;
  readonly errno: number;
}

export type ConnectionEvent =
  | {
      readonly type: 'connect';
      readonly loginType: LoginType;
      /** Addresses stored by an earlier page. */
      readonly book?: AddressBook | null;
      /** The addresses of the previous connect belong to another room or kind of room. */
      readonly isOtherRoom?: boolean;
    }
  | { readonly type: 'close' }
  | { readonly type: 'retry' }
  | { readonly type: 'slider-passed' }
  | { readonly type: 'addressed'; readonly epoch: number; readonly answer: DispatchAnswer }
  | { readonly type: 'opened'; readonly epoch: number }
  | { readonly type: 'lost'; readonly epoch: number }
  /** A message arrived; `status` is set for a 901. */
  | { readonly type: 'message'; readonly epoch: number; readonly status: Status | null }
  | { readonly type: 'beat-answered'; readonly epoch: number }
  /** The server closes the connection (202). */
  | { readonly type: 'sent-away'; readonly epoch: number; readonly mayReturn: boolean }
  | { readonly type: 'tick' };

export type ConnectionEffect =
  | { readonly type: 'ask-addresses'; readonly epoch: number }
  | { readonly type: 'dial'; readonly epoch: number; readonly address: SocketAddress }
  | { readonly type: 'hang-up' }
  | { readonly type: 'login'; readonly again: boolean; readonly socToken: string }
  | { readonly type: 'beat' }
  | { readonly type: 'ask-slider' }
  /** The login is confirmed: queued lines may be sent. */
  | { readonly type: 'ready' };

/** Reasons of the connection's decisions: a closed list, shown in the debug view and counted. */
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
  /** Empty if nothing was decided. */
  readonly whys: readonly ConnectionWhy[];
}

/** Constants of a session, and the random number that spreads the waits. */
export interface ConnectionContext {
  readonly policy: SocketPolicy;
  readonly services: Pick<Services, 'socketFallback'>;
  /** In [0, 1), fresh for each step. */
  readonly random: number;
}

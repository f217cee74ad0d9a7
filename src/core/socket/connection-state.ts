import { type Wait, type WaitName, WAITS, type Reach } from '../../player/base/waits.ts';
import type { ErrorCode } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  type AddressBook,
  type DispatchAnswer,
  type DispatchWhy,
  DISPATCH_REASONS,
  type LoginType,
  type SocketAddress,
} from './address.ts';

/** S2, S6, S7: numbers of the connection. Milliseconds unless noted. */
export const SOCKET_POLICY = {
  protocolVersion: 20_240_801,
  clientId: 100,
  addressTimeoutMs: 3_000,
  connectTimeoutMs: 10_000,
  waits: WAITS as Readonly<Record<WaitName, Wait>>,
  maxAttempts: 5,
  /** Rounds of attempts with a short pause after each (player/base/waits.ts); later pauses are longer. */
  firstRounds: 3,
  /** Wait before the next address of the list after this viewer alone lost a working connection. */
  switchDelayMs: 500,
  /**
   * Section 9 names a reconnect frequency of 10 s and no rule for it. Here: a connection that is lost within this time after it opened counts
   * as a failed attempt and waits longer and longer, so that a program returns to a working connection at most once in this time.
   */
  reconnectMs: 10_000,
  /** A dial that is older than this is repeated when the network returns. */
  redialMs: 1_000,
  /** Timeout of the heartbeat that an open connection has to answer when the network returns. */
  proofMs: 2_500,
  heartbeatMs: 10_000,
  maxUnansweredBeats: 3,
  /** Timeout from the opened socket to the first message. */
  enterWaitMs: 10_000,
  /** Timeout from the opened socket to the confirmed login. */
  loginMonitorMs: 60_000,
  chatGapMs: 3_000,
  /** A sent line that is not confirmed within this time is returned to the viewer; S7 gives no time. */
  chatLineTimeMs: 120_000,
  /** A line of an earlier page is not sent after this time, because it may no longer fit the conversation. */
  chatStaleMs: 3_600_000,
  /** S23: a dangerous user may attempt the slider check twice. */
  maxSliders: 2,
} as const;

export type SocketPolicy = typeof SOCKET_POLICY;

/** States, events, effects and reasons of the connection; connection.ts contains the transitions. */

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
  /** `isFromServer`: the server asked for this wait by its close code. `isHeld`: nothing was reachable, and another part of the room tries. */
  | { readonly name: 'waiting'; readonly untilMs: number; readonly why: ErrorCode; readonly isFromServer?: true; readonly isHeld?: true }
  /** All attempts of a round failed: the next round starts by itself, with fresh addresses. */
  | { readonly name: 'pausing'; readonly untilMs: number; readonly why: ErrorCode }
  /** The server refused the viewer for good; only the viewer can try again. */
  | { readonly name: 'failed'; readonly why: ErrorCode };

/** Name of the link in the view of the page. */
export const SHOWN_LINK = {
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
   * Failures of this round since the last connection with an answered heartbeat, so that a connection that is lost immediately, or whose
   * heartbeats are never answered, is not redialled forever.
   */
  readonly attempt: number;
  /** Rounds of attempts that failed since the last answered heartbeat. */
  readonly rounds: number;
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
  rounds: 0,
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
      readonly book?: AddressBook | null;
      /** The addresses of the previous connect belong to another room or kind of room. */
      readonly isOtherRoom?: boolean;
    }
  | { readonly type: 'close' }
  | { readonly type: 'retry' }
  | { readonly type: 'slider-passed' }
  | { readonly type: 'addressed'; readonly epoch: number; readonly answer: DispatchAnswer }
  | { readonly type: 'opened'; readonly epoch: number }
  /** `closeCode`: of the WebSocket; missing if the socket never opened. `wasAsleep`: this thread did not run for a while before. */
  | { readonly type: 'lost'; readonly epoch: number; readonly closeCode?: number; readonly wasAsleep?: boolean }
  /** Another part of the room reports that the network works again, or that nothing is reachable. */
  | { readonly type: 'reach'; readonly reach: Reach }
  /** A message arrived; `status` is set for a 901. */
  | { readonly type: 'message'; readonly epoch: number; readonly status: Status | null }
  | { readonly type: 'beat-answered'; readonly epoch: number }
  /** The server closes the connection (202). */
  | { readonly type: 'sent-away'; readonly epoch: number; readonly mayReturn: boolean }
  | { readonly type: 'tick' };

export type ConnectionEffect =
  | { readonly type: 'request-addresses'; readonly epoch: number }
  | { readonly type: 'dial'; readonly epoch: number; readonly address: SocketAddress }
  | { readonly type: 'hang-up' }
  | { readonly type: 'login'; readonly again: boolean; readonly socToken: string }
  | { readonly type: 'beat' }
  | { readonly type: 'request-slider' }
  /** The login is confirmed: queued lines may be sent. */
  | { readonly type: 'ready' };

/** Reasons of the connection's decisions: a closed list, shown in the debug view and counted. */
const OWN_REASONS = [
  'asked to connect',
  'asked to close',
  'asked to try again',
  'slider passed',
  'cached addresses',
  'socket open',
  'connect timeout',
  'connect failed',
  'connection lost',
  'lost while asleep',
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
  'next round',
  'reachable again',
  'nothing is reachable',
] as const;
export type ConnectionWhy = (typeof OWN_REASONS)[number] | DispatchWhy;
export const CONNECTION_REASONS: readonly ConnectionWhy[] = [...OWN_REASONS, ...DISPATCH_REASONS];

export interface Step {
  readonly next: Connection;
  readonly effects: readonly ConnectionEffect[];
  /** Empty if nothing was decided. */
  readonly reasons: readonly ConnectionWhy[];
}

/** Constants of a session, and the random number that spreads the waits. */
export interface ConnectionContext {
  readonly policy: SocketPolicy;
  readonly services: Pick<Services, 'socketFallback'>;
  /** Longest wait in ms after the server closed a working connection. */
  readonly returnMs: number;
  readonly random: number;
}

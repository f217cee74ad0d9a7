import { type Wait, type WaitName, WAITS } from '../../player/base/backoff.ts';

/** S2, S6, S7: numbers of the connection. Milliseconds unless noted. */
export const SOCKET_POLICY = {
  protocolVersion: 20_240_801,
  clientId: 100,
  addressTimeoutMs: 3_000,
  connectTimeoutMs: 10_000,
  waits: WAITS as Readonly<Record<WaitName, Wait>>,
  maxAttempts: 5,
  /** Rounds of attempts with a short pause after each (player/base/backoff.ts); later pauses are longer. */
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

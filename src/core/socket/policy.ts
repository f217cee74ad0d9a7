import type { Backoff } from '../backoff.ts';

/** S2, S6, S7: numbers of the connection. Milliseconds unless noted. */
export const SOCKET_POLICY = {
  protocolVersion: 20_240_801,
  clientId: 100,
  addressTimeoutMs: 3_000,
  connectTimeoutMs: 10_000,
  /** S2 gives no spread; a fifth keeps the viewers of a room from reconnecting at the same moment and never exceeds the specified waits. */
  retry: { baseMs: 1_500, capMs: 10_000, spread: 0.2 } satisfies Backoff,
  maxAttempts: 5,
  /** Wait before the next address of the list after a working connection was lost. */
  switchDelayMs: 500,
  heartbeatMs: 10_000,
  maxUnansweredBeats: 3,
  /** Timeout from the opened socket to the first message. */
  enterWaitMs: 10_000,
  /** Timeout from the opened socket to the confirmed login. */
  loginMonitorMs: 60_000,
  chatGapMs: 3_000,
  /** A line that is not confirmed within this time is returned to the viewer; S7 gives no time. */
  chatLineTimeMs: 120_000,
  /** S23: a dangerous user may attempt the slider check twice. */
  maxSliders: 2,
} as const;

export type SocketPolicy = typeof SOCKET_POLICY;

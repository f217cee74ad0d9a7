import type { Backoff } from '../backoff.ts';

/** Document 2, section 9, and document 1, section 9 (chat login, enter-room wait, switch delay). Milliseconds where not said otherwise. */
export const SOCKET_POLICY = {
  protocolVersion: 20_240_801,
  clientId: 100,
  addressTimeoutMs: 3_000,
  connectTimeoutMs: 10_000,
  /** The document gives no spread; a fifth keeps a room full of viewers from coming back in one instant, and never exceeds its waits. */
  retry: { baseMs: 1_500, capMs: 10_000, spread: 0.2 } satisfies Backoff,
  maxAttempts: 5,
  /** Wait before the next address of the list when a connection that worked was lost. */
  switchDelayMs: 500,
  heartbeatMs: 10_000,
  maxUnansweredBeats: 3,
  /** After the socket opened, the first message must have come by then. */
  enterWaitMs: 10_000,
  /** After the socket opened, the login must have been confirmed by then. */
  loginMonitorMs: 60_000,
  chatGapMs: 3_000,
  /** A line that was not confirmed by then goes back to the viewer; the document names no time. */
  chatLineTimeMs: 120_000,
  /** A dangerous user may do the slider check twice (document 2, section 4). */
  maxSliders: 2,
} as const;

export type SocketPolicy = typeof SOCKET_POLICY;

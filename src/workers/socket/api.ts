import type { ErrorCode } from '../../core/errors.ts';
import type { Result } from '../../core/result.ts';
import type { Services } from '../../core/services.ts';
import type { Skipped } from '../../core/socket/batch.ts';
import type { Line } from '../../core/socket/chat-queue.ts';
import type { LineFailure, VerifyQuestion } from '../../core/socket/chat-refusal.ts';
import type { ChatToSend, LoginIdentity } from '../../core/socket/outgoing.ts';
import type { SafetyFields } from '../../core/socket/safety.ts';
import type { SocketTotals } from '../../core/socket/totals.ts';
import type { PackedMessages } from '../../wire/packed.ts';

/** Who connects: the login message's part of it, and what the connection itself needs. */
export interface SocketIdentity extends LoginIdentity {
  readonly roomKind: 'normal' | 'live';
  readonly offset?: string;
  /** As an earlier page of this session stored them (core/socket/stored-addresses.ts). */
  readonly addresses?: string;
  /** Number of the message that the debug view watches, from the page's `cmd`; 0 watches all of them. */
  readonly debugCommand?: number;
  /** Scenario of the mock backend; only read by builds that carry it. */
  readonly scenario?: string;
}

/** Control only. Messages go by the data port: SocketUp from the room worker, SocketDown to it. */
export interface SocketApi {
  start(services: Services, room: MessagePort, stats: MessagePort): Promise<Result>;
  /** The stats worker was restarted: facts go by this port from now on. */
  replaceStats(stats: MessagePort): Promise<Result>;
}

/** Room worker to socket worker. */
export type SocketUp =
  | { readonly do: 'connect'; readonly identity: SocketIdentity }
  | { readonly do: 'send-chat'; readonly line: OutgoingLine }
  /** 502: the code that the viewer read, and the key that came with the question. */
  | { readonly do: 'verify-chat'; readonly code: string; readonly key: string }
  /** The room's screen changed between vertical and not (410001). */
  | { readonly do: 'screen'; readonly vertical: boolean }
  /** The check was passed: its result goes into the next login. */
  | { readonly do: 'slider-passed'; readonly safety: SafetyFields }
  | { readonly do: 'retry' }
  /** The page is being closed: sends 202. If it stays open after all, the connection is made again. */
  | { readonly do: 'leave' }
  | { readonly do: 'close' };

/** A line of the viewer, as the room worker keeps it until it is settled: also over a restart of this worker, and a reload of the page. */
export interface OutgoingLine extends Line {
  readonly writtenMs: number;
  readonly chat: ChatToSend;
}

export type LineOutcome =
  | { readonly at: 'said'; readonly by: 'echo' | 'acknowledgement' }
  | { readonly at: 'failed'; readonly failure: LineFailure; /** The server's words, where it has some. */ readonly message: string }
  /** Another login than the one that wrote it has the connection. */
  | { readonly at: 'given-back' };

/** Socket worker to room worker; `messages` at most every BATCH_MS (core/socket/batch.ts). */
export type SocketDown =
  | {
      readonly kind: 'state';
      readonly at: 'idle' | 'connecting' | 'open' | 'waiting' | 'failed';
      readonly attempt: number;
      /** While waiting: when the next try is made, in milliseconds since the epoch; null otherwise. */
      readonly retryAtMs: number | null;
      readonly queued: number;
      /** Last of core/socket/connection.ts CONNECTION_WHYS. */
      readonly why: string;
      /** Set when the connection failed for good. */
      readonly error: ErrorCode | null;
    }
  | { readonly kind: 'messages'; readonly batch: PackedMessages; readonly skipped: Skipped }
  | { readonly kind: 'line'; readonly uuid: string; readonly outcome: LineOutcome }
  /** A question to be answered by `verify-chat` before a line is taken; `isWrong`: the answer before was. */
  | { readonly kind: 'verify'; readonly question: VerifyQuestion; readonly isWrong: boolean }
  | { readonly kind: 'verified' }
  /** The slider check has to be passed before the chat can be reached; `needed` false: it is over. */
  | { readonly kind: 'slider'; readonly needed: boolean }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'offset'; readonly offset: string }
  /** Addresses that led to a connection, for the session's storage; null: they do not any more. */
  | { readonly kind: 'addresses'; readonly stored: string | null }
  /** Lines for the debug view; only with `debug=1`. */
  | { readonly kind: 'debug'; readonly lines: readonly string[]; readonly totals: SocketTotals };

import type { ErrorCode, Result } from '../../core/errors.ts';
import type { Reach } from '../../player/base/waits.ts';
import type { LateWhy } from '../../core/late-part.ts';
import type { Services } from '../../core/services.ts';
import type { Skipped } from '../../core/socket/batch.ts';
import type { Line } from '../../core/socket/chat-queue.ts';
import type { LineFailure, VerifyQuestion } from '../../core/room/chat/own-lines.ts';
import type { ChatToSend, LoginIdentity, SafetyFields } from '../../core/socket/outgoing.ts';
import type { SocketTotals } from '../../core/room/initial-view.ts';
import type { PackedMessages } from '../../core/socket/batch.ts';

/** Identity for a connection: the fields of the login message, and the values that the connection itself needs. */
export interface SocketIdentity extends LoginIdentity {
  readonly roomKind: 'normal' | 'live';
  readonly offset?: string;
  /** The value stored by an earlier page of this session (core/socket/address.ts). */
  readonly addresses?: string;
  /** Number of the message shown in the debug view, from the page's `cmd`; 0 shows all. */
  readonly debugCommand?: number;
  /** Scenario of the mock backend; read only by builds that contain it. */
  readonly scenario?: string;
}

/** Control only. Messages use the data port: SocketUp from the room worker, SocketDown to it. */
export interface SocketApi {
  start(services: Services, room: MessagePort, stats: MessagePort): Promise<Result>;
  /** The stats worker was restarted: facts use this port from now on. */
  replaceStats(stats: MessagePort): Promise<Result>;
}

/** Room worker to socket worker. */
export type SocketUp =
  | { readonly type: 'connect'; readonly identity: SocketIdentity }
  | { readonly type: 'send-chat'; readonly line: OutgoingLine }
  /** 502: the code typed by the viewer, and the key of the verification. */
  | { readonly type: 'verify-chat'; readonly code: string; readonly key: string }
  /** The room switched to or from vertical (410001). */
  | { readonly type: 'screen'; readonly vertical: boolean }
  /** The slider check was passed: its result is part of the next login. */
  | { readonly type: 'slider-passed'; readonly safety: SafetyFields }
  /** By the viewer: at once. By the page, because the tab is visible or the browser online: at once if the next round is awaited. */
  | { readonly type: 'retry'; readonly from: 'viewer' | 'page' }
  | { readonly type: 'reach'; readonly reach: Reach }
  /** Longest wait in ms after the server closed a connection, from the remote config. */
  | { readonly type: 'return-spread'; readonly ms: number }
  /** The page is closing: sends 202. If it stays open, the connection is opened again. */
  | { readonly type: 'leave' }
  | { readonly type: 'close' };

/** A line of the viewer. The room worker keeps it until it is settled, also across a restart of this worker and a reload of the page. */
export interface OutgoingLine extends Line {
  readonly writtenMs: number;
  readonly chat: ChatToSend;
}

export type LineOutcome =
  | { readonly name: 'delivered'; readonly by: 'echo' | 'acknowledgement' }
  | { readonly name: 'failed'; readonly failure: LineFailure; /** The server's text, if any. */ readonly message: string }
  /** The connection has another login than the one that wrote the line. */
  | { readonly name: 'given-back' };

/** Socket worker to room worker; `messages` at most every BATCH_MS (core/socket/batch.ts). */
export type SocketDown =
  | {
      readonly type: 'state';
      readonly name: 'idle' | 'connecting' | 'open' | 'waiting' | 'paused' | 'failed';
      readonly attempt: number;
      /** While waiting or paused: time of the next attempt in milliseconds since the epoch; otherwise null. */
      readonly retryAtMs: number | null;
      readonly queued: number;
      /** Last entry of CONNECTION_REASONS (core/socket/connection.ts). */
      readonly why: string;
      /** Set when the server refused the connection for good. */
      readonly error: ErrorCode | null;
    }
  | { readonly type: 'messages'; readonly batch: PackedMessages; readonly skipped: Skipped }
  /** After each attempt to load the code of a message family. Without it, its messages are lost. */
  | { readonly type: 'family'; readonly family: string; readonly why: LateWhy | null }
  | { readonly type: 'line'; readonly uuid: string; readonly outcome: LineOutcome }
  /** A verification that must be answered by `verify-chat` before a line is accepted; `isWrong`: the previous answer was wrong. */
  | { readonly type: 'verify'; readonly question: VerifyQuestion; readonly isWrong: boolean }
  | { readonly type: 'verified' }
  /** The slider check must be passed before the chat is reachable; `needed` false: it is no longer required. */
  | { readonly type: 'slider'; readonly needed: boolean }
  | { readonly type: 'login-required' }
  | { readonly type: 'offset'; readonly offset: string }
  /** Addresses that led to a connection, for the session storage; null: they no longer do. */
  | { readonly type: 'addresses'; readonly stored: string | null }
  /** Lines for the debug view; only with `debug=1`. */
  | { readonly type: 'debug'; readonly lines: readonly string[]; readonly totals: SocketTotals };

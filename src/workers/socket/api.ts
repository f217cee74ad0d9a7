import type { ErrorCode } from '../core/errors.ts';
import type { Result } from '../core/result.ts';
import type { Services } from '../core/services.ts';
import type { ChatToSend, LoginIdentity } from '../core/socket/outgoing.ts';

/** Who connects: the login message's part of it, and what the connection itself needs. */
export interface SocketIdentity extends LoginIdentity {
  readonly roomKind: 'normal' | 'live';
  readonly offset?: string;
  /** Number of the message that the debug view watches, from the page's `cmd`; 0 watches all of them. */
  readonly debugCommand?: number;
  /** Scenario of the mock backend; only read by builds that carry it. */
  readonly scenario?: string;
}

/** Control lane. Messages go by the data port: SocketUp from the room worker, SocketDown to it. */
export interface SocketApi {
  start(services: Services, room: MessagePort, stats: MessagePort): Promise<Result>;
  /** The stats worker was restarted: facts go by this port from now on. */
  replaceStats(stats: MessagePort): Promise<Result>;
}

/** Room worker to socket worker. */
export type SocketUp =
  | { readonly do: 'connect'; readonly identity: SocketIdentity }
  | { readonly do: 'send-chat'; readonly localId: number; readonly chat: ChatToSend }
  /** 502: the code that the viewer read, and the key that came with the question. */
  | { readonly do: 'verify-chat'; readonly code: string; readonly key: string }
  /** The room's screen changed between vertical and not (410001). */
  | { readonly do: 'screen'; readonly vertical: boolean }
  | { readonly do: 'slider-passed' }
  | { readonly do: 'retry' }
  | { readonly do: 'close' };

/** Socket worker to room worker; `messages` at most every BATCH_MS (core/socket/batch.ts). */
export type SocketDown =
  | {
      readonly kind: 'state';
      readonly at: 'idle' | 'connecting' | 'open' | 'waiting' | 'failed';
      readonly attempt: number;
      readonly queued: number;
      /** Last of core/socket/connection.ts CONNECTION_WHYS. */
      readonly why: string;
      /** Set when the connection failed for good. */
      readonly error: ErrorCode | null;
    }
  | { readonly kind: 'messages'; readonly messages: readonly RoomMessage[]; readonly skipped: number }
  | { readonly kind: 'chat-settled'; readonly localId: number; readonly sent: boolean }
  | { readonly kind: 'dangerous' }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'offset'; readonly offset: string }
  /** Lines for the debug view; only when a debug command was given. */
  | { readonly kind: 'debug'; readonly lines: readonly string[] };

/** A message of the registry, decoded and cleaned. `body` is typed by wire/registry.ts. */
export interface RoomMessage {
  readonly id: number;
  readonly name: string;
  readonly timeMs: number;
  readonly body: Readonly<Record<string, unknown>>;
}

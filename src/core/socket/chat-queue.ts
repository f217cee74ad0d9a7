import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import type { LineFailure } from '../room/chat/own-lines.ts';

/**
 * S7: the viewer's outgoing chat lines. Lines written before the login is accepted are queued; after it they are sent in order, one at a
 * time, with a gap between them. A line is delivered when its echo or the server's acknowledgement arrives: until then it stays queued, and
 * after a reconnect it is sent again with the same uuid, which the server recognizes. A line is sent only on a connection of the login that
 * wrote it.
 */
export interface ChatQueue<T extends Line> {
  /** `stopped`: the login is not confirmed, or the socket accepts nothing. */
  readonly name: 'stopped' | 'ready';
  /** The connection's login; lines of other logins are returned. */
  readonly userId: number;
  /** In the order of writing. */
  readonly lines: readonly QueuedLine<T>[];
  /** Earliest time of the next queued line. */
  readonly nextMs: number;
}

export interface Line {
  readonly uuid: string;
  /** `seq` of its command: milliseconds since the epoch, unique among the lines of a page. */
  readonly seq: number;
  readonly userId: number;
}

export interface QueuedLine<T> {
  readonly line: T;
  /**
   * Sent on the current connection: time when it fails without a confirmation. null: it waits, for the gap or for a connection; such a line
   * is kept as long as the page lives.
   */
  readonly confirmByMs: number | null;
}

/** Maximum number of queued lines; more than anybody writes during a disconnection. */
const MAX_QUEUED_LINES = 50;

export type QueueEvent<T extends Line> =
  /** `ageMs`: time since the viewer wrote it, perhaps on an earlier page or before a restart of the worker. */
  | { readonly type: 'write'; readonly line: T; readonly ageMs: number }
  /** The login of this viewer is confirmed. */
  | { readonly type: 'ready' }
  | { readonly type: 'lost' }
  /** The socket did not accept the line because it is closing. */
  | { readonly type: 'not-taken'; readonly uuid: string }
  | { readonly type: 'login'; readonly userId: number }
  /** Its echo or the server's acknowledgement. */
  | { readonly type: 'settled'; readonly uuid: string; readonly seq: number; readonly by: 'echo' | 'acknowledgement' }
  | { readonly type: 'refused'; readonly uuid: string; readonly seq: number; readonly failure: LineFailure; readonly message: string };

export type QueueEffect<T> =
  | { readonly type: 'send'; readonly line: T }
  | { readonly type: 'settle'; readonly line: T; readonly why: 'echo' | 'acknowledgement' }
  | { readonly type: 'fail'; readonly line: T; readonly why: LineFailure; readonly message: string }
  /** The line was written under another login and is returned to that viewer. */
  | { readonly type: 'give-back'; readonly line: T; readonly why: 'another login' };

export interface QueueContext {
  readonly gapMs: number;
  /** A line fails if it is not confirmed within this time after it was sent. */
  readonly lineTimeMs: number;
  /** A line of an earlier page is not sent any more after this time. */
  readonly staleMs: number;
}

export function chatQueue<T extends Line>(): Machine<ChatQueue<T>, QueueEvent<T>, QueueEffect<T>, QueueContext> {
  return {
    name: 'chat-queue',
    initial: { name: 'stopped', userId: 0, lines: [], nextMs: 0 },
    step: stepQueue,
    deadlineMs: queueDueMs,
  };
}

type QueueStep<T extends Line> = Step<ChatQueue<T>, QueueEffect<T>>;

function stepQueue<T extends Line>(queue: ChatQueue<T>, event: QueueEvent<T> | Tick, nowMs: number, context: QueueContext): QueueStep<T> {
  switch (event.type) {
    case 'write':
      return write(queue, event.line, event.ageMs, nowMs, context);
    case 'ready':
      return drain({ ...queue, name: 'ready', nextMs: Math.max(queue.nextMs, nowMs) }, nowMs, context);
    case 'lost':
    // Later lines were not accepted either; the next connection sends all of them.
    case 'not-taken':
      return [stopped(queue)];
    case 'login': {
      const foreign = queue.lines.filter(({ line }) => line.userId !== event.userId);
      const lines = queue.lines.filter(({ line }) => line.userId === event.userId);
      const back = foreign.map(({ line }) => ({ type: 'give-back', line, why: 'another login' }) as const);
      return [{ ...stopped({ ...queue, lines }), userId: event.userId }, ...back];
    }
    case 'settled':
      return settle(queue, event, (line) => ({ type: 'settle', line, why: event.by }));
    case 'refused':
      return settle(queue, event, (line) => ({ type: 'fail', line, why: event.failure, message: event.message }));
    case 'tick':
      return expire(queue, nowMs, context);
  }
}

const stopped = <T extends Line>(queue: ChatQueue<T>): ChatQueue<T> => ({
  ...queue,
  name: 'stopped',
  lines: queue.lines.map((queued) => ({ ...queued, confirmByMs: null })),
});

function write<T extends Line>(queue: ChatQueue<T>, line: T, ageMs: number, nowMs: number, context: QueueContext): QueueStep<T> {
  if (queue.lines.some((queued) => queued.line.uuid === line.uuid)) return [queue];
  if (queue.userId === 0 && line.userId === 0) return [queue, { type: 'fail', line, why: 'not-logged-in', message: '' }];
  if (line.userId !== queue.userId) return [queue, { type: 'give-back', line, why: 'another login' }];
  if (queue.lines.length >= MAX_QUEUED_LINES) return [queue, { type: 'fail', line, why: 'queue-full', message: '' }];
  if (ageMs > context.staleMs) return [queue, { type: 'fail', line, why: 'expired', message: '' }];
  const isFree = queue.name === 'ready' && queue.lines.every(({ confirmByMs }) => confirmByMs !== null);
  const confirmByMs = isFree ? nowMs + context.lineTimeMs : null;
  const next = { ...queue, lines: [...queue.lines, { line, confirmByMs }] };
  return isFree ? [next, { type: 'send', line }] : [next];
}

/** Sends one queued line if it is due. */
function drain<T extends Line>(queue: ChatQueue<T>, nowMs: number, { gapMs, lineTimeMs }: QueueContext): QueueStep<T> {
  const first = queue.lines.find(({ confirmByMs }) => confirmByMs === null);
  if (queue.name !== 'ready' || first === undefined || nowMs < queue.nextMs) return [queue];
  const sent = { ...first, confirmByMs: nowMs + lineTimeMs };
  const lines = queue.lines.map((queued) => (queued === first ? sent : queued));
  return [
    { ...queue, lines, nextMs: nowMs + gapMs },
    { type: 'send', line: first.line },
  ];
}

function settle<T extends Line>(
  queue: ChatQueue<T>,
  { uuid, seq }: { readonly uuid: string; readonly seq: number },
  effect: (line: T) => QueueEffect<T>,
): QueueStep<T> {
  // Matched by uuid; a server that does not return it identifies the line by its number.
  const found = queue.lines.find(({ line }) => (uuid === '' ? seq > 0 && line.seq === seq : line.uuid === uuid));
  if (found === undefined) return [queue];
  return [{ ...queue, lines: queue.lines.filter((queued) => queued !== found) }, effect(found.line)];
}

const confirmBy = ({ confirmByMs }: QueuedLine<Line>): number => confirmByMs ?? Number.POSITIVE_INFINITY;

function expire<T extends Line>(queue: ChatQueue<T>, nowMs: number, context: QueueContext): QueueStep<T> {
  const late = queue.lines.filter((queued) => nowMs >= confirmBy(queued));
  const kept = late.length === 0 ? queue : { ...queue, lines: queue.lines.filter((queued) => !late.includes(queued)) };
  const [next, ...effects] = drain(kept, nowMs, context);
  return [next, ...late.map(({ line }) => ({ type: 'fail', line, why: 'expired', message: '' }) as const), ...effects];
}

export function queueDueMs<T extends Line>({ name, lines, nextMs }: ChatQueue<T>): number | null {
  const send = name === 'ready' && lines.some(({ confirmByMs }) => confirmByMs === null) ? nextMs : Number.POSITIVE_INFINITY;
  const due = Math.min(send, ...lines.map(confirmBy));
  return Number.isFinite(due) ? due : null;
}

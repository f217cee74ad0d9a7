import type { MessageClass, Message } from '../../wire/registry.ts';
import { mentions, senderOf } from '../room/chat/chat-row.ts';

/**
 * Messages to the room worker are sent in batches, which limits the batches per second in the room worker and the page, regardless of the
 * server's rate.
 */
export const BATCH_MS = 100;
/** Class of the row, `call` for a line to the viewer, `gift-call` for a gift to the viewer. */
export type BatchClass = MessageClass | 'call' | 'gift-call';

/** The viewer's own messages do not wait for the next batch, but cause at most one batch per this interval. */
const OWN_GAP_MS = 20;

export const BATCH_LIMITS = {
  /** Chat messages per millisecond that are never dropped: 5,000 a second plus a fifth, because a flood is uneven. */
  chatPerMs: 6,
  /** Upper bound of chat messages in one batch, however long the thread was busy. */
  maxChat: 2_000,
  maxEffects: 500,
  /** Lines and gifts to the viewer that are never dropped. Further ones have the bound of their class, so that calls cannot flood a room. */
  maxCalls: 50,
  /** States and own messages are never dropped: this many of them cause an immediate batch. */
  maxKept: 1_000,
} as const;

/** Messages dropped from a batch, by class. */
export interface Skipped {
  readonly chat: number;
  readonly effect: number;
}

export interface Batch<M> {
  /** `key` is used only for a `state`. Returns true if the batch is full of messages that must not be lost and has to be sent now. */
  add(message: M, messageClass: BatchClass, key: string, nowMs: number): boolean;
  /** Whether the batch holds a state of this key, which the next one would replace. */
  holds(key: string): boolean;
  /** Time when the batch is due, monotonic milliseconds; null while it is empty. */
  dueMs(): number | null;
  /** The contents in order of arrival. */
  flush(nowMs: number): { readonly messages: readonly M[]; readonly skipped: Skipped };
}

interface Entry<M> {
  readonly order: number;
  readonly message: M;
}

/** Merges the lists in order of arrival. Each list is already ordered; if only one has entries, nothing is merged. */
function inOrder<M>(lists: readonly (readonly Entry<M>[])[]): readonly Entry<M>[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length === 1) return filled[0]!;
  const places = filled.map(() => 0);
  const merged: Entry<M>[] = [];
  for (;;) {
    let first: Entry<M> | null = null;
    let list = 0;
    for (let i = 0; i < filled.length; i++) {
      const entry = filled[i]![places[i]!];
      if (entry === undefined || (first !== null && first.order < entry.order)) continue;
      first = entry;
      list = i;
    }
    if (first === null) return merged;
    merged.push(first);
    places[list]!++;
  }
}

export function createBatch<M>(): Batch<M> {
  let chat: Entry<M>[] = [];
  let effects: Entry<M>[] = [];
  let calls: Entry<M>[] = [];
  let own: Entry<M>[] = [];
  let states = new Map<string, Entry<M>>();
  let skipped = { chat: 0, effect: 0 };
  let lastFlushMs = Number.NEGATIVE_INFINITY;
  let firstMs: number | null = null;
  let order = 0;

  /**
   * Drops the oldest entries. Between flushes large lists are trimmed only at twice their limit, because removing from the front of an
   * array moves all other elements.
   */
  function trim(entries: Entry<M>[], max: number): number {
    const over = entries.length - max;
    if (over > 0) entries.splice(0, over);
    return Math.max(0, over);
  }

  /** A thread that was busy may pass on the messages of that time, up to `maxChat`. */
  const chatLimit = (nowMs: number): number =>
    Math.min(BATCH_LIMITS.maxChat, Math.ceil(Math.max(BATCH_MS, nowMs - lastFlushMs) * BATCH_LIMITS.chatPerMs));

  return {
    add(message, messageClass, key, nowMs) {
      firstMs ??= nowMs;
      const entry = { order: order++, message };
      if ((messageClass === 'call' || messageClass === 'gift-call') && calls.length < BATCH_LIMITS.maxCalls) {
        calls.push(entry);
        return false;
      }
      switch (messageClass) {
        case 'own':
          own.push(entry);
          break;
        case 'state':
          // Deleted first, so that the newest entry is the last one in the map's order.
          states.delete(key);
          states.set(key, entry);
          break;
        case 'effect':
        case 'gift-call':
          effects.push(entry);
          if (effects.length >= 2 * BATCH_LIMITS.maxEffects) skipped.effect += trim(effects, BATCH_LIMITS.maxEffects);
          break;
        case 'call':
        case 'chat':
          chat.push(entry);
          if (chat.length >= 2 * BATCH_LIMITS.maxChat) skipped.chat += trim(chat, BATCH_LIMITS.maxChat);
          break;
      }
      return own.length + states.size >= BATCH_LIMITS.maxKept;
    },
    holds: (key) => states.has(key),
    dueMs() {
      if (firstMs === null) return null;
      return own.length > 0 ? Math.max(firstMs, lastFlushMs + OWN_GAP_MS) : Math.max(firstMs, lastFlushMs + BATCH_MS);
    },
    flush(nowMs) {
      skipped.effect += trim(effects, BATCH_LIMITS.maxEffects);
      skipped.chat += trim(chat, chatLimit(nowMs));
      const entries = inOrder([own, [...states.values()], effects, calls, chat]);
      const left = { messages: entries.map(({ message }) => message), skipped };
      chat = [];
      effects = [];
      calls = [];
      own = [];
      states = new Map();
      skipped = { chat: 0, effect: 0 };
      lastFlushMs = nowMs;
      firstMs = null;
      return left;
    },
  };
}

export interface SocketViewer {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  /** From the answer to the login; '' before it. */
  readonly name: string;
}

/** A partial read of a field. */
export type AskedPart =
  /** One field of the nested message, or of each message of a list. */
  | { readonly name: string; readonly inside: string }
  /** A text that is irrelevant unless it contains this ASCII character. */
  | { readonly name: string; readonly holding: string };

/**
 * The fields that `classOf` and `isForSocket` read, so that a content need not be decoded for its class. `isKnown`: the viewer is logged
 * in, or was when the connection was made.
 */
export function classFields(name: string, rowClass: MessageClass, isKnown: boolean): readonly (string | AskedPart)[] {
  if (name === 'login') return ['userid'];
  if (!isKnown) return [];
  switch (name) {
    case 'chat':
    case 'socket-chat':
      return ['senderid', 'userid', 'receiverid', 'receiveruserid', { name: 'chatmsg', holding: '@' }];
    case 'gift':
    case 'socket-gift':
      return ['senderid', 'receiverid', { name: 'receivers', inside: 'userId' }];
    default:
      return rowClass === 'state' ? [] : [{ name: 'user', inside: 'userId' }];
  }
}

/**
 * The class of one message: that of its row, unless it concerns the viewer. The viewer's own messages (login, echo of a line, own gift, own
 * order) must not wait behind others. A line or a gift to the viewer is a call, because it must not be lost in a flood. A call does not
 * overtake and has its own bound, because anybody can send it.
 */
export function classOf(message: Message, rowClass: MessageClass, { userId, name }: SocketViewer): BatchClass {
  if (userId <= 0) return rowClass;
  switch (message.name) {
    case 'chat':
    case 'socket-chat':
      if (senderOf(message.body) === userId) return 'own';
      if (message.body.receiverid === userId || message.body.receiveruserid === userId) return 'call';
      return mentions(message.body.chatmsg, name) ? 'call' : rowClass;
    case 'gift':
    case 'socket-gift':
      if (message.body.senderid === userId) return 'own';
      return message.body.receiverid === userId || message.body.receivers.some((one) => one.userId === userId) ? 'gift-call' : rowClass;
    case 'login':
      return message.body.userid === userId ? 'own' : rowClass;
    default:
      return 'user' in message.body && message.body.user?.userId === userId && rowClass !== 'state' ? 'own' : rowClass;
  }
}

/** Whether the socket worker itself needs the content: answers to the login, to lines and to questions, and the server's close message. */
export function isForSocket(message: Message, rowClass: MessageClass, connectedUserId: number): boolean {
  switch (message.name) {
    case 'login':
      return message.body.userid === connectedUserId;
    case 'chat':
    case 'socket-chat':
      return connectedUserId > 0 && senderOf(message.body) === connectedUserId;
    default:
      return rowClass === 'own';
  }
}

/** Room that the message names; 0 for none. */
export function roomOf({ body }: Message): number {
  if ('roomid' in body) return body.roomid;
  return 'roomId' in body ? body.roomId : 0;
}

/** Key that distinguishes states of one message name; of each key only the newest is kept. */
export function stateKey(message: Message, key: readonly string[]): string {
  let text: string = message.name;
  for (const field of key) text += `:${String(Reflect.get(message.body, field))}`;
  return text;
}

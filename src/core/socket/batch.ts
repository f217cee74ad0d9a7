import type { Message, MessageClass, RoomMessage, Row } from '../../wire/registry.ts';
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

/** Messages that wait to be sent together. `M` is the message itself, which is not read. */
export class Batch<M> {
  #chat: Entry<M>[] = [];
  #effects: Entry<M>[] = [];
  #calls: Entry<M>[] = [];
  #own: Entry<M>[] = [];
  #states = new Map<string, Entry<M>>();
  #skipped = { chat: 0, effect: 0 };
  #lastFlushMs = Number.NEGATIVE_INFINITY;
  #firstMs: number | null = null;
  #order = 0;

  /** `key` is used only for a `state`. Returns true if the batch is full of messages that must not be lost and has to be sent now. */
  add(message: M, messageClass: BatchClass, key: string, nowMs: number): boolean {
    this.#firstMs ??= nowMs;
    const entry = { order: this.#order++, message };
    if ((messageClass === 'call' || messageClass === 'gift-call') && this.#calls.length < BATCH_LIMITS.maxCalls) {
      this.#calls.push(entry);
      return false;
    }
    switch (messageClass) {
      case 'own':
        this.#own.push(entry);
        break;
      case 'state':
        // Deleted first, so that the newest entry is the last one in the map's order.
        this.#states.delete(key);
        this.#states.set(key, entry);
        break;
      case 'effect':
      case 'gift-call':
        this.#effects.push(entry);
        if (this.#effects.length >= 2 * BATCH_LIMITS.maxEffects) this.#skipped.effect += trim(this.#effects, BATCH_LIMITS.maxEffects);
        break;
      case 'call':
      case 'chat':
        this.#chat.push(entry);
        if (this.#chat.length >= 2 * BATCH_LIMITS.maxChat) this.#skipped.chat += trim(this.#chat, BATCH_LIMITS.maxChat);
        break;
    }
    return this.#own.length + this.#states.size >= BATCH_LIMITS.maxKept;
  }

  /** Whether the batch holds a state of this key, which the next one would replace. */
  holds(key: string): boolean {
    return this.#states.has(key);
  }

  /** Time when the batch is due, monotonic milliseconds; null while it is empty. */
  dueMs(): number | null {
    if (this.#firstMs === null) return null;
    return Math.max(this.#firstMs, this.#lastFlushMs + (this.#own.length > 0 ? OWN_GAP_MS : BATCH_MS));
  }

  /** The contents in order of arrival. A thread that was busy may pass on the chat messages of that time, up to `maxChat`. */
  flush(nowMs: number): { readonly messages: readonly M[]; readonly skipped: Skipped } {
    const chatOfTime = Math.ceil(Math.max(BATCH_MS, nowMs - this.#lastFlushMs) * BATCH_LIMITS.chatPerMs);
    this.#skipped.effect += trim(this.#effects, BATCH_LIMITS.maxEffects);
    this.#skipped.chat += trim(this.#chat, Math.min(BATCH_LIMITS.maxChat, chatOfTime));
    const entries = inOrder([this.#own, [...this.#states.values()], this.#effects, this.#calls, this.#chat]);
    const left = { messages: entries.map(({ message }) => message), skipped: this.#skipped };
    this.#chat = [];
    this.#effects = [];
    this.#calls = [];
    this.#own = [];
    this.#states = new Map();
    this.#skipped = { chat: 0, effect: 0 };
    this.#lastFlushMs = nowMs;
    this.#firstMs = null;
    return left;
  }
}

/** Drops the oldest entries. Between flushes only at twice the limit, because removing from the front of an array moves all other elements. */
function trim(entries: unknown[], max: number): number {
  const over = entries.length - max;
  if (over > 0) entries.splice(0, over);
  return Math.max(0, over);
}

/**
 * A batch of messages between the socket worker and the room worker. Contents cross as received and are decoded once, where they are used
 * (wire/body.ts), because most messages of a flood are dropped before.
 */
export interface PackedMessages {
  readonly count: number;
  /**
   * For each message `HEAD_NUMBERS` doubles: id, time in ms, start of its content in the buffer or `IS_READ` for the next message of `read`, end of
   * its content. Then the contents: inflated protobuf. Positions instead of views, because a view costs more to clone than to create.
   */
  readonly buffer: ArrayBuffer;
  /** Messages that were JSON: read, checked and cleaned in the socket worker. */
  readonly read: readonly RoomMessage[];
}

export const HEAD_NUMBERS = 4;
export const IS_READ = -1;

/** A message for the next batch: protobuf as bytes, JSON as a body. */
export type Kept =
  | { readonly row: Row; readonly timeMs: number; readonly plain: Uint8Array }
  | { readonly row: Row; readonly timeMs: number; readonly plain: null; readonly message: Message };

export function pack(kept: readonly Kept[]): PackedMessages {
  const headsBytes = kept.length * HEAD_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
  const bytes = kept.reduce((sum, { plain }) => sum + (plain?.length ?? 0), headsBytes);
  const buffer = new ArrayBuffer(bytes);
  const heads = new Float64Array(buffer, 0, kept.length * HEAD_NUMBERS);
  const contents = new Uint8Array(buffer);
  const read: RoomMessage[] = [];
  let to = headsBytes;
  for (const [i, one] of kept.entries()) {
    const { row, timeMs, plain } = one;
    heads.set([row.id, timeMs, plain === null ? IS_READ : to, to + (plain?.length ?? 0)], i * HEAD_NUMBERS);
    if (plain === null) read.push({ id: row.id, timeMs, ...one.message });
    else {
      contents.set(plain, to);
      to += plain.length;
    }
  }
  return { count: kept.length, buffer, read };
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

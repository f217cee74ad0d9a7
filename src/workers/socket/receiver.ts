import { LateCode, type LateCodeDeps, type LateWhy } from '../../core/late-part.ts';
import { Batch, classOf, type Kept, pack, type PackedMessages, roomOf, type Skipped } from '../../core/socket/batch.ts';
import { COMMAND, type Command } from '../../core/socket/outgoing.ts';
import type { Clock } from '../../player/base/clock.ts';
import type { ErrorCode, Failure } from '../../core/errors.ts';
import { type Extended, takeExtension, CORE } from '../../wire/body.ts';
import { type Delivery, type Envelope, HEARTBEAT_RESPONSE, readEnvelope, readFrame } from '../../wire/frame.ts';
import { loaders } from '../../wire/generated/loaders.js';
import { type Message, type Row, rowOf } from '../../wire/registry.ts';
import { type Codec, codecFrom } from '../../wire/schema.ts';
import { readTextMessage, type TextMessage } from '../../wire/text-message.ts';
import type { StatsEvent } from '../stats/api.ts';
import { ContentReading, type Reading, type ReadingDeps } from './content-reading.ts';

/** Loaders of the message families outside the first bundle: one per .proto file in src/wire/families. */
export type FamilyLoaders = LateCodeDeps<Codec>['loaders'];

export const FAMILY_LOADERS: FamilyLoaders = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, async () => codecFrom(await load())]),
);

/** The codecs by family; `core`, which includes chat, is always loaded. */
export const createFamilies = (deps: Omit<LateCodeDeps<Codec>, 'ready'>): LateCode<Codec> =>
  new LateCode({ ...deps, ready: { core: CORE } });

/** Result of one WebSocket message. An invalid message is a named failure; the others are kept. */
export type Incoming =
  | { readonly type: 'beat' }
  /** The content is decoded when the code of its family is loaded. */
  | {
      readonly type: 'message';
      readonly delivery: Delivery;
      readonly row: Row;
      readonly bytes: number;
      /** Read by ContentReading. */
      readonly content: Envelope | TextMessage;
    }
  | { readonly type: 'repeated'; readonly delivery: Delivery }
  | { readonly type: 'failure'; readonly failure: Failure; readonly delivery: Delivery | null };

/** Number of remembered message ids, oldest dropped first; retransmissions arrive soon or never. */
const MAX_SEEN_IDS = 2_000;

interface Delivered {
  readonly offset: number;
  readonly isRetransmit: boolean;
  readonly msgId: string;
}

/**
 * S5: keeps the offset, and accepts each retransmitted message once. A class, because a getter in an object literal gives every object its
 * own layout, which keeps its closure alive until the old generation is collected.
 */
export class Deliveries {
  /** Offset in the room's message stream, sent with the next login. */
  offset: number;
  /** By message id: the connection on which it last arrived. */
  readonly #seen = new Map<string, number>();
  /** The ids in order of arrival, in a ring buffer, because finding the first key of a map steps over all deleted entries before it. */
  readonly #order: string[] = [];
  #next = 0;
  #connection = 0;
  #isFirst = true;

  constructor(firstOffset: number) {
    this.offset = firstOffset;
  }

  /** A new connection, whose server may have restarted its count. */
  nextConnection(): void {
    this.#connection++;
    this.#isFirst = true;
  }

  /** True if the message was not seen before. */
  isNew(delivered: Delivered): boolean {
    const { msgId, offset: position, isRetransmit } = delivered;
    const seenIn = this.#seen.get(msgId);
    const isNew = !this.#isKnown(delivered, seenIn);
    if (msgId !== '') this.#remember(msgId, seenIn);
    if (position > 0 && !isRetransmit) {
      // The first new message of a connection sets the offset of its server, even if it is lower than before.
      this.offset = this.#isFirst ? position : Math.max(this.offset, position);
      this.#isFirst = false;
    } else this.offset = Math.max(this.offset, position);
    return isNew;
  }

  /** An id is unique within one connection; on another connection only a message marked as retransmitted can be a known one. */
  #isKnown({ msgId, isRetransmit, offset: position }: Delivered, seenIn: number | undefined): boolean {
    // Without an id the offset decides: a retransmitted message at or before the current offset was seen.
    if (msgId === '') return isRetransmit && position > 0 && position <= this.offset;
    return seenIn === this.#connection || (seenIn !== undefined && isRetransmit);
  }

  #remember(msgId: string, seenIn: number | undefined): void {
    this.#seen.set(msgId, this.#connection);
    // A repeated id keeps its place, so that repetitions do not displace other ids.
    if (seenIn !== undefined) return;
    const oldest = this.#order[this.#next];
    if (oldest !== undefined) this.#seen.delete(oldest);
    this.#order[this.#next] = msgId;
    this.#next = (this.#next + 1) % MAX_SEEN_IDS;
  }
}

/** The offset in session storage, if it is valid. */
export function readOffset(stored: string | undefined): number {
  return stored !== undefined && /^\d{1,16}$/.test(stored) && Number(stored) <= Number.MAX_SAFE_INTEGER ? Number(stored) : 0;
}

/** Maximum number of ids in one 211; further ids are sent in another 211. */
const MAX_ACK_IDS = 32;

/**
 * Collects acknowledgements until the batch is sent: one 211 for many messages. Its `msgId` contains the ids, separated by commas, and its
 * `offset` the largest of them. S5 shows one id and does not exclude several.
 */
class Acks {
  #ids: string[] = [];
  #offset = 0;

  add(msgId: string, offset: number): void {
    this.#ids.push(msgId);
    this.#offset = Math.max(this.#offset, offset);
  }

  flush(): readonly Command[] {
    const commands: Command[] = [];
    const [ids, offset] = [this.#ids, this.#offset];
    for (let from = 0; from < ids.length; from += MAX_ACK_IDS)
      commands.push({ id: COMMAND.ack, fields: { cmd: COMMAND.ack, msgId: ids.slice(from, from + MAX_ACK_IDS).join(','), offset } });
    this.#ids = [];
    this.#offset = 0;
    return commands;
  }
}

/** From bytes or text to one message of the room, its delivery handled and its content unread. */
export class Inbox extends Deliveries {
  receive(data: unknown): Incoming {
    if (typeof data === 'string') return data === HEARTBEAT_RESPONSE ? { type: 'beat' } : this.#receiveText(data);
    const bytes = bytesOf(data);
    return bytes === null ? failed({ code: 'WIRE_BAD_FIELDS', detail: 'neither text nor bytes' }) : this.#receiveBytes(bytes);
  }

  #receiveText(text: string): Incoming {
    const message = readTextMessage(text);
    if (!message.ok) return failed(message.error);
    return this.#deliver(message.value.id, message.value.delivery, text.length, message.value);
  }

  #receiveBytes(bytes: Uint8Array): Incoming {
    const frame = readFrame(bytes);
    if (!frame.ok) return failed(frame.error);
    const { kind, command, payload } = frame.value;
    if (kind !== 'push') return failed({ code: 'WIRE_BAD_ENVELOPE', detail: `command ${command} from the server` });
    const envelope = readEnvelope(payload);
    if (!envelope.ok) return failed(envelope.error);
    return this.#deliver(command, envelope.value, bytes.length, envelope.value);
  }

  /**
   * Ack, offset and repetition are handled before the content is decoded: an invalid message is still acknowledged, otherwise the server
   * would send it again and again.
   */
  #deliver(id: number, delivery: Delivery, bytes: number, content: Envelope | TextMessage): Incoming {
    if (!this.isNew(delivery)) return { type: 'repeated', delivery };
    const row = rowOf(id);
    if (row === undefined) return failed({ code: 'WIRE_UNKNOWN_MESSAGE', detail: String(id) }, delivery);
    return { type: 'message', delivery, row, bytes, content };
  }
}

export type IncomingMessage = Extract<Incoming, { type: 'message' }>;

const failed = (failure: Failure, delivery: Delivery | null = null): Incoming => ({ type: 'failure', failure, delivery });

/** Browsers pass an ArrayBuffer; interceptors and Node's sockets may pass a view. */
export function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return null;
}

export interface ArrivedMessage {
  readonly row: Row;
  /** Size of the whole WebSocket message. */
  readonly bytes: number;
  readonly timeMs: number;
  /** The decoded message, if this worker decoded it. */
  readonly message: Message | null;
}

export interface ReceiverDeps extends Omit<ReadingDeps, 'holds' | 'onWrong'> {
  readonly clock: Clock & { readonly random: () => number };
  readonly loaders: FamilyLoaders;
  /** S9: messages that name another room are dropped. */
  roomId(this: void): number;
  messages(this: void, batch: PackedMessages, skipped: Skipped): void;
  offset(this: void, offset: number): void;
  acknowledge(this: void, command: Command): void;
  stats(this: void, fact: StatsEvent): void;
  /** Called before the batch is sent, for the connection and the debug view. `isCurrent`: the message arrived on the current connection. */
  onMessage(arrived: ArrivedMessage, isCurrent: boolean): void;
  onProblem(failure: Failure): void;
  /** The code of a message family is late; null: it is loaded. */
  onFamily(family: string, why: LateWhy | null): void;
  /** Called with each batch; sends the lines of the debug view. */
  onFlush(this: void): void;
}

/** Acknowledgements and counts without a message wait this long, in milliseconds, so that several are sent together. */
const WAKE_MS = 100;

/**
 * Collects WebSocket messages into batches for the room worker: acknowledges and classifies them and counts invalid ones. Batch,
 * acknowledgements, counts and problems are sent by one timer.
 */
export class Receiver {
  readonly #deps: ReceiverDeps;
  readonly #acks = new Acks();
  readonly #batch = new Batch<Kept>();
  readonly #reading: ContentReading;
  readonly #families: LateCode<Codec>;
  #inbox = new Inbox(0);
  #reportedOffset = 0;
  /** Since the last batch. `socket.other-room`: messages dropped because they name another room. */
  #counts = { 'socket.repeated': 0, 'socket.other-room': 0, 'chat.bad-ext': 0 };
  #problems = new Map<ErrorCode, { count: number; detail: string }>();
  #connection = 0;
  /** Arrival time of the batch's first message. */
  #firstMs = 0;
  #timer: { readonly atMs: number; readonly cancel: () => void } | null = null;

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
    this.#reading = new ContentReading({
      ...deps,
      holds: (key) => this.#batch.holds(key),
      onWrong: (field) => this.#note({ code: 'WIRE_BAD_FIELDS', detail: field }),
    });
    this.#families = createFamilies({
      loaders: deps.loaders,
      clock: deps.clock,
      random: () => deps.clock.random(),
      onFailure: (failure) => this.#note(failure),
      onNotice: (family, why) => deps.onFamily(family, why),
    });
  }

  get offset(): number {
    return this.#inbox.offset;
  }

  /** Another room or page: all earlier state is discarded. */
  restart(offset: number): void {
    this.#inbox = new Inbox(offset);
    this.#reportedOffset = offset;
  }

  /** Ids and offsets belong to one connection; the server sends a message that was not acknowledged again. */
  nextConnection(): void {
    this.#connection++;
    this.#acks.flush();
    this.#inbox.nextConnection();
  }

  /** True for an answered heartbeat; all other messages are handled here. */
  receive(data: unknown): boolean {
    const incoming = this.#inbox.receive(data);
    if (incoming.type === 'beat') return true;
    const { delivery } = incoming;
    if (delivery?.wantsAck === true) this.#acks.add(delivery.msgId, delivery.offset);
    // A message arms the batch itself; anything else only has an acknowledgement or a count to send.
    if (incoming.type !== 'message' || delivery?.wantsAck === true) this.wake();
    if (incoming.type === 'repeated') this.#counts['socket.repeated']++;
    else if (incoming.type === 'failure') this.#note(incoming.failure);
    else {
      const { row, bytes } = incoming;
      const at = this.#connection;
      // Usually the codec is loaded, so no closure is needed.
      const codec = this.#families.ready(row.family);
      if (codec !== null) this.#take(incoming, codec, true);
      else this.#families.withCode(row.family, bytes, (loaded) => this.#take(incoming, loaded, at === this.#connection));
    }
    return false;
  }

  /** Requests a batch within WAKE_MS for data other than messages. */
  wake(): void {
    this.#arm(this.#deps.clock.nowMs() + WAKE_MS);
  }

  #note(failure: Failure): void {
    const known = this.#problems.get(failure.code);
    if (known === undefined) this.#problems.set(failure.code, { count: 1, detail: failure.detail });
    else known.count++;
    this.#deps.onProblem(failure);
    this.wake();
  }

  #take(incoming: IncomingMessage, codec: Codec, isCurrent: boolean): void {
    const reading = this.#reading.read(incoming, codec);
    if (reading.ok) this.#keep(incoming, reading.value, isCurrent);
    else this.#note(reading.error);
  }

  #keep({ row, delivery, bytes }: IncomingMessage, { seen, key, plain, message }: Reading, isCurrent: boolean): void {
    const { clock, roomId, viewer } = this.#deps;
    const named = row.isOfThisRoom ? roomOf(seen) : 0;
    if (named !== 0 && named !== roomId()) {
      this.#counts['socket.other-room']++;
      return;
    }
    const timeMs = delivery.timeMs > 0 ? delivery.timeMs : clock.epochMs();
    const messageClass = classOf(seen, row.messageClass, viewer());
    this.#deps.onMessage({ row, bytes, timeMs, message }, isCurrent);
    const batch = this.#batch;
    // The clock is read once per batch; only the time of the first message matters.
    if (batch.dueMs() === null) this.#firstMs = clock.nowMs();
    const kept: Kept = plain === null ? { row, timeMs, plain, message: seen } : { row, timeMs, plain };
    if (batch.add(kept, messageClass, key, this.#firstMs)) this.#flush();
    else this.#arm(batch.dueMs() ?? this.#firstMs);
  }

  /** `ext` of a decoded message is parsed here, after the flood limits have dropped messages. */
  #withExtension(kept: Kept): Kept {
    if (kept.plain !== null || !('ext' in kept.message.body)) return kept;
    // A copy, because the debug view shows the original body.
    const body = { ...kept.message.body };
    if (!takeExtension(body as Extended)) this.#counts['chat.bad-ext']++;
    return { ...kept, message: { ...kept.message, body } as Message };
  }

  #arm(atMs: number): void {
    const { clock } = this.#deps;
    if (this.#timer !== null && this.#timer.atMs <= atMs) return;
    this.#timer?.cancel();
    this.#timer = { atMs, cancel: clock.after(Math.max(0, atMs - clock.nowMs()), () => this.#flush()) };
  }

  #flush(): void {
    const { clock, messages, stats, acknowledge, offset, onFlush } = this.#deps;
    this.#timer?.cancel();
    this.#timer = null;
    const { messages: kept, skipped } = this.#batch.flush(clock.nowMs());
    if (kept.length > 0 || skipped.chat + skipped.effect > 0) messages(pack(kept.map((one) => this.#withExtension(one))), skipped);
    const counts = { 'socket.skipped': skipped.chat, 'socket.skipped-effects': skipped.effect, ...this.#counts };
    for (const [name, by] of Object.entries(counts)) if (by > 0) stats({ type: 'count', name, by });
    this.#counts = { 'socket.repeated': 0, 'socket.other-room': 0, 'chat.bad-ext': 0 };
    for (const [code, { count: by, detail }] of this.#problems) stats({ type: 'failure', code, detail, by });
    this.#problems = new Map();
    for (const command of this.#acks.flush()) acknowledge(command);
    if (this.#inbox.offset !== this.#reportedOffset) {
      this.#reportedOffset = this.#inbox.offset;
      offset(this.#reportedOffset);
    }
    onFlush();
  }
}

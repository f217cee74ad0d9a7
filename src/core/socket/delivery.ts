import { COMMAND, type Command } from './commands.ts';

/** Number of remembered message ids, oldest dropped first; retransmissions arrive soon or never. */
const MAX_SEEN_IDS = 2_000;

export interface Delivered {
  readonly offset: number;
  readonly isRetransmit: boolean;
  readonly msgId: string;
}

export interface Deliveries {
  /** Offset in the room's message stream, sent with the next login. */
  readonly offset: number;
  /** A new connection, whose server may have restarted its count. */
  nextConnection(): void;
  /** True if the message was not seen before. */
  isNew(delivered: Delivered): boolean;
}

/**
 * S5: keeps the offset, and accepts each retransmitted message once. A class, because a getter in an object literal gives every object its
 * own layout, which keeps its closure alive until the old generation is collected.
 */
class DeliveriesOfRoom implements Deliveries {
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

  nextConnection(): void {
    this.#connection++;
    this.#isFirst = true;
  }

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

export const createDeliveries = (firstOffset: number): Deliveries => new DeliveriesOfRoom(firstOffset);

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
export interface Acks {
  add(msgId: string, offset: number): void;
  flush(): readonly Command[];
}

export function createAcks(): Acks {
  let ids: string[] = [];
  let offset = 0;
  return {
    add(msgId, position) {
      ids.push(msgId);
      offset = Math.max(offset, position);
    },
    flush() {
      const commands: Command[] = [];
      for (let from = 0; from < ids.length; from += MAX_ACK_IDS)
        commands.push({ id: COMMAND.ack, fields: { cmd: COMMAND.ack, msgId: ids.slice(from, from + MAX_ACK_IDS).join(','), offset } });
      ids = [];
      offset = 0;
      return commands;
    },
  };
}

/** Retransmissions come soon or not at all: so many message ids are remembered, oldest forgotten first. */
export const MAX_SEEN_IDS = 2_000;

export interface Delivered {
  readonly offset: number;
  readonly isRetransmit: boolean;
  readonly msgId: string;
}

export interface Deliveries {
  /** Where the room's stream of messages stands, given back at the next login. */
  readonly offset: number;
  /** A new connection: its server may have been restarted and count from the beginning. */
  nextConnection(): void;
  /** Whether a message is seen for the first time. */
  isNew(delivered: Delivered): boolean;
}

/**
 * The offset, and each retransmitted message once (document 2, section 3; checklist S5). A class: a getter in a literal of a function gives every
 * object a layout of its own, which holds what it closes over until the old generation is collected.
 */
class DeliveriesOfRoom implements Deliveries {
  offset: number;
  /** Message id -> the connection that brought it last. */
  private readonly seen = new Map<string, number>();
  /** The ids in the order in which they came, in a ring: the first key of a map is found by stepping over all that were deleted before it. */
  private readonly order: string[] = [];
  private next = 0;
  private connection = 0;
  private isFirst = true;

  constructor(firstOffset: number) {
    this.offset = firstOffset;
  }

  nextConnection(): void {
    this.connection++;
    this.isFirst = true;
  }

  isNew(delivered: Delivered): boolean {
    const { msgId, offset: position, isRetransmit } = delivered;
    const seenIn = this.seen.get(msgId);
    const isNew = !this.isKnown(delivered, seenIn);
    if (msgId !== '') this.remember(msgId, seenIn);
    if (position > 0 && !isRetransmit) {
      // The first new message of a connection says where its server stands, also further back than the last one did.
      this.offset = this.isFirst ? position : Math.max(this.offset, position);
      this.isFirst = false;
    } else this.offset = Math.max(this.offset, position);
    return isNew;
  }

  /** An id is unique to one connection; beyond it only what says of itself that it was sent before can have been seen. */
  private isKnown({ msgId, isRetransmit, offset: position }: Delivered, seenIn: number | undefined): boolean {
    // Without an id only the offset can decide: a retransmitted message at or before the present offset was seen.
    if (msgId === '') return isRetransmit && position > 0 && position <= this.offset;
    return seenIn === this.connection || (seenIn !== undefined && isRetransmit);
  }

  private remember(msgId: string, seenIn: number | undefined): void {
    this.seen.set(msgId, this.connection);
    // One that comes again keeps its place: however often that is, nothing else is forgotten for it.
    if (seenIn !== undefined) return;
    const oldest = this.order[this.next];
    if (oldest !== undefined) this.seen.delete(oldest);
    this.order[this.next] = msgId;
    this.next = (this.next + 1) % MAX_SEEN_IDS;
  }
}

export const createDeliveries = (firstOffset: number): Deliveries => new DeliveriesOfRoom(firstOffset);

/** The offset of the session storage, when it is one. */
export function readOffset(stored: string | undefined): number {
  return stored !== undefined && /^\d{1,16}$/.test(stored) && Number(stored) <= Number.MAX_SAFE_INTEGER ? Number(stored) : 0;
}

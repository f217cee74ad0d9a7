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

/** The offset, and each retransmitted message once (document 2, section 3; checklist S5). */
export function createDeliveries(firstOffset: number): Deliveries {
  /** Message id -> the connection that brought it last. */
  const seen = new Map<string, number>();
  /** The ids in the order in which they came, in a ring: the first key of a map is found by stepping over all that were deleted before it. */
  const order: string[] = [];
  let next = 0;
  let connection = 0;
  let isFirst = true;
  let offset = firstOffset;

  /** An id is unique to one connection; beyond it only what says of itself that it was sent before can have been seen. */
  function isKnown({ msgId, isRetransmit, offset: position }: Delivered, seenIn: number | undefined): boolean {
    // Without an id only the offset can decide: a retransmitted message at or before the present offset was seen.
    if (msgId === '') return isRetransmit && position > 0 && position <= offset;
    return seenIn === connection || (seenIn !== undefined && isRetransmit);
  }

  function remember(msgId: string, seenIn: number | undefined): void {
    if (msgId === '') return;
    seen.set(msgId, connection);
    // One that comes again keeps its place: however often that is, nothing else is forgotten for it.
    if (seenIn !== undefined) return;
    const oldest = order[next];
    if (oldest !== undefined) seen.delete(oldest);
    order[next] = msgId;
    next = (next + 1) % MAX_SEEN_IDS;
  }

  return {
    get offset() {
      return offset;
    },
    nextConnection() {
      connection++;
      isFirst = true;
    },
    isNew(delivered) {
      const seenIn = seen.get(delivered.msgId);
      const isNew = !isKnown(delivered, seenIn);
      remember(delivered.msgId, seenIn);
      const { offset: position, isRetransmit } = delivered;
      if (position > 0 && !isRetransmit) {
        // The first new message of a connection says where its server stands, also further back than the last one did.
        offset = isFirst ? position : Math.max(offset, position);
        isFirst = false;
      } else offset = Math.max(offset, position);
      return isNew;
    },
  };
}

/** The offset of the session storage, when it is one. */
export function readOffset(stored: string | undefined): number {
  return stored !== undefined && /^\d{1,16}$/.test(stored) && Number(stored) <= Number.MAX_SAFE_INTEGER ? Number(stored) : 0;
}

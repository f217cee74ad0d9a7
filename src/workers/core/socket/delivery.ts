import { COMMAND, type Command } from './commands.ts';

/** Retransmissions come soon or not at all: so many message ids are remembered, oldest forgotten first. */
export const MAX_SEEN_IDS = 2_000;

export interface Delivered {
  readonly offset: number;
  readonly wantsAck: boolean;
  readonly isRetransmit: boolean;
  readonly msgId: string;
}

export interface Deliveries {
  /** Greatest offset seen, given back at the next login. */
  readonly offset: number;
  /** Says whether a message is seen for the first time, and what the server wants to hear about it. */
  take(delivered: Delivered): { readonly isNew: boolean; readonly ack: Command | null };
}

/** Acknowledgements, the offset, and each retransmitted message once (document 2, section 3; checklist S5). */
export function createDeliveries(firstOffset: number): Deliveries {
  const seen = new Set<string>();
  let offset = firstOffset;
  return {
    get offset() {
      return offset;
    },
    take({ msgId, wantsAck, isRetransmit, offset: position }) {
      // Without an id only the offset can tell: what was sent again and lies behind us was seen.
      const isNew = msgId === '' ? !(isRetransmit && position > 0 && position <= offset) : !seen.has(msgId);
      if (msgId !== '') seen.add(msgId);
      if (seen.size > MAX_SEEN_IDS) {
        const oldest = seen.values().next();
        if (!oldest.done) seen.delete(oldest.value);
      }
      offset = Math.max(offset, position);
      return { isNew, ack: wantsAck ? { id: COMMAND.ack, fields: { cmd: COMMAND.ack, msgId, offset: position } } : null };
    },
  };
}

/** The offset of the session storage, when it is one. */
export function readOffset(stored: string | undefined): number {
  return stored !== undefined && /^\d{1,16}$/.test(stored) && Number(stored) <= Number.MAX_SAFE_INTEGER ? Number(stored) : 0;
}

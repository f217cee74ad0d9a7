import { COMMAND, type Command } from './commands.ts';

/** Ids that one 211 names; more are another 211. */
export const MAX_ACK_IDS = 32;

/**
 * Acknowledgements gather until the batch leaves: one 211 for many messages. Its `msgId` holds the ids, parted by commas, and its `offset` the
 * greatest of them; the document shows one id and does not say that there may not be more.
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

/** The other side's reading of it. */
export const ackedIds = (msgId: string): readonly string[] => msgId.split(',').filter((id) => id !== '');

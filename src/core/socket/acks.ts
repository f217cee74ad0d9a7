import { COMMAND, type Command } from './commands.ts';

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

import type { ChatServer, ChatViewer } from '../backend/chat-server.ts';
import type { ChatPush } from '../control.ts';
import { chance, faultOf, type Fault } from '../backend/faults.ts';
import { SEED } from '../scenarios.ts';

/** Whether a message is for this chat connection. */
export const isFor = (message: ChatPush, connection: string, viewer: ChatViewer | null): boolean =>
  viewer !== null &&
  (message.roomId === null || message.roomId === viewer.roomId) &&
  (message.connection === null || message.connection === connection) &&
  (message.toUserId === null || message.toUserId === viewer.userId);

/** Applies the part of a message that concerns the chat server, even if the message itself is lost. */
export function execute({ mutesMs, slow }: ChatPush, server: ChatServer, nowMs: number): void {
  if (mutesMs !== undefined) server.mute(nowMs + mutesMs);
  if (slow !== undefined) server.slow(server.viewer()?.userId === slow.starId ? 0 : slow.ms);
}

/**
 * Sends messages that are in no recording to one connection; with the fault `disorder` it drops, doubles and reorders some of them in turn.
 */
export function createDisorderingSender(
  faults: (elapsedMs: number) => readonly Fault[],
  send: (message: ChatPush) => void,
): (message: ChatPush) => void {
  let count = 0;
  let held: ChatPush | null = null;
  return (message) => {
    const share = faultOf(faults(0), 'disorder')?.share ?? 0;
    const roll = chance(SEED, count++);
    if (held !== null) {
      const late = held;
      held = null;
      send(message);
      send(late);
      return;
    }
    if (roll < share / 3) return;
    if (roll < (share * 2) / 3) held = message;
    else {
      send(message);
      if (roll < share) send(message);
    }
  };
}

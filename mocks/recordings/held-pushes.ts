/** Holds pushes until the chat connection is open: it opens after the first picture, and earlier pushes would be lost. */
import type { PushedMessage } from '../control.ts';

/** Maximum number of messages; the oldest are dropped. */
export const MAX_HELD_PUSHES = 256;

export function holdPushes(send: (message: PushedMessage) => void) {
  let held: PushedMessage[] | null = [];
  return {
    push(message: PushedMessage): void {
      if (held === null) send(message);
      else held = [...held, message].slice(-MAX_HELD_PUSHES);
    },
    /** A chat connection of the room has logged in. */
    joined(): void {
      const waiting = held ?? [];
      held = null;
      for (const message of waiting) send(message);
    },
  };
}

import { ROOM_LIMITS } from './limits.ts';

/** Document 1, section 9. */
export const MOUNT_DRAIN_MS = 50;
export const MOUNT_NAME_LENGTH = 15;
/** How long a mount is on the screen; the document does not show it. */
export const MOUNT_SHOWN_MS = 4_000;

/** Document 1, section 3, with the nickname of who arrives. */
export interface Mount {
  readonly status: number;
  readonly src: string;
  readonly id: number;
  readonly name: string;
  readonly isVideo: boolean;
  readonly nickname: string;
}

export interface MountQueue {
  readonly waiting: readonly Mount[];
  readonly shown: Mount | null;
  readonly shownUntilMs: number;
  /** Mounts that were never shown because too many waited. */
  readonly dropped: number;
}
export const NO_MOUNTS: MountQueue = { waiting: [], shown: null, shownUntilMs: 0, dropped: 0 };

/** The oldest waiting one gives way: who arrived a minute ago is no news. */
export function queueMount(queue: MountQueue, mount: Mount): MountQueue {
  const waiting = [...queue.waiting, mount];
  const over = Math.max(0, waiting.length - ROOM_LIMITS.mountsWaiting.value);
  return { ...queue, waiting: waiting.slice(over), dropped: queue.dropped + over };
}

/** P11: called every MOUNT_DRAIN_MS; the same queue comes back when nothing changes. */
export function drainMounts(queue: MountQueue, nowMs: number): MountQueue {
  if (queue.shown !== null && nowMs < queue.shownUntilMs) return queue;
  const [next, ...waiting] = queue.waiting;
  if (next === undefined) return queue.shown === null ? queue : { ...queue, shown: null };
  return { ...queue, waiting, shown: next, shownUntilMs: nowMs + MOUNT_SHOWN_MS };
}

/** First 15 characters as a reader counts them: an emoji is not cut in half. */
export const mountName = (nickname: string): string => Array.from(nickname).slice(0, MOUNT_NAME_LENGTH).join('');

import { drainMounts, MOUNT_DRAIN_MS, mountName, NO_MOUNTS, queueMount, type Mount, type MountQueue } from '../core/room/mounts.ts';
import type { Screen } from './screen.ts';

/** Drains the queue of mounts while there is one, every 50 ms as the document says; a quiet room has no timer. */
export function createMountsOwner(screen: Screen, nowMs: () => number): { arrive(mount: Mount): void } {
  let queue: MountQueue = NO_MOUNTS;
  let timer: ReturnType<typeof setInterval> | null = null;
  let shown = 0;

  function drain(): void {
    const next = drainMounts(queue, nowMs());
    if (next.shown !== queue.shown) show(next.shown);
    queue = next;
    if (queue.shown !== null || queue.waiting.length > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function show(mount: Mount | null): void {
    if (mount === null) {
      screen.patch({ mounts: { current: null } });
      return;
    }
    // The same mount may come twice in a row: the page tells the appearances apart by this number.
    shown++;
    screen.patch({
      mounts: { current: { id: shown, name: mount.name, welcome: mountName(mount.nickname), video: mount.isVideo, src: mount.src } },
    });
  }

  return {
    arrive(mount) {
      // Where the layout hides mount effects, none are kept for later either.
      if (screen.get().layout.mounts === null) return;
      queue = queueMount(queue, mount);
      timer ??= setInterval(drain, MOUNT_DRAIN_MS);
    },
  };
}

import type { RoomPatch, RoomView } from '../core/room/view.ts';

/** At most about 30 patches a second reach the page, however many changes there are. */
const FLUSH_GAP_MS = 33;

export interface Screen {
  get(): RoomView;
  /** Merged with what waits; the first change after a quiet time leaves at once. */
  patch(patch: RoomPatch): void;
  isFlushed(): boolean;
  dispose(): void;
}

export function createScreen(initial: RoomView, send: (patch: RoomPatch) => void): Screen {
  let view = initial;
  let waiting: RoomPatch | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    timer = null;
    if (waiting === null) return;
    send(waiting);
    waiting = null;
    timer = setTimeout(flush, FLUSH_GAP_MS);
  };
  return {
    get: () => view,
    patch(patch) {
      view = { ...view, ...patch };
      waiting = { ...waiting, ...patch };
      // One turn later, so that the changes of one event are one patch.
      timer ??= setTimeout(flush, 0);
    },
    isFlushed: () => waiting === null,
    dispose() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

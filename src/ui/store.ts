import type { ChatBatch, RoomPatch, RoomView } from '../core/room/view.ts';

/** The list of the chat is drawn after the room began to speak; the newest batches until then are kept for it. */
const MAX_EARLY_BATCHES = 64;

/** What is on the screen. Filled by the room worker; React is notified at most once per animation frame. */
export interface Store {
  readonly get: () => RoomView;
  readonly subscribe: (changed: () => void) => () => void;
  /** Merges at once, notifies at the next frame: a burst of patches is one render. */
  patch(patch: RoomPatch): void;
  /** Everything that was shown belonged to a room worker that is gone. */
  reset(view: RoomView): void;
  /** Each patch as it comes, also while the tab is hidden and nothing is drawn. */
  hear(listener: (patch: RoomPatch) => void): () => void;
  /** Chat does not pass through React state: the list takes batches as they come, and as `wantsEarly` those from before it was drawn. */
  onChat(listener: (batch: ChatBatch) => void, wantsEarly?: boolean): () => void;
  chat(batch: ChatBatch): void;
}

/** A hidden tab gets no animation frames; patches are merged all the same, and subscribers are notified when it is shown again. */
export function createStore(initial: RoomView, schedule: (flush: () => void) => void = requestAnimationFrame): Store {
  let view = initial;
  let pending = initial;
  let isScheduled = false;
  const changed = new Set<() => void>();
  const patchListeners = new Set<(patch: RoomPatch) => void>();
  const chatListeners = new Set<(batch: ChatBatch) => void>();
  let early: ChatBatch[] | null = [];
  const flush = (): void => {
    isScheduled = false;
    if (view === pending) return;
    view = pending;
    for (const listener of changed) listener();
  };
  const scheduleFlush = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  };
  return {
    get: () => view,
    subscribe(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    reset(next) {
      pending = next;
      scheduleFlush();
    },
    patch(patch) {
      pending = { ...pending, ...patch, features: patch.features ? { ...pending.features, ...patch.features } : pending.features };
      scheduleFlush();
      for (const listener of patchListeners) listener(patch);
    },
    hear(listener) {
      patchListeners.add(listener);
      return () => patchListeners.delete(listener);
    },
    onChat(listener, wantsEarly = false) {
      chatListeners.add(listener);
      if (wantsEarly && early !== null) {
        for (const batch of early) listener(batch);
        // Not at once: a component that React mounts twice is given them twice.
        schedule(() => (early = null));
      }
      return () => chatListeners.delete(listener);
    },
    chat(batch) {
      if (early !== null) early = [...early, batch].slice(-MAX_EARLY_BATCHES);
      for (const listener of chatListeners) listener(batch);
    },
  };
}

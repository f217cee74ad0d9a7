import type { ChatBatch, RoomPatch, RoomView } from '../core/room/view.ts';

/** Maximum number of chat batches kept until the chat list is rendered; the newest are kept. */
const MAX_EARLY_BATCHES = 64;

/** The view of the page. Filled by the room worker; React is notified at most once per animation frame. */
export interface Store {
  readonly get: () => RoomView;
  readonly subscribe: (changed: () => void) => () => void;
  /** Merges immediately and notifies at the next frame, so that a burst of patches causes one render. */
  patch(patch: RoomPatch): void;
  /** Replaces the whole view, after the room worker has been replaced. The chat list begins again too, because row ids begin again. */
  reset(view: RoomView): void;
  /** Number of resets. Subscribers are notified of a change. */
  readonly resets: () => number;
  /** Called for each patch on arrival, also while the tab is hidden and nothing is rendered. */
  hear(listener: (patch: RoomPatch) => void): () => void;
  /** Chat bypasses React state: the list receives batches on arrival, and with `wantsEarly` those from before it was rendered. */
  onChat(listener: (batch: ChatBatch) => void, wantsEarly?: boolean): () => void;
  chat(batch: ChatBatch): void;
}

/** A hidden tab gets no animation frames; patches are still merged, and subscribers are notified when the tab is visible again. */
export function createStore(initial: RoomView, schedule: (flush: () => void) => void = requestAnimationFrame): Store {
  let view = initial;
  let pending = initial;
  let isScheduled = false;
  const changed = new Set<() => void>();
  const patchListeners = new Set<(patch: RoomPatch) => void>();
  const chatListeners = new Set<(batch: ChatBatch) => void>();
  let early: ChatBatch[] | null = [];
  let resets = 0;
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
    resets: () => resets,
    reset(next) {
      pending = next;
      resets++;
      early = [];
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
        // Delayed, because React mounts a component twice in development and both mounts need the batches.
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

import { useSyncExternalStore } from 'react';
import type { ChatBatch, RoomPatch, RoomView } from '../workers/core/room/view.ts';

/** What is on the screen. Filled by the room worker; React hears of it at most once per animation frame. */
export interface Store {
  readonly get: () => RoomView;
  readonly subscribe: (changed: () => void) => () => void;
  /** Merges at once, tells at the next frame: a burst of patches is one render. */
  patch(patch: RoomPatch): void;
  /** Chat does not pass through React state: the list takes batches as they come. */
  onChat(listener: (batch: ChatBatch) => void): () => void;
  chat(batch: ChatBatch): void;
}

/** A hidden tab gets no animation frames; patches are merged all the same and told when it shows again. */
export function createStore(initial: RoomView, schedule: (flush: () => void) => void = requestAnimationFrame): Store {
  let view = initial;
  let pending = initial;
  let isScheduled = false;
  const changed = new Set<() => void>();
  const chatListeners = new Set<(batch: ChatBatch) => void>();
  const flush = (): void => {
    isScheduled = false;
    if (view === pending) return;
    view = pending;
    for (const tell of changed) tell();
  };
  return {
    get: () => view,
    subscribe(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    patch(patch) {
      pending = { ...pending, ...patch };
      if (isScheduled) return;
      isScheduled = true;
      schedule(flush);
    },
    onChat(listener) {
      chatListeners.add(listener);
      return () => chatListeners.delete(listener);
    },
    chat(batch) {
      for (const tell of chatListeners) tell(batch);
    },
  };
}

/** Draws one member of the view; the component renders only when that member was replaced. */
export function useView<Key extends keyof RoomView>(store: Store, key: Key): RoomView[Key] {
  return useSyncExternalStore(store.subscribe, () => store.get()[key]);
}

import { assertNever } from '../player/base/errors.ts';
import { reached, untilLoaded } from '../player/page/loading.ts';
import type { PlayerOrder } from '../player/rules/recovery/orders.ts';
import type { ChatBatch, RoomPatch, RoomView } from '../core/room/view.ts';
import type { RoomCommand } from '../workers/room/api.ts';
import { roomTime } from './features/room-time.ts';
import { writeCookie, writeStorage } from './page/page-input.ts';

/** Maximum number of chat batches kept until the chat list is rendered; the newest are kept. */
const MAX_EARLY_BATCHES = 64;

/**
 * The view of the page. Filled by the room worker; React is notified at most once per animation frame. A hidden tab gets no animation
 * frames; patches are still merged, and subscribers are notified when the tab is visible again.
 */
export function createStore(initial: RoomView, schedule: (flush: () => void) => void = requestAnimationFrame) {
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
    subscribe: (listener: () => void): (() => void) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    /** Number of resets. Subscribers are notified of a change. */
    resets: () => resets,
    /** Replaces the whole view, after the room worker has been replaced. The chat list begins again too, because row ids begin again. */
    reset(next: RoomView): void {
      pending = next;
      resets++;
      early = [];
      scheduleFlush();
    },
    /** Merges immediately and notifies at the next frame, so that a burst of patches causes one render. */
    patch(patch: RoomPatch): void {
      pending = { ...pending, ...patch, features: patch.features ? { ...pending.features, ...patch.features } : pending.features };
      scheduleFlush();
      for (const listener of patchListeners) listener(patch);
    },
    /** Called for each patch on arrival, also while the tab is hidden and nothing is rendered. */
    hear(listener: (patch: RoomPatch) => void): () => void {
      patchListeners.add(listener);
      return () => patchListeners.delete(listener);
    },
    /** Chat bypasses React state: the list receives batches on arrival, and with `wantsEarly` those from before it was rendered. */
    onChat(listener: (batch: ChatBatch) => void, wantsEarly = false): () => void {
      chatListeners.add(listener);
      if (wantsEarly && early !== null) {
        for (const batch of early) listener(batch);
        // Delayed, because React mounts a component twice in development and both mounts need the batches.
        schedule(() => (early = null));
      }
      return () => chatListeners.delete(listener);
    },
    chat(batch: ChatBatch): void {
      if (early !== null) early = [...early, batch].slice(-MAX_EARLY_BATCHES);
      for (const listener of chatListeners) listener(batch);
    },
  };
}

export type Store = ReturnType<typeof createStore>;

/** Executes a command of the room worker. */
export function execute(command: RoomCommand, store: Store, order: (order: PlayerOrder) => void): void {
  switch (command.type) {
    case 'view':
      roomTime.arrive(command.nowMs, performance.now(), Object.values(command.patch.features ?? {}));
      store.patch(command.patch);
      if (command.patch.phase === 'ready') reached('room');
      return;
    case 'chat':
      store.chat(command.batch);
      return;
    case 'player':
      order(command.order);
      return;
    case 'navigate':
      location.replace(new URL(command.to, location.href));
      return;
    case 'reload':
      location.reload();
      return;
    case 'set-cookie':
      writeCookie(command.cookie);
      return;
    case 'store':
      writeStorage(command.area === 'local' ? 'localStorage' : 'sessionStorage', command.key, command.value);
      return;
    case 'open':
      window.open(command.url, '_blank', 'noopener');
      return;
    case 'download':
      void untilLoaded(async () => import('./stage/saving/save-file.ts')).then(({ download }) => download(command.url));
      return;
    default:
      assertNever(command);
  }
}

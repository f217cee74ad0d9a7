import { createContext, use, useSyncExternalStore, type ComponentType } from 'react';

import type { Decision } from '../core/decision-log.ts';
import type { FeatureView } from '../core/feature.ts';
import type { RoomView, UserAction } from '../core/room/view.ts';
import type { PageEvent } from '../workers/room/api.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { PlayerSurface } from '../player/surface.ts';
import type { Store } from './store.ts';

/** What components may do besides drawing. The session gives the real one; the gallery gives one that does nothing. */
export interface RoomContext {
  readonly store: Store;
  /** What the viewer wants. Never throws; the answer comes as a change of the view. */
  readonly act: (action: UserAction) => void;
  /** What the page saw. Keeps its order with `act`. */
  readonly send: (event: PageEvent) => void;
  readonly player: PlayerSurface;
  /** What the room decided and why, oldest first; empty while the room worker is away. */
  readonly decisions: () => Promise<readonly Decision[]>;
  /** Record and replay in the socket's debug view; only where the mock backend is. */
  readonly socketTools?: ComponentType;
  /** For the viewer's log export. */
  readonly diagnose: () => Promise<Diagnostics>;
}

export const RoomContextProvider = createContext<RoomContext | null>(null);

export function useRoomContext(): RoomContext {
  const context = use(RoomContextProvider);
  if (context === null) throw new Error('no RoomContextProvider above this component');
  return context;
}

/** One member of the room's view; the component renders only when that member was replaced. */
export function useRoom<Key extends keyof RoomView>(key: Key): RoomView[Key] {
  return useSelected(useRoomContext().store, (view) => view[key]);
}

/** One feature; the component renders only when that feature's view was replaced. Undefined before it was woken. */
export function useFeature(name: string): FeatureView | undefined {
  return useSelected(useRoomContext().store, (view) => view.features[name]);
}

/**
 * Names of the features that satisfy `is`, with a space before each; the component renders only when this list changes. The views of
 * features change many times a second, the list does not.
 */
export function useFeatureNames(is: (view: FeatureView) => boolean): string {
  return useSelected(useRoomContext().store, ({ features }) => {
    let names = '';
    for (const name in features) if (is(features[name]!)) names += ` ${name}`;
    return names;
  });
}

/** Draws one value of the view; the component renders only when that value was replaced. */
function useSelected<T>(store: Store, select: (view: RoomView) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

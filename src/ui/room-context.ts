import { createContext, use, useSyncExternalStore, type ComponentType } from 'react';

import type { Decision } from '../player/base/machine.ts';
import type { FeatureView } from '../core/feature.ts';
import type { RoomView, UserAction } from '../core/room/view.ts';
import type { PageEvent } from '../workers/room/api.ts';
import type { Diagnostics } from './page/diagnostics.ts';
import type { PlayerSurface } from '../player/page-player.ts';
import type { Store } from './store.ts';

/** Access of components to the room. The session provides the real one; the gallery provides one without effects. */
export interface RoomContext {
  readonly store: Store;
  /** Sends an action of the viewer. Never throws; the result is a change of the view. */
  readonly act: (action: UserAction) => void;
  /** Sends an event of the page. Ordered with `act`. */
  readonly send: (event: PageEvent) => void;
  readonly player: PlayerSurface;
  /** The room's decisions and reasons, oldest first; empty while there is no room worker. */
  readonly decisions: () => Promise<readonly Decision[]>;
  /** Record and replay in the socket debug view; only in the offline build. */
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

/** One member of the room's view; the component renders only when that member is replaced. */
export function useRoom<Key extends keyof RoomView>(key: Key): RoomView[Key] {
  return useSelected(useRoomContext().store, (view) => view[key]);
}

/** The view of one feature; the component renders only when it is replaced. Undefined before the feature was woken. */
export function useFeature(name: string): FeatureView | undefined {
  return useSelected(useRoomContext().store, (view) => view.features[name]);
}

/**
 * Names of the features that satisfy `is`, each preceded by a space; the component renders only when this list changes, which is far less
 * often than the views of features change.
 */
export function useFeatureNames(is: (view: FeatureView) => boolean): string {
  return useSelected(useRoomContext().store, ({ features }) => {
    let names = '';
    for (const name in features) if (is(features[name]!)) names += ` ${name}`;
    return names;
  });
}

/** One value of the view; the component renders only when it is replaced. */
function useSelected<T>(store: Store, select: (view: RoomView) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

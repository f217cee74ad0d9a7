import { createContext, use } from 'react';

import type { RoomView, UserAction } from '../workers/core/room/view.ts';
import type { RoomFact } from '../workers/room/api.ts';
import type { PlayerHost } from './players/host.ts';
import { type Store, useView } from './store.ts';

/** What components may do besides drawing. The session gives the real ones; the gallery gives silent ones. */
export interface Hands {
  readonly store: Store;
  /** What the viewer wants. Never throws; the answer comes as a change of the view. */
  readonly act: (action: UserAction) => void;
  /** What a media element of the page saw (the advertisement, the lead-in and the offline video are played by the page). */
  readonly tell: (fact: RoomFact) => void;
  readonly player: PlayerHost;
}

export const HandsContext = createContext<Hands | null>(null);

export function useHands(): Hands {
  const hands = use(HandsContext);
  if (hands === null) throw new Error('no HandsContext above this component');
  return hands;
}

/** One member of the room's view; the component renders only when that member was replaced. */
export function useRoom<Key extends keyof RoomView>(key: Key): RoomView[Key] {
  return useView(useHands().store, key);
}

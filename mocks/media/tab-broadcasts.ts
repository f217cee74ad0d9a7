/**
 * Broadcasts of the offline room: the records are in local storage, which survives a reload and is shared by all tabs; relay.ts transports
 * the pictures.
 */
import { createBroadcasts, type Broadcast, type Broadcasts, type BroadcastStore } from '../sessions/broadcasts.ts';
import type { ChannelMessage } from '../control.ts';
import { createRelay, type Relay } from './relay.ts';
import type { Scenario } from '../scenario.ts';

const LIVE_STATUS = 490_002;
const keyOf = (roomId: number): string => `footlight-mock-broadcast-${roomId}`;

const STORE: BroadcastStore = {
  read: (roomId) => JSON.parse(localStorage.getItem(keyOf(roomId)) ?? 'null') as Broadcast | null,
  write(roomId, broadcast) {
    if (broadcast === null) localStorage.removeItem(keyOf(roomId));
    else localStorage.setItem(keyOf(roomId), JSON.stringify(broadcast));
  },
};

export interface TabBroadcastDeps extends Pick<Scenario, 'provider'> {
  readonly post: (message: ChannelMessage) => void;
  readonly listen: (listener: (message: ChannelMessage) => void) => void;
}

export function openBroadcasts({ post, listen, provider }: TabBroadcastDeps): { readonly broadcasts: Broadcasts; readonly relay: Relay } {
  const broadcasts = createBroadcasts({
    store: STORE,
    origin: () => location.origin,
    nowMs: () => Date.now(),
    newSession: () => crypto.randomUUID(),
    provider,
    onChange(roomId, isOn) {
      const body = { roomid: roomId, status: isOn ? 1 : 0 };
      post({ kind: 'course-push', roomId, connection: null, toUserId: null, id: LIVE_STATUS, body });
    },
  });
  return { broadcasts, relay: createRelay({ post, listen }) };
}

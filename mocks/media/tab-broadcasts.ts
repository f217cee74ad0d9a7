/**
 * Broadcasts of the offline room: the records are in local storage, which survives a reload and is shared by all tabs; relay.ts transports
 * the pictures.
 */
import { fieldsOf } from '../backend/json.ts';
import type { RtcDeps } from '../backend/rtc.ts';
import { toAll, type ChannelMessage } from '../control.ts';
import { readLocalJson, writeLocalJson } from '../local-json.ts';
import type { Scenario } from '../scenario.ts';
import { createBroadcasts, LIVE_STATUS, type BroadcastStore } from '../sessions/broadcasts.ts';
import { createRelay } from './relay.ts';
import { createRecordingPeers } from './webrtc.ts';

const keyOf = (roomId: number): string => `footlight-mock-broadcast-${roomId}`;

const STORE: BroadcastStore = {
  read(roomId) {
    const { session, sinceMs, mediaMs, hasMedia } = fieldsOf(readLocalJson(keyOf(roomId)));
    return typeof session === 'string' && session !== ''
      ? { session, sinceMs: Number(sinceMs), mediaMs: Number(mediaMs), hasMedia: hasMedia === true }
      : null;
  },
  write: (roomId, broadcast) => writeLocalJson(keyOf(roomId), broadcast),
};

export interface TabBroadcastDeps extends Pick<Scenario, 'provider'> {
  readonly post: (message: ChannelMessage) => void;
  readonly listen: (listener: (message: ChannelMessage) => void) => void;
}

export function openBroadcasts({ post, listen, provider }: TabBroadcastDeps): Pick<RtcDeps, 'broadcasts' | 'relay' | 'play'> {
  const broadcasts = createBroadcasts({
    store: STORE,
    origin: () => location.origin,
    nowMs: () => Date.now(),
    newSession: () => crypto.randomUUID(),
    provider,
    onChange(roomId, isOn) {
      post({ kind: 'push', message: toAll({ id: LIVE_STATUS, body: { roomid: roomId, status: isOn ? 1 : 0 } }, roomId) });
    },
  });
  const relay = createRelay({ post, listen });
  const peers = createRecordingPeers();
  return {
    broadcasts,
    play: peers.play,
    relay: {
      ...relay,
      leave(id) {
        relay.leave(id);
        peers.leave(id);
      },
    },
  };
}

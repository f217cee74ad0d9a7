import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { offlineVideoMachine, offlineVideoView, replaysOf, type OfflineVideoAction, type OfflineVideoEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: offlineVideoMachine,
  context: () => null,
  view: offlineVideoView,
  onAction(action: OfflineVideoAction): OfflineVideoEvent | null {
    switch (action.type) {
      case 'choose':
        return { type: 'choose', index: action.index };
      case 'ended':
        return { type: 'ended', failed: action.failed };
      case 'progress':
      case 'paused':
        return null;
      default:
        return assertNever(action);
    }
  },
  onRoom(event, room): OfflineVideoEvent | null {
    if (event.type !== 'room-changed') return null;
    const info = room.liveInfo();
    if (info === null) return null;
    const { offlineVideo, replays, nextLiveS } = info.room;
    return { type: 'room', replays: replaysOf(offlineVideo, replays), nextLiveS, isLive: info.liveStatus === 1 };
  },
  execute: () => undefined,
});

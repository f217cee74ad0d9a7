import type { LiveInfo } from './start/live-info.ts';
import type { RoomCard } from './view.ts';

/** Data of the room for the page. `following` belongs to the viewer and is kept. */
export function roomCard(
  before: RoomCard,
  { room, stream, liveStatus }: LiveInfo,
  { roomId, role, isEmbed }: { readonly roomId: number; readonly role: 0 | 1; readonly isEmbed: boolean },
): RoomCard {
  return {
    ...before,
    roomId,
    role,
    kind: isEmbed ? 'embed' : room.kind,
    starId: room.starId,
    starName: room.starName,
    liveName: room.liveName,
    avatarUrl: room.avatarUrl,
    // While the room is offline the last picture of the show is preferred over the cover.
    coverUrl: liveStatus === 0 && room.snapshotUrl !== '' ? room.snapshotUrl : room.coverUrl,
    clan: room.isClanRoom && room.clanName !== '' ? { name: room.clanName, logoUrl: room.clanLogoUrl } : null,
    liveStatus,
    liveType: stream.liveType,
    isHifi: room.hifiMode,
    liveSince: liveStatus === 1 ? room.liveSinceS : 0,
    viewers: room.viewers,
    followers: room.followers,
  };
}

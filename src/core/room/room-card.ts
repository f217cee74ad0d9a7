import { sizedImage } from './image-sizes.ts';
import type { LiveInfo } from './live-info.ts';
import type { RoomCard } from './view.ts';

/** CSS pixels of the star's picture: beside the name, and at most, in a radio room on a dense screen. */
const AVATAR_PX = { usual: 46, most: 512 } as const;

/** What the page shows of the room. `following` is the viewer's and stays. */
export function roomCard(
  before: RoomCard,
  { room, stream, liveStatus }: LiveInfo,
  { roomId, role, isEmbed }: { readonly roomId: number; readonly role: 0 | 1; readonly isEmbed: boolean },
): RoomCard {
  const avatar = sizedImage('user-logo', room.avatarUrl, AVATAR_PX.usual, AVATAR_PX.most);
  return {
    ...before,
    roomId,
    role,
    kind: isEmbed ? 'embed' : room.kind,
    starId: room.starId,
    starName: room.starName,
    liveName: room.liveName,
    avatarUrl: avatar.src,
    avatarSrcSet: avatar.srcSet,
    coverUrl: room.coverUrl,
    liveStatus,
    liveType: stream.liveType,
    liveSince: liveStatus === 1 ? room.liveSinceS : 0,
    viewers: room.viewers,
    followers: room.followers,
  };
}

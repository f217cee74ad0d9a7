import type { RoomView } from '../../../core/room/view.ts';

/** Playback information that a viewer pastes into a report. It contains no address and no login value. */
export function playbackInfo(view: RoomView): string {
  const { room, player, layout } = view;
  return [
    `room ${room.roomId} ${room.kind} ${room.liveType} live=${room.liveStatus}`,
    `player ${player.kind ?? 'none'} ${player.status}(${player.statusCode ?? '-'}) reason=${player.reason} line=${player.line + 1}/${player.lineCount}`,
    `volume ${Math.round(player.volume * 100)} muted=${player.muted}`,
    `video ${layout.video.width}x${layout.video.height} policy=${layout.policy} ${layout.orientation}`,
  ].join('\n');
}

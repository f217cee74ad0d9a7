import { readStreamMessage } from '../../player/rules/stream-message-bodies.ts';
import { defineRoomHalf } from '../../workers/room/feature-api.ts';
import { STREAM_INFO, type StreamInfo, type StreamInfoEvent, type StreamInfoView } from './rules.ts';

export const room = defineRoomHalf({
  machine: STREAM_INFO,
  context: () => null,
  view: ({ song, gift }: StreamInfo): StreamInfoView | null => (song === null && gift === null ? null : { song, gift }),
  onStreamMessage(message): StreamInfoEvent | null {
    const body = readStreamMessage(message);
    if (body.kind === 'song-info') return { type: 'song', name: body.name, singer: body.singer };
    if (body.kind === 'effect-gift') return { type: 'gift', sender: body.sender, name: body.gift, count: body.count };
    return null;
  },
  onRoom: (event): StreamInfoEvent | null => (event.type === 'live-stopped' ? { type: 'cleared' } : null),
  execute: () => undefined,
});

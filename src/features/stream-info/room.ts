import { readStreamMessage } from '../../player/rules/messages/stream-message-bodies.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { streamInfoMachine, type StreamInfo, type StreamInfoEvent, type StreamInfoView } from './rules.ts';

export const room = defineRoomHalf({
  machine: streamInfoMachine,
  context: () => null,
  view: ({ song, gift }: StreamInfo): StreamInfoView | null => (song === null && gift === null ? null : { song, gift }),
  onStreamMessage(message): StreamInfoEvent | null {
    const body = readStreamMessage(message);
    if (body.type === 'song-info') return { type: 'song', name: body.name, singer: body.singer };
    if (body.type === 'effect-gift') return { type: 'gift', sender: body.sender, name: body.gift, count: body.count };
    return null;
  },
  onRoom: (event): StreamInfoEvent | null => (event.type === 'live-stopped' ? { type: 'cleared' } : null),
  execute: () => undefined,
});

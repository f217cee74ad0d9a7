import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { readStreamMessage } from '../../player/rules/messages/stream-message-bodies.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/** How long the tip of an effect gift is shown; the next gift replaces it. */
const GIFT_SHOWN_MS = 4_000;

/** P30: state from messages inside the stream. Each message arrives when its picture is on the screen. */
interface StreamInfo {
  readonly name: 'on';
  readonly song: { readonly name: string; readonly singer: string } | null;
  /** `id` increases by one per gift. */
  readonly gift: {
    readonly id: number;
    readonly sender: string;
    readonly name: string;
    readonly count: number;
    readonly untilMs: number;
  } | null;
  readonly gifts: number;
}

type StreamInfoEvent =
  | { readonly type: 'song'; readonly name: string; readonly singer: string }
  | { readonly type: 'gift'; readonly sender: string; readonly name: string; readonly count: number }
  /** The stream changed or ended: the state of the previous one is cleared. */
  | { readonly type: 'cleared' };

const NOTHING: StreamInfo = { name: 'on', song: null, gift: null, gifts: 0 };

export const streamInfoMachine: Machine<StreamInfo, StreamInfoEvent, never, null> = {
  name: 'stream-info',
  initial: NOTHING,
  step: stepStreamInfo,
  deadlineMs: (state) => state.gift?.untilMs ?? null,
};

function stepStreamInfo(state: StreamInfo, event: StreamInfoEvent | Tick, nowMs: number): Step<StreamInfo, never> {
  switch (event.type) {
    case 'song':
      return [{ ...state, song: event.name === '' ? null : { name: event.name, singer: event.singer } }];
    case 'gift': {
      const { sender, name, count } = event;
      const id = state.gifts + 1;
      return [{ ...state, gift: { id, sender, name, count, untilMs: nowMs + GIFT_SHOWN_MS }, gifts: id }];
    }
    case 'cleared':
      return [{ ...NOTHING, gifts: state.gifts }];
    case 'tick':
      return [state.gift !== null && nowMs >= state.gift.untilMs ? { ...state, gift: null } : state];
  }
}

export type StreamInfoView = Pick<StreamInfo, 'song' | 'gift'>;

export const room = defineRoomPart({
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

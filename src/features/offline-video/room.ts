import type { Machine } from '../../player/base/machine.ts';
import type { ClipFact } from '../../core/room/stage.ts';
import type { Replay } from '../../core/room/start/live-info.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/** P7: the room's own video while the star is offline, and recordings of earlier shows to choose from. */
export type OfflineVideo =
  /** Nothing is known yet. */
  | { readonly name: 'off' }
  /** The star is live, or was until now. */
  | { readonly name: 'live' }
  | {
      readonly name: 'shown';
      readonly replays: readonly Replay[];
      readonly nextLiveS: number;
      readonly endedS: number;
      /** Index of the playing video; null if there is none that plays. */
      readonly index: number | null;
      /** Counts starts: the same video started again is a new clip. */
      readonly turn: number;
      /** Addresses that failed to play. */
      readonly failed: readonly string[];
      /** The broadcast ended in this visit. */
      readonly wasLive: boolean;
    };
type Shown = Extract<OfflineVideo, { name: 'shown' }>;

export type OfflineVideoAction = ClipFact | { readonly type: 'choose'; readonly index: number };
export type OfflineVideoEvent =
  | {
      readonly type: 'room';
      readonly replays: readonly Replay[];
      /** Seconds since the epoch; 0 if unknown: start of the next show, end of the last one. */
      readonly nextLiveS: number;
      readonly endedS: number;
      readonly isLive: boolean;
    }
  | { readonly type: 'live-stopped' }
  | OfflineVideoAction;

export const offlineVideoMachine: Machine<OfflineVideo, OfflineVideoEvent, never, null> = {
  name: 'offline-video',
  initial: { name: 'off' },
  step(state, event) {
    switch (event.type) {
      case 'room':
        return [event.isLive ? { name: 'live' } : shownFor(state, event)];
      case 'live-stopped':
        return [state.name === 'off' ? { name: 'live' } : state];
      case 'choose':
        // A failed video is tried again when the viewer selects it.
        return [state.name === 'shown' && state.replays[event.index] !== undefined ? play(state, event.index, []) : state];
      case 'ended':
        return [state.name === 'shown' && state.index !== null ? goOn(state, state.index, event.failed) : state];
      default:
        return [state];
    }
  },
  deadlineMs: () => null,
};

function shownFor(state: OfflineVideo, { replays, nextLiveS, endedS }: Extract<OfflineVideoEvent, { type: 'room' }>): OfflineVideo {
  const index = replays.length === 0 ? null : 0;
  const times = { nextLiveS, endedS };
  if (state.name !== 'shown') return { name: 'shown', replays, ...times, index, turn: 1, failed: [], wasLive: state.name === 'live' };
  const isPlaying = state.index !== null && sameList(state.replays, replays, fileOf);
  // The playing video keeps its address, because another one would restart it.
  const kept = isPlaying ? replays.map((replay, at) => (at === state.index ? (state.replays[at] ?? replay) : replay)) : replays;
  if (sameList(state.replays, kept, ({ url }) => url))
    return state.nextLiveS === nextLiveS && state.endedS === endedS ? state : { ...state, ...times };
  if (isPlaying) return { ...state, replays: kept, ...times };
  return { ...state, replays, ...times, index, turn: state.turn + 1, failed: [] };
}

/** Addresses may be signed again with each live info: the same file with another query. */
const fileOf = ({ url }: Replay): string => url.replace(/[?#].*/, '');

const sameList = (one: readonly Replay[], other: readonly Replay[], part: (replay: Replay) => string): boolean =>
  one.length === other.length &&
  one.every((replay, index) => {
    const same = other[index];
    return same !== undefined && part(same) === part(replay) && same.title === replay.title;
  });

const play = (state: Shown, index: number | null, failed: readonly string[]): Shown => ({ ...state, index, failed, turn: state.turn + 1 });

/** The next video, after the last the first; failed ones are skipped. */
function goOn(state: Shown, index: number, hasFailed: boolean): Shown {
  const { replays } = state;
  const failed = hasFailed ? [...state.failed, replays[index]?.url ?? ''] : state.failed;
  const order = replays.map((_, step) => (index + 1 + step) % replays.length);
  return play(state, order.find((next) => !failed.includes(replays[next]?.url ?? '')) ?? null, failed);
}

export interface OfflineVideoView {
  readonly replays: readonly Replay[];
  readonly index: number | null;
  readonly turn: number;
  /** Seconds since the epoch; 0 if unknown: start of the next show, end of the last one. */
  readonly nextLiveS: number;
  readonly endedS: number;
  /** The viewer saw the broadcast end. */
  readonly wasLive: boolean;
}

export const offlineVideoView = (state: OfflineVideo): OfflineVideoView | null => (state.name === 'shown' ? state : null);

/** The room's own video comes first, unless the list contains it. */
export function replaysOf(offlineVideo: string, replays: readonly Replay[]): readonly Replay[] {
  if (offlineVideo === '' || replays.some(({ url }) => url === offlineVideo)) return replays;
  return [{ url: offlineVideo, title: '' }, ...replays];
}

export const room = defineRoomPart({
  machine: offlineVideoMachine,
  context: () => null,
  view: offlineVideoView,
  onAction: (action: OfflineVideoAction): OfflineVideoEvent => action,
  onRoom(event, room): OfflineVideoEvent | null {
    if (event.type === 'live-stopped') return { type: 'live-stopped' };
    if (event.type !== 'room-changed') return null;
    const info = room.liveInfo();
    if (info === null) return null;
    const { offlineVideo, replays, nextLiveS, endTimeS } = info.room;
    const times = { nextLiveS, endedS: endTimeS };
    return { type: 'room', replays: replaysOf(offlineVideo, replays), ...times, isLive: info.liveStatus === 1 };
  },
  execute: () => undefined,
});

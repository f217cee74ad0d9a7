import { DEFAULT_PLAYER_CONFIG } from '../player/constants.ts';
import { layoutRoom } from './layout.ts';
import type { RoomView, StreamSigns } from './view.ts';

export const NO_SIGNS: StreamSigns = {
  song: null,
  gift: null,
  delayMs: null,
  kilobitsPerS: null,
  pitchHz: null,
  heard: 0,
  unknown: 0,
  unreadable: 0,
};

/** What stands on the screen before the room worker has said anything: the page draws it at once. */
export function initialView(viewport: { readonly width: number; readonly height: number }): RoomView {
  return {
    phase: 'loading',
    room: {
      roomId: 0,
      kind: 'normal',
      starId: 0,
      starName: '',
      liveName: '',
      avatarUrl: '',
      coverUrl: '',
      liveStatus: 0,
      liveType: 'normal',
      liveSince: 0,
      viewers: 0,
      followers: 0,
      following: false,
      role: 0,
    },
    me: { userId: 0, nickname: '', richLevel: 0 },
    stage: { at: 'loading' },
    tips: { noLive: false, liveFail: false, playerMessage: '' },
    layout: layoutRoom({
      viewport,
      isVertical: false,
      media: { width: 0, height: 0 },
      isLite: false,
      isAwardRoom: false,
      isMatchRoom: false,
    }),
    player: {
      status: 'created',
      statusCode: null,
      kind: null,
      reason: 'UNKNOW',
      muted: false,
      needsClick: false,
      volume: DEFAULT_PLAYER_CONFIG.numbers.volumePercent / 100,
      canPictureInPicture: false,
      kinds: [],
      lineCount: 0,
      line: 0,
      log: [],
    },
    signs: NO_SIGNS,
    chat: { connection: 'idle', attempt: 0, queued: 0, slider: false, error: null, debug: [] },
    mounts: { current: null },
    dialogs: [],
    toasts: [],
    parts: [],
  };
}

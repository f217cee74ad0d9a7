import { DEFAULT_VOLUME_PERCENT } from '../../player/rules/names.ts';
import { layoutRoom, PLAIN_ROOM } from './layout/layout.ts';
import type { RoomView, StreamInfoView } from './view.ts';

/** Counters of the debug view since the start of the socket worker. */
export interface SocketTotals {
  /** Acknowledgements (211) sent. */
  readonly acks: number;
  /** Of the newest message: time from the server's timestamp to its decoding here, in milliseconds; the two clocks may differ. */
  readonly lagMs: number;
  readonly byId: readonly { readonly id: number; readonly name: string; readonly count: number; readonly bytes: number }[];
}

export const NO_SOCKET_TOTALS: SocketTotals = { acks: 0, lagMs: 0, byId: [] };

export const NO_STREAM_INFO: StreamInfoView = {
  delayMs: null,
  kilobitsPerS: null,
  pitchHz: null,
  dispatched: 0,
  unknown: 0,
  unreadable: 0,
};

/** The view before the first message of the room worker, drawn immediately by the page. */
export function initialView(viewport: { readonly width: number; readonly height: number }): RoomView {
  return {
    phase: 'loading',
    unavailable: null,
    room: {
      roomId: 0,
      kind: 'normal',
      starId: 0,
      starName: '',
      liveName: '',
      avatarUrl: '',
      coverUrl: '',
      clan: null,
      liveStatus: 0,
      liveType: 'normal',
      isHifi: false,
      liveSince: 0,
      viewers: 0,
      followers: 0,
      following: false,
      role: 0,
    },
    me: { userId: 0, nickname: '', richLevel: 0 },
    stage: { name: 'loading' },
    tips: { noLive: false, liveFail: false, playerMessage: '' },
    layout: layoutRoom({ ...PLAIN_ROOM, viewport }),
    player: {
      status: 'created',
      statusCode: null,
      kind: null,
      reason: 'UNKNOW',
      muted: false,
      needsClick: false,
      volume: DEFAULT_VOLUME_PERCENT / 100,
      canPictureInPicture: false,
      kinds: [],
      lineCount: 0,
      line: 0,
      saver: 'off',
      savers: [],
      activity: { name: 'idle' },
      notice: null,
      log: [],
    },
    streamInfo: NO_STREAM_INFO,
    chat: {
      connection: 'idle',
      attempt: 0,
      retryAtMs: null,
      queued: 0,
      error: null,
      debug: [],
      totals: NO_SOCKET_TOTALS,
      verify: null,
      givenBack: null,
      blocked: [],
    },
    dialogs: [],
    toasts: [],
    services: [],
    features: {},
  };
}

import type { Result } from '../src/core/errors.ts';
import type { OfflineRoom, ScenarioLink } from '../src/ui/offline-room.ts';
import type { SessionCommand, SessionStatus } from './sessions/session-host.ts';
import type { Fault } from './backend/faults.ts';
import type { ListedReport } from './backend/reports.ts';
import type { FaultTitle, MessageTitle } from './panel/words.ts';
import type { ScenarioName } from './scenarios.ts';

/** Interface of the developer's panel; created by page.ts, rendered by mocks/panel. */
export interface MockControl extends OfflineRoom {
  get(): MockState;
  subscribe(changed: () => void): () => void;
  /** Opens the scenario's room: a navigation. */
  switchTo(name: ScenarioName): void;
  /** Adds a fault to those of the scenario; it applies immediately to open streams. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Sends a push to all open chat connections. */
  push(message: PushedMessage): void;
  /** Changes the answers of the calls without a push. */
  setLive(status: 0 | 1): void;
  /** Starts, pauses, speeds up or ends a feature's scripted session in this room, for all tabs. */
  session(name: string, command: SessionCommand): void;
  /** Streams are recorded from their next connection on; `retry-player` reconnects the player. */
  startRecording(): void;
  /** Returns a session file (recording.ts) for the developer to save. */
  stopRecording(): Promise<Blob>;
  /** Replays a session file instead of the scenario's recordings: validates it, stores it for this tab and reloads. */
  replay(file: Blob): Promise<Result>;
  /** Returns to the scenario's own recordings. */
  stopReplay(): void;
}

export interface MockState {
  readonly scenario: ScenarioName;
  readonly about: ScenarioLink['about'];
  /** Injected faults, without those of the scenario. */
  readonly faults: readonly Fault[];
  readonly isReplaying: boolean;
  readonly recording: { readonly sinceMs: number; readonly bytes: number; readonly isFull: boolean } | null;
  /** Requests without a recording, newest last, at most MAX_UNKNOWN. */
  readonly unknown: readonly string[];
  /** The room's reports since the page was opened, newest last, at most MAX_REPORTS (reports.ts). */
  readonly reports: readonly ListedReport[];
  /** The scripted sessions of this room, in the order of sessions.ts. */
  readonly sessions: readonly SessionStatus[];
}

/** Faults offered by the panel. */
export const PANEL_FAULTS: readonly { readonly title: FaultTitle; readonly fault: Fault }[] = [
  { title: 'stream-throttle', fault: { on: 'stream', kind: 'throttle', kilobitsPerS: 300 } },
  { title: 'stream-stall', fault: { on: 'stream', kind: 'stall', afterMs: 0 } },
  { title: 'stream-cut', fault: { on: 'stream', kind: 'cut', afterMs: 0 } },
  { title: 'stream-corrupt', fault: { on: 'stream', kind: 'corrupt', share: 0.02 } },
  { title: 'stream-404', fault: { on: 'stream', kind: 'status', status: 404 } },
  { title: 'socket-close', fault: { on: 'socket', kind: 'close-code', afterMs: 0, code: 1012 } },
  { title: 'socket-stall', fault: { on: 'socket', kind: 'stall', afterMs: 0 } },
  { title: 'http-delay', fault: { on: 'http', kind: 'delay', ms: 2_000 } },
  { title: 'http-500', fault: { on: 'http', kind: 'status', status: 500 } },
];

/** A message of wire/registry.ts to push. */
export interface PushedMessage {
  readonly id: number;
  readonly body: object;
}

/** A message for chat connections: all of them, one, or those of one viewer. */
export interface ChatPush extends PushedMessage {
  /** null: in all rooms. */
  readonly roomId: number | null;
  readonly connection: string | null;
  readonly toUserId: number | null;
  /** The chat refuses that viewer's lines for this time from now on; 0: it accepts them again. */
  readonly mutesMs?: number;
  /** Minimum interval between two lines of a viewer from now on, except for the star; 0: none. */
  readonly slow?: { readonly ms: number; readonly starId: number };
}

/** A message for all viewers of a room, or of all rooms. */
export const toAll = ({ id, body }: PushedMessage, roomId: number | null = null): ChatPush => ({
  id,
  body,
  roomId,
  connection: null,
  toUserId: null,
});

/** Messages offered by the panel. */
export const PANEL_MESSAGES: readonly { readonly title: MessageTitle; readonly message: PushedMessage }[] = [
  {
    title: 'chat',
    message: {
      id: 501,
      body: {
        senderid: 1,
        userid: 1,
        kugouid: 1,
        sendername: '面板',
        nickname: '面板',
        richlevel: 6,
        chatmsg: '来自面板的一条消息',
        platform: 7,
      },
    },
  },
  { title: 'entry', message: { id: 201, body: { userid: 4_201, kugouid: 4_201, nickname: '面板来客', richlevel: 12, wellcomes: '驾到' } } },
  { title: 'follow', message: { id: 490_020, body: { userid: 4_201, nickname: '面板来客', richlevel: 12 } } },
  { title: 'offline', message: { id: 490_002, body: { status: 0 } } },
  { title: 'live', message: { id: 490_002, body: { status: 1 } } },
  { title: 'counts', message: { id: 490_022, body: { viewers: 23_456, followers: 98_765 } } },
];

/** Name of the BroadcastChannel between page, service worker and socket worker. */
export const CHANNEL = 'footlight-mock';
export type ChannelMessage =
  /** A worker that starts later requests the current state. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly faults: readonly Fault[]; readonly isRecording: boolean; readonly isEnglish: boolean }
  | { readonly kind: 'push'; readonly message: ChatPush }
  /** A chat connection has logged in (socket worker); the current state of the scripted sessions is sent to it by `push`. */
  | { readonly kind: 'joined'; readonly roomId: number; readonly connection: string; readonly begins: readonly string[] }
  | { readonly kind: 'session-status'; readonly roomId: number; readonly statuses: readonly SessionStatus[] }
  /** Sent by the recharge page (frames/recharge). */
  | { readonly kind: 'recharge'; readonly coins: number }
  /** A call of a page in another tab, for example the one behind the QR code of the login. */
  | { readonly kind: 'call'; readonly path: string; readonly body: string }
  /** WebRTC between tabs (relay.ts): a viewer's offer to the tab of the room's star, the answer, and the end. */
  | { readonly kind: 'watch'; readonly id: string; readonly roomId: number; readonly sdp: string }
  | { readonly kind: 'watched'; readonly id: string; readonly sdp: string }
  | { readonly kind: 'unwatch'; readonly id: string }
  | { readonly kind: 'stream-bytes'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'socket-record';
      readonly direction: 'in' | 'out';
      readonly form: 'binary' | 'text';
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** In Cache Storage of the origin: the replayed session, by part. */
export const SESSION_CACHE = 'footlight-session';
export const SESSION_PARTS = { http: '/__session/http.json', socket: '/__session/socket.bin', stream: '/__session/stream/' } as const;

let ofPage: MockControl | null = null;
/** null before the start (page.ts). */
export const controlOfPage = (): MockControl | null => ofPage;
export const setControlOfPage = (control: MockControl): void => {
  ofPage = control;
};

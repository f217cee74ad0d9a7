import type { Result } from '../src/core/result.ts';
import type { Decision } from '../src/core/decision-log.ts';
import type { CourseCommand, CourseStatus } from './course-host.ts';
import type { Fault } from './faults.ts';
import type { ListedReport } from './reports.ts';
import type { FaultTitle, MessageTitle } from './panel/words.ts';
import type { ScenarioName } from './scenarios.ts';

/** What a scenario is for, by the language of the page. */
export type About = Readonly<Record<'zh-CN' | 'en', string>>;

/** What the developer's panel sees and does; made by page.ts, drawn by src/ui. */
export interface MockControl {
  readonly scenarios: readonly { readonly name: ScenarioName; readonly about: About; readonly address: string }[];
  get(): MockState;
  subscribe(changed: () => void): () => void;
  /** Opens the scenario's room: a navigation. */
  switchTo(name: ScenarioName): void;
  /** Adds a fault to those of the scenario, from now on; streams that are open feel it at once. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** The chat server says this to every open connection, now. */
  push(message: PushedMessage): void;
  /** Changes the responses of the calls without a push. */
  setLive(status: 0 | 1): void;
  /** Starts, pauses, speeds up or ends a module of this room, for all tabs. */
  course(name: string, command: CourseCommand): void;
  /** Streams are recorded from their next connection on: let the player connect again (`retry-player`). */
  startRecording(): void;
  /** A session file (recording.ts), to be kept by the developer. */
  stopRecording(): Promise<Blob>;
  /** The room's decisions go into the session file beside what crossed the boundary. */
  readDecisions(read: () => Promise<readonly Decision[]>): void;
  /** Plays a session file instead of the scenario's recordings: checks it, keeps it for this tab and reloads. */
  replay(file: Blob): Promise<Result>;
  /** Back to the scenario's own recordings. */
  stopReplay(): void;
}

export interface MockState {
  readonly scenario: ScenarioName;
  readonly about: About;
  /** Injected ones, not those of the scenario. */
  readonly faults: readonly Fault[];
  readonly isReplaying: boolean;
  readonly recording: { readonly sinceMs: number; readonly bytes: number; readonly isFull: boolean } | null;
  /** Requests that no recording knew, newest last, at most MAX_UNKNOWN. */
  readonly unknown: readonly string[];
  /** What the room reported since the page opened, newest last, at most MAX_REPORTS (reports.ts). */
  readonly reports: readonly ListedReport[];
  /** The modules of this room, in the order of courses.ts. */
  readonly courses: readonly CourseStatus[];
}

/** Faults that the panel offers ready-made. */
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

/** A message of wire/registry.ts, as the chat server would push it. */
export interface PushedMessage {
  readonly id: number;
  readonly body: object;
}

/** A message of a module on its way to the chat connections of a room: to all of them, to one, or to those of one viewer. */
export interface CourseMessage extends PushedMessage {
  readonly roomId: number;
  readonly connection: string | null;
  readonly toUserId: number | null;
  /** The chat refuses that viewer's lines for so long from now on; 0: it takes them again. */
  readonly mutesMs?: number;
  /** Two lines of a viewer must lie so far apart from now on, but for the star; 0: as they come. */
  readonly slow?: { readonly ms: number; readonly starId: number };
}

/** Messages that the panel offers ready-made. */
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

/** Page, service worker and socket worker talk by one BroadcastChannel of this name. */
export const CHANNEL = 'footlight-mock';
export type ChannelMessage =
  /** A worker that starts later requests the current state. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly faults: readonly Fault[]; readonly isRecording: boolean }
  | { readonly kind: 'push'; readonly message: PushedMessage }
  /** A chat connection logged in (socket worker); what its viewer must know of the modules comes by `course-push`. */
  | { readonly kind: 'joined'; readonly roomId: number; readonly connection: string; readonly begins: readonly string[] }
  | ({ readonly kind: 'course-push' } & CourseMessage)
  | { readonly kind: 'course-status'; readonly roomId: number; readonly statuses: readonly CourseStatus[] }
  /** Said by the page that stands for the recharge page (frame-pages.ts). */
  | { readonly kind: 'recharge'; readonly coins: number }
  /** A viewer's offer for the star of a room, to the tab that has the star; its answer; and the viewer's leaving (relay.ts). */
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

/** Cache Storage of the tab's origin: the session that is being replayed, by part. */
export const SESSION_CACHE = 'footlight-session';
export const SESSION_PARTS = { http: '/__session/http.json', socket: '/__session/socket.bin', stream: '/__session/stream/' } as const;

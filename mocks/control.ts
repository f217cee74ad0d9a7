import type { Result } from '../src/workers/core/result.ts';
import type { Fault } from './faults.ts';
import type { SeenReport } from './reports.ts';
import type { ScenarioName } from './scenarios.ts';

/** What the developer's panel sees and does; made by page.ts, drawn by src/ui. */
export interface MockControl {
  readonly scenarios: readonly { readonly name: ScenarioName; readonly about: string; readonly address: string }[];
  get(): MockState;
  subscribe(changed: () => void): () => void;
  /** Opens the scenario's room: a navigation. */
  switchTo(name: ScenarioName): void;
  /** Adds a fault to those of the scenario, from now on; streams that are open feel it at once. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** The chat server says this to every open connection, now. */
  push(message: PushedMessage): void;
  /** Streams are recorded from their next connection on: let the player connect again (`retry-player`). */
  startRecording(): void;
  /** A session file (recording.ts), to be kept by the developer. */
  stopRecording(): Promise<Blob>;
  /** Plays a session file instead of the scenario's recordings: checks it, keeps it for this tab and reloads. */
  replay(file: Blob): Promise<Result>;
  /** Back to the scenario's own recordings. */
  stopReplay(): void;
}

export interface MockState {
  readonly scenario: ScenarioName;
  readonly about: string;
  /** Injected ones, not those of the scenario. */
  readonly faults: readonly Fault[];
  readonly isReplaying: boolean;
  readonly recording: { readonly sinceMs: number; readonly bytes: number; readonly isFull: boolean } | null;
  /** Requests that no recording knew, newest last, at most MAX_UNKNOWN. */
  readonly unknown: readonly string[];
  /** What the room reported since the page opened, newest last, at most MAX_REPORTS (reports.ts). */
  readonly reports: readonly SeenReport[];
}

/** Faults that the panel offers ready-made. */
export const PANEL_FAULTS: readonly { readonly title: string; readonly fault: Fault }[] = [
  { title: '码流 300 kbit/s', fault: { on: 'stream', kind: 'throttle', kilobitsPerS: 300 } },
  { title: '码流停顿', fault: { on: 'stream', kind: 'stall', afterMs: 0 } },
  { title: '码流断开', fault: { on: 'stream', kind: 'cut', afterMs: 0 } },
  { title: '码流损坏 2%', fault: { on: 'stream', kind: 'corrupt', share: 0.02 } },
  { title: '码流 404', fault: { on: 'stream', kind: 'status', status: 404 } },
  { title: '聊天断开', fault: { on: 'socket', kind: 'close-code', afterMs: 0, code: 1012 } },
  { title: '聊天静默', fault: { on: 'socket', kind: 'stall', afterMs: 0 } },
  { title: '接口延迟 2 s', fault: { on: 'http', kind: 'delay', ms: 2_000 } },
  { title: '接口 500', fault: { on: 'http', kind: 'status', status: 500 } },
];

/** A message of wire/registry.ts, as the chat server would push it. */
export interface PushedMessage {
  readonly id: number;
  readonly body: object;
}

/** Messages that the panel offers ready-made. */
export const PANEL_MESSAGES: readonly { readonly title: string; readonly message: PushedMessage }[] = [
  {
    title: '聊天消息',
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
  { title: '主播下播', message: { id: 490_002, body: { status: 0 } } },
  { title: '主播开播', message: { id: 490_002, body: { status: 1 } } },
];

/** Page, service worker and socket worker talk by one BroadcastChannel of this name. */
export const CHANNEL = 'footlight-mock';
export type ChannelMessage =
  /** Whoever starts later asks for what holds. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly faults: readonly Fault[]; readonly isRecording: boolean }
  | { readonly kind: 'push'; readonly message: PushedMessage }
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

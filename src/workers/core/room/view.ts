import type { ErrorCode } from '../errors.ts';
import type { PlayerKind, StreamStatus, StreamStatusName, SwitchReasonName } from '../player/names.ts';
import type { Publishing } from './publishing.ts';

/**
 * What is on the screen. The room worker owns it and sends patches; the main thread draws it and decides nothing.
 * Every member of the top level is replaced as a whole, so a component subscribes to the members that it draws.
 */
export interface RoomView {
  readonly phase: 'loading' | 'ready';
  readonly room: RoomCard;
  readonly me: Me;
  readonly stage: Stage;
  readonly tips: Tips;
  readonly layout: Layout;
  readonly player: PlayerView;
  readonly signs: StreamSigns;
  readonly chat: ChatView;
  readonly mounts: MountsView;
  readonly dialogs: readonly Dialog[];
  readonly toasts: readonly Toast[];
  readonly parts: readonly PartTrouble[];
}

export type RoomPatch = Partial<RoomView>;

export type RoomKind = 'normal' | 'live' | 'channel' | 'vertical' | 'embed';

export interface RoomCard {
  readonly roomId: number;
  readonly kind: RoomKind;
  readonly starId: number;
  readonly starName: string;
  readonly liveName: string;
  readonly avatarUrl: string;
  readonly coverUrl: string;
  readonly liveStatus: 0 | 1;
  readonly liveType: 'normal' | 'radio';
  /** Seconds since the epoch; 0 when not live. */
  readonly liveSince: number;
  readonly viewers: number;
  readonly followers: number;
  readonly following: boolean;
  readonly role: 0 | 1;
}

export interface Me {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  readonly nickname: string;
  readonly richLevel: number;
}

/** What the stream area shows (document 1, sections 2 and 4). */
export type Stage =
  | { readonly at: 'loading' }
  | { readonly at: 'ad'; readonly src: string; readonly link: string; readonly endsAtMs: number }
  | { readonly at: 'live' }
  | { readonly at: 'radio' }
  | { readonly at: 'offline-video'; readonly src: string }
  | { readonly at: 'lead-in'; readonly src: string; readonly title: string }
  /** P31: the star's own room. */
  | { readonly at: 'publish'; readonly publishing: Publishing }
  | { readonly at: 'closed' };

export interface Tips {
  readonly noLive: boolean;
  readonly liveFail: boolean;
  /** Shown in the player box; nothing when the player script itself could not be loaded (document 1, section 8). */
  readonly playerMessage: '你的浏览器版本较低，请升级你的浏览器' | '播放时出现异常，请稍候再试' | '';
}

/** CSS pixels. `policy` is the resolution policy 1 to 6 (document 1, section 4). */
export interface Layout {
  readonly orientation: 'horizontal' | 'vertical';
  readonly stage: Box;
  readonly video: Box;
  readonly mounts: Box | null;
  readonly policy: 1 | 2 | 3 | 4 | 5 | 6;
  readonly compact: boolean;
}
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlayerView {
  readonly status: StreamStatusName;
  /** The same by number (core/player/stream-status.ts); null before anything was pulled. */
  readonly statusCode: StreamStatus | null;
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName;
  readonly muted: boolean;
  /** True when the browser only let the sound start after a click: the unmute button shows. */
  readonly needsClick: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly canPictureInPicture: boolean;
  /** Kinds that the viewer may choose now (candidates that were not removed), best first. */
  readonly kinds: readonly PlayerKind[];
  /** Addresses of the present kind, and which of them plays, from 0. With fewer than two the page offers no choice. */
  readonly lineCount: number;
  readonly line: number;
  /** Last lines of the player log, newest last; at most MAX_LOG_LINES. */
  readonly log: readonly string[];
}

/** P30: what the stream said of itself, true of the picture that is shown. Null where it has said nothing. */
export interface StreamSigns {
  readonly song: { readonly name: string; readonly singer: string } | null;
  /** Effect gift tip; `id` counts up. */
  readonly gift: { readonly id: number; readonly sender: string; readonly name: string; readonly count: number } | null;
  /** From the star's camera to the server. */
  readonly delayMs: number | null;
  readonly kilobitsPerS: number | null;
  readonly pitchHz: number | null;
  /** Messages dispatched, those among them of a code without a meaning here, and those that could not be read. */
  readonly heard: number;
  readonly unknown: number;
  readonly unreadable: number;
}

export interface ChatView {
  readonly connection: 'idle' | 'connecting' | 'open' | 'waiting' | 'failed';
  readonly attempt: number;
  readonly queued: number;
  /** Slider check shown in the chat area (document 2, section 4). */
  readonly slider: boolean;
  readonly error: ErrorCode | null;
  /** Lines of the socket debug view, newest last, at most MAX_SOCKET_LINES; empty without `debug=1`. */
  readonly debug: readonly string[];
}

/** A message in the chat list: text only, no markup is ever interpreted. */
export interface ChatRow {
  /** Counts up, unique in this page. */
  readonly id: number;
  readonly type: 'chat' | 'gift' | 'welcome' | 'notice' | 'own-waiting';
  readonly userId: number;
  readonly name: string;
  readonly richLevel: number;
  readonly text: string;
  readonly isStar: boolean;
  readonly isMe: boolean;
  readonly isSecret: boolean;
  readonly toName: string;
  readonly badges: readonly Badge[];
  /** Milliseconds since the epoch, by the server's clock. */
  readonly timeMs: number;
}
export interface Badge {
  readonly type: 'medal' | 'honor' | 'guard' | 'vip' | 'mount' | 'fan' | 'plate' | 'star-card' | 'lucky' | 'state' | 'fancy-number';
  readonly text: string;
  readonly level: number;
  readonly iconUrl: string;
}

/** At most CHAT_BATCHES_PER_SECOND; `rows` holds at most CHAT_BATCH_ROWS, `skipped` counts those that were never sent to the page (chat-feed.ts). */
export interface ChatBatch {
  readonly rows: readonly ChatRow[];
  /** Ids of own messages that stopped waiting. */
  readonly settled: readonly number[];
  readonly skipped: number;
}

export interface MountsView {
  readonly current: {
    readonly name: string;
    readonly welcome: string;
    readonly video: boolean;
    readonly src: string;
    readonly id: number;
  } | null;
}

export type Dialog =
  | { readonly type: 'login' }
  | { readonly type: 'back-to-live'; readonly code: number; readonly message: string }
  | { readonly type: 'send-limit'; readonly code: number; readonly message: string }
  | { readonly type: 'alert'; readonly message: string };

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
}

/** A part of the room that does not work at the moment, said where it stands instead of silence. */
export interface PartTrouble {
  readonly part: 'socket' | 'stats' | 'player' | 'room' | 'module';
  readonly name: string;
  readonly code: ErrorCode;
  readonly recovering: boolean;
}

/** What the viewer wants. The room worker decides what comes of it. */
export type UserAction =
  | { readonly do: 'send-chat'; readonly text: string; readonly toUserId?: number; readonly secret?: boolean }
  | { readonly do: 'retry-player' }
  /** A live stream has no pause: the pull ends, and `retry-player` starts again at the live edge. */
  | { readonly do: 'stop-player' }
  | { readonly do: 'retry-chat' }
  /** P31, the star only: on the air and off it. What is sent is what the page's preview shows. */
  | { readonly do: 'publish-start' }
  | { readonly do: 'publish-stop' }
  | { readonly do: 'set-volume'; readonly volume: number }
  | { readonly do: 'set-muted'; readonly muted: boolean }
  | { readonly do: 'choose-kind'; readonly kind: PlayerKind }
  | { readonly do: 'choose-line'; readonly line: number }
  | { readonly do: 'back-to-live' }
  | { readonly do: 'close-dialog'; readonly type: Dialog['type'] }
  | { readonly do: 'close-toast'; readonly id: number }
  | { readonly do: 'open-login' }
  | { readonly do: 'logout' }
  | { readonly do: 'login'; readonly userId: number; readonly token: string; readonly nickname: string }
  | { readonly do: 'follow'; readonly on: boolean }
  | { readonly do: 'slider-passed' }
  | { readonly do: 'download-client' };

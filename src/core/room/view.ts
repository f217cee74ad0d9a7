import type { ErrorCode } from '../errors.ts';
import type { BlockedUser } from './chat/blocked.ts';
import type { ChatChoices } from './chat/chat-choices.ts';
import type { Unavailable } from './start/live-info.ts';
import type { LineFailure, VerifyQuestion } from './chat/own-lines.ts';
import type { SocketTotals } from './initial-view.ts';
import type { FeatureViews } from '../feature.ts';
import type { PlayerActivity, ViewerOrder } from '../../player/rules/recovery/orders.ts';
import type { DataSaver } from '../../player/rules/recovery/candidates.ts';
import type { DecodeLevel } from '../../player/rules/decoding/decode-level.ts';
import type { DroppedTrack, PlayerLogEntry } from '../../player/rules/contract.ts';
import type { PlayerMessage } from './player-view.ts';
import type { PlayerKind, StreamStatus, StreamStatusName, SwitchReasonName } from '../../player/rules/names.ts';

/**
 * The view of the whole page. The room worker owns it and sends patches; the main thread renders it and decides nothing. Each top-level
 * member is replaced as a whole, so that a component can subscribe to the members that it renders.
 */
export interface RoomView {
  readonly phase: 'loading' | 'ready';
  /** Not null: only a page with this reason is rendered. */
  readonly unavailable: Unavailable | null;
  readonly room: RoomCard;
  readonly me: Me;
  readonly stage: Stage;
  readonly tips: Tips;
  readonly layout: Layout;
  readonly player: PlayerView;
  readonly streamInfo: StreamInfoView;
  readonly chat: ChatView;
  readonly dialogs: readonly Dialog[];
  readonly toasts: readonly Toast[];
  readonly services: readonly ServiceStatus[];
  /** By name; contains only features that were woken. A patch contains those that changed. */
  readonly features: FeatureViews;
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
  /** Shown while the stage has no picture of its own. */
  readonly coverUrl: string;
  /** Clan of the star, in a clan room. */
  readonly clan: { readonly name: string; readonly logoUrl: string } | null;
  readonly liveStatus: 0 | 1;
  readonly liveType: 'normal' | 'radio';
  /** The show has high-fidelity sound. */
  readonly isHifi: boolean;
  /** Seconds since the epoch; 0 if not live. */
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
  /** From the viewer's own entry message; absent before it, or if it has none. */
  readonly logo?: string;
  readonly badges?: readonly Badge[];
}

/** P3, P7: content of the stream area. */
export type Stage =
  | { readonly name: 'loading' }
  | { readonly name: 'live' }
  | { readonly name: 'radio' }
  /** The stage belongs to a feature: advertisement, lead-in, offline video, or the star's publishing tool. */
  | { readonly name: 'feature'; readonly feature: string }
  | { readonly name: 'closed' };

export interface Tips {
  readonly noLive: boolean;
  readonly liveFail: boolean;
  /** P28: shown in the player box; empty if the player script itself could not be loaded. */
  readonly playerMessage: PlayerMessage;
}

/** CSS pixels. `policy`: resolution policy 1 to 6 (P4). */
export interface Layout {
  readonly orientation: 'horizontal' | 'vertical';
  readonly stage: Rectangle;
  readonly video: Rectangle;
  readonly mounts: Rectangle | null;
  readonly policy: 1 | 2 | 3 | 4 | 5 | 6;
  readonly fit: PictureFit;
  /** Size of the picture in its own pixels; 0 while unknown. */
  readonly picture: { readonly width: number; readonly height: number };
  readonly compact: boolean;
  /** Width of the column beside the stage; 0 if there is none. */
  readonly side: number;
  /** A phone in landscape, or theatre mode: the picture with one column beside it. Never together with `compact`. */
  readonly low: boolean;
  /** The window is wide enough for theatre mode, which the viewer can choose. */
  readonly hasTheatre: boolean;
  readonly theatre: boolean;
  /** False: the viewer has hidden the chat. */
  readonly chat: boolean;
}
/** The viewer's choice in the player menu: whole picture, full stage, or automatic. */
export type PictureFit = 'auto' | 'fit' | 'fill';
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlayerView {
  readonly status: StreamStatusName;
  /** P20: numeric status (workers/room/controllers/player-controller.ts); null before the first pull. */
  readonly statusCode: StreamStatus | null;
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName;
  readonly muted: boolean;
  /** Autoplay with sound needs a click of the viewer; `muted` keeps the viewer's choice. The unmute button is shown. */
  readonly needsClick: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly canPictureInPicture: boolean;
  /** Kinds that the viewer can choose now (remaining candidates), best first. */
  readonly kinds: readonly PlayerKind[];
  /** Number of addresses of the current kind, and index of the current one. With fewer than two the page offers no choice. */
  readonly lineCount: number;
  readonly line: number;
  /** Savings that the viewer has chosen to reduce data and power, and those available here; an empty list for none. */
  readonly saver: DataSaver;
  readonly savers: readonly DataSaver[];
  readonly activity: PlayerActivity;
  /** The last automatic measure to keep playback running; null if there was none. */
  readonly notice: PlayerNotice | null;
  /** Last entries of the player log, newest last; at most `ROOM_LIMITS.logLines`. */
  readonly log: readonly PlayerLogEntry[];
}

export type PlayerNotice =
  /** Some pictures are skipped, because this machine is too slow at the moment. */
  | { readonly type: 'reduced'; readonly level: DecodeLevel }
  | ({ readonly type: 'track-dropped' } & DroppedTrack)
  | { readonly type: 'switched'; readonly from: PlayerKind; readonly to: PlayerKind; readonly why: PlayerNoticeWhy };
export type PlayerNoticeWhy = 'slow' | 'stalled' | 'failed';

/** P30: values carried in the stream, valid for the picture on the screen. Null if the stream has none. */
export interface StreamInfoView {
  /** From the star's camera to the server. */
  readonly delayMs: number | null;
  readonly kilobitsPerS: number | null;
  readonly pitchHz: number | null;
  /** Messages dispatched; of these, messages with a code unknown here, and unreadable ones. */
  readonly dispatched: number;
  readonly unknown: number;
  readonly unreadable: number;
}

export interface ChatView {
  /** `paused`: all attempts of a round failed, and the next round starts by itself. `failed`: refused by the server. */
  readonly connection: 'idle' | 'connecting' | 'open' | 'waiting' | 'paused' | 'failed';
  readonly attempt: number;
  /** While waiting or paused: time of the next attempt in milliseconds since the epoch; otherwise null. */
  readonly retryAtMs: number | null;
  readonly queued: number;
  readonly error: ErrorCode | null;
  /** Lines of the socket debug view, newest last, at most MAX_SOCKET_LINES; empty without `debug=1`. */
  readonly debug: readonly string[];
  /** Counters of the socket worker. */
  readonly totals: SocketTotals;
  /** A question that must be answered before a line is accepted (502). */
  readonly verify: (VerifyQuestion & { readonly isWrong: boolean }) | null;
  /** A pending line written under another login, which is returned to the send box. `id` increases by one. */
  readonly givenBack: { readonly id: number; readonly text: string } | null;
  /** Users whose lines are hidden, the newest last. */
  readonly blocked: readonly BlockedUser[];
  /** Absent until the viewer has chosen something. */
  readonly choices?: ChatChoices;
}

/** A row of the chat list: plain text, never interpreted as markup. */
export interface ChatRow {
  /** Increasing; unique in this page. */
  readonly id: number;
  readonly type: 'chat' | 'gift' | 'welcome' | 'notice' | 'own-waiting' | 'own-failed' | 'past-end';
  /** For a failed own row. `message` is the server's text. */
  readonly failure?: { readonly why: LineFailure; readonly message: string };
  /** Id of the viewer's pending row that this echo replaces. */
  readonly replaces?: number;
  readonly userId: number;
  readonly name: string;
  /** Address of the sender's portrait; absent where the message has none. */
  readonly logo?: string;
  readonly richLevel: number;
  readonly text: string;
  readonly isStar: boolean;
  readonly isMe: boolean;
  readonly isSecret: boolean;
  /** The line mentions the viewer. */
  readonly mentionsMe?: true;
  /** Lines of the same words that this one stands for, with itself; absent for one. */
  readonly times?: number;
  /** The author's identity is hidden (S35). */
  readonly isMystic?: true;
  readonly toName: string;
  readonly badges: readonly Badge[];
  /** Number of the sender's chat bubble; absent without one. */
  readonly bubble?: number;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly timeMs: number;
}
/** Badges without text of their own; the page translates them. `android`: written on a phone. */
export type MarkType = 'worship' | 'black-card' | 'intimacy' | 'annual-guard' | 'android';
export interface Badge {
  readonly type:
    | 'medal'
    | 'honor'
    | 'guard'
    | 'vip'
    | 'mount'
    | 'fan'
    | 'plate'
    | 'star-card'
    | 'lucky'
    | 'state'
    | 'fancy-number'
    | MarkType;
  readonly text: string;
  readonly level: number;
  readonly iconUrl: string;
}

/** At most CHAT_BATCHES_PER_SECOND; `rows` holds at most CHAT_BATCH_ROWS, `skipped` counts those that were never sent to the page (chat-feed.ts). */
export interface ChatBatch {
  readonly rows: readonly ChatRow[];
  /** Ids of own rows that are no longer pending. */
  readonly settled: readonly number[];
  /** Own rows that failed, with the reason. */
  readonly failed: readonly { readonly id: number; readonly why: LineFailure; /** The server's text. */ readonly message: string }[];
  /** Rows to remove from the list. */
  readonly removed: readonly number[];
  readonly skipped: number;
}

export type Dialog =
  /** `trouble`: why the room worker refused the values. */
  | { readonly type: 'login'; readonly trouble?: ErrorCode }
  /** P6: the server limits the room; shown to its star. */
  | { readonly type: 'limited'; readonly code: number; readonly message: string }
  | { readonly type: 'back-to-live'; readonly code: number; readonly message: string }
  /** P1: a login that ends or changes would end the star's open broadcast. `how`: the change that waits for the answer. */
  | { readonly type: 'end-broadcast'; readonly how: 'logout' | 'other-login' }
  /** A failed request. `why` is translated by the page; `answer` is the service's code, '' if it sent none. */
  | { readonly type: 'alert'; readonly about: 'client-download' | 'follow'; readonly why: ErrorCode; readonly answer: string };

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
}

/** A worker or a part of the page that does not work at the moment. Features report this in their own slot. */
export interface ServiceStatus {
  readonly service: 'socket' | 'stats' | 'player' | 'room' | 'page';
  readonly name: string;
  readonly code: ErrorCode;
  readonly recovering: boolean;
}

/** Actions of the viewer. The room worker decides what follows. */
export type UserAction = RoomAction | PlayerAction;

/** Actions executed by the page's player (core/room/player-view.ts); the room worker receives the resulting facts. */
export type PlayerAction =
  | Exclude<ViewerOrder, { type: 'retry' | 'picture-in-picture' }>
  | { readonly type: 'retry-player' }
  /** A live stream cannot be paused: the pull ends, and `retry-player` starts again at the live edge. */
  | { readonly type: 'stop-player' };

export type RoomAction =
  | {
      readonly type: 'send-chat';
      readonly text: string;
      readonly toUserId?: number;
      readonly secret?: boolean;
      /** Sent without a key or pointer event of the viewer, as far as the browser reports it. */
      readonly isScripted?: true;
    }
  | { readonly type: 'retry-chat' }
  /** Sends a failed line again, by the id of its row. */
  | { readonly type: 'resend-chat'; readonly id: number }
  /** The answer to `ChatView.verify`; null: cancelled. */
  | { readonly type: 'verify-chat'; readonly code: string | null }
  | { readonly type: 'choose-fit'; readonly fit: PictureFit }
  | { readonly type: 'choose-theatre'; readonly on: boolean }
  | { readonly type: 'show-chat'; readonly on: boolean }
  | { readonly type: 'back-to-live' }
  | { readonly type: 'close-dialog'; readonly dialog: Dialog['type'] }
  | { readonly type: 'close-toast'; readonly id: number }
  | { readonly type: 'open-login' }
  | { readonly type: 'logout' }
  /** The answer yes to the dialog of the same name; closing the dialog is no. */
  | { readonly type: 'end-broadcast' }
  | { readonly type: 'login'; readonly userId: number; readonly token: string; readonly nickname: string }
  | { readonly type: 'follow'; readonly on: boolean }
  /** Hides the lines of this user in this browser. */
  | { readonly type: 'block-user'; readonly userId: number; readonly name: string; readonly on: boolean }
  /** All of the viewer's choices for the chat, as entries (core/room/chat/chat-choices.ts). */
  | { readonly type: 'choose-chat'; readonly entries: readonly string[] }
  | { readonly type: 'download-client' }
  /** An action for a feature; its type is declared in the feature's folder. */
  | { readonly type: 'feature'; readonly feature: string; readonly action: unknown };

import type { ErrorCode } from '../errors.ts';
import type { BlockedUser } from './blocked.ts';
import type { Unavailable } from './unavailable.ts';
import type { LineFailure, VerifyQuestion } from '../socket/chat-refusal.ts';
import type { SocketTotals } from '../socket/totals.ts';
import type { FeatureViews } from '../feature.ts';
import type { PlayerActivity } from '../../player/rules/activity.ts';
import type { DataSaver } from '../../player/rules/data-saver.ts';
import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import type { PlayerLogEntry } from '../../player/rules/log.ts';
import type { ViewerOrder } from '../../player/rules/orders.ts';
import type { PlayerMessage } from './player-message.ts';
import type { PlayerKind, StreamStatus, StreamStatusName, SwitchReasonName } from '../../player/rules/names.ts';

/**
 * What is on the screen. The room worker owns it and sends patches; the main thread draws it and decides nothing.
 * Every member of the top level is replaced as a whole, so a component subscribes to the members that it draws.
 */
export interface RoomView {
  readonly phase: 'loading' | 'ready';
  /** Not null: a page of its own says why there is no room; nothing else is drawn. */
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
  /** By name; only those that were woken. A patch holds those that changed. */
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
  /** Of the own entry; absent before it and where it says none. */
  readonly logo?: string;
  readonly badges?: readonly Badge[];
}

/** What the stream area shows (document 1, sections 2 and 4). */
export type Stage =
  | { readonly at: 'loading' }
  | { readonly at: 'live' }
  | { readonly at: 'radio' }
  /** A feature has it: the advertisement, the lead-in, the offline video, the star's publishing tool. */
  | { readonly at: 'feature'; readonly feature: string }
  | { readonly at: 'closed' };

export interface Tips {
  readonly noLive: boolean;
  readonly liveFail: boolean;
  /** Shown in the player box; nothing when the player script itself could not be loaded (document 1, section 8). */
  readonly playerMessage: PlayerMessage;
}

/** CSS pixels. `policy` is the resolution policy 1 to 6 (document 1, section 4). */
export interface Layout {
  readonly orientation: 'horizontal' | 'vertical';
  readonly stage: Box;
  readonly video: Box;
  readonly mounts: Box | null;
  readonly policy: 1 | 2 | 3 | 4 | 5 | 6;
  readonly fit: PictureFit;
  /** The picture's own size in its pixels; 0 while it is not known. */
  readonly picture: { readonly width: number; readonly height: number };
  readonly compact: boolean;
  /** Width of the column beside the stage; 0 where there is none. */
  readonly side: number;
  /** A phone on its side, and the theatre: picture first, one column beside it. Never together with `compact`. */
  readonly low: boolean;
  /** The window is wide enough for a theatre, which the viewer may choose. */
  readonly hasTheatre: boolean;
  readonly theatre: boolean;
  /** False: the viewer put the chat away. */
  readonly chat: boolean;
}
/** The viewer's choice in the player menu: the whole picture, a full stage, or what suits the room. */
export type PictureFit = 'auto' | 'fit' | 'fill';
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlayerView {
  readonly status: StreamStatusName;
  /** The same by number (player/rules/stream-status.ts); null before anything was pulled. */
  readonly statusCode: StreamStatus | null;
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName;
  readonly muted: boolean;
  /** The browser wants a click before it lets the sound out; `muted` stays what the viewer chose. The unmute button shows. */
  readonly needsClick: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly canPictureInPicture: boolean;
  /** Kinds that the viewer may choose now (candidates that were not removed), best first. */
  readonly kinds: readonly PlayerKind[];
  /** Addresses of the present kind, and which of them plays, from 0. With fewer than two the page offers no choice. */
  readonly lineCount: number;
  readonly line: number;
  /** What the viewer does without to save data and power, and what there is to choose from here; nothing is an empty list. */
  readonly saver: DataSaver;
  readonly savers: readonly DataSaver[];
  readonly activity: PlayerActivity;
  /** What the room did to keep the picture going; null where it did nothing. */
  readonly notice: PlayerNotice | null;
  /** Last entries of the player log, newest last; at most `ROOM_LIMITS.logLines`. */
  readonly log: readonly PlayerLogEntry[];
}

export type PlayerNotice =
  /** Not every picture is decoded, because this machine is too slow for it now. */
  | { readonly is: 'reduced'; readonly level: DecodeLevel }
  | { readonly is: 'switched'; readonly from: PlayerKind; readonly to: PlayerKind; readonly why: PlayerNoticeWhy };
export type PlayerNoticeWhy = 'slow' | 'stalled' | 'failed';

/** P30: figures that the stream carried, true of the picture that is shown. Null where it carried none. */
export interface StreamInfoView {
  /** From the star's camera to the server. */
  readonly delayMs: number | null;
  readonly kilobitsPerS: number | null;
  readonly pitchHz: number | null;
  /** Messages dispatched, those among them of a code without a meaning here, and those that could not be read. */
  readonly dispatched: number;
  readonly unknown: number;
  readonly unreadable: number;
}

export interface ChatView {
  readonly connection: 'idle' | 'connecting' | 'open' | 'waiting' | 'failed';
  readonly attempt: number;
  /** While waiting: when the next try is made, in milliseconds since the epoch; null otherwise. */
  readonly retryAtMs: number | null;
  readonly queued: number;
  readonly error: ErrorCode | null;
  /** Lines of the socket debug view, newest last, at most MAX_SOCKET_LINES; empty without `debug=1`. */
  readonly debug: readonly string[];
  /** What the socket worker counted beside them. */
  readonly totals: SocketTotals;
  /** A question to be answered before a line is taken (502). */
  readonly verify: (VerifyQuestion & { readonly isWrong: boolean }) | null;
  /** Text that another login had written and that was not said: back into the send box. `id` counts up. */
  readonly givenBack: { readonly id: number; readonly text: string } | null;
  /** Whose lines are not shown, the newest last. */
  readonly blocked: readonly BlockedUser[];
}

/** A message in the chat list: text only, no markup is ever interpreted. */
export interface ChatRow {
  /** Counts up, unique in this page. */
  readonly id: number;
  readonly type: 'chat' | 'gift' | 'welcome' | 'notice' | 'own-waiting' | 'own-failed' | 'past-end';
  /** Of an own row that failed. `message` are the server's words. */
  readonly failure?: { readonly why: LineFailure; readonly message: string };
  /** The viewer's own row that this one, its echo, takes the place of. */
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
  /** It calls the viewer by name. */
  readonly mentionsMe?: true;
  /** The author's identity is hidden (S35). */
  readonly isMystic?: true;
  readonly toName: string;
  readonly badges: readonly Badge[];
  /** Number of the sender's chat bubble; absent without one. */
  readonly bubble?: number;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly timeMs: number;
}
/** Badges that say something by being there; the page has the words. `android`: written on a phone. */
export type MarkType = 'worship' | 'black-card' | 'intimacy' | 'annual-guard' | 'android';
export interface Badge {
  readonly type:
    'medal' | 'honor' | 'guard' | 'vip' | 'mount' | 'fan' | 'plate' | 'star-card' | 'lucky' | 'state' | 'fancy-number' | MarkType;
  readonly text: string;
  readonly level: number;
  readonly iconUrl: string;
}

/** At most CHAT_BATCHES_PER_SECOND; `rows` holds at most CHAT_BATCH_ROWS, `skipped` counts those that were never sent to the page (chat-feed.ts). */
export interface ChatBatch {
  readonly rows: readonly ChatRow[];
  /** Ids of own messages that stopped waiting. */
  readonly settled: readonly number[];
  /** Own messages that were not said, and why. */
  readonly failed: readonly { readonly id: number; readonly why: LineFailure; /** The server's words. */ readonly message: string }[];
  /** Rows that leave the list. */
  readonly removed: readonly number[];
  readonly skipped: number;
}

export type Dialog =
  | { readonly type: 'login' }
  | { readonly type: 'back-to-live'; readonly code: number; readonly message: string }
  /** What failed. `why` is worded in the page's language; `answer` is the service's own code, '' where it gave none. */
  | { readonly type: 'alert'; readonly about: 'client-download' | 'follow'; readonly why: ErrorCode; readonly answer: string };

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
}

/** A worker or a part of the page that does not work at the moment. Features say it in their own slot. */
export interface ServiceStatus {
  readonly service: 'socket' | 'stats' | 'player' | 'room' | 'page';
  readonly name: string;
  readonly code: ErrorCode;
  readonly recovering: boolean;
}

/** What the viewer asks for. The room worker decides what follows. */
export type UserAction = RoomAction | PlayerAction;

/** What the page's player does by itself (core/room/player-actions.ts); the room hears what came of it. */
export type PlayerAction =
  | Exclude<ViewerOrder, { do: 'retry' | 'picture-in-picture' }>
  | { readonly do: 'retry-player' }
  /** A live stream has no pause: the pull ends, and `retry-player` starts again at the live edge. */
  | { readonly do: 'stop-player' };

export type RoomAction =
  | {
      readonly do: 'send-chat';
      readonly text: string;
      readonly toUserId?: number;
      readonly secret?: boolean;
      /** No key or pointer of the viewer sent it, as far as the browser knows. */
      readonly isScripted?: true;
    }
  | { readonly do: 'retry-chat' }
  /** A line that was not said, by the id of its row. */
  | { readonly do: 'resend-chat'; readonly id: number }
  /** The answer to `ChatView.verify`; null leaves it. */
  | { readonly do: 'verify-chat'; readonly code: string | null }
  | { readonly do: 'choose-fit'; readonly fit: PictureFit }
  | { readonly do: 'choose-theatre'; readonly on: boolean }
  | { readonly do: 'show-chat'; readonly on: boolean }
  | { readonly do: 'back-to-live' }
  | { readonly do: 'close-dialog'; readonly type: Dialog['type'] }
  | { readonly do: 'close-toast'; readonly id: number }
  | { readonly do: 'open-login' }
  | { readonly do: 'logout' }
  | { readonly do: 'login'; readonly userId: number; readonly token: string; readonly nickname: string }
  | { readonly do: 'follow'; readonly on: boolean }
  /** Lines of this user are not shown in this browser. */
  | { readonly do: 'block-user'; readonly userId: number; readonly name: string; readonly on: boolean }
  | { readonly do: 'download-client' }
  /** For the feature of this name; `action` is of the type that its folder declares. */
  | { readonly do: 'feature'; readonly feature: string; readonly action: unknown };

/** The interface of the player: orders of its owner, and the facts that it reports. It does not depend on room, chat or reports. */
import type { Reach } from '../../base/waits.ts';
import type { AddressSet, PlayerAbilities, UnsupportedWhy, DataSaver } from './candidates.ts';
import type { PlayerConfig } from '../constants.ts';
import type { DroppedTrack, PlayerProgress, PlayerLogBody } from '../contract.ts';
import type { DecodeLevel } from '../decoding/decode-level.ts';
import type { PictureSurface } from '../decoding/picture-surface.ts';
import type { AckReason, PlayerKind, PullFailureName, StreamStatusName, SwitchReasonName } from '../names.ts';
import type { AttemptWhy, Size, Recovery } from './recovery-state.ts';
import type { Remembered } from './stored-visits.ts';
import type { StreamMessage } from '../messages/stream-messages.ts';

/** Capabilities of the browser (player/capabilities.ts). */
export interface Capabilities extends PlayerAbilities {
  readonly wasmSimd: boolean;
  readonly offscreenCanvas: boolean;
  readonly audioDecoder: boolean;
  readonly pictureInPicture: boolean;
  /** Surface for the pictures of the project's decoder. */
  readonly pictureSurface: PictureSurface;
  /** The viewer's system or browser requests reduced data. */
  readonly savesData: boolean;
}

export type PlayerOrder =
  | { readonly type: 'configure'; readonly config: PlayerConfig }
  /**
   * Plays a live stream. A player that plays it or tries to continues, so the order may be repeated. `addresses` null: the player requests
   * them by the fact `addresses-wanted`.
   */
  | { readonly type: 'play'; readonly addresses: AddressSet | null }
  /** The answer to `addresses-wanted`; null: there is none. */
  | { readonly type: 'take-addresses'; readonly epoch: number; readonly addresses: AddressSet | null; readonly retryAfterMs?: number }
  /** By the owner: the stream has ended, and there is no retry until `play`. By the viewer: the last picture stays. */
  | { readonly type: 'stop'; readonly by: 'owner' | 'viewer' }
  /** Network or services work again, or nothing is reachable, as another part of the page found. */
  | { readonly type: 'reach'; readonly reach: Reach }
  | ViewerOrder;

/** A choice of the viewer. Values out of range are ignored. */
export type ViewerOrder =
  | { readonly type: 'retry' }
  | { readonly type: 'choose-kind'; readonly kind: PlayerKind }
  | { readonly type: 'choose-line'; readonly line: number }
  | { readonly type: 'choose-saver'; readonly saver: DataSaver }
  | { readonly type: 'set-volume'; readonly volume: number }
  | { readonly type: 'set-muted'; readonly muted: boolean }
  /** A kind with a <video> takes over for picture-in-picture; the click opens the window (PlayerSurface). */
  | { readonly type: 'picture-in-picture' };

export interface Sound {
  readonly volume: number;
  readonly muted: boolean;
}

export type PlayerFact =
  /** A player was started. `kinds`, `savers`: the viewer's options from now on, best first. */
  | {
      readonly type: 'attempt';
      readonly epoch: number;
      readonly kind: PlayerKind;
      /** Index from 0, and the number of addresses of this kind. */
      readonly line: number;
      readonly lines: number;
      readonly reason: SwitchReasonName;
      readonly why: AttemptWhy;
      readonly kinds: readonly PlayerKind[];
      readonly savers: readonly DataSaver[];
    }
  /** No player is open. */
  | { readonly type: 'closed' }
  | { readonly type: 'stopped'; readonly by: 'owner' | 'viewer' }
  | { readonly type: 'activity'; readonly activity: PlayerActivity }
  | { readonly type: 'status'; readonly name: StreamStatusName }
  | {
      readonly type: 'first-frame';
      readonly kind: PlayerKind;
      readonly size: Size;
      readonly sinceStartMs: number;
      readonly canPictureInPicture: boolean;
    }
  /** Size of the picture; emitted from the first picture on. */
  | { readonly type: 'resolution'; readonly size: Size }
  /** Once a second. */
  | { readonly type: 'progress'; readonly progress: PlayerProgress }
  /** The same as the player's event `autoplay`. */
  | { readonly type: 'autoplay'; readonly blocked: boolean; readonly muted: boolean }
  /** A track of the stream cannot be played; the other one plays. */
  | ({ readonly type: 'track-dropped' } & DroppedTrack)
  | { readonly type: 'stream-messages'; readonly messages: readonly StreamMessage[] }
  | { readonly type: 'addresses-wanted'; readonly epoch: number; readonly round: number }
  | {
      readonly type: 'failure';
      readonly failure: PullFailureName;
      readonly ack: AckReason | null;
      readonly kind: PlayerKind | null;
      readonly network: boolean;
      readonly why: AttemptWhy;
    }
  /** The failure is shown to the viewer until `failure-over`. */
  | { readonly type: 'failure-shown'; readonly failure: PullFailureName; readonly unsupported: UnsupportedWhy | null }
  | { readonly type: 'failure-over' }
  /** All retries are used. The player retries by itself later, if a retry may help. */
  | { readonly type: 'gave-up'; readonly failure: PullFailureName }
  /** The picture was frozen for `lostMs` and continues. */
  | { readonly type: 'stalled'; readonly kind: PlayerKind; readonly lostMs: number }
  /** H264 took over because of a stall. */
  | { readonly type: 'stall-counted' }
  | { readonly type: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly type: 'decode-level'; readonly level: DecodeLevel }
  /** The viewer's choice; a refusal of the browser does not change it. */
  | ({ readonly type: 'sound' } & Sound)
  | { readonly type: 'saver'; readonly saver: DataSaver }
  /** A value to store for the next visit, for this many seconds; null: without end; 0: remove it. */
  | {
      readonly type: 'remember';
      readonly name: Remembered;
      readonly value: string | number | boolean | readonly string[];
      readonly forS: number | null;
    }
  /** A decision and its reason, for display. */
  | { readonly type: 'log'; readonly entry: PlayerLogBody };

type FactType = PlayerFact['type'];

/** For each fact type, the fact types that end it; a fact also ends with the next one of its type. */
const HOLDS_UNTIL: Partial<Readonly<Record<FactType, readonly FactType[]>>> = {
  sound: [],
  saver: [],
  activity: [],
  remember: [],
  attempt: ['closed'],
  'addresses-wanted': ['closed', 'attempt'],
  status: ['closed', 'attempt'],
  'first-frame': ['closed', 'attempt'],
  resolution: ['closed', 'attempt'],
  autoplay: ['closed', 'attempt'],
  'track-dropped': ['closed', 'attempt'],
  'decode-level': ['closed', 'attempt'],
  'failure-shown': ['failure-over'],
};

/** The facts that currently hold, in the order of their emission. */
export class StateFacts {
  readonly #facts = new Map<string, PlayerFact>();

  add(fact: PlayerFact): void {
    for (const [key, { type }] of this.#facts) if (HOLDS_UNTIL[type]?.includes(fact.type)) this.#facts.delete(key);
    if (HOLDS_UNTIL[fact.type] === undefined) return;
    const key = fact.type === 'remember' ? `remember ${fact.name}` : fact.type;
    this.#facts.delete(key);
    this.#facts.set(key, fact);
  }

  all(): readonly PlayerFact[] {
    return [...this.#facts.values()];
  }
}

/** The current activity of the player, as shown to a viewer. Times are milliseconds since the epoch. */
export type PlayerActivity =
  | { readonly name: 'idle' | 'playing' }
  /** `by` the viewer: the last picture stays on the screen. */
  | { readonly name: 'stopped'; readonly by: 'owner' | 'viewer' }
  /** `line` counts from 0; null while the addresses are fetched. `round`: how often all addresses have failed. */
  | { readonly name: 'connecting'; readonly line: number | null; readonly lines: number; readonly round: number }
  | { readonly name: 'waiting'; readonly untilMs: number; readonly next: 'line' | 'addresses'; readonly round: number }
  /** The player has given up for now. `retryAtMs` null: a retry would not help. */
  | {
      readonly name: 'failed';
      readonly failure: PullFailureName;
      readonly unsupported: UnsupportedWhy | null;
      readonly retryAtMs: number | null;
      readonly isOnline: boolean;
    };

/** Derives the activity from the recovery state. `epochOffsetMs` converts monotonic milliseconds to milliseconds since the epoch. */
export function activityOf(state: Recovery, isOnline: boolean, epochOffsetMs: number): PlayerActivity {
  switch (state.name) {
    case 'idle':
    case 'playing':
      return { name: state.name };
    case 'stopped':
      return { name: 'stopped', by: state.by };
    case 'fetching':
      return { name: 'connecting', line: null, lines: 0, round: state.run.round };
    case 'starting':
      return { name: 'connecting', line: state.attempt.index, lines: state.attempt.of, round: state.run.round };
    case 'waiting':
      return {
        name: 'waiting',
        untilMs: Math.round(state.untilMs + epochOffsetMs),
        next: state.next.type === 'play' ? 'line' : 'addresses',
        round: state.run.round,
      };
    case 'failed': {
      const { failure, unsupported, retryAtMs } = state;
      return {
        name: 'failed',
        failure,
        unsupported,
        retryAtMs: retryAtMs === null ? null : Math.round(retryAtMs + epochOffsetMs),
        isOnline,
      };
    }
  }
}

/** Compared by value, because the state changes every second without changing the page. */
export const isSameActivity = (a: PlayerActivity, b: PlayerActivity): boolean => JSON.stringify(a) === JSON.stringify(b);

import type { Machine, Step, Tick } from '../../base/machine.ts';
import type {
  Address,
  AddressSet,
  Browser,
  PlayerAbilities,
  PlayerHistory,
  PlanWhy,
  RemovalWhy,
  UnsupportedWhy,
  WatchSource,
} from './candidates.ts';
import type { PlayerConfig } from '../constants.ts';
import type { Failing, PlayerProgress } from '../contract.ts';
import type { DecodeWatch } from '../decoding/decode-level.ts';
import type { PlayerKind, PullFailureName, SwitchReasonName } from '../names.ts';
import type { ReceiverWatch, ReceiverWhy } from './receiver-watch.ts';
import type { DowngradeWhy } from './recovery.ts';
import type { PlayerFact } from './orders.ts';
import type { FailureWhy } from './recovery-failure.ts';
import type { ReturnWhy } from './restarts.ts';

/**
 * P23, P24, P26: what is played, and what follows a failure. Each `play` opens an epoch, and events of an older player are dropped in one
 * place. Counters are in `Run`, which a new start replaces. Times are monotonic milliseconds of the page's clock.
 */
export type Recovery =
  | { readonly name: 'idle'; readonly epoch: number }
  | { readonly name: 'fetching'; readonly epoch: number; readonly run: Run; readonly untilMs: number }
  | {
      readonly name: 'starting';
      readonly epoch: number;
      readonly run: Run;
      readonly attempt: Attempt;
      readonly untilMs: number;
      readonly isBlocked: boolean;
    }
  | {
      readonly name: 'playing';
      readonly epoch: number;
      readonly run: Run;
      readonly attempt: Attempt;
      readonly watch: StallWatch;
      /** Contains samples only if WebRTC plays. */
      readonly receiver: ReceiverWatch;
      /** Contains samples only if a player with its own decoder plays. */
      readonly decode: DecodeWatch;
      readonly healthyMs: number;
      readonly isBlocked: boolean;
      readonly progress: PlayerProgress | null;
      /** The network changed: without more than these bytes at that time the connection is dead. */
      readonly proof: { readonly bytes: number; readonly byMs: number } | null;
      /** P27: time when the tab became visible, while its state is still compared; otherwise null. */
      readonly returnedMs: number | null;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly name: 'waiting';
      readonly epoch: number;
      readonly run: Run;
      readonly next: { readonly type: 'play'; readonly attempt: Attempt } | { readonly type: 'fetch' };
      readonly untilMs: number;
      readonly why: AttemptWhy;
    }
  | {
      readonly name: 'failed';
      readonly epoch: number;
      readonly failure: PullFailureName;
      readonly why: AttemptWhy;
      /** Why this browser plays none of the addresses; null if another reason applies. */
      readonly unsupported: UnsupportedWhy | null;
      /** Time of the automatic retry; null if a retry would not help. */
      readonly retryAtMs: number | null;
      /** The server asked for that time: an earlier retry would load it again. */
      readonly isFromServer?: true;
      readonly outage: Pick<Run, 'known' | 'revival' | 'failedMs'>;
    }
  | { readonly name: 'stopped'; readonly epoch: number; readonly by: 'owner' | 'viewer' };

export type Starting = Extract<Recovery, { name: 'starting' }>;
export type Playing = Extract<Recovery, { name: 'playing' }>;
export type Failed = Extract<Recovery, { name: 'failed' }>;

/** An ended stall: its time, and the media time lost, in milliseconds. */
export interface Stall {
  readonly atMs: number;
  readonly lostMs: number;
}

/**
 * Measures the progress of the playing position by a monotonic clock, for all kinds. The flags of a media element only define if progress
 * is expected. Times are milliseconds of the page's clock.
 */
export interface StallWatch {
  /** Stalls are counted from this time on. */
  readonly sinceMs: number;
  /** Position at the last sample in media seconds; NaN before the first one. */
  readonly positionS: number;
  /** Time of the last position change, or of the last sample without expected progress. */
  readonly movedMs: number;
  /** Counted stalls, oldest first. */
  readonly stalls: readonly Stall[];
}

/** Budgets used by one start of the player. `round` and `failures` are reset after healthy playback. */
export interface Run {
  readonly addresses: AddressSet;
  /** The last list that was answered, for retries while the address service does not answer. */
  readonly known: AddressSet;
  readonly source: WatchSource;
  /** Kinds that failed in a way that a retry would not fix. */
  readonly dropped: readonly PlayerKind[];
  readonly withoutP2p: boolean;
  readonly hasSwitchedCodec: boolean;
  /** The kind that was left because its address carries another codec, until there is a picture or a fresh list: the codec may change back. */
  readonly rerouted: PlayerKind | null;
  readonly failures: number;
  /** Number of fresh address lists requested, 0 to maxRetries. */
  readonly round: number;
  /** Why the next attempt does not use the kind that the plan prefers. */
  readonly reason: SwitchReasonName | null;
  /** Number of automatic retries after giving up, 0 in the first run. Each uses one address, and shows no second failure tip. */
  readonly revival: number;
  /** Time of the first failure without a picture since. */
  readonly failedMs: number | null;
}

export interface Attempt {
  readonly kind: PlayerKind;
  readonly address: Address;
  readonly index: number;
  /** Number of addresses of this kind in this list. */
  readonly of: number;
}

/** Reason for an attempt, or for waiting for the next one: shown, logged and reported. */
export type AttemptWhy =
  | FailureWhy
  | DowngradeWhy
  | ReceiverWhy
  | RemovalWhy
  | ReturnWhy
  | 'first address'
  | 'no address'
  | 'chosen'
  | 'picture-in-picture is over'
  | 'the same address again'
  | 'reachable again';

/** Inputs of the decisions besides the state; player.ts passes the current values. */
export interface RecoveryContext {
  readonly config: PlayerConfig;
  readonly browser: Browser;
  readonly abilities: PlayerAbilities;
  readonly history: PlayerHistory;
  readonly isVisible: boolean;
  readonly isLive: boolean;
  /** False while the browser reports that it is offline. */
  readonly isOnline: boolean;
  /** Random number, 0 to below 1, different for each step. */
  readonly random: number;
}

export type RecoveryEvent =
  /** `addresses` null: they must be fetched. */
  | { readonly type: 'start'; readonly addresses: AddressSet | null }
  | { readonly type: 'stop'; readonly by: 'owner' | 'viewer' }
  | { readonly type: 'retry' }
  /** `line` is the first address to try, null for any. The history already contains the chosen kind. */
  | { readonly type: 'choose'; readonly kind: PlayerKind; readonly line: number | null; readonly reason: 'USER_OPERATION' | 'PIP' }
  | { readonly type: 'picture-in-picture-closed'; readonly epoch: number }
  | { readonly type: 'addresses'; readonly epoch: number; readonly addresses: AddressSet }
  /** `retryAfterMs`: wait that the service asked for. */
  | { readonly type: 'addresses-failed'; readonly epoch: number; readonly retryAfterMs?: number }
  | { readonly type: 'first-frame'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'resolution'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'progress'; readonly epoch: number; readonly progress: PlayerProgress }
  | { readonly type: 'blocked'; readonly epoch: number; readonly isBlocked: boolean }
  | ({ readonly type: 'failed'; readonly epoch: number } & Failing)
  /** The context's `isVisible` changed. */
  | { readonly type: 'visibility' }
  /** The context's `isOnline` changed. */
  | { readonly type: 'network' }
  /** Another part of the page found that network or services work again. */
  | { readonly type: 'reachable' };

export type RecoveryEffect =
  | {
      readonly type: 'play';
      readonly epoch: number;
      readonly attempt: Attempt;
      readonly p2p: string;
      readonly reason: SwitchReasonName;
      readonly why: AttemptWhy;
      /** Why no preferred kind is used; null if none was removed, or if `why` contains the reason. */
      readonly because: PlanWhy | null;
    }
  /** The last picture stays if another one is expected in its place, or if the viewer stopped the player. */
  | { readonly type: 'stop'; readonly epoch: number; readonly keepsPicture: boolean }
  | { readonly type: 'refuse-choice'; readonly kind: PlayerKind }
  /** Facts, which the player reports as they are. */
  | Extract<PlayerFact, { readonly type: ReportedType }>;
type ReportedType =
  | 'addresses-wanted'
  | 'failure'
  | 'failure-shown'
  | 'failure-over'
  | 'gave-up'
  | 'stalled'
  | 'stall-counted'
  /** A change that the player handles by itself, with the name of the ack that restarts other kinds. */
  | 'ack';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type RecoveryStep = Step<Recovery, RecoveryEffect>;
export type RecoveryInput = RecoveryEvent | Tick;
export type RecoveryMachine = Machine<Recovery, RecoveryEvent, RecoveryEffect, RecoveryContext>;

export const IDLE: Recovery = { name: 'idle', epoch: 0 };

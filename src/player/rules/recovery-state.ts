import type { Machine, Step, Tick } from '../../core/machine.ts';
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
import type { PlayerConfig } from './constants.ts';
import type { PlayerProgress } from './contract.ts';
import type { DecodeWatch } from './decode-watch.ts';
import type { PlayerKind, PullFailureName, SwitchReasonName } from './names.ts';
import type { ReceiverWatch, ReceiverWhy } from './receiver-watch.ts';
import type { FailureWhy } from './recovery-rules.ts';
import type { AckReason, DowngradeWhy, StallWatch } from './stall-watch.ts';
import type { ReturnWhy } from './visibility.ts';

/**
 * P23, P24, P26: what plays, and what follows when it fails. Each `play` opens an epoch, and events of an older player are dropped in one
 * place. Counters live in `Run`, which a new start replaces. Times are monotonic milliseconds of the room worker.
 */
export type Recovery =
  | { readonly at: 'idle'; readonly epoch: number }
  | { readonly at: 'fetching'; readonly epoch: number; readonly run: Run; readonly untilMs: number }
  | {
      readonly at: 'starting';
      readonly epoch: number;
      readonly run: Run;
      readonly attempt: Attempt;
      readonly untilMs: number;
      readonly isBlocked: boolean;
    }
  | {
      readonly at: 'playing';
      readonly epoch: number;
      readonly run: Run;
      readonly attempt: Attempt;
      readonly watch: StallWatch;
      /** Without samples unless WebRTC plays. */
      readonly receiver: ReceiverWatch;
      /** Without samples unless the player decodes by itself. */
      readonly decode: DecodeWatch;
      readonly healthyMs: number;
      readonly isBlocked: boolean;
      readonly progress: PlayerProgress | null;
      /** P27: the tab came back then, and what it shows is still being compared; null otherwise. */
      readonly returnedMs: number | null;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly at: 'waiting';
      readonly epoch: number;
      readonly run: Run;
      readonly next: { readonly do: 'play'; readonly attempt: Attempt } | { readonly do: 'fetch' };
      readonly untilMs: number;
      readonly why: AttemptWhy;
    }
  | {
      readonly at: 'failed';
      readonly epoch: number;
      readonly failure: PullFailureName;
      readonly why: AttemptWhy;
      /** Why this browser plays none of the addresses; null where that is not the reason. */
      readonly unsupported: UnsupportedWhy | null;
      /** Another try without the viewer; null when asking again cannot help. */
      readonly retryAtMs: number | null;
    }
  | { readonly at: 'stopped'; readonly epoch: number; readonly by: 'owner' | 'viewer' };

export type Starting = Extract<Recovery, { at: 'starting' }>;
export type Playing = Extract<Recovery, { at: 'playing' }>;
export type Failed = Extract<Recovery, { at: 'failed' }>;

/** What one start of the player has used up. Playing well for a while gives `round` and `failures` back. */
export interface Run {
  readonly addresses: AddressSet;
  readonly source: WatchSource;
  /** Kinds that failed in a way that another attempt would not cure. */
  readonly dropped: readonly PlayerKind[];
  readonly withoutP2p: boolean;
  readonly hasSwitchedCodec: boolean;
  readonly failures: number;
  /** Fresh address lists asked for, 0 to maxRetries. */
  readonly round: number;
  /** Why the next attempt is not of the kind that the plan would choose by itself. */
  readonly reason: SwitchReasonName | null;
  /** A try of a room that had given up: one address list, and no second failure tip. */
  readonly isRevival: boolean;
}

export interface Attempt {
  readonly kind: PlayerKind;
  readonly address: Address;
  readonly index: number;
  /** Addresses of this kind in this list. */
  readonly of: number;
}

/** Why an attempt is made, or the next one is waited for: shown, logged and reported. */
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
  | 'the same address again';

/** What the decisions depend on besides the state; the room worker passes what is true now. */
export interface RecoveryContext {
  readonly config: PlayerConfig;
  readonly browser: Browser;
  readonly abilities: PlayerAbilities;
  readonly history: PlayerHistory;
  readonly isVisible: boolean;
  readonly isLive: boolean;
  /** False while the browser itself says that it has no network. */
  readonly isOnline: boolean;
  /** At least 0, below 1, another one for each step. */
  readonly random: number;
}

export type RecoveryEvent =
  /** `addresses` null: they have to be fetched. */
  | { readonly type: 'start'; readonly addresses: AddressSet | null }
  | { readonly type: 'stop'; readonly by: 'owner' | 'viewer' }
  | { readonly type: 'retry' }
  /** `line` is the address to begin with, null for any. The history names the chosen kind already. */
  | { readonly type: 'choose'; readonly kind: PlayerKind; readonly line: number | null; readonly reason: 'USER_OPERATION' | 'PIP' }
  | { readonly type: 'picture-in-picture-closed'; readonly epoch: number }
  | { readonly type: 'addresses'; readonly epoch: number; readonly addresses: AddressSet }
  | { readonly type: 'addresses-failed'; readonly epoch: number }
  | { readonly type: 'first-frame'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'resolution'; readonly epoch: number; readonly width: number; readonly height: number }
  | { readonly type: 'progress'; readonly epoch: number; readonly progress: PlayerProgress }
  | { readonly type: 'blocked'; readonly epoch: number; readonly isBlocked: boolean }
  | {
      readonly type: 'failed';
      readonly epoch: number;
      readonly failure: PullFailureName;
      readonly network: boolean;
      readonly codecUnsupported: boolean;
      readonly lacks?: UnsupportedWhy;
    }
  /** The context's `isVisible` changed. */
  | { readonly type: 'visibility' }
  /** The context's `isOnline` changed. */
  | { readonly type: 'network' };

export type RecoveryEffect =
  | {
      readonly do: 'play';
      readonly epoch: number;
      readonly attempt: Attempt;
      readonly p2p: string;
      readonly reason: SwitchReasonName;
      readonly why: AttemptWhy;
      /** Why not a kind that is preferred to this one; null when nothing stood in the way, or `why` says it. */
      readonly because: PlanWhy | null;
    }
  /** The last picture stays where another one is expected in its place, or the viewer stopped it. */
  | { readonly do: 'stop'; readonly epoch: number; readonly keepsPicture: boolean }
  | { readonly do: 'fetch-addresses'; readonly epoch: number; readonly round: number }
  | { readonly do: 'show-failure'; readonly failure: PullFailureName; readonly unsupported: UnsupportedWhy | null }
  | { readonly do: 'hide-failure' }
  | { readonly do: 'count-stall' }
  /** P41: the picture stood still for so long, milliseconds, and goes on. */
  | { readonly do: 'report-stall'; readonly kind: PlayerKind; readonly lostMs: number }
  | {
      readonly do: 'report';
      readonly failure: PullFailureName;
      readonly ack: AckReason | null;
      readonly kind: PlayerKind | null;
      readonly network: boolean;
      readonly why: AttemptWhy;
    }
  /** A change that the player lives through, by the name of the ack that would start another kind again. */
  | { readonly do: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly do: 'fail-callback'; readonly failure: PullFailureName }
  | { readonly do: 'refuse-choice'; readonly kind: PlayerKind };

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type RecoveryStep = Step<Recovery, RecoveryEffect>;
export type RecoveryInput = RecoveryEvent | Tick;
export type RecoveryMachine = Machine<Recovery, RecoveryEvent, RecoveryEffect, RecoveryContext>;

export const IDLE: Recovery = { at: 'idle', epoch: 0 };

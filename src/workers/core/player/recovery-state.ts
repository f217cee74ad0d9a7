import type { AddressSet, Address, Browser, PlayerAbilities, PlayerHistory, WatchSource } from './candidates.ts';
import type { PlayerConfig } from './constants.ts';
import type { PlayerProgress } from './contract.ts';
import type { PlayerKind, PullFailureName, SwitchReasonName } from './names.ts';
import type { ReceiverWatch } from './receiver-watch.ts';
import type { FailureWhy } from './recovery-rules.ts';
import type { AckReason, StallWatch } from './stall-watch.ts';

/**
 * P23, P24, P26: the one owner of what plays. Pure: (state, event, time, surroundings) -> (state, effects). Each `play` opens an epoch, and
 * what an older player says is dropped in one place. Counters live in `Run`, which a new start replaces.
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
      /** Stays without looks unless WebRTC plays. */
      readonly receiver: ReceiverWatch;
      readonly healthyMs: number;
      readonly isBlocked: boolean;
      readonly progress: PlayerProgress | null;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly at: 'waiting';
      readonly epoch: number;
      readonly run: Run;
      readonly next: { readonly do: 'play'; readonly attempt: Attempt } | { readonly do: 'fetch' };
      readonly untilMs: number;
      readonly why: FailureWhy | 'no address';
    }
  | { readonly at: 'failed'; readonly epoch: number; readonly failure: PullFailureName; readonly why: FailureWhy | 'no address' }
  | { readonly at: 'stopped'; readonly epoch: number };

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
}

export interface Attempt {
  readonly kind: PlayerKind;
  readonly address: Address;
  readonly index: number;
  /** Addresses of this kind in this list. */
  readonly of: number;
}

/** What the decisions depend on besides the state; the room worker passes what is true now. */
export interface Surroundings {
  readonly config: PlayerConfig;
  readonly browser: Browser;
  readonly abilities: PlayerAbilities;
  readonly history: PlayerHistory;
  readonly isVisible: boolean;
  readonly isLive: boolean;
}

export type RecoveryEvent =
  /** `addresses` null: they have to be fetched. */
  | { readonly type: 'start'; readonly addresses: AddressSet | null }
  | { readonly type: 'stop' }
  | { readonly type: 'retry' }
  /** `line` is the address to begin with. The history names the chosen kind already. */
  | { readonly type: 'choose'; readonly kind: PlayerKind; readonly line: number; readonly reason: 'USER_OPERATION' | 'PIP' }
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
    }
  | { readonly type: 'visibility' }
  | { readonly type: 'tick' };

export type RecoveryEffect =
  | {
      readonly do: 'play';
      readonly epoch: number;
      readonly attempt: Attempt;
      readonly p2p: string;
      readonly reason: SwitchReasonName;
      readonly why: string;
    }
  | { readonly do: 'stop'; readonly epoch: number }
  | { readonly do: 'fetch-addresses'; readonly epoch: number; readonly round: number }
  | { readonly do: 'show-failure'; readonly failure: PullFailureName }
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
      readonly why: string;
    }
  /** Something that the player lives through, said by the same names as what makes it start again. */
  | { readonly do: 'ack'; readonly ack: AckReason; readonly why: string }
  | { readonly do: 'fail-callback'; readonly failure: PullFailureName }
  | { readonly do: 'log'; readonly line: string };

export type RecoveryStep = readonly [next: Recovery, ...effects: RecoveryEffect[]];

export const IDLE: Recovery = { at: 'idle', epoch: 0 };

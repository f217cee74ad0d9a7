import type { PlanWhy } from './candidates.ts';
import type { DecodeLevel, DecodeLevelWhy } from './decode-level.ts';
import type { PlayerKind, PullFailureName, SwitchReasonName } from './names.ts';
import type { AttemptWhy, Size } from './recovery-state.ts';
import type { AckReason } from './stall-watch.ts';
import type { ThreadWhy } from './threads.ts';

/** One entry of the player log as data; the page converts it to a sentence (ui/stage/log-text.ts). */
export type PlayerLogEntry = PlayerLogBody & {
  /** Milliseconds since the start of the room worker. */
  readonly atMs: number;
};

export type PlayerLogBody =
  | {
      readonly kind: 'attempt';
      readonly player: PlayerKind;
      /** Index from 0, and the number of addresses. */
      readonly line: number;
      readonly lines: number;
      readonly why: AttemptWhy;
      readonly reason: SwitchReasonName;
      readonly because: PlanWhy | null;
    }
  | { readonly kind: 'failure'; readonly failure: PullFailureName; readonly ack: AckReason | null; readonly why: AttemptWhy }
  /** The player's own description of its failure. */
  | { readonly kind: 'player-error'; readonly detail: string }
  | { readonly kind: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly kind: 'gave-up'; readonly failure: PullFailureName; readonly retryInMs: number | null }
  | { readonly kind: 'first-frame'; readonly size: Size; readonly afterMs: number }
  | { readonly kind: 'resolution'; readonly size: Size }
  | { readonly kind: 'autoplay'; readonly allowed: 'picture' | 'nothing' }
  | { readonly kind: 'picture-in-picture'; readonly active: boolean }
  | { readonly kind: 'decode-level'; readonly level: DecodeLevel; readonly why: DecodeLevelWhy }
  | { readonly kind: 'decoding'; readonly on: boolean; readonly why: 'hidden' | 'visible' }
  | {
      readonly kind: 'threads';
      readonly decodeMs: number;
      readonly threads: number;
      readonly next: number;
      readonly why: ThreadWhy;
    }
  | { readonly kind: 'choice-refused'; readonly player: PlayerKind }
  | { readonly kind: 'network'; readonly isOnline: boolean }
  /** An entry of another part of the room, as text. */
  | { readonly kind: 'note'; readonly text: string };

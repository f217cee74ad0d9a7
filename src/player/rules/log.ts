import type { DroppedTrack } from './contract.ts';
import type { PlanWhy } from './recovery/candidates.ts';
import type { DecodeLevel, DecodeLevelWhy } from './decoding/decode-level.ts';
import type { AckReason, PlayerKind, PullFailureName, SwitchReasonName } from './names.ts';
import type { AttemptWhy, Size } from './recovery/recovery-state.ts';
import type { ThreadWhy } from './decoding/threads.ts';

/** One entry of the player log as data; the page converts it to a sentence (ui/stage/log/log-text.ts). */
export type PlayerLogEntry = PlayerLogBody & {
  /** Milliseconds since the page was opened. */
  readonly atMs: number;
};

export type PlayerLogBody =
  | {
      readonly type: 'attempt';
      readonly player: PlayerKind;
      /** Index from 0, and the number of addresses. */
      readonly line: number;
      readonly lines: number;
      readonly why: AttemptWhy;
      readonly reason: SwitchReasonName;
      readonly because: PlanWhy | null;
    }
  | { readonly type: 'failure'; readonly failure: PullFailureName; readonly ack: AckReason | null; readonly why: AttemptWhy }
  /** The player's own description of its failure. */
  | { readonly type: 'player-error'; readonly detail: string }
  | { readonly type: 'ack'; readonly ack: AckReason; readonly from: Size; readonly to: Size }
  | { readonly type: 'gave-up'; readonly failure: PullFailureName; readonly retryInMs: number | null }
  | { readonly type: 'first-frame'; readonly size: Size; readonly afterMs: number }
  | { readonly type: 'resolution'; readonly size: Size }
  | { readonly type: 'autoplay'; readonly allowed: 'picture' | 'nothing' }
  | { readonly type: 'picture-in-picture'; readonly active: boolean }
  | ({ readonly type: 'track-dropped' } & DroppedTrack)
  | { readonly type: 'decode-level'; readonly level: DecodeLevel; readonly why: DecodeLevelWhy }
  | { readonly type: 'decoding'; readonly on: boolean; readonly why: 'hidden' | 'visible' }
  | {
      readonly type: 'threads';
      readonly decodeMs: number;
      readonly threads: number;
      readonly next: number;
      readonly why: ThreadWhy;
    }
  | { readonly type: 'choice-refused'; readonly player: PlayerKind }
  | { readonly type: 'network'; readonly isOnline: boolean }
  /** An entry of another part of the room, as text. */
  | { readonly type: 'note'; readonly text: string };

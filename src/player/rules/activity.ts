import type { UnsupportedWhy } from './candidates.ts';
import type { PullFailureName } from './names.ts';
import type { Recovery } from './recovery-state.ts';

/** The current activity of the player, as shown to a viewer. Times are milliseconds since the epoch. */
export type PlayerActivity =
  | { readonly at: 'idle' | 'playing' }
  /** `by` the viewer: the last picture stays on the screen. */
  | { readonly at: 'stopped'; readonly by: 'owner' | 'viewer' }
  /** `line` counts from 0; null while the addresses are fetched. `round`: how often all addresses have failed. */
  | { readonly at: 'connecting'; readonly line: number | null; readonly lines: number; readonly round: number }
  | { readonly at: 'waiting'; readonly untilMs: number; readonly next: 'line' | 'addresses'; readonly round: number }
  /** The player has given up for now. `retryAtMs` null: a retry would not help. */
  | {
      readonly at: 'failed';
      readonly failure: PullFailureName;
      readonly unsupported: UnsupportedWhy | null;
      readonly retryAtMs: number | null;
      readonly isOnline: boolean;
    };

/** Derives the activity from the recovery state. `epochOffsetMs` converts monotonic milliseconds to milliseconds since the epoch. */
export function activityOf(state: Recovery, isOnline: boolean, epochOffsetMs: number): PlayerActivity {
  switch (state.at) {
    case 'idle':
    case 'playing':
      return { at: state.at };
    case 'stopped':
      return { at: 'stopped', by: state.by };
    case 'fetching':
      return { at: 'connecting', line: null, lines: 0, round: state.run.round };
    case 'starting':
      return { at: 'connecting', line: state.attempt.index, lines: state.attempt.of, round: state.run.round };
    case 'waiting':
      return {
        at: 'waiting',
        untilMs: Math.round(state.untilMs + epochOffsetMs),
        next: state.next.do === 'play' ? 'line' : 'addresses',
        round: state.run.round,
      };
    case 'failed': {
      const { failure, unsupported, retryAtMs } = state;
      return { at: 'failed', failure, unsupported, retryAtMs: retryAtMs === null ? null : Math.round(retryAtMs + epochOffsetMs), isOnline };
    }
  }
}

/** Compared by value, because the state changes every second without changing the page. */
export const isSameActivity = (a: PlayerActivity, b: PlayerActivity): boolean => JSON.stringify(a) === JSON.stringify(b);

import type { UnsupportedWhy } from './candidates.ts';
import type { PullFailureName } from '../names.ts';
import type { Recovery } from './recovery-state.ts';

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

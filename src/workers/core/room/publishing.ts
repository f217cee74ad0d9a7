import { assertNever } from '../assert-never.ts';
import type { Failure } from '../result.ts';

/**
 * P31: whether the star is on the air. The page has the camera and the preview; going on the air and off it is asked of the server, and
 * this decides what comes of each answer. `epoch` numbers the requests: an answer to an older one is dropped.
 */
export type Publishing =
  /** `error`: why the last try did not go on the air. */
  | { readonly at: 'ready'; readonly epoch: number; readonly error: Failure | null }
  | { readonly at: 'starting'; readonly epoch: number }
  /** `sinceMs`: milliseconds since the epoch. `error`: why it could not be ended. */
  | { readonly at: 'live'; readonly epoch: number; readonly sinceMs: number; readonly error: Failure | null }
  | { readonly at: 'stopping'; readonly epoch: number; readonly sinceMs: number };

export type PublishEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'answer'; readonly epoch: number; readonly error: Failure | null };

export type PublishEffect =
  | { readonly do: 'ask-server'; readonly on: boolean; readonly epoch: number }
  | { readonly do: 'report'; readonly failure: Failure }
  | { readonly do: 'log'; readonly line: string };

export type PublishStep = readonly [next: Publishing, ...effects: PublishEffect[]];

export const NOT_PUBLISHING: Publishing = { at: 'ready', epoch: 0, error: null };

export function stepPublishing(state: Publishing, event: PublishEvent, nowMs: number): PublishStep {
  switch (event.type) {
    case 'start': {
      if (state.at !== 'ready') return [state];
      const epoch = state.epoch + 1;
      return [
        { at: 'starting', epoch },
        { do: 'ask-server', on: true, epoch },
        { do: 'log', line: 'publish: start' },
      ];
    }
    case 'stop': {
      if (state.at !== 'live' && state.at !== 'starting') return [state];
      const epoch = state.epoch + 1;
      const sinceMs = state.at === 'live' ? state.sinceMs : nowMs;
      return [
        { at: 'stopping', epoch, sinceMs },
        { do: 'ask-server', on: false, epoch },
        { do: 'log', line: 'publish: stop' },
      ];
    }
    case 'answer':
      return event.epoch === state.epoch ? answered(state, event.error, nowMs) : [state];
    default:
      return assertNever(event);
  }
}

function answered(state: Publishing, error: Failure | null, nowMs: number): PublishStep {
  const { epoch } = state;
  const effects: readonly PublishEffect[] =
    error === null
      ? []
      : [
          { do: 'report', failure: error },
          { do: 'log', line: `publish: ${error.code} ${error.detail}` },
        ];
  switch (state.at) {
    case 'starting':
      if (error !== null) return [{ at: 'ready', epoch, error }, ...effects];
      return [
        { at: 'live', epoch, sinceMs: nowMs, error: null },
        { do: 'log', line: 'publish: live' },
      ];
    case 'stopping':
      // The server still sends: the star must see that, and may try again.
      if (error !== null) return [{ at: 'live', epoch, sinceMs: state.sinceMs, error }, ...effects];
      return [
        { at: 'ready', epoch, error: null },
        { do: 'log', line: 'publish: ended' },
      ];
    case 'ready':
    case 'live':
      return [state];
    default:
      return assertNever(state);
  }
}

export const isOnAir = (state: Publishing): boolean => state.at === 'live' || state.at === 'stopping';

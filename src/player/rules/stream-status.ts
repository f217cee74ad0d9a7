import type { PullFailureName, StreamStatusName } from './names.ts';
import { STREAM_STATUS, type StreamStatus } from './names.ts';

/** Stream changes that have a numeric status (P20). */
export type StreamChange =
  /** The addresses are being fetched. */
  | { readonly type: 'fetching' }
  /** A player was started. */
  | { readonly type: 'started' }
  | { readonly type: 'first-frame' }
  | { readonly type: 'status'; readonly name: StreamStatusName }
  | { readonly type: 'failed'; readonly failure: PullFailureName }
  | { readonly type: 'stopped'; readonly by: 'owner' | 'viewer' };

const OF_NAME: Readonly<Record<StreamStatusName, StreamStatus>> = {
  created: STREAM_STATUS.BEGIN,
  playing: STREAM_STATUS.PLAYING,
  paused: STREAM_STATUS.PAUSE,
  buffering: STREAM_STATUS.BUFFERING,
  stopped: STREAM_STATUS.STOP,
  end: STREAM_STATUS.END,
};

/** Failures with their own status; any other failure is a stop. */
const OF_FAILURE: Partial<Readonly<Record<PullFailureName, StreamStatus>>> = {
  STREAM_ADDR_ERROR: STREAM_STATUS.NO_STREAM,
  ACK_NETWORK_FAIL: STREAM_STATUS.NO_STREAM,
  TIMEOUT: STREAM_STATUS.OVERTIME,
};

/**
 * The specification names the twelve statuses but not their conditions; this mapping is the project's. `before` distinguishes a resume from
 * a start.
 */
export function streamStatus(before: StreamStatus | null, change: StreamChange): StreamStatus {
  switch (change.type) {
    case 'fetching':
      return STREAM_STATUS.PRELOAD;
    case 'started':
      return STREAM_STATUS.BEGIN;
    case 'first-frame':
      return STREAM_STATUS.READY;
    case 'status':
      return change.name === 'playing' && before === STREAM_STATUS.PAUSE ? STREAM_STATUS.RESUME : OF_NAME[change.name];
    case 'failed':
      return OF_FAILURE[change.failure] ?? STREAM_STATUS.STOP;
    case 'stopped':
      return change.by === 'viewer' ? STREAM_STATUS.PUBLISH_STOP : STREAM_STATUS.STOP;
  }
}

import type { PullFailureName, StreamStatusName } from './names.ts';
import { STREAM_STATUS, type StreamStatus } from './names.ts';

/** What happened to the stream, as far as its numeric status tells it (document 1, section 4). */
export type Happening =
  /** The addresses are being fetched. */
  | { readonly is: 'fetching' }
  /** A player was started. */
  | { readonly is: 'started' }
  | { readonly is: 'first-frame' }
  | { readonly is: 'status'; readonly name: StreamStatusName }
  | { readonly is: 'failed'; readonly failure: PullFailureName }
  | { readonly is: 'stopped'; readonly by: 'room' | 'viewer' };

const OF_NAME: Readonly<Record<StreamStatusName, StreamStatus>> = {
  created: STREAM_STATUS.BEGIN,
  playing: STREAM_STATUS.PLAYING,
  paused: STREAM_STATUS.PAUSE,
  buffering: STREAM_STATUS.BUFFERING,
  stopped: STREAM_STATUS.STOP,
  end: STREAM_STATUS.END,
};

/** Failures with a status of their own; any other is a stop. */
const OF_FAILURE: Partial<Readonly<Record<PullFailureName, StreamStatus>>> = {
  STREAM_ADDR_ERROR: STREAM_STATUS.NO_STREAM,
  ACK_NETWORK_FAIL: STREAM_STATUS.NO_STREAM,
  TIMEOUT: STREAM_STATUS.OVERTIME,
};

/** The document names the twelve statuses and not when each is told: this is our reading. `before` tells a start from a going on. */
export function streamStatus(before: StreamStatus | null, happening: Happening): StreamStatus {
  switch (happening.is) {
    case 'fetching':
      return STREAM_STATUS.PRELOAD;
    case 'started':
      return STREAM_STATUS.BEGIN;
    case 'first-frame':
      return STREAM_STATUS.READY;
    case 'status':
      return happening.name === 'playing' && before === STREAM_STATUS.PAUSE ? STREAM_STATUS.RESUME : OF_NAME[happening.name];
    case 'failed':
      return OF_FAILURE[happening.failure] ?? STREAM_STATUS.STOP;
    case 'stopped':
      return happening.by === 'viewer' ? STREAM_STATUS.PUBLISH_STOP : STREAM_STATUS.STOP;
  }
}

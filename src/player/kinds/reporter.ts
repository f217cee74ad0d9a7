import type { UnsupportedWhy } from '../rules/recovery/candidates.ts';
import type { PlayerEvent } from '../rules/contract.ts';
import type { PlayerError } from '../rules/recovery/media-errors.ts';
import type { StreamStatusName } from '../rules/names.ts';
import type { PlayerStart } from './player-start.ts';

/** By default an error is caused neither by the network nor by the codec. */
export type PlayerErrorReport = Pick<PlayerError, 'failure' | 'detail'> &
  Partial<PlayerError> & {
    readonly lacks?: UnsupportedWhy;
    readonly carries?: 'h264' | 'h265';
    readonly retryAfterMs?: number;
  };

/** Events from a player to player.ts: a status is emitted once until it changes, one failure per player, and nothing after `dispose`. */
export interface Reporter {
  readonly emit: (event: PlayerEvent) => void;
  readonly status: (name: StreamStatusName) => void;
  readonly fail: (error: PlayerErrorReport) => void;
  readonly hasFailed: boolean;
  readonly isDisposed: boolean;
  readonly dispose: () => void;
}

export function createReporter(start: Pick<PlayerStart, 'epoch' | 'emit'>): Reporter {
  const { epoch } = start;
  let status: StreamStatusName | null = null;
  let hasFailed = false;
  let isDisposed = false;
  const emit = (event: PlayerEvent): void => {
    if (!isDisposed) start.emit(event);
  };
  const reporter: Reporter = {
    emit,
    status(name) {
      if (status === name) return;
      status = name;
      emit({ type: 'status', epoch, name });
    },
    fail({ failure, detail, network = false, codecUnsupported = false, lacks, carries, retryAfterMs }) {
      if (hasFailed) return;
      hasFailed = true;
      const more = { ...(lacks && { lacks }), ...(carries && { carries }), ...(retryAfterMs && { retryAfterMs }) };
      emit({ type: 'failed', epoch, failure, detail, network, codecUnsupported, ...more });
    },
    get hasFailed() {
      return hasFailed;
    },
    get isDisposed() {
      return isDisposed;
    },
    dispose() {
      isDisposed = true;
    },
  };
  reporter.status('created');
  return reporter;
}

import type { Failure } from '../../../core/result.ts';
import type { StatsEvent } from '../../stats/api.ts';

/** The room worker's reports to the stats worker. The port is replaced when the stats worker restarts. */
export interface StatsClient {
  readonly emit: (event: StatsEvent) => void;
  readonly failure: (failure: Failure) => void;
  readonly replace: (port: MessagePort) => void;
}

export function createStatsClient(first: MessagePort): StatsClient {
  let port = first;
  const emit = (event: StatsEvent): void => port.postMessage(event);
  return {
    emit,
    failure: ({ code, detail }) => emit({ type: 'failure', code, detail }),
    replace(next) {
      port.close();
      port = next;
    },
  };
}

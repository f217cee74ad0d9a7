import type { Failure } from '../../../core/errors.ts';
import type { StatsEvent, StatsToRoom } from '../../stats/api.ts';

/**
 * The room worker's reports to the stats worker. The port is replaced when the stats worker restarts. `onArrived`: a report has arrived after one that
 * did not.
 */
export function createStatsClient(first: MessagePort, onArrived: () => void = () => undefined) {
  let port = first;
  const listen = (): void => {
    port.addEventListener('message', ({ data }: MessageEvent<StatsToRoom>) => data.type === 'arrived' && onArrived());
    port.start();
  };
  listen();
  const emit = (event: StatsEvent): void => port.postMessage(event);
  return {
    emit,
    failure: ({ code, detail }: Failure) => emit({ type: 'failure', code, detail }),
    replace(next: MessagePort) {
      port.close();
      port = next;
      listen();
    },
  };
}

export type StatsClient = ReturnType<typeof createStatsClient>;

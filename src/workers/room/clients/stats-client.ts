import type { Failure } from '../../../core/errors.ts';
import type { StatsEvent, StatsToRoom } from '../../stats/api.ts';

/** The room worker's reports to the stats worker. The port is replaced when the stats worker restarts. */
export interface StatsClient {
  readonly emit: (event: StatsEvent) => void;
  readonly failure: (failure: Failure) => void;
  readonly replace: (port: MessagePort) => void;
}

/** `onArrived`: a report has arrived after one that did not. */
export function createStatsClient(first: MessagePort, onArrived: () => void = () => undefined): StatsClient {
  let port = first;
  const listen = (): void => {
    port.addEventListener('message', ({ data }: MessageEvent<StatsToRoom>) => data.type === 'arrived' && onArrived());
    port.start();
  };
  listen();
  const emit = (event: StatsEvent): void => port.postMessage(event);
  return {
    emit,
    failure: ({ code, detail }) => emit({ type: 'failure', code, detail }),
    replace(next) {
      port.close();
      port = next;
      listen();
    },
  };
}

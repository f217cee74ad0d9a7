import type { Failure } from '../core/result.ts';
import type { StatsFact } from '../stats/api.ts';

/** What the room worker tells the stats worker. The port is replaced when the stats worker comes back. */
export interface StatsLane {
  tell(fact: StatsFact): void;
  failure(failure: Failure): void;
  replace(port: MessagePort): void;
}

export function createStatsLane(first: MessagePort): StatsLane {
  let port = first;
  return {
    tell: (fact) => port.postMessage(fact),
    failure: ({ code, detail }) => port.postMessage({ type: 'failure', code, detail } satisfies StatsFact),
    replace(next) {
      port.close();
      port = next;
    },
  };
}

import { type LateWhy, NOTICE_CODES } from '../../../core/late-part.ts';
import type { ServiceStatus } from '../../../core/room/view.ts';
import type { PageEvent } from '../api.ts';
import type { Screen, StatsClient } from '../room-base.ts';

const SERVICE_OF_WORKER = { socket: 'socket', stats: 'stats', stream: 'player', decode: 'player', render: 'player' } as const;

/** Services that do not work at the moment, for the page. */
export function createServiceStatus(screen: Screen, stats: StatsClient) {
  function set(service: ServiceStatus['service'], name: string, status: Pick<ServiceStatus, 'code' | 'recovering'> | null): void {
    const { services } = screen.get();
    const others = services.filter((other) => other.service !== service || other.name !== name);
    if (status === null && others.length === services.length) return;
    screen.patch({ services: status === null ? others : [...others, { service, name, ...status }] });
  }
  return {
    onWorkerDied({ worker, detail, restarting }: Extract<PageEvent, { type: 'worker-died' }>) {
      stats.failure({ code: 'WORKER_CRASHED', detail });
      set(SERVICE_OF_WORKER[worker], worker, { code: 'WORKER_CRASHED', recovering: restarting });
    },
    onWorkerBack: ({ worker }: Extract<PageEvent, { type: 'worker-back' }>) => set(SERVICE_OF_WORKER[worker], worker, null),
    onPagePartLate({ name, why, detail, isOff }: Extract<PageEvent, { type: 'page-part-late' }>) {
      stats.failure({ code: NOTICE_CODES[why], detail: `${name}: ${detail}` });
      set('page', name, { code: NOTICE_CODES[why], recovering: !isOff });
    },
    onPagePartShown: (name: string) => set('page', name, null),
    /** Code of a worker is late, which the worker reports itself; null: it is loaded. */
    onLate: (name: string, why: LateWhy | null) => set('page', name, why === null ? null : { code: NOTICE_CODES[why], recovering: true }),
  };
}

export type ServiceStatusController = ReturnType<typeof createServiceStatus>;

import type { ErrorCode } from '../core/errors.ts';
import type { Result } from '../core/result.ts';
import type { Services } from '../core/services.ts';

/** Control lane. Facts to report come by ports, one for each worker that reports. */
export interface StatsApi {
  start(services: Services, identity: StatsIdentity, ports: readonly MessagePort[]): Promise<Result>;
  addPort(port: MessagePort): Promise<Result>;
  /** What only a beacon can send when the page goes away: at most MAX_BEACON_BYTES in all. */
  takeBeacons(): Promise<Result<readonly { readonly url: string; readonly body: string }[]>>;
  /** Counters and the last reports, for the overlay and the mock panel. */
  snapshot(): Promise<Result<StatsSnapshot>>;
}

export interface StatsIdentity {
  readonly roomId: number;
  readonly userId: number;
  readonly embed: boolean;
  /** Address of the page, for the enter-room report. */
  readonly url?: string;
  /** Stream pull reports are skipped for the star (document 1, section 6). */
  readonly isStar?: boolean;
}

/** What a worker tells the stats worker; every fact is counted, some become reports by core/reports. */
export type StatsFact =
  | { readonly type: 'count'; readonly name: string; readonly by: number }
  /** `by` counts failures that were told together, 1 when left out; the detail is of the first. */
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly detail: string; readonly by?: number }
  | { readonly type: 'identity'; readonly identity: StatsIdentity; readonly streamId: string }
  | { readonly type: 'room'; readonly event: 'entered' | 'live' | 'left' | 'resumed' }
  | { readonly type: 'pull'; readonly event: string; readonly fields: Readonly<Record<string, string | number>> }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly text: string };

export interface StatsSnapshot {
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly lastFailures: readonly { readonly code: ErrorCode; readonly detail: string; readonly atMs: number }[];
  readonly reports: readonly { readonly url: string; readonly body: string; readonly atMs: number; readonly sent: boolean }[];
}

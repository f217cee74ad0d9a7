import type { ErrorCode } from '../../core/errors.ts';
import type { MonitoredCall } from '../../core/reports/ajax-monitor.ts';
import type { AnalyticsInput } from '../../core/reports/analytics.ts';
import type { HeldBeacons } from '../../core/reports/beacons.ts';
import type { FrameFact } from '../../core/reports/frame-reports.ts';
import type { PullFact } from '../../core/reports/pull.ts';
import type { Decision } from '../../core/decision-log.ts';
import type { Result } from '../../core/result.ts';
import type { Services } from '../../core/services.ts';

/** Control. Facts to report come by ports, one for each worker that reports. */
export interface StatsApi {
  start(services: Services, identity: StatsIdentity, ports: readonly MessagePort[]): Promise<Result>;
  addPort(port: MessagePort): Promise<Result>;
  /** The page's port (PageToStats, StatsToPage); `markers` are what earlier pages wrote down when their beacons left. */
  attachPage(port: MessagePort, markers: readonly string[]): Promise<Result>;
  /** Counters and the last reports, for the overlay and the mock panel. */
  snapshot(): Promise<Result<StatsSnapshot>>;
}

/** Who and where every report says. A member that is left out stays as it was. */
export interface StatsIdentity {
  readonly roomId: number;
  readonly userId: number;
  readonly embed: boolean;
  /** Address of the page, for the enter-room report. */
  readonly url?: string;
  /** Stream pull reports are skipped for the star (document 1, section 6). */
  readonly isStar?: boolean;
  readonly starId?: number;
  readonly roomKind?: string;
  readonly isFollowing?: boolean;
  readonly deviceNo?: string;
  /** Client type: 7 web, 8 embed, 43 lenovo. */
  readonly platformId?: number;
}

/** What a worker says to the stats worker; every fact is counted, some become reports by core/reports. */
export type StatsEvent =
  | { readonly type: 'count'; readonly name: string; readonly by: number }
  /** `by` counts failures that are reported together, 1 when left out; the detail is of the first. */
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly detail: string; readonly by?: number }
  /** May come again at any time: a star who comes later brings the stream's ids. `psid` is left out where the answer has none. */
  | { readonly type: 'identity'; readonly identity: StatsIdentity; readonly streamId: string; readonly psid?: string }
  /** `offline`: the star left. Enter-room reports and heartbeats belong to a live room. */
  | { readonly type: 'room'; readonly event: 'entered' | 'live' | 'offline' | 'left' | 'resumed' }
  | ({ readonly type: 'pull' } & PullFact)
  /** A new session of the chat socket. */
  | { readonly type: 'socket-session'; readonly socsId: string }
  | { readonly type: 'frame'; readonly fact: FrameFact }
  | { readonly type: 'call'; readonly call: MonitoredCall }
  | { readonly type: 'analytics'; readonly event: AnalyticsInput }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error' | 'performance'; readonly text: string };

/** Page to stats worker, without a way through the room worker. */
export type PageToStats =
  /** The page goes away, and the beacons of this marker have left. */
  | { readonly type: 'beaconed'; readonly marker: string }
  /** It came back out of the back-forward cache. */
  | { readonly type: 'back' }
  /** The tab is hidden: what waits to leave with others leaves now. */
  | { readonly type: 'hidden' }
  | { readonly type: 'analytics'; readonly event: AnalyticsInput };

/** At most one a second, and only when what a beacon would say has changed. */
export interface StatsToPage {
  readonly type: 'beacons';
  readonly held: HeldBeacons;
}

export interface StatsSnapshot {
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly lastFailures: readonly { readonly code: ErrorCode; readonly detail: string; readonly atMs: number }[];
  readonly reports: readonly { readonly url: string; readonly body: string; readonly atMs: number; readonly sent: boolean }[];
  readonly decisions: readonly Decision[];
}

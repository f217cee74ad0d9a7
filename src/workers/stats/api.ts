import type { ErrorCode, Result } from '../../core/errors.ts';
import type { MonitoredCall } from '../../core/reports/ajax-monitor.ts';
import type { AnalyticsInput } from '../../core/reports/analytics.ts';
import type { HeldBeacons } from '../../core/reports/beacons.ts';
import type { FrameFact } from '../../core/reports/frame-reports.ts';
import type { PullFact } from '../../core/reports/pull.ts';
import type { Reach } from '../../player/base/waits.ts';
import type { Decision } from '../../player/base/machine.ts';
import type { Services } from '../../core/services.ts';

/** Control calls. Facts arrive by ports, one for each reporting worker. */
export interface StatsApi {
  start(services: Services, identity: StatsIdentity, ports: readonly MessagePort[]): Promise<Result>;
  addPort(port: MessagePort): Promise<Result>;
  /** The page's port (PageToStats, StatsToPage); `markers` were stored by earlier pages when they sent their beacons. */
  attachPage(port: MessagePort, markers: readonly string[]): Promise<Result>;
  /** Counters and the last reports, for the overlay and the mock panel. */
  snapshot(): Promise<Result<StatsSnapshot>>;
}

/** User and room ids of all reports. Omitted members keep their value. */
export interface StatsIdentity {
  readonly roomId: number;
  readonly userId: number;
  readonly embed: boolean;
  /** Address of the page, for the enter-room report. */
  readonly url?: string;
  /** P31: stream pull reports are skipped for the star. */
  readonly isStar?: boolean;
  readonly starId?: number;
  readonly roomKind?: string;
  readonly isFollowing?: boolean;
  readonly deviceNo?: string;
  /** Client type: 7 web, 8 embed, 43 lenovo. */
  readonly platformId?: number;
}

/** Messages to the stats worker; every fact is counted, and core/reports converts some to reports. */
export type StatsEvent =
  | { readonly type: 'count'; readonly name: string; readonly by: number }
  /** `by` counts failures that are reported together, default 1; the detail is that of the first. */
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly detail: string; readonly by?: number }
  /**
   * Can be sent again at any time, because the stream's ids are unknown before the star is live. `psid` is omitted if the answer has none.
   */
  | { readonly type: 'identity'; readonly identity: StatsIdentity; readonly streamId: string; readonly psid?: string }
  /** `offline`: the star stopped. Enter-room reports and heartbeats belong to a live room. */
  | { readonly type: 'room'; readonly event: 'entered' | 'live' | 'offline' | 'left' | 'resumed' }
  | ({ readonly type: 'pull' } & PullFact)
  /** A new session of the chat socket. */
  | { readonly type: 'socket-session'; readonly socsId: string }
  | { readonly type: 'frame'; readonly fact: FrameFact }
  | { readonly type: 'call'; readonly call: MonitoredCall }
  | { readonly type: 'reach'; readonly reach: Reach }
  | { readonly type: 'analytics'; readonly event: AnalyticsInput }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error' | 'performance'; readonly text: string };

/** Stats worker to room worker: a report has arrived after one that did not. */
export interface StatsToRoom {
  readonly type: 'arrived';
}

/** Page to stats worker, not through the room worker. */
export type PageToStats =
  /** The page is closing, and the beacons of this marker were sent. */
  | { readonly type: 'beaconed'; readonly marker: string }
  /** The page was restored from the back-forward cache. */
  | { readonly type: 'back' }
  /** The tab is hidden: reports that wait for others are sent now. */
  | { readonly type: 'hidden' }
  | { readonly type: 'analytics'; readonly event: AnalyticsInput };

/** At most one per second, and only if the content of the beacons has changed. */
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

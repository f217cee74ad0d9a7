import { assertNever } from '../../core/assert-never.ts';
import type { Clock } from '../../core/clock.ts';
import { createDecisionLog } from '../../core/decision-log.ts';
import { createRunner, type Machine, type MachineEffect, type MachineEvent, type MachineState, type Runner } from '../../core/machine.ts';
import { MONITOR, monitorMachine, readMonitorConfig, type MonitorEffect } from '../../core/reports/ajax-monitor.ts';
import { analyticsMachine, checkEvent, exitReport, type AnalyticsContext, type AnalyticsEffect } from '../../core/reports/analytics.ts';
import { NOW_PLACEHOLDER, readMarkers, type HeldBeacons } from '../../core/reports/beacons.ts';
import { readBizConfig } from '../../core/reports/business-ids.ts';
import type { Report, ReportRequest } from '../../core/reports/endpoints.ts';
import { visitMachine } from '../../core/reports/enter-room.ts';
import { closingHeartbeats, frameReportsMachine, type FrameContext, type FrameEffect } from '../../core/reports/frame-reports.ts';
import { pullEvent, pullMachine, REPORT_TYPE, type PullFact, type PullReport } from '../../core/reports/pull.ts';
import { createTally } from '../../core/reports/tally.ts';
import type { Result } from '../../core/result.ts';
import type { Services } from '../../core/services.ts';
import type { PageToStats, StatsEvent, StatsIdentity, StatsSnapshot } from './api.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createSender } from './sender.ts';

/** `refused`: the server will not accept it, now or later. */
export type PostResult = 'sent' | 'failed' | 'refused';

export interface StatsPlatform extends Clock {
  random(): number;
  uuid(): string;
  /** Never rejects. */
  post(request: ReportRequest): Promise<PostResult>;
  /** Reads JSON, or JSON in a callback; never rejects. */
  get(url: string, limits: { readonly timeoutMs: number; readonly maxBytes: number }): Promise<Result<unknown>>;
  /** The signature of analytics. */
  sign(text: string): string;
  readonly device: string;
  readonly browser: string;
  network(): string;
}

export interface StatsDeps {
  readonly services: Pick<Services, 'log' | 'game'>;
  readonly identity: StatsIdentity;
  readonly platform: StatsPlatform;
  /** Id of this run of the worker, for stored reports. */
  readonly session: string;
  readonly store: OutboxStore;
  /** Sets the requests that the page sends when it closes. */
  onHeld(held: HeldBeacons): void;
}

export interface Stats {
  apply(fact: StatsEvent): void;
  onPage(message: PageToStats): void;
  /** Called once, before stored reports of earlier visits are sent: `markers` were stored by their pages when they sent beacons. */
  open(markers: readonly string[]): Promise<void>;
  snapshot(): StatsSnapshot;
}

/** Number of reports in the snapshot. */
const SHOWN_REPORTS = 40;
const MAX_LOG_CHARS = 500;
/** Interval after which a failure of the same code is logged again; it is always counted. */
const SAME_FAILURE_MS = 10_000;
const BIZ_CONFIG_LIMITS = { timeoutMs: 5_000, maxBytes: 65_536 } as const;

type LogLevel = 'warn' | 'error' | 'performance';

/** Runs the reporters of core/reports: passes facts to them and sends their reports. */
// Long: one table of facts and reporters: each reporter reads the identity and the stream, which facts change, and all send through one
// outbox.
export function createStats(deps: StatsDeps): Stats {
  const { services, platform } = deps;
  const tally = createTally();
  const decisions = createDecisionLog();
  const loggedMs = new Map<string, number>();
  let identity = deps.identity;
  let stream = { id: '', psid: '' };
  let socsId = '';
  let shown: StatsSnapshot['reports'] = [];

  function run<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context>(
    machine: Machine<State, Event, Effect, Context>,
    context: () => Context,
    execute: (effect: Effect) => void,
  ): Runner<State, Event> {
    return createRunner(machine, { clock: platform, decisions, context, execute });
  }

  const analyticsContext = (): AnalyticsContext => ({
    epochMs: platform.epochMs(),
    newId: platform.uuid(),
    roomId: identity.roomId,
    roomKind: identity.roomKind ?? '',
    streamerId: identity.starId ?? 0,
    isFollowing: identity.isFollowing ?? false,
    userId: identity.userId,
    deviceId: identity.deviceNo ?? '',
    device: platform.device,
    browser: platform.browser,
    network: platform.network(),
  });
  const frameContext = (): FrameContext => ({
    roomId: identity.roomId,
    roomKind: identity.roomKind ?? '',
    anchorId: identity.starId ?? 0,
    userId: identity.userId,
    sid: stream.id,
    socsId,
    platformId: identity.platformId ?? (identity.embed ? 8 : 7),
    epochMs: platform.epochMs(),
    newId: platform.uuid(),
  });

  const sender = createSender({
    services,
    session: deps.session,
    platform,
    store: deps.store,
    decisions,
    closing,
    onHeld: (held) => deps.onHeld(held),
    onDropped: (count, why) => tally.count(`stats.dropped.${why}`, count),
    onSent({ url, body }, isSent, count) {
      tally.count(isSent ? 'stats.sent' : 'stats.failed', count);
      shown = [...shown, { url, body, atMs: platform.epochMs(), sent: isSent }].slice(-SHOWN_REPORTS);
    },
  });

  const visit = run(
    visitMachine,
    () => ({
      roomId: identity.roomId,
      embed: identity.embed,
      url: identity.url ?? '',
      streamId: stream.id,
      isStar: identity.isStar ?? false,
    }),
    ({ body }) => sender.add([{ endpoint: 'enter-room', body }]),
  );
  const pull = run(
    pullMachine,
    () => undefined,
    ({ body }) => reportPull(body),
  );
  const frames = run(frameReportsMachine, frameContext, executeFrame);
  const analytics = run(analyticsMachine, analyticsContext, executeAnalytics);
  const monitor = run(monitorMachine, () => ({ random: platform.random() }), executeMonitor);

  function reportPull(body: PullReport): void {
    if (identity.isStar === true) return;
    const where = { stream_id: stream.id, ...(stream.psid !== '' && { psid: stream.psid }), room_id: identity.roomId };
    sender.add([{ endpoint: 'stats', body: { ...body, ...where } }]);
    if (body.type === REPORT_TYPE.performance) log('performance', `${body.para}: ${body.para1}, ${body.para2}`);
  }

  function executeFrame(effect: FrameEffect): void {
    switch (effect.type) {
      case 'report':
        sender.add([{ endpoint: effect.endpoint, body: effect.body }]);
        return;
      case 'error-timeout':
        tally.count('frame.timeout', 1);
        log('error', `error_timeout ${effect.page}`);
        return;
      case 'skip':
        tally.count(`frame.skipped.${effect.why}`, 1);
        return;
      case 'fetch-map':
        void fetchBusinessIds();
        return;
      default:
        assertNever(effect);
    }
  }

  async function fetchBusinessIds(): Promise<void> {
    const answer = await platform.get(`${services.game}/game/rpt/biz_config`, BIZ_CONFIG_LIMITS);
    const read = answer.ok ? readBizConfig(answer.value) : answer;
    if (!read.ok) fail(read.error.code, read.error.detail);
    else {
      if (read.value.skipped > 0) tally.count('frame.bad-business-ids', read.value.skipped);
      frames.send({ type: 'map', ids: read.value.ids });
    }
    sender.hold();
  }

  function executeAnalytics(effect: AnalyticsEffect): void {
    if (effect.type === 'report') sender.add([{ endpoint: 'analytics', body: effect.body }]);
    else sender.hold();
  }

  function executeMonitor(effect: MonitorEffect): void {
    if (effect.type === 'report') log(effect.level, effect.text);
    else void fetchMonitorConfig();
  }

  async function fetchMonitorConfig(): Promise<void> {
    const answer = await platform.get(`${services.log}/ajax-monitor.js`, MONITOR);
    const read = answer.ok ? readMonitorConfig(answer.value) : answer;
    if (read.ok) monitor.send({ type: 'config', config: read.value });
    else fail(read.error.code, read.error.detail);
  }

  /** Reports of a closing page: the end of its frames and of the visit. */
  function closing(): readonly Report[] {
    const exit = exitReport(analytics.state(), platform.nowMs(), analyticsContext());
    return [
      ...closingHeartbeats(frames.state(), frameContext(), NOW_PLACEHOLDER).map((body): Report => ({ endpoint: 'frame-heartbeat', body })),
      ...(exit === null ? [] : [{ endpoint: 'analytics', body: exit } as const]),
    ];
  }

  function fail(code: Extract<StatsEvent, { type: 'failure' }>['code'], detail: string, by = 1): void {
    tally.fail(code, detail, by, platform.epochMs());
    const nowMs = platform.nowMs();
    const before = loggedMs.get(code);
    if (before !== undefined && nowMs - before < SAME_FAILURE_MS) return;
    loggedMs.set(code, nowMs);
    log('error', `${code} ${detail}`);
  }

  /** P42: error and performance logs contain room id and user id. */
  function log(level: LogLevel, text: string): void {
    const { roomId, userId } = identity;
    const body = { level, text: text.slice(0, MAX_LOG_CHARS), room_id: roomId, user_id: userId, time: platform.epochMs() };
    sender.add([{ endpoint: 'log', body }]);
  }

  function applyPull(fact: PullFact): void {
    tally.count(`pull.${fact.event}`, 1);
    const event = pullEvent(fact);
    if (event !== null) pull.send(event);
    if (fact.event === 'first-frame') analytics.send({ type: 'first-frame', tookMs: fact.fields.sinceStartMs });
  }

  function applyRoom(event: Extract<StatsEvent, { type: 'room' }>['event']): void {
    tally.count(`room.${event}`, 1);
    visit.send({ type: event });
    if (event === 'entered') analytics.send({ type: 'entered' });
  }

  function report(input: unknown): void {
    const event = checkEvent(input);
    if (event.ok) analytics.send({ type: 'event', event: event.value });
    else fail(event.error.code, event.error.detail);
  }

  analytics.send({ type: 'start' });
  monitor.send({ type: 'start' });

  return {
    apply(fact) {
      switch (fact.type) {
        case 'count':
          tally.count(fact.name, fact.by);
          return;
        case 'failure':
          fail(fact.code, fact.detail, fact.by);
          return;
        case 'identity':
          identity = { ...identity, ...fact.identity };
          stream = { id: fact.streamId, psid: fact.psid ?? '' };
          sender.hold();
          return;
        case 'socket-session':
          socsId = fact.socsId;
          sender.hold();
          return;
        case 'room':
          applyRoom(fact.event);
          return;
        case 'pull':
          applyPull(fact);
          return;
        case 'frame':
          tally.count(`frame.${fact.fact.type}`, 1);
          frames.send({ type: 'frame', fact: fact.fact });
          sender.hold();
          return;
        case 'call':
          monitor.send({ type: 'call', call: fact.call });
          return;
        case 'analytics':
          report(fact.event);
          return;
        case 'log':
          tally.count(`log.${fact.level}`, 1);
          if (fact.level !== 'info') log(fact.level, fact.text);
          return;
        default:
          assertNever(fact);
      }
    },
    onPage(message) {
      switch (message.type) {
        case 'beaconed': {
          const [delivered] = readMarkers([message.marker]);
          if (delivered?.session === sender.session) sender.release(delivered);
          frames.send({ type: 'page-closing' });
          analytics.send({ type: 'closing' });
          sender.hold();
          return;
        }
        case 'back':
          frames.send({ type: 'page-back' });
          analytics.send({ type: 'start' });
          sender.hold();
          return;
        case 'hidden':
          sender.flush();
          return;
        case 'analytics':
          report(message.event);
          return;
        default:
          assertNever(message);
      }
    },
    open: (markers) => sender.open(readMarkers(markers)),
    snapshot: () => ({
      counts: Object.fromEntries(tally.counts),
      failures: Object.fromEntries(tally.failures),
      lastFailures: [...tally.last],
      reports: shown,
      decisions: [...decisions.entries()],
    }),
  };
}

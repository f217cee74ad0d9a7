import { byType, type ByType } from '../../core/by-type.ts';
import type { Clock } from '../../player/base/clock.ts';
import {
  createDecisionLog,
  createRunner,
  type Machine,
  type MachineEffect,
  type MachineEvent,
  type MachineState,
  type Runner,
} from '../../player/base/machine.ts';
import { MONITOR, monitorMachine, readMonitorConfig, type MonitorEffect } from '../../core/reports/ajax-monitor.ts';
import { analyticsMachine, checkEvent, exitReport, type AnalyticsContext, type AnalyticsEffect } from '../../core/reports/analytics.ts';
import { NOW_PLACEHOLDER, readMarkers, type HeldBeacons, type Report, type ReportRequest } from '../../core/reports/beacons.ts';
import { readBizConfig } from '../../core/reports/business-ids.ts';
import { visitMachine } from '../../core/reports/enter-room.ts';
import { closingHeartbeats, frameReportsMachine, type FrameContext, type FrameEffect } from '../../core/reports/frame-reports.ts';
import { pullEvent, pullMachine, REPORT_TYPE, type PullFact, type PullReport } from '../../core/reports/pull.ts';
import type { ErrorCode, Result } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { PageToStats, StatsEvent, StatsIdentity, StatsSnapshot } from './api.ts';
import type { OutboxStore } from './outbox-store.ts';
import { Sender } from './sender.ts';

/** `refused`: the server will not accept it, now or later. `retryAfterMs`: it failed, and the server asked for this wait in ms. */
export type PostResult = 'sent' | 'failed' | 'refused' | { readonly retryAfterMs: number };

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
  /** A request was answered after one that was not: the network works again. */
  onArrived(): void;
}

/** Number of reports in the snapshot. */
const SHOWN_REPORTS = 40;
const MAX_LOG_CHARS = 500;
/** Interval after which a failure of the same code is logged again; it is always counted. */
const SAME_FAILURE_MS = 10_000;
const BIZ_CONFIG_LIMITS = { timeoutMs: 5_000, maxBytes: 65_536 } as const;

/** Limits of the counters, which start at 0 in each stats worker. Names beyond the limit share one counter. */
export const TALLY = {
  maxNames: 400,
  maxNameChars: 64,
  lastFailures: 30,
  maxDetailChars: 300,
} as const;
const OTHER = 'other';

interface SeenFailure {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly atMs: number;
}

export function createTally() {
  const counts = new Map<string, number>();
  const failures = new Map<ErrorCode, number>();
  const last: SeenFailure[] = [];
  return {
    counts,
    failures,
    last,
    count(name: string, by: number) {
      const short = name.slice(0, TALLY.maxNameChars);
      const key = counts.has(short) || counts.size < TALLY.maxNames ? short : OTHER;
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
    fail(code: ErrorCode, detail: string, by: number, atMs: number) {
      failures.set(code, (failures.get(code) ?? 0) + by);
      last.push({ code, detail: detail.slice(0, TALLY.maxDetailChars), atMs });
      if (last.length > TALLY.lastFailures) last.shift();
    },
  };
}

type LogLevel = 'warn' | 'error' | 'performance';

/** The runner of a machine. */
type RunnerOf<Given> = Given extends Machine<infer State, infer Event, infer _Effect, infer _Context> ? Runner<State, Event> : never;

/** Runs the reporters of core/reports: passes facts to them and sends their reports through one outbox. */
export class Stats {
  readonly #deps: StatsDeps;
  readonly #tally = createTally();
  readonly #decisions = createDecisionLog();
  readonly #loggedMs = new Map<string, number>();
  readonly #sender: Sender;
  readonly #visit: RunnerOf<typeof visitMachine>;
  readonly #pull: RunnerOf<typeof pullMachine>;
  readonly #frames: RunnerOf<typeof frameReportsMachine>;
  readonly #analytics: RunnerOf<typeof analyticsMachine>;
  readonly #monitor: RunnerOf<typeof monitorMachine>;
  #identity: StatsIdentity;
  #stream = { id: '', psid: '' };
  #socsId = '';
  /** The last request of reports was not answered with a receipt. */
  #hasFailed = false;
  #shown: StatsSnapshot['reports'] = [];

  constructor(deps: StatsDeps) {
    this.#deps = deps;
    this.#identity = deps.identity;
    this.#sender = this.#createSender();
    this.#visit = this.#run(
      visitMachine,
      () => this.#visitContext(),
      ({ body }) => this.#sender.add([{ endpoint: 'enter-room', body }]),
    );
    this.#pull = this.#run(
      pullMachine,
      () => undefined,
      ({ body }) => this.#reportPull(body),
    );
    this.#frames = this.#run(
      frameReportsMachine,
      () => this.#frameContext(),
      (effect) => byType(this.#executeFrame, effect),
    );
    this.#analytics = this.#run(
      analyticsMachine,
      () => this.#analyticsContext(),
      (effect) => this.#executeAnalytics(effect),
    );
    this.#monitor = this.#run(
      monitorMachine,
      () => ({ random: deps.platform.random() }),
      (effect) => this.#executeMonitor(effect),
    );
    this.#analytics.send({ type: 'start' });
    this.#monitor.send({ type: 'start' });
  }

  #run<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context>(
    machine: Machine<State, Event, Effect, Context>,
    context: () => Context,
    execute: (effect: Effect) => void,
  ): Runner<State, Event> {
    return createRunner(machine, { clock: this.#deps.platform, decisions: this.#decisions, context, execute });
  }

  #createSender(): Sender {
    const { services, session, platform, store } = this.#deps;
    return new Sender({
      services,
      session,
      platform,
      store,
      decisions: this.#decisions,
      closing: () => this.#closing(),
      onHeld: (held) => this.#deps.onHeld(held),
      onDropped: (count, why) => this.#tally.count(`stats.dropped.${why}`, count),
      onSent: ({ url, body }, isSent, count) => {
        if (isSent && this.#hasFailed) this.#deps.onArrived();
        this.#hasFailed = !isSent;
        this.#tally.count(isSent ? 'stats.sent' : 'stats.failed', count);
        this.#shown = [...this.#shown, { url, body, atMs: platform.epochMs(), sent: isSent }].slice(-SHOWN_REPORTS);
      },
    });
  }

  #visitContext() {
    const { roomId, embed, url = '', isStar = false } = this.#identity;
    return { roomId, embed, url, streamId: this.#stream.id, isStar };
  }

  #analyticsContext(): AnalyticsContext {
    const { platform } = this.#deps;
    const identity = this.#identity;
    return {
      epochMs: platform.epochMs(),
      newId: platform.uuid(),
      roomId: identity.roomId,
      roomKind: identity.roomKind,
      streamerId: identity.starId ?? 0,
      isFollowing: identity.isFollowing ?? false,
      userId: identity.userId,
      deviceId: identity.deviceNo ?? '',
      device: platform.device,
      browser: platform.browser,
      network: platform.network(),
    };
  }

  #frameContext(): FrameContext {
    const { platform } = this.#deps;
    const identity = this.#identity;
    return {
      roomId: identity.roomId,
      roomKind: identity.roomKind,
      anchorId: identity.starId ?? 0,
      userId: identity.userId,
      sid: this.#stream.id,
      socsId: this.#socsId,
      platformId: identity.platformId ?? (identity.embed ? 8 : 7),
      epochMs: platform.epochMs(),
      newId: platform.uuid(),
    };
  }

  #reportPull(body: PullReport): void {
    if (this.#identity.isStar === true) return;
    const where = {
      stream_id: this.#stream.id,
      ...(this.#stream.psid !== '' && { psid: this.#stream.psid }),
      room_id: this.#identity.roomId,
    };
    this.#sender.add([{ endpoint: 'stats', body: { ...body, ...where } }]);
    if (body.type === REPORT_TYPE.performance) this.#log('performance', `${body.para}: ${body.para1}, ${body.para2}`);
  }

  readonly #executeFrame: ByType<FrameEffect> = {
    report: ({ endpoint, body }) => this.#sender.add([{ endpoint, body }]),
    'error-timeout': ({ page }) => {
      this.#tally.count('frame.timeout', 1);
      this.#log('error', `error_timeout ${page}`);
    },
    skip: ({ why }) => this.#tally.count(`frame.skipped.${why}`, 1),
    'fetch-map': () => void this.#fetchBusinessIds(),
  };

  async #fetchBusinessIds(): Promise<void> {
    const answer = await this.#deps.platform.get(`${this.#deps.services.game}/game/rpt/biz_config`, BIZ_CONFIG_LIMITS);
    const read = answer.ok ? readBizConfig(answer.value) : answer;
    if (!read.ok) this.#fail(read.error.code, read.error.detail);
    else {
      if (read.value.skipped > 0) this.#tally.count('frame.bad-business-ids', read.value.skipped);
      this.#frames.send({ type: 'map', ids: read.value.ids });
    }
    this.#sender.hold();
  }

  #executeAnalytics(effect: AnalyticsEffect): void {
    if (effect.type === 'report') this.#sender.add([{ endpoint: 'analytics', body: effect.body }]);
    else this.#sender.hold();
  }

  #executeMonitor(effect: MonitorEffect): void {
    if (effect.type === 'report') this.#log(effect.level, effect.text);
    else void this.#fetchMonitorConfig();
  }

  async #fetchMonitorConfig(): Promise<void> {
    const answer = await this.#deps.platform.get(`${this.#deps.services.log}/ajax-monitor.js`, MONITOR);
    const read = answer.ok ? readMonitorConfig(answer.value) : answer;
    if (read.ok) this.#monitor.send({ type: 'config', config: read.value });
    else this.#fail(read.error.code, read.error.detail);
  }

  /** Reports of a closing page: the end of its frames and of the visit. */
  #closing(): readonly Report[] {
    const exit = exitReport(this.#analytics.state(), this.#deps.platform.nowMs(), this.#analyticsContext());
    return [
      ...closingHeartbeats(this.#frames.state(), this.#frameContext(), NOW_PLACEHOLDER).map((body): Report => ({
        endpoint: 'frame-heartbeat',
        body,
      })),
      ...(exit === null ? [] : [{ endpoint: 'analytics', body: exit } as const]),
    ];
  }

  #fail(code: Extract<StatsEvent, { type: 'failure' }>['code'], detail: string, by = 1): void {
    this.#tally.fail(code, detail, by, this.#deps.platform.epochMs());
    const nowMs = this.#deps.platform.nowMs();
    const beforeMs = this.#loggedMs.get(code) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - beforeMs < SAME_FAILURE_MS) return;
    this.#loggedMs.set(code, nowMs);
    this.#log('error', `${code} ${detail}`);
  }

  /** P42: error and performance logs contain room id and user id. */
  #log(level: LogLevel, text: string): void {
    const { roomId, userId } = this.#identity;
    const body = { level, text: text.slice(0, MAX_LOG_CHARS), room_id: roomId, user_id: userId, time: this.#deps.platform.epochMs() };
    this.#sender.add([{ endpoint: 'log', body }]);
  }

  #applyPull(fact: PullFact): void {
    this.#tally.count(`pull.${fact.event}`, 1);
    const event = pullEvent(fact);
    if (event !== null) this.#pull.send(event);
    if (fact.event === 'first-frame') this.#analytics.send({ type: 'first-frame', tookMs: fact.fields.sinceStartMs });
  }

  #applyRoom(event: Extract<StatsEvent, { type: 'room' }>['event']): void {
    this.#tally.count(`room.${event}`, 1);
    this.#visit.send({ type: event });
    if (event === 'entered') this.#analytics.send({ type: 'entered' });
  }

  #report(input: unknown): void {
    const event = checkEvent(input);
    if (event.ok) this.#analytics.send({ type: 'event', event: event.value });
    else this.#fail(event.error.code, event.error.detail);
  }

  readonly #apply: ByType<StatsEvent> = {
    count: ({ name, by }) => this.#tally.count(name, by),
    failure: ({ code, detail, by }) => this.#fail(code, detail, by),
    identity: ({ identity, streamId, psid = '' }) => {
      this.#identity = { ...this.#identity, ...identity };
      this.#stream = { id: streamId, psid };
      this.#sender.hold();
    },
    'socket-session': ({ socsId }) => {
      this.#socsId = socsId;
      this.#sender.hold();
    },
    room: ({ event }) => this.#applyRoom(event),
    pull: (fact) => this.#applyPull(fact),
    frame: ({ fact }) => {
      this.#tally.count(`frame.${fact.type}`, 1);
      this.#frames.send({ type: 'frame', fact });
      this.#sender.hold();
    },
    reach: ({ reach }) => this.#sender.reach(reach),
    call: ({ call }) => this.#monitor.send({ type: 'call', call }),
    analytics: ({ event }) => this.#report(event),
    log: ({ level, text }) => {
      this.#tally.count(`log.${level}`, 1);
      if (level !== 'info') this.#log(level, text);
    },
  };

  apply(fact: StatsEvent): void {
    byType(this.#apply, fact);
  }

  readonly #onPage: ByType<PageToStats> = {
    beaconed: ({ marker }) => {
      const [delivered] = readMarkers([marker]);
      if (delivered?.session === this.#sender.session) this.#sender.release(delivered);
      this.#frames.send({ type: 'page-closing' });
      this.#analytics.send({ type: 'closing' });
      this.#sender.hold();
    },
    back: () => {
      this.#frames.send({ type: 'page-back' });
      this.#analytics.send({ type: 'start' });
      this.#sender.hold();
    },
    hidden: () => this.#sender.flush(),
    analytics: ({ event }) => this.#report(event),
  };

  onPage(message: PageToStats): void {
    byType(this.#onPage, message);
  }

  /** Called once, before stored reports of earlier visits are sent: `markers` were stored by their pages when they sent beacons. */
  open(markers: readonly string[]): Promise<void> {
    return this.#sender.open(readMarkers(markers));
  }

  snapshot(): StatsSnapshot {
    const { counts, failures, last } = this.#tally;
    return {
      counts: Object.fromEntries(counts),
      failures: Object.fromEntries(failures),
      lastFailures: [...last],
      reports: this.#shown,
      decisions: [...this.#decisions.entries()],
    };
  }
}

import type { Machine, Step } from '../../player/base/machine.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../player/rules/constants.ts';
import { PULL_FAILURE } from '../../player/rules/names.ts';

/** P41: stats reporter of the stream pull. P41 gives no type ids; these are the project's. */
export const REPORT_TYPE = { pull: 1, firstScreen: 2, performance: 3, speed: 4, stall: 5 } as const;

/**
 * `pullReportMs`: without a picture by then the pull is reported as timed out; `firstScreenFallbackMs`: the first screen is counted even
 * without a picture.
 */
const { pullReportMs, firstScreenFallbackMs, performanceReportMs, speedReportMs } = DEFAULT_PLAYER_CONFIG.numbers;

export interface StatsReport {
  readonly type: (typeof REPORT_TYPE)[keyof typeof REPORT_TYPE];
  readonly stream_id: string;
  /** Only if the address response contains it: the specification names `psid` of the stream but no report field for it. */
  readonly psid?: string;
  readonly room_id: number;
  /** 0: success, else a pull failure code. In a first-screen report 1 means that it was counted by the fallback. */
  readonly state: number;
  /** Duration of the event, or the period that the report covers, in milliseconds. */
  readonly time_length: number;
  /** Milliseconds to the first picture, 0 if there was none yet. */
  readonly fs: number;
  /** The player kind; '' if none was started. */
  readonly para: string;
  /** Size of the picture and a track that could not be played, reason of a failure (ack reason first), or figures. P41 names the fields but not their content. */
  readonly para1: string;
  /** In a pull report: the switch reason code of its player. */
  readonly para2: string;
}

/** Player events, sent by the room worker. `start`, `first-frame`, `failed`, `stall` and `progress` cause reports; all are counted. */
export type PullFact =
  | {
      readonly event: 'start';
      /** `reason`: switch reason code. */
      readonly fields: {
        readonly kind: string;
        readonly reason: number;
        readonly why: string;
        readonly line: number;
        readonly epoch: number;
      };
    }
  | {
      readonly event: 'first-frame';
      readonly fields: { readonly width: number; readonly height: number; readonly sinceStartMs: number };
    }
  | {
      readonly event: 'failed';
      readonly fields: {
        readonly code: number;
        readonly failure: string;
        readonly ack: string;
        readonly kind: string;
        readonly network: number;
        readonly why: string;
      };
    }
  /** A player that was started and reported before this worker started. */
  | { readonly event: 'resumed'; readonly fields: { readonly kind: string; readonly reason: number; readonly sinceStartMs: number } }
  | { readonly event: 'stall'; readonly fields: { readonly kind: string; readonly lostMs: number } }
  /** Totals since the start of the pull; values unknown to the player are omitted. */
  | { readonly event: 'progress'; readonly fields: Partial<Totals> & Readonly<Record<string, number>> }
  /** The viewer or the room stopped the player. */
  | { readonly event: 'stopped'; readonly fields: { readonly by: 'owner' | 'viewer' } }
  /** The stream plays without this track, because its codec cannot be played. */
  | { readonly event: 'track-dropped'; readonly fields: { readonly track: 'audio' | 'video'; readonly name: string } }
  | { readonly event: 'status'; readonly fields: { readonly status: number } }
  | { readonly event: 'ack'; readonly fields: { readonly ack: string; readonly why: string } };

export type PullEvent =
  | { readonly type: 'start'; readonly kind: string; readonly reason: number }
  /** `tookMs`: measured by the player, because a player that is opened early is reported after its first picture; 0 if unknown. */
  | { readonly type: 'first-frame'; readonly width: number; readonly height: number; readonly tookMs: number }
  | { readonly type: 'failed'; readonly code: number; readonly why: string }
  | { readonly type: 'resumed'; readonly kind: string; readonly reason: number; readonly firstScreenMs: number }
  | { readonly type: 'stall'; readonly lostMs: number }
  | { readonly type: 'track-dropped'; readonly without: string }
  | ({ readonly type: 'progress' } & Totals)
  /** A pull that was stopped on purpose neither times out nor gets a first screen. */
  | { readonly type: 'stopped' };

/** Null if the event causes no report. Figures that are not finite numbers count as 0. */
export function pullEvent(fact: PullFact): PullEvent | null {
  const { event: type } = fact;
  switch (type) {
    case 'start':
      return { type, kind: fact.fields.kind, reason: finite(fact.fields.reason) };
    case 'first-frame': {
      const { width, height, sinceStartMs } = fact.fields;
      return { type, width: finite(width), height: finite(height), tookMs: finite(sinceStartMs) };
    }
    case 'failed':
      return { type, code: finite(fact.fields.code), why: [fact.fields.ack, fact.fields.why].filter(Boolean).join(': ') };
    case 'resumed': {
      const { kind, reason, sinceStartMs } = fact.fields;
      return { type, kind, reason: finite(reason), firstScreenMs: finite(sinceStartMs) };
    }
    case 'stall':
      return { type, lostMs: finite(fact.fields.lostMs) };
    case 'track-dropped':
      return { type, without: ` without ${fact.fields.track}: ${fact.fields.name.slice(0, 32)}` };
    case 'progress': {
      const { bytes, paintedFrames, droppedFrames, decodeMs } = fact.fields;
      const [painted, dropped] = [finite(paintedFrames), finite(droppedFrames)];
      return { type, bytes: finite(bytes), paintedFrames: painted, droppedFrames: dropped, decodeMs: finite(decodeMs) };
    }
    case 'stopped':
      return { type };
    default:
      return null;
  }
}

const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0);

interface Started {
  readonly sinceMs: number;
  readonly kind: string;
  readonly reason: number;
}

/** Milliseconds of one monotonic clock. */
export type Pull =
  | { readonly name: 'idle' }
  | ({ readonly name: 'pulling'; readonly isScreenCounted: boolean; readonly isTimedOut: boolean; readonly without: string } & Started)
  | ({
      readonly name: 'playing';
      readonly firstScreenMs: number;
      /** A resumed player has earlier totals: its reports start from the first totals received. */
      readonly isResumed: boolean;
      readonly performance: Marker;
      readonly speed: Marker;
      /** Time of the next speed report: a multiple of the period, because totals that come a moment earlier would delay all later ones. */
      readonly speedDueMs: number;
    } & Started);

interface Totals {
  readonly bytes: number;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
  readonly decodeMs: number;
}
/** Time and totals of the last report of a kind. */
interface Marker {
  readonly atMs: number;
  readonly totals: Totals;
}

const NOTHING: Totals = { bytes: 0, paintedFrames: 0, droppedFrames: 0, decodeMs: 0 };

export type PullReport = Omit<StatsReport, 'stream_id' | 'psid' | 'room_id'>;

export interface PullEffect {
  readonly type: 'report';
  readonly body: PullReport;
}
type PullStep = Step<Pull, PullEffect>;

const reported = (pull: Pull, ...bodies: readonly PullReport[]): PullStep => [
  pull,
  ...bodies.map((body): PullEffect => ({ type: 'report', body })),
];

export const pullMachine: Machine<Pull, PullEvent, PullEffect, undefined> = {
  name: 'pull report',
  initial: { name: 'idle' },
  deadlineMs(pull) {
    if (pull.name !== 'pulling') return null;
    if (!pull.isScreenCounted) return pull.sinceMs + firstScreenFallbackMs;
    return pull.isTimedOut ? null : pull.sinceMs + pullReportMs;
  },
  step(pull, event, nowMs): PullStep {
    switch (event.type) {
      case 'start':
        return [
          {
            name: 'pulling',
            sinceMs: nowMs,
            kind: event.kind,
            reason: event.reason,
            isScreenCounted: false,
            isTimedOut: false,
            without: '',
          },
        ];
      case 'track-dropped':
        return [pull.name === 'pulling' ? { ...pull, without: event.without } : pull];
      case 'first-frame':
        return pull.name === 'pulling' ? firstFrame(pull, event, nowMs) : [pull];
      case 'failed':
        return reported({ name: 'idle' }, failure(pull, event.code, event.why, nowMs));
      case 'resumed':
        return [{ ...playing({ sinceMs: nowMs, kind: event.kind, reason: event.reason }, event.firstScreenMs, nowMs), isResumed: true }];
      case 'stall':
        if (pull.name !== 'playing') return [pull];
        return reported(pull, report('stall', { state: 0, sinceMs: nowMs - event.lostMs, nowMs, fs: pull.firstScreenMs, para: pull.kind }));
      case 'progress':
        return pull.name === 'playing' ? progress(pull, event, nowMs) : [pull];
      case 'stopped':
        return [pull.name === 'idle' ? pull : { name: 'idle' }];
      case 'tick':
        return pull.name === 'pulling' ? overdue(pull, nowMs) : [pull];
      default:
        return [pull];
    }
  },
};

/** Without an address no player was started; this is reported too (P21: STREAM_ADDR_ERROR). */
function failure(pull: Pull, state: number, why: string, nowMs: number): PullReport {
  if (pull.name === 'idle') return report('pull', { state, sinceMs: nowMs, nowMs, para: '', para1: why });
  const fs = pull.name === 'playing' ? pull.firstScreenMs : 0;
  return report('pull', { state, sinceMs: pull.sinceMs, nowMs, fs, para: pull.kind, para1: why, para2: String(pull.reason) });
}

function firstFrame(
  pull: Extract<Pull, { name: 'pulling' }>,
  { width, height, tookMs }: Extract<PullEvent, { type: 'first-frame' }>,
  nowMs: number,
): PullStep {
  const { kind, reason, isScreenCounted, isTimedOut, without } = pull;
  const firstScreenMs = Math.round(tookMs > 0 ? tookMs : nowMs - pull.sinceMs);
  const sinceMs = nowMs - firstScreenMs;
  const about = { state: 0, sinceMs, nowMs, fs: firstScreenMs, para: kind, para1: `${width}x${height}`, para2: String(reason) };
  const reports = [
    ...(isTimedOut ? [] : [report('pull', { ...about, para1: about.para1 + without })]),
    ...(isScreenCounted ? [] : [report('firstScreen', about)]),
  ];
  return reported(playing({ sinceMs, kind, reason }, firstScreenMs, nowMs), ...reports);
}

function playing(started: Started, firstScreenMs: number, nowMs: number): Extract<Pull, { name: 'playing' }> {
  const marker: Marker = { atMs: nowMs, totals: NOTHING };
  return {
    name: 'playing',
    ...started,
    firstScreenMs,
    isResumed: false,
    performance: marker,
    speed: marker,
    speedDueMs: nowMs + speedReportMs,
  };
}

function overdue(pull: Extract<Pull, { name: 'pulling' }>, nowMs: number): PullStep {
  const about = { sinceMs: pull.sinceMs, nowMs, para: pull.kind, para2: String(pull.reason) };
  if (!pull.isScreenCounted && nowMs - pull.sinceMs >= firstScreenFallbackMs) {
    return reported({ ...pull, isScreenCounted: true }, report('firstScreen', { ...about, state: 1 }));
  }
  if (!pull.isTimedOut && nowMs - pull.sinceMs >= pullReportMs) {
    return reported({ ...pull, isTimedOut: true }, report('pull', { ...about, state: PULL_FAILURE.TIMEOUT }));
  }
  return [pull];
}

function progress(pull: Extract<Pull, { name: 'playing' }>, totals: Totals, nowMs: number): PullStep {
  const reports: PullReport[] = [];
  let { performance, speed, speedDueMs } = pull;
  const { kind, firstScreenMs: fs } = pull;
  const now: Marker = { atMs: nowMs, totals };
  if (pull.isResumed) return [{ ...pull, isResumed: false, performance: now, speed: now, speedDueMs: nowMs + speedReportMs }];
  if (nowMs >= speedDueMs) {
    const bytesPerS = Math.round((Math.max(0, totals.bytes - speed.totals.bytes) * 1000) / (nowMs - speed.atMs));
    reports.push(report('speed', { state: 0, sinceMs: speed.atMs, nowMs, fs, para: kind, para1: String(bytesPerS) }));
    speed = now;
    // After a gap without totals the periods begin again: the next report would else cover a moment only.
    speedDueMs = (2 * (nowMs - speedDueMs) < speedReportMs ? speedDueMs : nowMs) + speedReportMs;
  }
  if (nowMs - performance.atMs >= performanceReportMs) {
    const painted = Math.max(0, totals.paintedFrames - performance.totals.paintedFrames);
    const dropped = Math.max(0, totals.droppedFrames - performance.totals.droppedFrames);
    const para2 = `decode ${totals.decodeMs.toFixed(1)} ms`;
    reports.push(
      report('performance', {
        state: 0,
        sinceMs: performance.atMs,
        nowMs,
        fs,
        para: kind,
        para1: `${painted} painted, ${dropped} dropped`,
        para2,
      }),
    );
    performance = now;
  }
  return reported({ ...pull, performance, speed, speedDueMs }, ...reports);
}

function report(
  type: keyof typeof REPORT_TYPE,
  about: { state: number; sinceMs: number; nowMs: number; fs?: number; para: string; para1?: string; para2?: string },
): PullReport {
  const { state, sinceMs, nowMs, fs = 0, para, para1 = '', para2 = '' } = about;
  return { type: REPORT_TYPE[type], state, time_length: Math.round(nowMs - sinceMs), fs, para, para1, para2 };
}

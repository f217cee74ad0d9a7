/** S33: the ajax monitor: which of the room's calls are reported. Its config is a script that is read as data. */
import { between, flagOf, numberOf } from '../../player/base/answer-fields.ts';
import { type Machine, type Step, firstRule, reasonsOf, type Rule } from '../../player/base/machine.ts';
import { err, ok, type Result } from '../errors.ts';

export interface MonitorConfig {
  readonly isOn: boolean;
  /** Slower calls are reported. */
  readonly slowMs: number;
  /** Share of the other calls that are reported, 0 to 1. */
  readonly sample: number;
  /** Path prefixes that are never reported. */
  readonly ignoredPaths: readonly string[];
}

/** The specification shows no config. Default: failed and slow calls, and one in fifty of the others. */
export const DEFAULT_MONITOR: MonitorConfig = { isOn: true, slowMs: 3_000, sample: 0.02, ignoredPaths: [] };
export const MONITOR = { refreshMs: 10_000, maxIgnoredPaths: 50, maxPathChars: 256, timeoutMs: 5_000, maxBytes: 16_384 } as const;

/** `{log}/ajax-monitor.js`: `name({...})`. A missing field keeps its default; an invalid field is an error and changes nothing. */
export function readMonitorConfig(body: unknown): Result<MonitorConfig> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return err('HTTP_BAD_BODY', 'ajax monitor: no object');
  const given = body as Readonly<Record<string, unknown>>;
  const { ignore = [] } = given;
  const isOn = flagOf(given['on'] ?? 1);
  const slowMs = between(0, Number.MAX_VALUE, numberOf)(given['slowMs'] ?? DEFAULT_MONITOR.slowMs);
  const sample = between(0, 1, numberOf)(given['sample'] ?? DEFAULT_MONITOR.sample);
  if (isOn === undefined || slowMs === undefined || sample === undefined || !Array.isArray(ignore))
    return err('HTTP_BAD_BODY', 'ajax monitor: a bad value');
  const ignoredPaths = (ignore as readonly unknown[])
    .filter((path): path is string => typeof path === 'string' && path !== '' && path.length <= MONITOR.maxPathChars)
    .slice(0, MONITOR.maxIgnoredPaths);
  return ok({ isOn, slowMs, sample, ignoredPaths });
}

/** One call of the room. `status` 0: no response. */
export interface MonitoredCall {
  readonly method: string;
  /** Without the query, because it may contain personal data. */
  readonly path: string;
  readonly status: number;
  readonly tookMs: number;
}

interface CallFacts {
  readonly config: MonitorConfig;
  readonly call: MonitoredCall;
  readonly random: number;
}

const RULES = [
  { why: 'switched off', isReported: false, when: ({ config }) => !config.isOn },
  { why: 'ignored path', isReported: false, when: ({ config, call }) => config.ignoredPaths.some((path) => call.path.startsWith(path)) },
  { why: 'failed', isReported: true, when: ({ call }) => call.status < 200 || call.status >= 400 },
  { why: 'slow', isReported: true, when: ({ config, call }) => call.tookMs > config.slowMs },
  { why: 'sampled', isReported: true, when: ({ config, random }) => random < config.sample },
  { why: 'not sampled', isReported: false, when: () => true },
] as const satisfies readonly (Rule<CallFacts> & { readonly isReported: boolean })[];
export const MONITOR_REASONS = reasonsOf(RULES);

export function decideCall(facts: CallFacts): { readonly isReported: boolean; readonly why: (typeof MONITOR_REASONS)[number] } {
  const { isReported, why } = firstRule<CallFacts, (typeof RULES)[number]>(RULES, facts);
  return { isReported, why };
}

export interface Monitor {
  readonly name: 'new' | 'waiting' | 'refreshed';
  readonly refreshAtMs: number;
  readonly config: MonitorConfig;
}
export type MonitorEvent =
  | { readonly type: 'start' }
  | { readonly type: 'config'; readonly config: MonitorConfig }
  | { readonly type: 'call'; readonly call: MonitoredCall };
export type MonitorEffect =
  | { readonly type: 'fetch-config' }
  | { readonly type: 'report'; readonly level: 'error' | 'performance'; readonly text: string; readonly why: string };
export interface MonitorContext {
  readonly random: number;
}

/** The default config applies at the start; the script refreshes it once after 10 s, when the room has its picture. */
export const monitorMachine: Machine<Monitor, MonitorEvent, MonitorEffect, MonitorContext> = {
  name: 'ajax monitor',
  initial: { name: 'new', refreshAtMs: 0, config: DEFAULT_MONITOR },
  deadlineMs: (monitor) => (monitor.name === 'waiting' ? monitor.refreshAtMs : null),
  step(monitor, event, nowMs, { random }): Step<Monitor, MonitorEffect> {
    switch (event.type) {
      case 'start':
        return [monitor.name === 'new' ? { ...monitor, name: 'waiting', refreshAtMs: nowMs + MONITOR.refreshMs } : monitor];
      case 'tick':
        if (monitor.name !== 'waiting' || nowMs < monitor.refreshAtMs) return [monitor];
        return [{ ...monitor, name: 'refreshed' }, { type: 'fetch-config' }];
      case 'config':
        return [{ ...monitor, config: event.config }];
      case 'call': {
        const { isReported, why } = decideCall({ config: monitor.config, call: event.call, random });
        if (!isReported) return [monitor];
        const { method, path, status, tookMs } = event.call;
        const level = why === 'failed' ? 'error' : 'performance';
        return [monitor, { type: 'report', level, text: `ajax ${why}: ${method} ${path} ${status}, ${Math.round(tookMs)} ms`, why }];
      }
      default:
        return [monitor];
    }
  },
};

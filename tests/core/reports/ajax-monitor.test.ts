import { expect, test } from 'vitest';
import {
  decideCall,
  DEFAULT_MONITOR,
  MONITOR,
  MONITOR_WHYS,
  monitorMachine,
  readMonitorConfig,
  type MonitoredCall,
  type MonitorEvent,
} from '../../../src/core/reports/ajax-monitor.ts';
import { stepThrough, TICK } from './machine-run.ts';

const call: MonitoredCall = { method: 'GET', path: '/svc/live/config', status: 200, tookMs: 40 };
const run = (...events: readonly (readonly [number, MonitorEvent | typeof TICK])[]) =>
  stepThrough(monitorMachine, { random: 0.5 }, ...events);

test('S33 the monitor’s config is refreshed once, 10 s after the start', () => {
  const waiting = run([500, { type: 'start' }]);
  expect(waiting).toMatchObject({ dueMs: 10_500, effects: [] });
  const refreshed = run([500, { type: 'start' }], [10_499, TICK], [10_500, TICK], [60_000, TICK], [60_000, { type: 'start' }]);
  expect(refreshed.effects).toEqual([[10_500, { type: 'fetch-config' }]]);
  expect(refreshed.dueMs).toBeNull();
});

test('S33 failed and slow calls are reported, others are sampled; every reason is reached', () => {
  const facts = { config: DEFAULT_MONITOR, call, random: 0.5 };
  const decided = [
    decideCall({ ...facts, config: { ...DEFAULT_MONITOR, isOn: false } }),
    decideCall({ ...facts, config: { ...DEFAULT_MONITOR, ignoredPaths: ['/svc/'] } }),
    decideCall({ ...facts, call: { ...call, status: 0 } }),
    decideCall({ ...facts, call: { ...call, tookMs: 3_001 } }),
    decideCall({ ...facts, random: 0.01 }),
    decideCall(facts),
  ];
  expect(decided.map(({ isReported }) => isReported)).toEqual([false, false, true, true, true, false]);
  expect(decided.map(({ why }) => why)).toEqual(MONITOR_WHYS);
  expect(run([0, { type: 'call', call: { ...call, status: 503, tookMs: 12.4 } }]).effects[0]?.[1]).toEqual({
    type: 'report',
    level: 'error',
    text: 'ajax failed: GET /svc/live/config 503, 12 ms',
    why: 'failed',
  });
});

test('S33 a new config applies from then on; a bad one changes nothing', () => {
  const config = readMonitorConfig({ on: 0 });
  expect(config).toMatchObject({ ok: true, value: { isOn: false, slowMs: DEFAULT_MONITOR.slowMs } });
  const off = run(
    [0, { type: 'config', config: { ...DEFAULT_MONITOR, isOn: false } }],
    [1, { type: 'call', call: { ...call, status: 500 } }],
  );
  expect(off.effects).toEqual([]);
  for (const bad of [null, [], 'x', { on: 2 }, { slowMs: -1 }, { slowMs: 'x' }, { sample: 2 }, { sample: null }, { ignore: {} }])
    expect(readMonitorConfig(bad)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  const many = readMonitorConfig({ ignore: [...Array.from({ length: 999 }, (_, i) => `/p${i}`), 7] });
  expect(many.ok && many.value.ignoredPaths.length).toBe(MONITOR.maxIgnoredPaths);
});

test.each([
  ['no object', [null, 'x', [], 7]],
  [
    'a bad value',
    [
      { on: 2 },
      { on: '1' },
      { on: null },
      { slowMs: -1 },
      { slowMs: '1' },
      { sample: -0.1 },
      { sample: 1.1 },
      { sample: '0' },
      { ignore: {} },
    ],
  ],
] as const)('S33 a config with %s is refused', (why, bodies) => {
  for (const body of bodies)
    expect(readMonitorConfig(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: `ajax monitor: ${why}` } });
});

test('S33 each field of a config is used, missing fields have their defaults, and invalid paths are dropped', () => {
  const read = (body: object): unknown => {
    const config = readMonitorConfig(body);
    return config.ok ? config.value : config.error;
  };
  const longest = `/${'a'.repeat(255)}`;
  expect(read({ on: true, slowMs: 0, sample: 1, ignore: ['/a', '', 7, longest, `${longest}a`, '/b'] })).toEqual({
    isOn: true,
    slowMs: 0,
    sample: 1,
    ignoredPaths: ['/a', longest, '/b'],
  });
  expect(read({ on: false, sample: 0 })).toEqual({ isOn: false, slowMs: 3_000, sample: 0, ignoredPaths: [] });
  expect(read({ on: 1 })).toEqual({ isOn: true, slowMs: 3_000, sample: 0.02, ignoredPaths: [] });
  expect(read({})).toEqual({ isOn: true, slowMs: 3_000, sample: 0.02, ignoredPaths: [] });
});

test.each([
  [{ status: 199 }, 'failed'],
  [{ status: 200 }, 'not sampled'],
  [{ status: 399 }, 'not sampled'],
  [{ status: 400 }, 'failed'],
  [{ tookMs: 3_000 }, 'not sampled'],
  [{ tookMs: 3_001 }, 'slow'],
  [{ path: '/b/svc/x' }, 'not sampled'],
  [{ path: '/svc/x', status: 500 }, 'ignored path'],
] as const)('S33 the decision about a call with %j is "%s"', (change, why) => {
  const config = { ...DEFAULT_MONITOR, ignoredPaths: ['/none/', '/svc/'] };
  expect(decideCall({ config, call: { ...call, path: '/other', ...change }, random: 0.5 }).why).toBe(why);
});

test('S33 a call is sampled below the share of the config, and a slow call is a performance report', () => {
  const sampled = (random: number): string => decideCall({ config: DEFAULT_MONITOR, call, random }).why;
  expect([sampled(0.019), sampled(0.02)]).toEqual(['sampled', 'not sampled']);
  expect(run([0, { type: 'call', call: { ...call, tookMs: 3_000.6 } }], [1, { type: 'call', call }]).effects).toEqual([
    [0, { type: 'report', level: 'performance', text: 'ajax slow: GET /svc/live/config 200, 3001 ms', why: 'slow' }],
  ]);
});

test('S33 the monitor begins in the state `new`; neither a second start nor a config moves the refresh', () => {
  expect(monitorMachine.initial).toEqual({ name: 'new', refreshAtMs: 0, config: DEFAULT_MONITOR });
  expect(run([0, TICK])).toMatchObject({ effects: [], dueMs: null });
  const { state, dueMs } = run(
    [500, { type: 'start' }],
    [600, { type: 'start' }],
    [700, { type: 'config', config: { ...DEFAULT_MONITOR, slowMs: 9 } }],
  );
  expect([state.name, state.config.slowMs, dueMs]).toEqual(['waiting', 9, 10_500]);
});

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

import { expect, test } from 'vitest';
import { type Endpoint, type Report } from '../../../src/core/reports/beacons.ts';
import { OUTBOX, outboxMachine, type OutboxContext, type OutboxEvent } from '../../../src/core/reports/outbox.ts';
import { stepThrough, TICK } from './machine-run.ts';

const context = (nowMs: number): OutboxContext => ({ epochMs: 1_000_000 + nowMs, random: 0 });
const box = (...events: readonly (readonly [number, OutboxEvent | typeof TICK])[]) => stepThrough(outboxMachine, context, ...events);
const report = (endpoint: Endpoint, n: number): Report => ({ endpoint, body: { n } });
const add = (firstNumber: number, ...reports: readonly Report[]): OutboxEvent => ({ type: 'add', reports, firstNumber });
const FAILED: OutboxEvent = { type: 'failed' };

test('P42 a failed batch is retried first, with growing waits', () => {
  const events: [number, OutboxEvent | typeof TICK][] = [[0, add(1, report('log', 1), report('stats', 2))]];
  const waits: number[] = [];
  let nowMs = 2_000;
  for (let attempt = 1; attempt < OUTBOX.rotateAfter; attempt++) {
    events.push([nowMs, TICK], [nowMs, FAILED]);
    const { state, effects } = box(...events);
    expect(effects.at(-1)?.[1]).toMatchObject({ endpoint: 'log', why: attempt === 1 ? 'due' : 'again' });
    waits.push(state.retryMs - nowMs);
    nowMs = state.retryMs;
  }
  expect(waits).toEqual([1_000, 3_000, 7_000, 15_000]);
});

test('P42 reports that are too long, or that grew too old here, are dropped and counted', () => {
  const long = box([0, add(1, { endpoint: 'log', body: { text: 'x'.repeat(OUTBOX.maxReportChars) } }, report('log', 2))]);
  expect(long.effects).toEqual([[0, { type: 'drop', count: 1, why: 'too long' }]]);
  expect(long.state.waiting).toHaveLength(1);
  const old = box([0, add(1, report('log', 1))], [OUTBOX.maxAgeMs + 1, TICK]);
  expect(old.effects.map(([, effect]) => effect)).toEqual([{ type: 'drop', count: 1, why: 'too old' }]);
  expect(old.state.name).toBe('idle');
});

test('P42 each service has one request under way: further reports wait for its answer', () => {
  const { state, effects } = box([0, add(1, report('log', 1))], [2_000, TICK], [2_001, add(2, report('log', 2))], [9_000, TICK]);
  expect(effects).toHaveLength(1);
  expect(state).toMatchObject({ name: 'sending', inFlight: [{ number: 1 }], waiting: [{ number: 2 }] });
});

test('P42 the outbox is bounded: the oldest reports are dropped and counted', () => {
  const many = Array.from({ length: OUTBOX.maxWaiting + 9 }, (_, n) => report('log', n));
  const { state, effects } = box([0, add(1, ...many)]);
  expect(state.waiting).toHaveLength(OUTBOX.maxWaiting);
  expect(state.waiting[0]).toMatchObject({ number: 10, text: '{"n":9}' });
  expect(effects).toEqual([[0, { type: 'drop', count: 9, why: 'full' }]]);
});

const texts = (it: ReturnType<typeof box>): readonly (readonly string[])[] =>
  it.effects.flatMap(([, effect]) => (effect.type === 'send' ? [effect.texts] : []));
const drops = (it: ReturnType<typeof box>): readonly (readonly [number, string])[] =>
  it.effects.flatMap(([, effect]) => (effect.type === 'drop' ? [[effect.count, effect.why] as const] : []));

test('P42 a report older than a day is dropped, also if nothing else is due', () => {
  const entries = [
    { number: 1, endpoint: 'log', text: 'older', atMs: 1_000_000 - 86_400_001 },
    { number: 2, endpoint: 'log', text: 'old', atMs: 1_000_000 - 86_400_000 },
  ] as const;
  const it = box([0, { type: 'adopt', entries }], [0, TICK]);
  expect([drops(it), texts(it)]).toEqual([[[1, 'too old']], [['old']]]);
  const alone = box([0, { type: 'adopt', entries: entries.slice(0, 1) }], [0, TICK]);
  expect([alone.state, drops(alone), alone.dueMs]).toEqual([outboxMachine.initial, [[1, 'too old']], null]);
});

test('P42 at each fifth failure the batch moves behind the others, and at other failures it stays first', () => {
  const events: [number, OutboxEvent | typeof TICK][] = [[0, add(1, report('log', 1), report('stats', 2))]];
  const first: string[] = [];
  for (let attempt = 1; attempt <= 11; attempt++) {
    const { dueMs } = box(...events);
    events.push([dueMs!, TICK], [dueMs!, FAILED]);
    first.push(box(...events).state.waiting[0]!.endpoint);
  }
  expect(first).toEqual(['log', 'log', 'log', 'log', 'stats', 'stats', 'stats', 'stats', 'stats', 'log', 'log']);
});

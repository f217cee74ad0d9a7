import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../src/player/base/decision-log.ts';
import { createRunner } from '../../../src/player/base/machine.ts';
import { beaconsOf, markerOf, readMarkers } from '../../../src/core/reports/beacons.ts';
import { type Endpoint, type Report } from '../../../src/core/reports/endpoints.ts';
import { OUTBOX, outboxMachine, type Outbox, type OutboxContext, type OutboxEvent } from '../../../src/core/reports/outbox.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { stepThrough, TICK } from './machine-run.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_BEACON_BYTES = 61_440;
const MAX_MARKERS = 32;

const context = (nowMs: number): OutboxContext => ({ epochMs: 1_000_000 + nowMs, random: 0 });
const box = (...events: readonly (readonly [number, OutboxEvent | typeof TICK])[]) => stepThrough(outboxMachine, context, ...events);
const report = (endpoint: Endpoint, n: number): Report => ({ endpoint, body: { n } });
const add = (firstNumber: number, ...reports: readonly Report[]): OutboxEvent => ({ type: 'add', reports, firstNumber });
const SENT: OutboxEvent = { type: 'sent' };
const FAILED: OutboxEvent = { type: 'failed' };

test('P42 a failed batch is retried first with growing waits, and later after the others', () => {
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
  events.push([nowMs, TICK], [nowMs, FAILED]);
  nowMs = box(...events).state.retryMs;
  events.push([nowMs, TICK]);
  const { effects, state } = box(...events);
  expect(effects.at(-1)?.[1]).toMatchObject({ endpoint: 'stats' });
  expect(state.waiting).toHaveLength(1);
});

test('P42 refused, too long and too old reports are dropped and counted', () => {
  const refused = box([0, add(1, report('log', 1))], [2_000, TICK], [2_100, { type: 'refused' }]);
  expect(refused.effects.at(-1)?.[1]).toEqual({ type: 'drop', count: 1, why: 'refused' });
  expect(refused.state).toMatchObject({ name: 'idle', failures: 0 });
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

test('P42 beacons contain waiting reports, oldest first, within the browser’s limit, and their marker names the last one', () => {
  const reports = Array.from({ length: 150 }, (_, n) => ({ endpoint: 'log', body: { n, text: '字'.repeat(400) } }) as const);
  const { state } = box([0, add(1, ...reports, report('stats', 1))]);
  const { batches, upTo, bytes } = beaconsOf(state, MAX_BEACON_BYTES);
  const sent = batches.reduce((sum, { texts }) => sum + texts.length, 0);
  expect(sent).toBeGreaterThan(10);
  expect(upTo).toBe(sent);
  const real = batches.reduce((sum, { texts }) => sum + Buffer.byteLength(`[${texts.join()}]`), 0);
  expect(real).toBeLessThanOrEqual(bytes + batches.length);
  expect(bytes).toBeLessThanOrEqual(MAX_BEACON_BYTES);
  const { state: rest } = box([0, add(1, ...reports, report('stats', 1))], [0, { type: 'release', upTo, except: [] }]);
  expect(rest.waiting).toHaveLength(151 - sent);
});

test('P42 markers are read back; anything else is skipped', () => {
  const marker = markerOf({ session: 's1', upTo: { log: 7, game: 0 }, except: [3] });
  const hostile = ['', '{', 'null', '[]', '7', '{"session":1,"upTo":{}}', '{"session":"s","upTo":null}'];
  expect(readMarkers([marker, ...hostile])).toEqual([{ session: 's1', upTo: { log: 7, game: 0 }, except: [3] }]);
  expect(readMarkers(['{"session":"s","upTo":{"log":"x","game":1.5},"except":[1,"2",null]}'])).toEqual([
    { session: 's', upTo: {}, except: [1] },
  ]);
  expect(readMarkers(Array.from({ length: 99 }, () => marker))).toHaveLength(MAX_MARKERS);
});

test('P42 random events lose no report without counting it', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    let nowMs = 0;
    let [added, sent, dropped, inRequest] = [0, 0, 0, 0];
    let timer: { atMs: number; act: () => void } | null = null;
    const runner = createRunner(outboxMachine, {
      clock: {
        nowMs: () => nowMs,
        epochMs: () => nowMs,
        after(delayMs, act) {
          timer = { atMs: nowMs + delayMs, act };
          return () => (timer = null);
        },
      },
      decisions: createDecisionLog(),
      context: () => ({ epochMs: nowMs, random: random.next() }),
      execute(effect) {
        if (effect.type === 'drop') dropped += effect.count;
        else inRequest = effect.texts.length;
      },
    });
    const state = (): Outbox => runner.state();
    for (let i = 0; i < 400; i++) {
      const due = timer as { atMs: number; act: () => void } | null;
      nowMs += random.int(2_000);
      if (due !== null && due.atMs <= nowMs) due.act();
      const some = Array.from({ length: random.int(20) }, () => report(random.pick(['log', 'stats', 'enter-room'] as const), 1));
      runner.send(add(added + 1, ...some));
      added += some.length;
      if (state().inFlight.length > 0 && random.int(2) === 0) {
        const result = random.pick(['sent', 'sent', 'failed', 'refused'] as const);
        if (result === 'sent') sent += inRequest;
        runner.send({ type: result });
      }
      expect(state().waiting.length).toBeLessThanOrEqual(OUTBOX.maxWaiting);
      expect(state().waiting.length + state().inFlight.length + dropped + sent).toBe(added);
    }
    expect(sent).toBeGreaterThan(0);
  }
});

const texts = (it: ReturnType<typeof box>): readonly (readonly string[])[] =>
  it.effects.flatMap(([, effect]) => (effect.type === 'send' ? [effect.texts] : []));
const drops = (it: ReturnType<typeof box>): readonly (readonly [number, string])[] =>
  it.effects.flatMap(([, effect]) => (effect.type === 'drop' ? [[effect.count, effect.why] as const] : []));

test('P42 the states of an outbox are idle, gathering, sending, retrying, and idle again', () => {
  const events: readonly (readonly [number, OutboxEvent | typeof TICK])[] = [
    [0, add(1, report('log', 1))],
    [2_000, TICK],
    [2_100, FAILED],
    [3_100, TICK],
    [3_200, SENT],
  ];
  expect(outboxMachine.initial).toEqual({ name: 'idle', waiting: [], inFlight: [], failures: 0, retryMs: 0 });
  const states = events.map((_, at) => box(...events.slice(0, at + 1)).state);
  expect(states.map(({ name }) => name)).toEqual(['gathering', 'sending', 'retrying', 'sending', 'idle']);
  expect(states.at(-1)).toEqual(outboxMachine.initial);
  const refused = box(...events.slice(0, 4), [3_200, { type: 'refused' }]);
  expect([refused.state, drops(refused)]).toEqual([outboxMachine.initial, [[1, 'refused']]]);
});

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

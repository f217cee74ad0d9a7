import { expect, test } from 'vitest';
import { LATE_NOTICE_MS, LateParts, MAX_THROWS } from '../../src/core/late-part.ts';
import { createDecisionLog, createRunner, type Machine, firstRule, reasonsOf } from '../../src/player/base/machine.ts';
import { within } from '../../src/player/base/clock.ts';
import { PLAYER_CONSTANTS, readPlayerConfig } from '../../src/player/rules/constants.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';

const MAX_DECISIONS = 400;
const MAX_QUEUED_EVENTS = 1_000;

type State = { readonly name: 'off' } | { readonly name: 'on'; readonly untilMs: number };
type Event = { readonly type: 'press' } | { readonly type: 'release' };
type Effect = { readonly type: 'light'; readonly on: boolean; readonly why: 'pressed' | 'time is up' } | { readonly type: 'chain' };

const lamp: Machine<State, Event, Effect, { readonly lengthMs: number }> = {
  name: 'lamp',
  initial: { name: 'off' },
  step(state, event, nowMs, { lengthMs }) {
    if (event.type === 'press' && state.name === 'off')
      return [{ name: 'on', untilMs: nowMs + lengthMs }, { type: 'light', on: true, why: 'pressed' }, { type: 'chain' }];
    if (event.type === 'tick' && state.name === 'on' && nowMs >= state.untilMs)
      return [{ name: 'off' }, { type: 'light', on: false, why: 'time is up' }];
    if (event.type === 'release') return [{ name: 'off' }];
    return [state];
  },
  deadlineMs: (state) => (state.name === 'on' ? state.untilMs : null),
};

function start(execute: (effect: Effect) => void = () => undefined, onError?: (cause: unknown) => void) {
  const clock = manualClock();
  const decisions = createDecisionLog();
  const executed: Effect[] = [];
  const runner = createRunner(lamp, {
    clock,
    decisions,
    context: () => ({ lengthMs: 500 }),
    execute(effect) {
      executed.push(effect);
      execute(effect);
    },
    ...(onError && { onError }),
  });
  return { clock, decisions, executed, runner };
}

test('a step executes its effects in order and sets one timer for its deadline', () => {
  const { clock, executed, runner } = start();
  runner.send({ type: 'press' });
  expect(executed.map((effect) => effect.type)).toEqual(['light', 'chain']);
  expect(clock.timers()).toBe(1);
  clock.advance(499);
  expect(runner.state().name).toBe('on');
  clock.advance(1);
  expect(runner.state().name).toBe('off');
  expect(clock.timers()).toBe(0);
});

test('an event caused by an effect is queued until the effects of its step are executed', () => {
  const order: string[] = [];
  const { runner } = start((effect) => {
    order.push(effect.type);
    if (effect.type === 'light' && effect.on) runner.send({ type: 'release' });
    order.push(runner.state().name);
  });
  runner.send({ type: 'press' });
  expect(order).toEqual(['light', 'on', 'chain', 'on']);
  expect(runner.state().name).toBe('off');
});

test('decisions contain machine, event, states, effects and reasons; steps without changes are not logged', () => {
  const { clock, decisions, runner } = start();
  runner.send({ type: 'press' });
  runner.send({ type: 'press' });
  clock.advance(500);
  expect(decisions.entries()).toEqual([
    { atMs: 0, machine: 'lamp', event: 'press', from: 'off', to: 'on', effects: ['light', 'chain'], why: ['pressed'] },
    { atMs: 500, machine: 'lamp', event: 'tick', from: 'on', to: 'off', effects: ['light'], why: ['time is up'] },
  ]);
});

test('the decision log is bounded and counts dropped entries', () => {
  const { decisions, runner } = start();
  for (let i = 0; i < MAX_DECISIONS; i++) {
    runner.send({ type: 'press' });
    runner.send({ type: 'release' });
  }
  expect(decisions.entries()).toHaveLength(MAX_DECISIONS);
  expect(decisions.dropped()).toBe(MAX_DECISIONS);
});

test('after dispose no event is processed and no timer is left', () => {
  const { clock, executed, runner } = start();
  runner.send({ type: 'press' });
  runner.dispose();
  expect(clock.timers()).toBe(0);
  runner.send({ type: 'press' });
  expect(executed).toHaveLength(2);
});

test('an effect that throws is reported, and the machine still processes the next event', () => {
  const causes: unknown[] = [];
  const fault = new Error('no lamp');
  const { runner } = start(
    (effect) => {
      if (effect.type === 'light' && effect.on) throw fault;
    },
    (cause) => causes.push(cause),
  );
  runner.send({ type: 'press' });
  expect(causes).toEqual([fault]);
  runner.send({ type: 'release' });
  expect(runner.state().name).toBe('off');
});

test('the runner stops a machine that feeds itself endlessly', () => {
  const { runner } = start((effect) => {
    if (effect.type === 'light') for (let i = 0; i <= MAX_QUEUED_EVENTS; i++) runner.send({ type: 'release' });
  });
  expect(() => runner.send({ type: 'press' })).toThrow(`more than ${MAX_QUEUED_EVENTS} events`);
});

test('a changed state is reported once, before the effects of its step; an unchanged state is not reported', () => {
  const told: string[] = [];
  const runner = createRunner(lamp, {
    clock: manualClock(),
    decisions: createDecisionLog(),
    context: () => ({ lengthMs: 500 }),
    onState: ({ name }) => told.push(name),
    execute: ({ type }) => told.push(type),
  });
  runner.send({ type: 'press' });
  runner.send({ type: 'press' });
  expect(told).toEqual(['on', 'light', 'chain']);
});

/** Tables of rules, and switches that handle every case: a mistake in the program is an error with a readable text. */
const RULES = [
  { why: 'negative', when: (value: number) => value < 0 },
  { why: 'small', when: (value: number) => value < 10 },
] as const;

test('P22 P25 the first matching row decides, and the reasons of a table are returned in the order of its rows', () => {
  expect(firstRule<number, (typeof RULES)[number]>(RULES, -1).why).toBe('negative');
  expect(firstRule<number, (typeof RULES)[number]>(RULES, 1).why).toBe('small');
  expect(reasonsOf(RULES)).toEqual(['negative', 'small']);
});

test('a promise that takes longer gives the fallback of the caller, also if that is a rejection', async () => {
  const clock = manualClock();
  const never = new Promise<string>(() => undefined);
  const value = within(clock, 100, never, () => 'late');
  const rejection = within(clock, 100, never, () => Promise.reject(new Error('too late')));
  clock.advance(100);
  expect(await value).toBe('late');
  await expect(rejection).rejects.toThrow('too late');
});

/** The numbers of the player layer: bounds, units and sources. Their values are in the table of document 1. */
/** Numbers of the player layer that the specification calls defaults, by the names of their rows. */
const DEFAULTS = [
  'h265ToH264WaitMs',
  'stallTimeMs',
  'stayOnH264Ms',
  'audioVideoDiffMs',
  'flvConnectMs',
  'hiddenDecodeStopMs',
  'stallCount',
  'decodeThresholdMs',
] as const;

test.each(DEFAULTS)('P25 P27 P29 %s is a default: the config replaces it', (name) => {
  const { value, min } = PLAYER_CONSTANTS[name];
  expect(min).toBeLessThan(value);
  const { config, problems } = readPlayerConfig({ [name]: min });
  expect([config.numbers[name], problems]).toEqual([min, []]);
});

test('P25 each number of the player layer has a unit, bounds around its value and a source; specified defaults can be replaced', () => {
  for (const [name, row] of Object.entries(PLAYER_CONSTANTS)) {
    expect(row.unit, name).not.toBe('');
    expect(row.source, name).toMatch(/^(P\d{2}|ours)$/);
    expect(row.min <= row.value && row.value <= row.max, name).toBe(true);
    const { problems } = readPlayerConfig({ [name]: row.max });
    expect(problems, name).toEqual(row.remote ? [] : [`${name} is fixed`]);
  }
  // Every row of the table is a specified number, except those marked as the project's.
  const ours = Object.entries(PLAYER_CONSTANTS).flatMap(([name, { source }]) => (source === 'ours' ? [name] : []));
  expect(ours).toEqual([
    'healthyMs',
    'reviveMs',
    'addressesWaitMs',
    'stallCountDays',
    'decodeWindowMs',
    'droppedPercent',
    'keyPicturesMs',
    'webrtcWindowMs',
    'webrtcPatienceMs',
    'webrtcFrozenPercent',
    'webrtcLossPercent',
    'webrtcCalm',
    'unsharedPixels',
  ]);
});

/** A day: longer than every wait of the policy. */
const DAY_MS = 86_400_000;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function late() {
  const clock = manualClock();
  const loads: { readonly why: string; resolve(): void; reject(cause: Error): void }[] = [];
  const seen: string[] = [];
  const parts = new LateParts({
    clock,
    random: () => 0.5,
    load: (_name, why) => new Promise((resolve, reject) => loads.push({ why, resolve, reject })),
    onNotice: (_name, why) => seen.push(why ?? 'ready'),
    onOff: (_name, why) => seen.push(`off: ${why}`),
  });
  parts.need('part');
  const refuse = async (): Promise<void> => {
    loads.at(-1)!.reject(new Error('404'));
    await settled();
  };
  const arrive = async (): Promise<void> => {
    loads.at(-1)!.resolve();
    await settled();
  };
  return { clock, loads, seen, parts, refuse, arrive, reasons: () => loads.map(({ why }) => why), name: () => parts.get('part').name };
}

test('a part that arrives before the notice is due is ready without one', async () => {
  const it = late();
  it.clock.advance(LATE_NOTICE_MS - 1);
  await it.arrive();
  it.clock.advance(DAY_MS);
  expect([it.name(), it.seen, it.reasons(), it.clock.timers()]).toEqual(['ready', [], ['needed'], 0]);
});

test('a pending load is started again only for a person; the first result counts', async () => {
  const it = late();
  it.clock.advance(LATE_NOTICE_MS);
  it.parts.again('online');
  it.parts.again('visible');
  it.parts.again('the viewer asked');
  expect(it.reasons()).toEqual(['needed', 'the viewer asked']);
  // The older attempt fails, which is not the failure of the current one; then the newer one fails, and the older arrives.
  it.loads[0]!.resolve();
  await settled();
  await it.refuse();
  expect([it.name(), it.seen]).toEqual(['ready', ['takes long', 'ready']]);
});

test('a failed load is repeated without end, with waits that grow to a bound and are not equal for all viewers', async () => {
  const it = late();
  const waits: number[] = [];
  for (let time = 0; time < 12; time++) {
    await it.refuse();
    const fromMs = it.clock.nowMs();
    const before = it.loads.length;
    while (it.loads.length === before) it.clock.advance(100);
    waits.push(it.clock.nowMs() - fromMs);
  }
  expect(it.seen).toEqual(['could not be loaded']);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  await it.arrive();
  expect(it.seen).toEqual(['could not be loaded', 'ready']);
});

test.each(['the viewer asked', 'online', 'visible'] as const)('a part that waits is loaded at once because of: %s', async (why) => {
  const it = late();
  await it.refuse();
  it.parts.again(why);
  it.parts.again(why);
  expect(it.reasons()).toEqual(why === 'the viewer asked' ? ['needed', why, why] : ['needed', why]);
});

test('a part that throws is started again after a wait; its third throw is final', async () => {
  const it = late();
  await it.arrive();
  for (let time = 1; time <= MAX_THROWS; time++) {
    it.parts.threw('part', 'failed while running', new Error('x'));
    // Code that arrives now is not a recovery.
    it.parts.arrived('part');
    expect(it.name()).toBe(time < MAX_THROWS ? 'waiting' : 'off');
    it.clock.advance(DAY_MS);
    if (time < MAX_THROWS) await it.arrive();
  }
  it.parts.again('the viewer asked', 'part');
  it.parts.need('part');
  expect([it.name(), it.loads.length, it.clock.timers()]).toEqual(['off', MAX_THROWS, 0]);
  expect(it.seen).toEqual(['failed while running', 'ready', 'failed while running', 'ready', 'off: failed while running']);
});

test('a part that is forgotten has no timer, and its answer changes nothing', async () => {
  const it = late();
  it.parts.forget('part');
  expect(it.clock.timers()).toBe(0);
  await it.arrive();
  expect([it.name(), it.seen]).toEqual(['idle', []]);
});

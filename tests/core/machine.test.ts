import { expect, test } from 'vitest';
import { createDecisionLog } from '../../src/core/decision-log.ts';
import { createRunner, type Machine } from '../../src/core/machine.ts';
import { firstRule, whysOf, type Rule } from '../../src/core/rules.ts';
import { manualClock } from '../manual-clock.ts';

/** Repeated here, so that a change of the limits fails a test. */
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

test('firstRule returns the first matching row and rejects a table without a final row', () => {
  const rules = [
    { why: 'negative', when: (n: number) => n < 0 },
    { why: 'small', when: (n: number) => n < 10 },
  ] as const satisfies readonly Rule<number>[];
  expect(firstRule(rules, -1).why).toBe('negative');
  expect(firstRule(rules, 3).why).toBe('small');
  expect(() => firstRule(rules, 10)).toThrow('no rule holds');
  expect(whysOf(rules)).toEqual(['negative', 'small']);
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

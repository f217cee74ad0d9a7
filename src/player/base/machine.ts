import type { Clock } from './clock.ts';

/** One row of a policy table: its condition, and its reason, which is logged, counted and tested. */
export interface Rule<Facts, Why extends string = string> {
  readonly why: Why;
  when(facts: Facts): boolean;
}

/**
 * The first matching row. The last row of a table always matches, so that every case has a reason; a table without such a row is a
 * programming error and throws.
 */
export function firstRule<Facts, Row extends Rule<Facts>>(rules: readonly Row[], facts: Facts): Row {
  const row = rules.find((rule) => rule.when(facts));
  if (row === undefined) throw new Error(`no rule holds; the last is "${rules[rules.length - 1]?.why ?? 'none'}"`);
  return row;
}

/** The reasons of a table as a closed list, for tests that prove each of them reachable. */
export const reasonsOf = <Why extends string>(rules: readonly { readonly why: Why }[]): readonly Why[] => rules.map(({ why }) => why);

/** One step of a machine that changed its state's name or had an effect, as data; formatted as text only for display. */
export interface Decision {
  /** Monotonic milliseconds of the thread that decided. */
  readonly atMs: number;
  readonly machine: string;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly effects: readonly string[];
  /** Reasons that the effects carry (`why`), in their order. */
  readonly why: readonly string[];
}

/** The oldest entries are dropped first. */
const MAX_DECISIONS = 400;

export interface DecisionLog {
  add(decision: Decision): void;
  /** Oldest first. */
  entries(): readonly Decision[];
  /** Number of entries dropped by the limit. */
  dropped(): number;
}

export function createDecisionLog(): DecisionLog {
  const entries: Decision[] = [];
  let dropped = 0;
  return {
    add(decision) {
      if (entries.length === MAX_DECISIONS) {
        entries.shift();
        dropped++;
      }
      entries.push(decision);
    },
    entries: () => entries,
    dropped: () => dropped,
  };
}

/** The next state, then the effects in the order of execution. Returning the same state object means that nothing changed. */
export type Step<State, Effect> = readonly [next: State, ...effects: Effect[]];

/**
 * A policy as data and one pure function. Times are monotonic milliseconds of the thread that runs it. Events and effects are unions; an
 * effect with a reason carries it as `why`.
 */
export interface Machine<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context> {
  readonly name: string;
  readonly initial: State;
  step(state: State, event: Event | Tick, nowMs: number, context: Context): Step<State, Effect>;
  /** Time when `tick` is due; null: never. */
  deadlineMs(state: State, context: Context): number | null;
}

export interface MachineState {
  readonly name: string;
}
export interface MachineEvent {
  readonly type: string;
}
export interface MachineEffect {
  readonly type: string;
  readonly why?: string;
}
export interface Tick {
  readonly type: 'tick';
}
const TICK: Tick = { type: 'tick' };

interface RunnerDeps<State, Effect, Context> {
  readonly clock: Clock;
  readonly decisions: DecisionLog;
  /** Read again for each step, so that a step sees the changes made by earlier effects. */
  context(): Context;
  /** Executes one effect. Events that it causes are queued until the current step is over. */
  execute(effect: Effect): void;
  /** Called after a step that changed the state and before its effects. */
  onState?(state: State): void;
  /** An effect or a step threw. Without this handler the runner rethrows. */
  onError?(cause: unknown): void;
}

export interface Runner<State, Event> {
  send(event: Event): void;
  state(): State;
  /** Reads the deadline again, after a change of the context that moves it. */
  rearm(): void;
  /** Stops the machine and its timer. */
  dispose(): void;
}

/** Limit of events queued by effects; exceeding it means that a machine feeds itself endlessly, a programming error. */
const MAX_QUEUED_EVENTS = 1_000;

/** Steps the machine, queues the events caused by its effects, keeps its one timer, and logs its decisions. */
export function createRunner<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context>(
  machine: Machine<State, Event, Effect, Context>,
  deps: RunnerDeps<State, Effect, Context>,
): Runner<State, Event> {
  const { clock, decisions } = deps;
  const queue: (Event | Tick)[] = [];
  let state = machine.initial;
  let isStepping = false;
  let isDisposed = false;
  let cancelTimer: () => void = () => undefined;

  function stepOnce(event: Event | Tick): void {
    const before = state;
    const nowMs = clock.nowMs();
    const [next, ...effects] = machine.step(before, event, nowMs, deps.context());
    state = next;
    if (before.name !== next.name || effects.length > 0)
      decisions.add({
        atMs: nowMs,
        machine: machine.name,
        event: event.type,
        from: before.name,
        to: next.name,
        effects: effects.map((effect) => effect.type),
        why: effects.flatMap(({ why }) => (why === undefined ? [] : [why])),
      });
    if (next !== before) deps.onState?.(next);
    for (const effect of effects) deps.execute(effect);
  }

  function arm(): void {
    cancelTimer();
    cancelTimer = () => undefined;
    if (isDisposed) return;
    const atMs = machine.deadlineMs(state, deps.context());
    if (atMs !== null) cancelTimer = clock.after(Math.max(0, atMs - clock.nowMs()), () => deliver(TICK));
  }

  function deliver(event: Event | Tick): void {
    if (isDisposed) return;
    if (queue.length >= MAX_QUEUED_EVENTS) throw new Error(`${machine.name}: more than ${MAX_QUEUED_EVENTS} events wait`);
    queue.push(event);
    if (isStepping) return;
    isStepping = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) stepOnce(next);
    } catch (cause) {
      queue.length = 0;
      if (deps.onError === undefined) throw cause;
      deps.onError(cause);
    } finally {
      isStepping = false;
    }
    arm();
  }

  return {
    send: deliver,
    state: () => state,
    rearm: arm,
    dispose() {
      isDisposed = true;
      queue.length = 0;
      cancelTimer();
    },
  };
}

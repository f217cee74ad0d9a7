import type { Clock } from './clock.ts';
import type { DecisionLog } from './decision-log.ts';

/** The next state, then what is to be done, in the order in which it is to be done. The same state object back: nothing changed. */
export type Step<State, Effect> = readonly [next: State, ...effects: Effect[]];

/**
 * A policy as data and one pure function. Times are monotonic milliseconds of the thread that runs it.
 * Events and effects are unions on `type` and `do`; an effect that was decided for a reason carries it as `why`.
 */
export interface Machine<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context> {
  readonly name: string;
  readonly initial: State;
  step(state: State, event: Event | Tick, nowMs: number, context: Context): Step<State, Effect>;
  /** When `tick` is due; null: never. */
  deadlineMs(state: State, context: Context): number | null;
}

export interface MachineState {
  readonly at: string;
}
export interface MachineEvent {
  readonly type: string;
}
export interface MachineEffect {
  readonly do: string;
  readonly why?: string;
}
export interface Tick {
  readonly type: 'tick';
}
const TICK: Tick = { type: 'tick' };

export interface RunnerDeps<State, Effect, Context> {
  readonly clock: Clock;
  readonly decisions: DecisionLog;
  /** Read again for each step, so that a step sees what the effects before it changed. */
  context(): Context;
  /** Carries one effect out. Events that it causes are sent to the runner and wait until the present step is over. */
  execute(effect: Effect): void;
  /** After a step that changed the state and before its effects. */
  onState?(state: State): void;
  /** An effect or a step threw. Without it the runner throws on. */
  onError?(cause: unknown): void;
}

export interface Runner<State, Event> {
  send(event: Event): void;
  state(): State;
  /** Looks at the deadline again: for a change of the context that moves it. */
  rearm(): void;
  /** Nothing runs after it, and no timer is left. */
  dispose(): void;
}

/** Events that effects cause wait here; a machine that feeds itself without end is a programming error. */
export const MAX_QUEUED_EVENTS = 1_000;

/** Steps the machine, queues the events that its effects cause, keeps its one timer, writes its decisions down. */
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
    if (before.at !== next.at || effects.length > 0)
      decisions.add({
        atMs: nowMs,
        machine: machine.name,
        event: event.type,
        from: before.at,
        to: next.at,
        effects: effects.map((effect) => effect.do),
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

import type { Machine, MachineEffect, MachineEvent, MachineState, Tick } from '../../../src/player/base/machine.ts';

/** Steps a machine by hand with timed events; returns timed effects. */
export function stepThrough<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context>(
  machine: Machine<State, Event, Effect, Context>,
  context: Context | ((nowMs: number) => Context),
  ...events: readonly (readonly [nowMs: number, event: Event | Tick])[]
): { readonly state: State; readonly effects: readonly (readonly [nowMs: number, effect: Effect])[]; readonly dueMs: number | null } {
  const at = (nowMs: number): Context => (typeof context === 'function' ? (context as (nowMs: number) => Context)(nowMs) : context);
  let state = machine.initial;
  const effects: (readonly [number, Effect])[] = [];
  for (const [nowMs, event] of events) {
    const [next, ...done] = machine.step(state, event, nowMs, at(nowMs));
    state = next;
    for (const effect of done) effects.push([nowMs, effect]);
  }
  return { state, effects, dueMs: machine.deadlineMs(state, at(events.at(-1)?.[0] ?? 0)) };
}

export const TICK = { type: 'tick' } as const;

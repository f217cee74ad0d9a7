import {
  createDecisionLog,
  createRunner,
  type Machine,
  type MachineEffect,
  type MachineEvent,
  type MachineState,
} from '../src/player/base/machine.ts';
import { manualClock } from '../src/player/tests/manual-clock.ts';

/** A machine on a manual clock, with its effects so far. `onState` is called after each change of the state. */
export function runMachine<State extends MachineState, Event extends MachineEvent, Effect extends MachineEffect, Context>(
  machine: Machine<State, Event, Effect, Context>,
  context: () => Context,
  onState?: (state: State, nowMs: number) => void,
) {
  const clock = manualClock();
  const effects: Effect[] = [];
  const runner = createRunner(machine, {
    clock,
    decisions: createDecisionLog(),
    context,
    execute: (effect) => void effects.push(effect),
    ...(onState && { onState: (state: State) => onState(state, clock.nowMs()) }),
  });
  return { clock, effects, runner };
}

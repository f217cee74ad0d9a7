import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { createRunner } from '../../../src/core/machine.ts';
import { danmakuMachine, type DanmakuEffect } from '../../../src/features/danmaku/rules.ts';
import { manualClock } from '../../manual-clock.ts';

/** The machine on a manual clock, with its effects so far. */
export function runDanmaku() {
  const clock = manualClock();
  const effects: DanmakuEffect[] = [];
  const runner = createRunner(danmakuMachine, {
    clock,
    decisions: createDecisionLog(),
    context: () => null,
    execute: (effect) => effects.push(effect),
  });
  return { clock, effects, runner };
}

/** A room watched in real time, with limits for growth. */
import type { BenchContext, BenchOutcome } from '../measure/benchmark.ts';
import { measureMemory } from './memory.ts';

/** Rate of an ordinary evening. */
const MESSAGES_PER_S = 10;
const SAMPLES = 60;
const MS_A_MINUTE = 60_000;

/** Limits per minute over the second half of the watch: above noise, below any relevant leak. */
const LIMITS: Readonly<Record<string, number>> = { 'heap growth': 0.5, 'node growth': 50, 'process growth': 8 };

export async function soakMemory(context: BenchContext, minutes: number): Promise<{ outcome: BenchOutcome; faults: string[] }> {
  const forMs = minutes * MS_A_MINUTE;
  const lengths = { forMs, everyMs: forMs / SAMPLES, messagesPerS: MESSAGES_PER_S };
  const outcome = await measureMemory(context, lengths, 'Chat as on an ordinary evening, in real time.');
  const faults = outcome.groups.flatMap(({ rows }) =>
    rows.flatMap(({ contestant, figures }) =>
      figures.flatMap(({ figure, median, unit }) => {
        const limit = LIMITS[figure];
        const isOurs = contestant.startsWith('the room');
        return isOurs && limit !== undefined && median > limit
          ? [`${contestant}: ${figure} of ${median.toFixed(2)} ${unit}, at most ${limit}`]
          : [];
      }),
    ),
  );
  return { outcome, faults };
}

/** A room watched in real time: what may grow, and by how much. */
import type { BenchContext, BenchOutcome } from '../measure/benchmark.ts';
import { measureMemory } from './memory.ts';

/** An ordinary evening. */
const MESSAGES_PER_S = 10;
const SAMPLES = 60;
const MS_A_MINUTE = 60_000;

/** Per minute, over the second half of the watch: what noise may do, and a leak of any size over the limit would not. */
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

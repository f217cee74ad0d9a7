/** Networks as data: traces.json. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { ShapeStep } from '../room/shape.ts';

const ms = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120_000));
const TRACES = v.array(
  v.strictObject({
    name: v.pipe(v.string(), v.minLength(1)),
    about: v.string(),
    /** Outage: the time to recover afterwards is a separate figure. */
    outage: v.exactOptional(v.strictObject({ fromMs: ms, toMs: ms })),
    steps: v.pipe(v.array(v.strictObject({ forMs: ms, kilobitsPerS: v.nullable(v.pipe(v.number(), v.minValue(0))) })), v.minLength(1)),
  }),
);
export type Trace = v.InferOutput<typeof TRACES>[number];

export const readTraces = (): readonly Trace[] =>
  v.parse(TRACES, JSON.parse(readFileSync(new URL('./traces.json', import.meta.url), 'utf8')));

export const lengthOf = (steps: readonly ShapeStep[]): number => steps.reduce((sum, { forMs }) => sum + forMs, 0);

/** Speed of the network at a time; null: unlimited. */
export function speedAt(steps: readonly ShapeStep[], atMs: number): number | null {
  let endMs = 0;
  for (const { forMs, kilobitsPerS } of steps) {
    endMs += forMs;
    if (atMs < endMs) return kilobitsPerS;
  }
  return null;
}

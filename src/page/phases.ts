/** How far a visit has come, in the order of a usual one. */
type Phase = 'capabilities' | 'workers' | 'room' | 'stream asked' | 'let go' | 'first picture' | 'page';

/** A mark, and a measure since the navigation, at the first time: `footlight:…` in the browser's timeline, in exported logs, in the benchmarks. `why`: a reason beside it. */
export function reached(phase: Phase, why?: string): void {
  const name = `footlight:${phase}`;
  if (performance.getEntriesByName(name).length > 0) return;
  performance.mark(name, { detail: why });
  performance.measure(name);
}

/** Milliseconds since the navigation by phase. */
export const phasesOfVisit = (): Readonly<Record<string, number>> =>
  Object.fromEntries(
    performance
      .getEntriesByType('measure')
      .filter(({ name }) => name.startsWith('footlight:'))
      .map(({ name, duration }) => [name, Math.round(duration)]),
  );

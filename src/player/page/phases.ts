/** Phases of a visit, in the usual order. */
type Phase = 'capabilities' | 'workers' | 'room' | 'stream asked' | 'let go' | 'first picture' | 'page';

/**
 * Sets a mark, and a measure since navigation, on the first call per phase: `footlight:…` in the browser's timeline, in exported logs and
 * in the benchmarks. `why`: an additional reason.
 */
export function reached(phase: Phase, why?: string): void {
  const name = `footlight:${phase}`;
  if (performance.getEntriesByName(name).length > 0) return;
  performance.mark(name, { detail: why });
  performance.measure(name);
}

/** Milliseconds since navigation by phase. */
export const phasesOfVisit = (): Readonly<Record<string, number>> =>
  Object.fromEntries(
    performance
      .getEntriesByType('measure')
      .filter(({ name }) => name.startsWith('footlight:'))
      .map(({ name, duration }) => [name, Math.round(duration)]),
  );

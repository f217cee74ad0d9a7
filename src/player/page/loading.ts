import { WAITS, waitMs } from '../base/waits.ts';
import { pageClock } from './clock.ts';

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

/** The drawing of the first frame is on the screen at the second one. A hidden tab has no frames. */
export const twoFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Code without which there is no page: loaded again until it is there, at once when the network returns. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await load();
    } catch (cause) {
      console.error('MODULE_LOAD_FAILED', cause);
      await new Promise<void>((resolve) => {
        const cancel = pageClock.after(waitMs(WAITS.latePart, failures, Math.random()), resolve);
        addEventListener('online', () => (cancel(), resolve()), { once: true });
      });
    }
  }
}

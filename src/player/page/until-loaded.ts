import { WAITS, waitMs } from '../base/backoff.ts';
import { pageClock } from './clock.ts';

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

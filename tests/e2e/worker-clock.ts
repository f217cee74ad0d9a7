import type { Page, Worker } from '@playwright/test';

/**
 * Speeds up clock and timers of the page's workers of this name, of running and of future ones; less than 1 slows them down. For specified
 * waits of several seconds: `page.clock` does not reach a worker, and the product reads its thread's clock when it needs it.
 */
export async function hurry(page: Page, name: string, times: number): Promise<void> {
  const quicken = async (worker: Worker): Promise<void> => {
    if (worker.url().includes(`worker-${name}-`)) await worker.evaluate(runFaster, times);
  };
  // A worker that ends meanwhile needs no clock.
  page.on('worker', (worker) => void quicken(worker).catch(() => undefined));
  await Promise.all(page.workers().map(quicken));
}

/** Runs in the worker. */
function runFaster(times: number): void {
  const nowMs = performance.now.bind(performance);
  const later = setTimeout.bind(self);
  const [fromMs, fromEpochMs] = [nowMs(), Date.now()];
  const passedMs = (): number => (nowMs() - fromMs) * times;
  performance.now = () => fromMs + passedMs();
  Date.now = () => Math.floor(fromEpochMs + passedMs());
  Reflect.set(self, 'setTimeout', (act: TimerHandler, delayMs = 0, ...given: unknown[]) => later(act, delayMs / times, ...given));
}

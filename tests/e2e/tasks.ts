import type { Browser, Page } from '@playwright/test';

/** Duration of a long task in milliseconds (web.dev), which delays an answer to the viewer. */
export const LONG_MS = 50;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** CPU time of the thread, without waits for a core that is busy with software rendering. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Task {
  /** Wall-clock time including waits for a core, so a busy machine increases it. */
  readonly wallMs: number;
  /** CPU time of the task on the main thread. */
  readonly ranMs: number;
}

/**
 * Every task on the page's main thread while `during` runs, longest first. Only the tasks are traced: finer categories cost the main thread
 * a third of its time.
 */
export async function tasksOf(browser: Browser, page: Page, during: () => Promise<void>): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await during();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const mains = traceEvents.filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain');
  const busiest = mains
    .map(({ pid, tid }) => traceEvents.filter((event) => event.pid === pid && event.tid === tid))
    .sort((a, b) => b.length - a.length)[0]!;
  return busiest
    .filter((event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && event.dur !== undefined)
    .map((event) => ({ wallMs: event.dur! / 1_000, ranMs: (event.tdur ?? event.dur!) / 1_000 }))
    .sort((a, b) => b.ranMs - a.ranMs);
}

/** The five longest, for the log of a run. */
export const longest = (ms: readonly number[]): string =>
  [...ms]
    .sort((a, b) => b - a)
    .slice(0, 5)
    .map((one) => one.toFixed(1))
    .join(' ');

import type { Browser, Page } from '@playwright/test';

/** A task that holds up an answer to the viewer (web.dev, long tasks), milliseconds. */
export const LONG_MS = 50;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Time that the thread really ran: without the waits of a machine whose cores are busy with software rendering. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Task {
  /** By the clock: waits for a core are in it, so a busy machine makes it long. */
  readonly wallMs: number;
  /** What the task itself cost the main thread. */
  readonly ranMs: number;
}

/** Only the tasks themselves are traced: finer categories cost the main thread a third of its time. Every task on the page's main thread while `during` runs, longest first. */
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

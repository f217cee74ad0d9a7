/** Evaluates the page's main thread in a Chromium trace. */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread, without waiting for busy cores. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const MAIN = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';
/** A task that delays input handling (web.dev, long tasks). */
export const LONG_MS = 50;

/** Events of the main thread with the most events, which is the page's; other main threads of the browser are idle. */
function mainThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const mains = events.filter((event) => event.name === 'thread_name' && event.args?.name === MAIN);
  const byThread = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X'));
  return byThread.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

export interface Tasks {
  /** Share of the time that the thread ran, percent. */
  readonly busy: number;
  readonly longTasks: number;
  readonly longestMs: number;
}

export function tasksOf(events: readonly TraceEvent[], forMs: number): Tasks {
  const ranMs = mainThread(events)
    .filter(({ name, dur }) => name === TASK && dur !== undefined)
    .map((event) => (event.tdur ?? event.dur!) / 1_000);
  return {
    busy: (ranMs.reduce((sum, ms) => sum + ms, 0) / forMs) * 100,
    longTasks: ranMs.filter((ms) => ms > LONG_MS).length,
    longestMs: Math.max(0, ...ranMs),
  };
}

const CATEGORIES: Readonly<Record<string, RegExp>> = {
  layout: /^(Layout|UpdateLayoutTree|ScheduleStyleRecalculation|InvalidateLayout|HitTest|IntersectionObserverController.*)$/,
  paint: /^(Paint|PrePaint|Layerize|Commit|CompositeLayers|UpdateLayer|UpdateLayerTree|Decode Image|ImageDecodeTask)$/,
  gc: /^(MinorGC|MajorGC|V8\.GC.*|BlinkGC.*)$/,
  script:
    /^(FunctionCall|EvaluateScript|v8\..*|RunMicrotasks|TimerFire|FireAnimationFrame|EventDispatch|HandlePostMessage|FireIdleCallback)$/,
};
export type Category = 'layout' | 'paint' | 'gc' | 'script';

/** Percent of the time by category: each event without its children, attributed to the innermost named one. */
export function categoriesOf(events: readonly TraceEvent[], forMs: number): Readonly<Record<Category, number>> {
  const sums: Record<string, number> = { layout: 0, paint: 0, gc: 0, script: 0 };
  const open: { readonly endTs: number; readonly category: string | undefined }[] = [];
  const sorted = mainThread(events)
    .filter(({ dur }) => dur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || b.dur! - a.dur!);
  for (const event of sorted) {
    while (open.length > 0 && open.at(-1)!.endTs <= event.ts) open.pop();
    const parent = open.at(-1)?.category;
    const own = Object.keys(CATEGORIES).find((category) => CATEGORIES[category]!.test(event.name));
    const ranMs = (event.tdur ?? event.dur!) / 1_000;
    if (own !== undefined && own !== parent) {
      sums[own]! += ranMs;
      if (parent !== undefined) sums[parent]! -= ranMs;
    }
    open.push({ endTs: event.ts + event.dur!, category: own ?? parent });
  }
  const percent = (category: Category): number => Math.max(0, (sums[category]! / forMs) * 100);
  return { layout: percent('layout'), paint: percent('paint'), gc: percent('gc'), script: percent('script') };
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
}
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

const NOT_WORK = new Set(['(idle)', '(root)', '(program)']);

/** Functions with the longest self time, percent of the time. */
export function topFunctions(
  profile: CpuProfile,
  forMs: number,
  count: number,
): readonly { readonly name: string; readonly percent: number }[] {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const selfMs = new Map<string, number>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = byId.get(id)?.callFrame;
    if (frame === undefined || NOT_WORK.has(frame.functionName)) continue;
    const file = frame.url.split('/').at(-1) ?? '';
    const name = `${frame.functionName || '(anonymous)'}${file === '' ? '' : ` ${file}`}`;
    selfMs.set(name, (selfMs.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1_000);
  }
  return [...selfMs]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, ms]) => ({ name, percent: (ms / forMs) * 100 }));
}

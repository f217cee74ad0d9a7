/** The same race in browsers: each contestant in its own module worker, all in one isolated page. */
import { readFileSync } from 'node:fs';
import { type Missing, startFirefox } from '../../../scripts/other-browsers/driver.ts';
import type { OpenOptions } from '../glue/decoder.ts';
import { nameFor, ratioFor, type BenchContext, type Outcomes } from '../../../benchmarks/measure/benchmark.ts';
import { openBrowser, serve } from '../../../benchmarks/measure/browser.ts';
import { bundle } from '../../../benchmarks/measure/pages.ts';
import { race, rowsOf } from '../../../benchmarks/measure/rounds.ts';
import { familyOf, ranOf } from '../../../benchmarks/room/processes.ts';
import { SPEED_KINDS, speedOf, type DecodeContestant, verified } from './contestants.ts';
import type { Answered, Task } from './page/decode-worker.ts';
import type { DecodeStream } from './streams.ts';

const ROUNDS = 4;
const EMPTY_PAGE = '<!doctype html><title>decode</title>';

/** A page of any browser, independent of the driver's protocol. */
interface Stage {
  evaluate(expression: string): Promise<unknown>;
  /** Processor time of the whole browser so far; NaN if unknown. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

async function openChromium(address: string): Promise<Stage> {
  const opened = await openBrowser();
  const page = await opened.browser.newPage();
  await page.goto(address);
  return { evaluate: (expression) => page.evaluate(expression), cpuMs: () => opened.cpuMs(), close: () => opened.close() };
}

async function openFirefox(address: string): Promise<Stage | Missing> {
  const driver = await startFirefox();
  if ('missing' in driver) return driver;
  const tab = await driver.open('allowed');
  await tab.goto(address);
  const { pid } = driver;
  return {
    evaluate: (expression) => tab.evaluate(expression),
    cpuMs: () => Promise.resolve(pid === undefined ? Number.NaN : ranOf(familyOf(pid))),
    close: () => driver.close(),
  };
}

const BROWSERS = { Chromium: openChromium, Firefox: openFirefox } as const;
export type BrowserName = keyof typeof BROWSERS;

/** Starts a worker of the page and returns its number; calls are sequential. As text, which both protocols accept. */
const startWorker = async (stage: Stage, script: string): Promise<number> =>
  (await stage.evaluate(`(window.benchWorkers ??= []).push(new Worker(${JSON.stringify(script)}, { type: 'module' })) - 1`)) as number;

const runTask = async (stage: Stage, worker: number, task: Task): Promise<Answered> =>
  (await stage.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    window.benchWorkers[${worker}].postMessage(${JSON.stringify(task)}, [port2]);
  })`)) as Answered;

interface BrowserEntrant {
  readonly name: string;
  readonly script: string;
  readonly options: OpenOptions;
}

async function openContestant(stage: Stage, { name, script, options }: BrowserEntrant, stream: DecodeStream): Promise<DecodeContestant> {
  const worker = await startWorker(stage, script);
  const run = async (task: Task): Promise<Answered> => {
    const answered = await runTask(stage, worker, task);
    if (answered.error !== '') throw new Error(`${name}: ${answered.error}`);
    return answered;
  };
  const { threads } = await run({ type: 'open', options, stream: '/stream.265' });
  const wanted = options.threads ?? 1;
  return {
    name,
    notes: threads < wanted ? [`${threads} of ${wanted} threads: this browser started no more`] : [],
    md5: async () => (await run({ type: 'md5' })).md5,
    async measure() {
      const before = await stage.cpuMs();
      const { ms, pictures } = await run({ type: 'decode' });
      return speedOf({ ms, pictures, cpuMs: (await stage.cpuMs()) - before }, stream.framesPerS);
    },
  };
}

/** The project's builds of every subject. */
function entrantsOf(context: BenchContext): BrowserEntrant[] {
  const runs: readonly (readonly [name: string, options: OpenOptions])[] = [
    ['footlight x1', { build: 'simd' }],
    ['footlight x2', { build: 'simd-mt', threads: 2 }],
    ...(context.isQuick ? [] : ([['footlight x4', { build: 'simd-mt', threads: 4 }]] as const)),
  ];
  return context.subjects.flatMap((subject) =>
    runs.map(([name, options]): BrowserEntrant => ({
      name: nameFor(context, subject, name),
      script: `/${subject.name}/decode-worker.js`,
      options,
    })),
  );
}

export async function measureInBrowser(
  context: BenchContext,
  stream: DecodeStream,
  outcomes: Outcomes,
  browser: BrowserName = 'Chromium',
): Promise<void> {
  const folders: Record<string, string> = {};
  for (const subject of context.subjects)
    folders[`/${subject.name}/`] = await bundle('decode', subject, { 'decode-worker': 'src/wasm/bench/page/decode-worker.ts' });
  const bytes = readFileSync(stream.file);
  const served = await serve(folders, (_request, response, url) => {
    if (url.pathname === '/') response.setHeader('content-type', 'text/html').end(EMPTY_PAGE);
    else if (url.pathname === '/stream.265') response.end(bytes);
    else return false;
    return true;
  });
  const group = `${browser}: ${stream.name}`;
  try {
    const stage = await BROWSERS[browser](served.address);
    if ('missing' in stage) {
      outcomes.groups.push({
        name: group,
        about: stream.about,
        rows: [],
        absent: [{ contestant: browser, why: stage.missing }],
        series: [],
      });
      return;
    }
    try {
      const entrants = entrantsOf(context).map((entrant) => ({
        name: entrant.name,
        open: () => openContestant(stage, entrant, stream),
      }));
      const checked = await verified(entrants, (what) => context.say(`${group}: ${what}`));
      const raced = await race(checked.right, {
        rounds: context.isQuick ? 2 : ROUNDS,
        warmUp: context.isQuick ? 0 : 1,
        probe: context.probe,
        isQuick: context.isQuick,
        onTurn: (name) => context.say(`${group}: ${name}`),
      });
      outcomes.count(raced);
      outcomes.groups.push({
        name: group,
        about: `${stream.about}. Module workers of an isolated page; processor time is the whole browser’s. All of these show the same pictures, md5 ${checked.md5}.`,
        rows: rowsOf(checked.right, raced, SPEED_KINDS, ratioFor(context, 'footlight x1')),
        absent: [...checked.absent],
        series: [],
      });
    } finally {
      await stage.close();
    }
  } finally {
    await served.close();
  }
}

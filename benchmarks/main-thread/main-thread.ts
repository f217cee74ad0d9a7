/** Load of the page's main thread while video plays and chat arrives, and its load if it decoded too. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import { endGroup, startGroup } from '../../scripts/lib/tool.ts';
import { type BenchContext, type Benchmark, type BenchOutcome, nameFor, Outcomes } from '../measure/benchmark.ts';
import { BENCH_ARGS, type OpenBrowser, withBrowser } from '../measure/browser.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { type Front, withFronts } from '../room/front.ts';
import { familyOf, hasProc, mainThreadTimes, pidsOf, ranBetween, threadTimes } from '../room/processes.ts';
import { asShown, BARE, FIRST_PICTURE_LIMIT_MS, firstPicture, onPage, ROOM, seen, seenOfStranger, type Visitor } from '../room/visit.ts';
import { categoriesOf, type CpuProfile, LONG_MS, tasksOf, topFunctions, type TraceEvent } from './trace.ts';

// The idle page as viewers have it: in a browser without an attached tool. A driver's session makes the page's main thread report each read
// of a stream, seventy a second, which costs that thread more than an idle room.

interface IdleDurations {
  /** From the start of the browser: covers its own start and the page's. */
  readonly settleMs: number;
  readonly watchMs: number;
}

/** File in which the browser writes its debugging port. */
const PORT_FILE = 'DevToolsActivePort';

function start(profile: string, url: string): ChildProcess {
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--lang=zh-CN', '--window-size=1280,800'];
  const { executablePath = chromium.executablePath(), args } = browserLaunch(...BENCH_ARGS, ...own);
  // All its processes are ended together: a remaining one would write into the folder during its removal.
  return startGroup(executablePath, [...args, url]);
}

const isRenderer = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8').includes('--type=renderer');
};

/** Queried at the end, because a page that does not play was not measured. */
async function plays(profile: string): Promise<boolean> {
  const port = readFileSync(path.join(profile, PORT_FILE), 'utf8').split('\n')[0];
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) return false;
    const { painted } = await seenOfStranger(page);
    const endMs = performance.now() + FIRST_PICTURE_LIMIT_MS;
    while (performance.now() < endMs) {
      if ((await seen(page)).painted > painted) return true;
      await page.waitForTimeout(100);
    }
    return false;
  } finally {
    await browser.close();
  }
}

async function end(browser: ChildProcess, profile: string): Promise<void> {
  if (browser.exitCode === null && browser.signalCode === null && browser.pid !== undefined) {
    const ended = once(browser, 'exit');
    endGroup(browser, 'SIGKILL');
    await ended;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

function idlePage(name: string, front: Front, visitor: Visitor, { settleMs, watchMs }: IdleDurations): Contestant {
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      front.setChat(0);
      const profile = mkdtempSync(path.join(tmpdir(), 'footlight-rest-'));
      const browser = start(profile, `${front.address}${visitor.path}`);
      try {
        await sleep(settleMs);
        const renderers = familyOf(browser.pid ?? Number.NaN).filter(isRenderer);
        const before = mainThreadTimes(renderers);
        const startedMs = performance.now();
        await sleep(watchMs);
        const ranMs = mainThreadTimes(renderers).map((ms, index) => ms - (before[index] ?? 0));
        const watchedMs = performance.now() - startedMs;
        if (!(await plays(profile))) throw new Error(`${name}: no picture is painted in the browser without an attached tool`);
        // The maximum, because the browser keeps a spare process for the next page, which is idle.
        return { idle: (Math.max(...ranMs) / watchedMs) * 100 };
      } finally {
        await end(browser, profile);
      }
    },
  };
}

const percentOf = (what: string) => ({ unit: '%', better: 'lower', meaning: what }) as const;
const MAIN_THREAD_KINDS: FigureKinds = {
  busy: percentOf('Share of the time that the page’s main thread runs, by its tasks in a trace of nothing but tasks'),
  'long tasks': { unit: '', better: 'lower', meaning: `Tasks over ${LONG_MS} ms of the thread’s own time` },
  longest: { unit: 'ms', better: 'lower', meaning: 'The longest task, by the thread’s own time' },
  'missed frames': percentOf('Animation frames that a page asking for each of them did not get, of sixty a second'),
  script: percentOf('Main thread: script, by a finer trace, which itself costs; compare within a row'),
  layout: percentOf('Main thread: style and layout, by the finer trace'),
  paint: percentOf('Main thread: painting and committing, by the finer trace'),
  gc: percentOf('Main thread: collecting garbage, by the finer trace'),
  raster: percentOf('Compositor and raster threads of the page, percent of one core'),
  workers: percentOf('The dedicated workers of the page together, percent of one core'),
  display: percentOf('The browser’s own compositor that puts the window together, percent of one core'),
  idle: percentOf(
    'Share of the time that the page’s main thread runs while nobody does anything, by the system’s account, with no tool attached',
  ),
};

const REST_BASE = 'H264, the room';
const BARE_H264 = 'H264, bare mpegts.js, as large as in the room and with sound';
const BARE_H265 = 'H265, only demux, decode and canvas in a worker';

/** Thread names as truncated by the system to 15 characters. */
const RASTER_THREADS = ['Compositor'];
const WORKER_THREADS = ['DedicatedWorker'];
const DISPLAY_THREADS = ['VizCompositor'];
const FRAMES_PER_S = 60;

interface Durations {
  readonly settleMs: number;
  readonly coarseMs: number;
  readonly fineMs: number;
}
const FULL: Durations = { settleMs: 1_500, coarseMs: 3_000, fineMs: 1_500 };
const QUICK: Durations = { settleMs: 500, coarseMs: 1_200, fineMs: 0 };
const IDLE: IdleDurations = { settleMs: 6_000, watchMs: 10_000 };
const QUICK_REST: IdleDurations = { settleMs: 4_000, watchMs: 1_500 };

async function traced(browser: Browser, page: Page, categories: readonly string[], forMs: number): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: [...categories] });
  await page.waitForTimeout(forMs);
  return (JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] }).traceEvents;
}

/**
 * Number of animation frames in the page while it requests each. As text, because the loader of these files names inner functions by a
 * helper that does not exist in the page.
 */
const countFrames = (page: Page, forMs: number): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const startMs = performance.now();
    let frames = 0;
    const next = (nowMs) => {
      if (nowMs - startMs >= ${forMs}) resolve(frames);
      else {
        frames++;
        requestAnimationFrame(next);
      }
    };
    requestAnimationFrame(next);
  })`);

async function profiled(page: Page, forMs: number): Promise<CpuProfile> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.start');
  await page.waitForTimeout(forMs);
  const { profile } = await session.send('Profiler.stop');
  return profile;
}

interface Seat {
  readonly opened: OpenBrowser;
  readonly front: Front;
  readonly durations: Durations;
}

/** Functions of the last turn; names are those of the bundle. */
const FUNCTIONS_SHOWN = 5;

/** Socket traffic per second. */
interface Traffic {
  readonly messagesPerS: number;
  readonly giftsPerS: number;
}
/** Banners have three lanes and effects one: this many gifts keep them busy and the queues full. */
const STORM_GIFTS_PER_S = 50;

function underTraffic(
  name: string,
  { opened, front, durations }: Seat,
  visitor: Visitor,
  { messagesPerS, giftsPerS }: Traffic = traffic(0),
): Contestant {
  const notes: string[] = [...(visitor.notes ?? [])];
  const own = notes.length;
  return {
    name,
    notes,
    measure(): Promise<Sample> {
      front.setChat(messagesPerS, giftsPerS);
      const { browser } = opened;
      return onPage(browser, async (page) => {
        await firstPicture(page, front, visitor);
        await page.waitForTimeout(durations.settleMs);
        const pids = await pidsOf(browser);
        const before = threadTimes(pids);
        const startedMs = performance.now();
        const tasks = tasksOf(await traced(browser, page, ['toplevel', '__metadata'], durations.coarseMs), durations.coarseMs);
        const watchedMs = performance.now() - startedMs;
        const after = threadTimes(pids);
        const share = (names: readonly string[]): number => (ranBetween(before, after, names) / watchedMs) * 100;
        const coarse: Sample = {
          busy: tasks.busy,
          'long tasks': tasks.longTasks,
          longest: tasks.longestMs,
          ...(hasProc() ? { raster: share(RASTER_THREADS), workers: share(WORKER_THREADS), display: share(DISPLAY_THREADS) } : {}),
        };
        if (durations.fineMs === 0) return coarse;
        const frames = await countFrames(page, durations.fineMs);
        const fine = categoriesOf(
          await traced(browser, page, ['toplevel', 'devtools.timeline', 'v8', '__metadata'], durations.fineMs),
          durations.fineMs,
        );
        const functions = topFunctions(await profiled(page, durations.fineMs), durations.fineMs, FUNCTIONS_SHOWN);
        notes.splice(own, notes.length, `functions: ${functions.map((one) => `${one.name} ${one.percent.toFixed(1)} %`).join(', ')}`);
        const expected = (durations.fineMs / 1_000) * FRAMES_PER_S;
        return { ...coarse, ...fine, 'missed frames': Math.max(0, (1 - frames / expected) * 100) };
      });
    },
  };
}

const traffic = (messagesPerS: number, giftsPerS = 0): Traffic => ({ messagesPerS, giftsPerS });
const TRAFFICS: readonly Traffic[] = [
  traffic(0),
  traffic(100),
  traffic(1_000),
  traffic(5_000),
  traffic(0, STORM_GIFTS_PER_S),
  traffic(1_000, STORM_GIFTS_PER_S),
];
const QUICK_TRAFFIC: readonly Traffic[] = [traffic(0), traffic(1_000), traffic(0, STORM_GIFTS_PER_S)];
const nameOf = ({ messagesPerS, giftsPerS }: Traffic): string =>
  `H264, ${messagesPerS} messages/s${giftsPerS === 0 ? '' : `, ${giftsPerS} gifts/s`}`;

/** The page's main thread without an attached tool. */
const measureRest = (context: BenchContext, outcomes: Outcomes): Promise<void> =>
  withFronts(async (open) => {
    const durations = context.isQuick ? QUICK_REST : IDLE;
    const contestants: Contestant[] = [];
    for (const subject of context.subjects) {
      const invite = async (scenario: string, name: string, bare: Visitor, bareName: string): Promise<void> => {
        const front = await open(subject, scenario);
        contestants.push(idlePage(nameFor(context, subject, name), front, ROOM, durations));
        if (!context.isComparison && !context.isQuick) contestants.push(idlePage(bareName, front, bare, durations));
      };
      await invite('normal', REST_BASE, asShown(BARE.mpegts), BARE_H264);
      await invite('h265', 'H265, the room', BARE.floorH265, BARE_H265);
    }
    await outcomes.race(context, {
      name: 'The idle page, with no tool attached, 852x480',
      about: 'A browser of its own for each page, no chat; whether it plays is asked when the time is over.',
      contestants,
      kinds: MAIN_THREAD_KINDS,
      base: REST_BASE,
      rounds: context.isQuick ? 1 : 2,
    });
  });

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  await withBrowser((opened) => measureTraffics(context, outcomes, opened));
  if (hasProc()) await measureRest(context, outcomes);
  return outcomes.outcome();
}

const measureTraffics = (context: BenchContext, outcomes: Outcomes, opened: OpenBrowser): Promise<void> =>
  withFronts(async (open) => {
    const durations = context.isQuick ? QUICK : FULL;
    const contestants: Contestant[] = [];
    for (const subject of context.subjects) {
      // A quick run lists no functions.
      const dist = await (context.isQuick ? subject.dist() : subject.readableDist());
      const seat = async (scenario: string): Promise<Seat> => ({ opened, durations, front: await open(subject, scenario, { dist }) });
      const [h264, h265] = [await seat('normal'), await seat('h265')];
      for (const one of context.isQuick ? QUICK_TRAFFIC : TRAFFICS)
        contestants.push(underTraffic(nameFor(context, subject, nameOf(one)), h264, ROOM, one));
      contestants.push(underTraffic(nameFor(context, subject, 'H265, 0 messages/s'), h265, ROOM));
      if (context.isComparison || context.isQuick) continue;
      contestants.push(underTraffic(BARE_H264, h264, asShown(BARE.mpegts)));
      contestants.push(underTraffic(BARE_H265, h265, BARE.floorH265));
      contestants.push(underTraffic('H265, the same on the main thread', h265, BARE.floorH265Main));
    }
    await outcomes.race(context, {
      name: 'The page’s main thread, 852x480',
      about:
        'Production build without minified names, behind a loopback server whose chat says so many messages a second; a storm of gifts keeps every banner and effect busy.',
      contestants,
      kinds: MAIN_THREAD_KINDS,
      base: 'H264, 0 messages/s',
      rounds: context.isQuick ? 1 : 2,
    });
  });

export const MAIN_THREAD: Benchmark = {
  name: 'main-thread',
  about: 'What the main thread is busy with while a stream plays, from no chat to a flood.',
  kinds: MAIN_THREAD_KINDS,
  run,
};

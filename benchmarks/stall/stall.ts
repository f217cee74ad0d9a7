/** The whole player over networks of many shapes, on two cores and on one, compared with bare mpegts.js with its defaults. */
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { nameFor, Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { NO_ONE_CORE, oneCoreLauncher, type OpenBrowser, withBrowser } from '../measure/browser.ts';
import { inputOfFile, ROOT } from '../measure/environment.ts';
import { together, type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import type { Series } from '../measure/schema.ts';
import { type Front, resetTraffic, withFronts } from '../room/front.ts';
import { BARE, FIRST_PICTURE_LIMIT_MS, onPage, ROOM, ROOM_PATH, seen, type Visitor } from '../room/visit.ts';
import { recoveryMs, watch, type WatchSample } from './watch.ts';
import type { ShapeStep } from '../../mocks/recordings/network-shape.ts';

// Networks as data: traces.json.

const ms = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120_000));
const TRACES = v.array(
  v.strictObject({
    name: v.pipe(v.string(), v.minLength(1)),
    about: v.string(),
    /** Outage: the time to recover afterwards is a separate figure. */
    outage: v.exactOptional(v.strictObject({ fromMs: ms, toMs: ms })),
    steps: v.pipe(v.array(v.strictObject({ forMs: ms, kilobitsPerS: v.nullable(v.pipe(v.number(), v.minValue(0))) })), v.minLength(1)),
  }),
);
type Trace = v.InferOutput<typeof TRACES>[number];

const readTraces = (): readonly Trace[] => v.parse(TRACES, JSON.parse(readFileSync(new URL('./traces.json', import.meta.url), 'utf8')));

const lengthOf = (steps: readonly ShapeStep[]): number => steps.reduce((sum, { forMs }) => sum + forMs, 0);

/** Speed of the network at a time; null: unlimited. */
function speedAt(steps: readonly ShapeStep[], atMs: number): number | null {
  let endMs = 0;
  for (const { forMs, kilobitsPerS } of steps) {
    endMs += forMs;
    if (atMs < endMs) return kilobitsPerS;
  }
  return null;
}

const KINDS: FigureKinds = {
  start: { unit: 'ms', better: 'lower', meaning: 'Navigation to the first painted picture through this network' },
  rebuffers: { unit: '', better: 'lower', meaning: 'Times that the picture stood still for 400 ms or more after it first moved' },
  stalled: { unit: '%', better: 'lower', meaning: 'Share of the time since the first picture that it stood still' },
  'latency p50': { unit: 'ms', better: 'lower', meaning: 'What is shown behind the live time of the stream, median over the watch' },
  'latency p95': { unit: 'ms', better: 'lower', meaning: 'The same, 95th percentile' },
  'A/V offset p95': {
    unit: 'ms',
    better: 'lower',
    meaning: 'How far the shown picture is from the sound that is heard, either way, 95th percentile; of the H265 player, which knows',
  },
  dropped: { unit: 'pictures', better: 'lower', meaning: 'Pictures decoded and not shown' },
  switches: { unit: '', better: 'lower', meaning: 'Players that took over from another one' },
  recovery: { unit: 'ms', better: 'lower', meaning: 'From the end of an outage until the picture moves again' },
};

const SAMPLE_MS = 200;
/** The stream's time follows the clock (mocks/recordings/replay.ts). */
const DAY_MS = 86_400_000;

/** Minimum time with a picture in a quick run, because a busy machine may show the first one late. */
const SEEN_MS = 1_000;

async function sampled(page: Page, front: Front, startedMs: number, forMs: number, isQuick: boolean): Promise<WatchSample[]> {
  const samples: WatchSample[] = [];
  const endMs = startedMs + forMs;
  let lastMs = isQuick ? startedMs + FIRST_PICTURE_LIMIT_MS : endMs;
  while (performance.now() < lastMs) {
    const { positionS, painted, dropped, offsetMs, kind, epoch } = await seen(page);
    const shownMs = front.traffic.streamTimeMs + positionS * 1_000;
    const latencyMs = painted > 0 ? (Date.now() % DAY_MS) - shownMs : Number.NaN;
    if (isQuick && painted > 0) lastMs = Math.min(lastMs, Math.max(endMs, performance.now() + SEEN_MS));
    samples.push({ atMs: performance.now() - startedMs, positionS, painted, dropped, offsetMs, kind, epoch, latencyMs });
    await page.waitForTimeout(SAMPLE_MS);
  }
  const first = samples.findIndex(({ painted }) => painted > 0);
  return first < 0 ? [] : samples.slice(first);
}

/** The room's reasons for changing the player. */
async function reasonsOf(page: Page): Promise<string[]> {
  await page.locator('section[data-at]').click({ button: 'right', timeout: 2_000 });
  await page.getByRole('menuitem', { name: '播放日志' }).click({ timeout: 2_000 });
  const text = await page.locator('pre').innerText({ timeout: 2_000 });
  return text.split('\n').filter((line) => /switch|retry|stall|give|recover|restart|fail/i.test(line));
}
const REASONS_MAX = 6;

interface Setting {
  readonly opened: OpenBrowser;
  readonly front: Front;
  readonly trace: Trace;
  readonly forMs: number;
  readonly isQuick: boolean;
  /** Of the last turn, for the plot. */
  readonly series: Map<string, readonly WatchSample[]>;
}

function contestant(name: string, { opened, front, trace, forMs, isQuick, series }: Setting, visitor: Visitor): Contestant {
  const notes: string[] = [...(visitor.notes ?? [])];
  const own = notes.length;
  return {
    name,
    notes,
    measure(): Promise<Sample> {
      return onPage(opened.browser, async (page) => {
        resetTraffic(front.traffic);
        const startedMs = performance.now();
        front.setShape({ startMs: startedMs, steps: trace.steps });
        await page.goto(`${front.address}${visitor.path}`, { waitUntil: 'commit' });
        const samples = await sampled(page, front, startedMs, forMs, isQuick);
        if (samples.length === 0)
          throw new Error(`${name}, ${trace.name}: no picture within ${isQuick ? FIRST_PICTURE_LIMIT_MS : forMs} ms`);
        series.set(name, samples);
        const watched = watch(samples);
        const startMs = await page.evaluate(() => (window as never as { benchFirstPictureMs?: number }).benchFirstPictureMs ?? Number.NaN);
        if (watched.switches > 0 && visitor.path === ROOM_PATH)
          notes.splice(own, notes.length, ...(await reasonsOf(page).catch(() => [])).slice(0, REASONS_MAX));
        return {
          start: Number.isNaN(startMs) ? samples[0]!.atMs : startMs,
          rebuffers: watched.rebuffers,
          stalled: watched.stalledShare * 100,
          'latency p50': watched.latencyP50Ms,
          'latency p95': watched.latencyP95Ms,
          'A/V offset p95': watched.offsetP95Ms,
          dropped: watched.dropped,
          switches: watched.switches,
          ...(trace.outage ? { recovery: recoveryMs(samples, trace.outage.toMs) } : {}),
        };
      }).finally(() => front.setShape(undefined));
    },
  };
}

/** Latency over time for each contestant, and the speed of the network. */
function plotOf(trace: Trace, series: ReadonlyMap<string, readonly WatchSample[]>, forMs: number): Series {
  const steps = Array.from({ length: Math.floor(forMs / SAMPLE_MS) }, (_, i) => i * SAMPLE_MS);
  const latencyAt = (samples: readonly WatchSample[], atMs: number): number | null => {
    const sample = samples.findLast((one) => one.atMs <= atMs);
    return sample === undefined || Number.isNaN(sample.latencyMs) ? null : Math.round(sample.latencyMs);
  };
  return {
    title: `${trace.name}: latency over time`,
    x: { label: 'seconds', values: steps.map((ms) => ms / 1_000) },
    lines: [
      ...[...series].map(([label, samples]) => ({ label, unit: 'ms', values: steps.map((ms) => latencyAt(samples, ms)) })),
      { label: 'network', unit: 'kbit/s', values: steps.map((ms) => speedAt(trace.steps, ms)) },
    ],
  };
}

const QUICK_TRACE = 'burst loss';
const QUICK_MS = 2_500;
const ONE_CORE_TRACES: readonly string[] = ['burst loss'];
/** 480p players take a fraction of a core each: with fewer cores they run one after another. */
const CORES_TOGETHER_MIN = 2;

async function measureTrace(context: BenchContext, trace: Trace, seats: Seats, where: Where, outcomes: Outcomes): Promise<void> {
  const isTogether = where === 'all cores' && os.availableParallelism() >= CORES_TOGETHER_MIN;
  const forMs = context.isQuick ? QUICK_MS : lengthOf(trace.steps);
  const series = new Map<string, readonly WatchSample[]>();
  const alone = seats.list.map(({ name, front, visitor }) =>
    contestant(name, { opened: seats.opened, front, trace, forMs, isQuick: context.isQuick, series }, visitor),
  );
  const contestants = isTogether ? together(alone) : alone;
  await outcomes.race(context, {
    name: `${trace.name}, ${where}`,
    about: `${trace.about}. ${(forMs / 1_000).toFixed(0)} s, ${isTogether ? 'all of them at the same time, each behind a server of its own' : 'one after another'}.`,
    contestants,
    kinds: KINDS,
    isSteady: true,
    series: () => [plotOf(trace, series, forMs)],
  });
}

type Where = 'all cores' | 'one core';

interface Seats {
  readonly opened: OpenBrowser;
  readonly list: readonly { readonly name: string; readonly front: Front; readonly visitor: Visitor }[];
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const list: Seats['list'][number][] = [];
  for (const stream of ['h264', 'h265-id12'])
    outcomes.addInput(inputOfFile(path.join(ROOT, `fixtures/streams/stage-852x480-${stream}.flv`), 'played as an endless live stream'));
  const traces = readTraces().filter(({ name }) => !context.isQuick || name === QUICK_TRACE);
  const measure = async (opened: OpenBrowser, chosen: typeof traces, where: Where): Promise<void> => {
    for (const trace of chosen) await measureTrace(context, trace, { opened, list }, where, outcomes);
  };
  return withFronts(async (open) => {
    for (const subject of context.subjects) {
      const add = async (name: string, scenario: string, visitor: Visitor): Promise<unknown> =>
        list.push({ name, front: await open(subject, scenario), visitor });
      await add(nameFor(context, subject, 'the room, H264'), 'normal', ROOM);
      await add(nameFor(context, subject, 'the room, H265'), 'h265', ROOM);
      if (!context.isComparison) await add('mpegts.js, bare, H264', 'normal', BARE.mpegts);
    }
    await withBrowser((opened) => measure(opened, traces, 'all cores'));
    if (context.isQuick) return outcomes.outcome();
    const launcher = oneCoreLauncher();
    const single = traces.filter(({ name }) => ONE_CORE_TRACES.includes(name));
    if (launcher === null) outcomes.groups[0]!.absent.push(NO_ONE_CORE);
    else await withBrowser((opened) => measure(opened, single, 'one core'), launcher);
    return outcomes.outcome();
  });
}

export const STALL: Benchmark = {
  name: 'stall',
  about:
    'What a viewer has of a live stream over a bad network: each watch once, in real time. A watch is one sample: small differences mean nothing, stops and recoveries do.',
  kinds: KINDS,
  run,
};

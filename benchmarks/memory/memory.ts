/** Whether memory stays constant: a room in a flood of chat (an evening in a minute) and, in `npm run soak`, in real time for long. */
import type { CDPSession, Page } from 'playwright';
import { nameFor, Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { withBrowser, type OpenBrowser } from '../measure/browser.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import type { Series } from '../measure/schema.ts';
import { withFronts, type Front } from '../room/front.ts';
import { memoryMiB, pidsOf } from '../room/processes.ts';
import { BARE, firstPicture, onPage, ROOM, type Visitor } from '../room/visit.ts';

interface MemorySample {
  readonly atMs: number;
  readonly heapMiB: number;
  readonly nodes: number;
  readonly allMiB: number;
}

const MS_A_MINUTE = 60_000;

/** Least squares over the second half, because the first half fills caches and lists up to their limits. */
function slopePerMinute(samples: readonly MemorySample[], of: (sample: MemorySample) => number): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const meanX = half.reduce((sum, { atMs }) => sum + atMs, 0) / half.length;
  const meanY = half.reduce((sum, sample) => sum + of(sample), 0) / half.length;
  let covariance = 0;
  let variance = 0;
  for (const sample of half) {
    covariance += (sample.atMs - meanX) * (of(sample) - meanY);
    variance += (sample.atMs - meanX) ** 2;
  }
  return variance === 0 ? 0 : (covariance / variance) * MS_A_MINUTE;
}

const MEMORY_KINDS: FigureKinds = {
  'page heap': {
    unit: 'MiB',
    better: 'lower',
    meaning: 'JavaScript heap of the page at the end, garbage collected first; workers have their own',
  },
  'heap growth': { unit: 'MiB/min', better: 'lower', meaning: 'Slope of a line through the second half of the samples of the page’s heap' },
  nodes: { unit: '', better: 'lower', meaning: 'Nodes of the document at the end, detached ones included' },
  'node growth': { unit: '/min', better: 'lower', meaning: 'Slope of a line through the second half of the samples of the nodes' },
  'all processes': {
    unit: 'MiB',
    better: 'lower',
    meaning: 'Memory of all of the browser’s processes at the end, shared memory counted once',
  },
  'process growth': { unit: 'MiB/min', better: 'lower', meaning: 'Slope of a line through the second half of its samples' },
};

interface MemoryLengths {
  readonly forMs: number;
  readonly everyMs: number;
  readonly messagesPerS: number;
}

const MIB = 1024 ** 2;

async function sampleOf(session: CDPSession, opened: OpenBrowser, atMs: number): Promise<MemorySample> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { atMs, heapMiB: usedSize / MIB, nodes, allMiB: memoryMiB(await pidsOf(opened.browser)) };
}

async function samplesOf(page: Page, opened: OpenBrowser, lengths: MemoryLengths): Promise<MemorySample[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const samples: MemorySample[] = [];
  const startedMs = performance.now();
  for (;;) {
    const atMs = performance.now() - startedMs;
    samples.push(await sampleOf(session, opened, atMs));
    if (atMs >= lengths.forMs) return samples;
    await page.waitForTimeout(lengths.everyMs);
  }
}

interface Seat {
  readonly opened: OpenBrowser;
  readonly front: Front;
  readonly lengths: MemoryLengths;
  readonly series: Map<string, readonly MemorySample[]>;
}

function contestant(name: string, { opened, front, lengths, series }: Seat, visitor: Visitor): Contestant {
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      front.setChat(lengths.messagesPerS);
      const samples = await onPage(opened.browser, async (page) => {
        await firstPicture(page, front, visitor);
        return samplesOf(page, opened, lengths);
      });
      series.set(name, samples);
      const last = samples.at(-1)!;
      const grown = (of: keyof MemorySample): number => slopePerMinute(samples, (sample) => sample[of]);
      return {
        'page heap': last.heapMiB,
        'heap growth': grown('heapMiB'),
        nodes: last.nodes,
        'node growth': grown('nodes'),
        'all processes': last.allMiB,
        'process growth': grown('allMiB'),
      };
    },
  };
}

function plotOf(series: ReadonlyMap<string, readonly MemorySample[]>): Series[] {
  const longest = [...series.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  const plot = (title: string, unit: string, of: (sample: MemorySample) => number): Series => ({
    title,
    x: { label: 'seconds', values: longest.map(({ atMs }) => atMs / 1_000) },
    lines: [...series].map(([label, samples]) => ({
      label,
      unit,
      values: longest.map((_, i) => {
        const sample = samples[i];
        return sample === undefined || Number.isNaN(of(sample)) ? null : of(sample);
      }),
    })),
  });
  return [plot('page heap', 'MiB', ({ heapMiB }) => heapMiB), plot('all processes', 'MiB', ({ allMiB }) => allMiB)];
}

/** `lengths`: duration of each contestant's watch. */
async function measureMemory(context: BenchContext, lengths: MemoryLengths, about: string): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const series = new Map<string, readonly MemorySample[]>();
  await withBrowser((opened) =>
    withFronts(async (open) => {
      const contestants: Contestant[] = [];
      for (const subject of context.subjects) {
        const add = (name: string, front: Front, visitor: Visitor): unknown =>
          contestants.push(contestant(name, { opened, front, lengths, series }, visitor));
        const h264 = await open(subject, 'normal');
        add(nameFor(context, subject, 'the room, H264'), h264, ROOM);
        add(nameFor(context, subject, 'the room, H265'), await open(subject, 'h265'), ROOM);
        if (!context.isComparison) add(BARE.mpegts.name, h264, BARE.mpegts);
      }
      const name = `${Math.round(lengths.forMs / 1_000)} s at ${lengths.messagesPerS} messages a second`;
      await outcomes.race(context, { name, about, contestants, kinds: MEMORY_KINDS, isSteady: true, series: () => plotOf(series) });
    }),
  );
  return outcomes.outcome();
}

const FULL: MemoryLengths = { forMs: 20_000, everyMs: 1_000, messagesPerS: 1_000 };
const QUICK: MemoryLengths = { forMs: 1_000, everyMs: 500, messagesPerS: 100 };

export const MEMORY: Benchmark = {
  name: 'memory',
  about:
    'Whether memory stays where it is. Twenty seconds of flood are as many messages as about forty minutes of an ordinary evening; real time is `npm run soak -- memory`.',
  kinds: MEMORY_KINDS,
  run: (context) => measureMemory(context, context.isQuick ? QUICK : FULL, 'Chat at the pace of a flood; the bare player has none.'),
};

// A room watched in real time, with limits for growth.

/** Rate of an ordinary evening. */
const MESSAGES_PER_S = 10;
const SAMPLES = 60;

/** Limits per minute over the second half of the watch: above noise, below any relevant leak. */
const LIMITS: Readonly<Record<string, number>> = { 'heap growth': 0.5, 'node growth': 50, 'process growth': 8 };

export async function soakMemory(context: BenchContext, minutes: number): Promise<{ outcome: BenchOutcome; faults: string[] }> {
  const forMs = minutes * MS_A_MINUTE;
  const lengths = { forMs, everyMs: forMs / SAMPLES, messagesPerS: MESSAGES_PER_S };
  const outcome = await measureMemory(context, lengths, 'Chat as on an ordinary evening, in real time.');
  const faults = outcome.groups.flatMap(({ rows }) =>
    rows.flatMap(({ contestant, figures }) =>
      figures.flatMap(({ figure, median, unit }) => {
        const limit = LIMITS[figure];
        const isOurs = contestant.startsWith('the room');
        return isOurs && limit !== undefined && median > limit
          ? [`${contestant}: ${figure} of ${median.toFixed(2)} ${unit}, at most ${limit}`]
          : [];
      }),
    ),
  );
  return { outcome, faults };
}

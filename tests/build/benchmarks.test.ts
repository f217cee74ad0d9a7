/**
 * Runs the benchmarks that need a browser at their minimum, on the existing build: figures exist and are plausible. Speed is not judged, so
 * they may run in parallel.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COST } from '../../benchmarks/cost/cost.ts';
import { measureInBrowser } from '../../benchmarks/decode/browser.ts';
import { openFile } from '../../benchmarks/decode/streams.ts';
import { MAIN_THREAD } from '../../benchmarks/main-thread/main-thread.ts';
import { Outcomes, type BenchContext, type Benchmark } from '../../benchmarks/measure/benchmark.ts';
import { openProbe, type Probe } from '../../benchmarks/measure/probe.ts';
import { resultOf } from '../../benchmarks/measure/results.ts';
import type { Group } from '../../benchmarks/measure/schema.ts';
import { MEMORY } from '../../benchmarks/memory/memory.ts';
import { STALL } from '../../benchmarks/stall/stall.ts';
import { hasProc } from '../../benchmarks/room/processes.ts';
import { START_UP } from '../../benchmarks/start-up/start-up.ts';
import { shellLaunch } from '../../scripts/suite/browser.ts';

const ROOT = path.resolve('.');
const dist = (): Promise<string> => Promise.resolve(path.join(ROOT, 'dist'));

let probe: Probe;
let context: BenchContext;
beforeAll(async () => {
  // Figures are not compared here, so the browser without windows is enough: a page costs a quarter less there.
  const { executablePath } = shellLaunch();
  if (executablePath !== undefined) process.env['FOOTLIGHT_BROWSER'] = executablePath;
  probe = await openProbe();
  context = {
    isQuick: true,
    subjects: [{ name: 'this', root: ROOT, dist, readableDist: dist }],
    // Other players are not installed for a test.
    mayInstall: false,
    isComparison: false,
    files: [],
    clips: [],
    probe,
    say: () => undefined,
  };
});
afterAll(() => probe.close());

async function groupsOf(benchmark: Benchmark): Promise<readonly Group[]> {
  return resultOf(benchmark, await benchmark.run(context), { startedAt: new Date(), isQuick: true }).groups;
}

const figure = (group: Group, contestant: string, name: string): number => {
  const row = group.rows.find((one) => one.contestant === contestant);
  const found = row?.figures.find((one) => one.figure === name);
  if (!found) throw new Error(`${group.name}: no ${name} of ${contestant}`);
  return found.median;
};

// Two tests run in parallel, so the longest are listed first.
test.concurrent('main-thread: every share of every rate is above 0 and at most the whole thread', async () => {
  const [group, rest] = await groupsOf(MAIN_THREAD);
  // On a loaded machine an idle page can take more of its thread than a flooded one: shares are not compared.
  for (const rate of ['0 messages/s', '1000 messages/s', '0 messages/s, 50 gifts/s']) {
    expect(figure(group!, `H264, ${rate}`, 'busy')).toBeGreaterThan(0);
    expect(figure(group!, `H264, ${rate}`, 'busy')).toBeLessThanOrEqual(101);
  }
  for (const contestant of hasProc() ? ['H264, the room', 'H265, the room'] : []) {
    expect(figure(rest!, contestant, 'idle')).toBeGreaterThan(0);
    expect(figure(rest!, contestant, 'idle')).toBeLessThan(100);
  }
});

test.concurrent('start-up: the room and the bare pages paint a picture, and the stream is requested before it', async () => {
  const [h264, h265] = await groupsOf(START_UP);
  for (const [group, contestants] of [
    [h264!, ['the room', 'floor', 'mpegts.js, bare']],
    [h265!, ['the room', 'floor']],
  ] as const)
    for (const contestant of contestants)
      for (const when of ['cold', 'warm']) {
        expect(figure(group, contestant, `stream asked, ${when}`)).toBeGreaterThan(0);
        expect(figure(group, contestant, when)).toBeGreaterThan(figure(group, contestant, `stream asked, ${when}`));
      }
  // How much of the room's code loads before the picture depends on the machine's load (tests/build/production.test.ts checks the player's
  // bytes).
  for (const group of [h264!, h265!]) expect(figure(group, 'the room', 'code, gzip')).toBeGreaterThan(figure(group, 'floor', 'code, gzip'));
});

test.concurrent('stall: each player starts over a network with gaps, and its position is behind the live time', async () => {
  const [group] = await groupsOf(STALL);
  for (const { contestant } of group!.rows) {
    expect(figure(group!, contestant, 'start')).toBeGreaterThan(0);
    expect(figure(group!, contestant, 'latency p50')).toBeGreaterThan(0);
    expect(figure(group!, contestant, 'stalled')).toBeGreaterThanOrEqual(0);
    expect(figure(group!, contestant, 'stalled')).toBeLessThanOrEqual(100);
  }
  expect(group!.series[0]!.lines.map(({ label }) => label)).toContain('network');
});

test.concurrent('cost: a playing browser uses a processor and paints at most the stream’s pictures', async () => {
  for (const group of await groupsOf(COST))
    for (const { contestant } of group.rows) {
      expect(figure(group, contestant, 'cpu')).toBeGreaterThan(0);
      expect(figure(group, contestant, 'painted')).toBeGreaterThan(0);
    }
});

test.concurrent('memory: heap and nodes of the room and of a bare player are counted', async () => {
  const [group] = await groupsOf(MEMORY);
  for (const { contestant } of group!.rows) {
    expect(figure(group!, contestant, 'page heap')).toBeGreaterThan(0);
    expect(figure(group!, contestant, 'nodes')).toBeGreaterThan(0);
  }
});

test.concurrent('decode in the browser: our decoder on one and two threads outputs the same pictures and is timed', async () => {
  const outcomes = new Outcomes();
  await measureInBrowser(context, await openFile(path.join(ROOT, 'fixtures/hevc/main10.265'), 'smoke', 1, 'once'), outcomes);
  expect(outcomes.groups[0]!.absent).toEqual([]);
  for (const name of ['footlight x1', 'footlight x2']) expect(figure(outcomes.groups[0]!, name, 'fps')).toBeGreaterThan(0);
});

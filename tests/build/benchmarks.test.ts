/**
 * Runs two benchmarks that need a browser at their minimum, on the existing build: figures exist and are plausible. Speed is not judged, so
 * they may run in parallel. `npm run bench -- --quick` runs all of them.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureInBrowser } from '../../src/wasm/bench/browser.ts';
import { openFile } from '../../src/wasm/bench/streams.ts';
import { Outcomes, type BenchContext, type Benchmark } from '../../benchmarks/measure/benchmark.ts';
import { openProbe, type Probe } from '../../benchmarks/measure/probe.ts';
import { resultOf } from '../../benchmarks/measure/results.ts';
import type { Group } from '../../benchmarks/measure/schema.ts';
import { START_UP } from '../../benchmarks/start-up/start-up.ts';
import { shellLaunch } from '../../scripts/lib/browser.ts';

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
    isComparison: false,
    files: [],
    takes: () => true,
    viewers: 0,
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

test.concurrent('decode in the browser: our decoder on one and two threads outputs the same pictures and is timed', async () => {
  const outcomes = new Outcomes();
  await measureInBrowser(context, await openFile(path.join(ROOT, 'src/wasm/fixtures/hevc/main10.265'), 'smoke', 1, 'once'), outcomes);
  expect(outcomes.groups[0]!.absent).toEqual([]);
  for (const name of ['footlight x1', 'footlight x2']) expect(figure(outcomes.groups[0]!, name, 'fps')).toBeGreaterThan(0);
});

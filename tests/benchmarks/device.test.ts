/** The page /bench: links with a result, shaped networks, and what a result teaches the room. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../benchmarks/measure/results.ts';
import { Collected, linkOf, readLink, limitsOf } from '../../benchmarks/page/collected.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../src/player/rules/constants.ts';
import { decodeLevelMachine, DECODE_LEVEL_START } from '../../src/player/rules/decoding/decode-level.ts';
import { decideThreads, writeThreadCosts } from '../../src/player/rules/decoding/threads.ts';
import { decideCandidates, NO_ADDRESSES, type CandidateInput } from '../../src/player/rules/recovery/candidates.ts';
import { readHistory } from '../../src/player/rules/recovery/stored-visits.ts';
import { ABLE } from '../../src/player/tests/rules/harness.ts';

const PAGE = 'https://host.test/bench?lang=en#old';
const DEVICE = {
  words: 'a phone',
  userAgent: 'x',
  gpu: '',
  isIsolated: false,
  os: 'Android 9',
  browser: 'Chrome 120',
  cores: 4,
  memoryGiB: 2,
};

function collected(rows = 1): Collected {
  const all = new Collected(() => undefined);
  for (let i = 0; i < rows; i++)
    all.add('Decode: 720p Main', 'about', `row ${i}`, { speed: [30 + i, 31 + i * Math.PI], cost: 36, memory: Number.NaN });
  all.miss('Decode: 720p Main', 'about', 'another', 'not here');
  return all;
}
const fragmentOf = (link: string | null): string => new URL(link ?? 'https://none.test').hash;

test('what the page has collected is a result of the schema; a figure that could not be measured is omitted', () => {
  expect(collected(0).result(DEVICE, false)).not.toBeNull();
  expect(new Collected(() => undefined).result(DEVICE, false)).toBeNull();
  const result = collected().result(DEVICE, true)!;
  expect(result).toMatchObject({
    benchmark: 'device',
    isQuick: true,
    device: { words: 'a phone' },
    software: { node: null, browser: 'Chrome 120' },
  });
  expect(result.groups[0]!.rows[0]!.figures.map(({ figure, median }) => [figure, median])).toEqual([['speed', 30.5], ['cost', 36]]); // oxfmt-ignore
  expect(result.groups[0]!.absent).toEqual([{ contestant: 'another', why: 'not here' }]);
});

test('a link carries the result in its fragment, without the plots over time', () => {
  const all = collected();
  all.plot('Decode: 720p Main', { title: 't', x: { label: 's', values: [0] }, lines: [] });
  const result = all.result(DEVICE, false)!;
  const link = linkOf(result, PAGE)!;
  expect(link).toMatch(/^https:\/\/host\.test\/bench\?lang=en#r=[\w-]+$/);
  expect(readLink(fragmentOf(link))).toEqual({
    ok: true,
    value: { ...result, groups: result.groups.map((group) => ({ ...group, series: [] })) },
  });
});

// P22 P25: devices that the page /bench has measured, and what the room chooses on each of them.

const DEVICES = readResults(path.resolve('benchmarks/results/devices'));
const { decodeThresholdMs, unsharedPixels } = DEFAULT_PLAYER_CONFIG.numbers;
const SIZES = [
  [852, 480],
  [1_280, 720],
  [1_920, 1_080],
] as const;
const PICTURES_PER_S = 30;

/** What the room does on this device, `slower` times as slow, with H264 and H265 of this size; values pass through its storage. */
function choiceOn(device: (typeof DEVICES)[number], [width, height]: (typeof SIZES)[number], slower: number) {
  const costs = Object.fromEntries(Object.entries(limitsOf(device).costs).map(([threads, cost]) => [threads, (cost ?? 0) * slower]));
  const history = readHistory((name) => (name === 'decodeThreads' ? writeThreadCosts(costs) : undefined), false);
  const sharedMemory = device.device?.isIsolated === true;
  const input: CandidateInput = {
    addresses: { ...NO_ADDRESSES, httpflv: ['/a.flv'], h265flv: ['/b.flv'], width, height },
    source: 'normal',
    browser: { chromeMajor: 120, isSafariWithoutChrome: false },
    abilities: { ...ABLE, sharedMemory },
    history,
    config: {
      ...DEFAULT_PLAYER_CONFIG,
      numbers: { ...DEFAULT_PLAYER_CONFIG.numbers, unsharedPixels: sharedMemory ? unsharedPixels : 1_920 * 1_080 },
    },
  };
  const { threads } = decideThreads(device.machine.cores, costs);
  const cost = costs[threads] ?? Number.NaN;
  const expectedLoad = (cost * width * height * PICTURES_PER_S) / 1e9;
  const sample = { type: 'sample', epoch: 1, load: 0, behindMs: 0, expectedLoad } as const;
  const [{ level }] = decodeLevelMachine.step(DECODE_LEVEL_START, sample, 0, null);
  const fastest = Math.min(...Object.values(costs));
  return { kind: decideCandidates(input).candidates[0]!.kind, level, threads, pictureMs: (fastest * width * height) / 1e6, expectedLoad };
}

test('three browsers are recorded, each also on one core and at a quarter of one, with their decoding costs', () => {
  const words = DEVICES.map(({ device }) => device!.words);
  for (const browser of ['Chromium', 'Firefox', 'WebKitGTK'])
    for (const share of ['', ', one core', ', quarter of a core'])
      expect(words.some((text) => text.startsWith(`server, ${browser}${share}, `))).toBe(true);
  for (const device of DEVICES) {
    expect(device.isQuick, device.device!.words).toBe(false);
    expect(limitsOf(device).costs[1], device.device!.words).toBeGreaterThan(0);
  }
});

test.each(DEVICES.map((device) => [device.device!.words, device] as const))(
  'P22 P25 %s: H265 up to twice the 25 ms of a picture, and the first decode level that fits',
  (_words, device) => {
    const seen = new Set<string>();
    for (const slower of [1, 4, 16, 64, 256]) {
      const choices = SIZES.map((size) => choiceOn(device, size, slower));
      for (const { kind, level, threads, pictureMs, expectedLoad } of choices) {
        expect(kind, `${pictureMs} ms`).toBe(pictureMs <= 2 * decodeThresholdMs ? 'h265' : 'h264');
        expect(level === 0).toBe(!(expectedLoad > 0.85));
        expect(threads).toBeLessThanOrEqual(Math.max(1, device.machine.cores));
        seen.add(`${kind} ${level}`);
      }
      // A larger picture never gets more work than a smaller one.
      expect(choices.map(({ level }) => level)).toEqual(choices.map(({ level }) => level).toSorted());
      expect(choices.map(({ kind }) => kind).join(' ')).toMatch(/^(h265 ?)*(h264 ?)*$/);
    }
    expect(seen).toContain('h265 0');
    expect([...seen].some((choice) => choice.startsWith('h264'))).toBe(true);
  },
);

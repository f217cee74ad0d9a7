/** Decoding options: where pictures are drawn, how many threads, peak light. */
import { expect, test } from 'vitest';
import { DEFAULT_PLAYER_CONFIG, readPlayerConfig } from '../../../rules/constants.ts';
import {
  DECODE_LEVEL_POLICY,
  DECODE_LEVEL_START,
  decodeLevelMachine,
  type DecodeLevelState,
} from '../../../rules/decoding/decode-level.ts';
import { PeakLight, peakNitsOf } from '../../../rules/decoding/tone-mapping.ts';
import { choosePictureSurface, type SurfaceFacts } from '../../../rules/decoding/picture-surface.ts';
import {
  decideThreads,
  ONE_THREAD,
  readThreadCosts,
  THREAD_REASONS,
  threadsByCores,
  withThreadCost,
  writeThreadCosts,
  type ThreadCosts,
  unsharedPixels,
} from '../../../rules/decoding/threads.ts';

const DRAWS: SurfaceFacts = { makesTracks: true, hasVideoFrames: true, hasRenderWorker: true };

const SURFACES = [
  ['a browser with tracks of frames', {}, 'track', 'a track costs less'],
  ['a browser without them', { makesTracks: false }, 'canvas', 'no track of frames'],
  ['tracks, but no VideoFrame', { hasVideoFrames: false }, 'canvas', 'no track of frames'],
  ['no worker that draws', { hasRenderWorker: false }, 'canvas', 'no worker for pictures'],
] as const;

test.each(SURFACES)('P23 the surface of H265 in %s', (_name, change, surface, why) => {
  expect(choosePictureSurface({ ...DRAWS, ...change })).toEqual({ surface, why });
});

/** One record: u8 type, u24 size, payload. */
const record = (type: number, payload: readonly number[]): readonly number[] => [
  type,
  payload.length >>> 16,
  (payload.length >>> 8) & 0xff,
  payload.length & 0xff,
  ...payload,
];
const u16 = (value: number): readonly number[] => [value >>> 8, value & 0xff];
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xff_ff)];
/** Mastering display: primaries and white point, then the maximum and the minimum luminance. */
const display = (nits: number): readonly number[] => record(137, [...Array<number>(16).fill(9), ...u32(nits * 10_000), ...u32(50)]);
const content = (nits: number): readonly number[] => record(144, [...u16(nits), ...u16(100)]);
const peak = (...records: readonly (readonly number[])[]): number => peakNitsOf(Uint8Array.from(records.flat()));

test.each([
  ['nothing', [], 0],
  ['the mastering display alone', [display(1_000)], 1_000],
  ['the content alone', [content(400)], 400],
  ['both: the smaller one', [display(1_000), content(4_000)], 1_000],
  ['both in the other order', [content(600), display(1_000)], 600],
  ['a display of 0 beside the content', [display(0), content(600)], 600],
  ['a message of another type with the size of the display', [record(5, display(1_000).slice(4))], 0],
  ['messages of other types around', [record(5, [1]), content(700), record(136, [3, 200])], 700],
  ['an empty message before', [record(4, []), content(700)], 700],
  ['the shortest content', [record(144, u16(300))], 300],
  ['a content of one byte, which is none', [record(144, [9]), record(5, [9])], 0],
  ['the shortest display', [record(137, [...Array<number>(16).fill(9), ...u32(500 * 10_000)])], 500],
  ['a display that is cut within itself', [record(137, [...Array<number>(16).fill(9), 1, 2]), content(0)], 0],
  ['a record that is cut by the end', [content(700), display(500).slice(0, 20)], 700],
] as const)('P29 the peak brightness of %s', (_name, records, nits) => {
  expect(peak(...records)).toBe(nits);
});

test('P29 a peak applies to the pictures of its sequence and ends with it', () => {
  const bytes = Uint8Array.from([7, 7, ...content(800), ...content(300)]);
  const [first, second] = [
    { offset: 2, bytes: 8 },
    { offset: 10, bytes: 8 },
  ];
  const none = { offset: 2, bytes: 0 };
  const light = new PeakLight();
  const of = (sequence: number, sei: { readonly offset: number; readonly bytes: number }): number =>
    light.of({ sequence, sei }, bytes.buffer);
  expect([of(1, none), of(1, first), of(1, none), of(1, second), of(2, none), of(2, first)]).toEqual([0, 800, 800, 300, 0, 800]);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 2],
  [6, 4],
  [64, 4],
  [Number.NaN, 2],
  [0, 2],
])('P29 without a measurement: %d cores, %d threads', (cores, threads) => {
  expect(threadsByCores(cores)).toBe(threads);
  expect(decideThreads(cores, {})).toEqual({ threads, why: 'not measured yet' });
});

const THREADS: readonly (readonly [number, ThreadCosts, number, string])[] = [
  // Easy: one thread fewer is tried, down to one.
  [4, { 2: 3 }, 1, 'fewer are tried'],
  [4, { 1: 3.9, 2: 2 }, 1, 'fewer do'],
  // One thread is not enough, two are; three are not tried.
  [8, { 1: 6, 2: 3.5, 3: 2 }, 2, 'fewer do'],
  // Between the limits nothing is tried.
  [8, { 2: 6 }, 2, 'measured best'],
  // Hard: one more thread is tried, if the machine has one, and kept only if the cost falls enough.
  [8, { 2: 12 }, 3, 'one more is tried'],
  [8, { 2: 12, 3: 9 }, 4, 'one more is tried'],
  [8, { 2: 12, 3: 11 }, 2, 'measured best'],
  [8, { 2: 12, 3: 9, 4: 8.9 }, 3, 'measured best'],
  [2, { 2: 12 }, 2, 'measured best'],
  // A measurement with more threads than the machine now has is ignored.
  [2, { 2: 12, 4: 1 }, 2, 'measured best'],
];

test.each(THREADS)('P29 %d cores, costs %o: %d threads, %s', (cores, costs, threads, why) => {
  expect(decideThreads(cores, costs)).toEqual({ threads, why });
});

test('P29 every reason is reachable, and repeated decisions on one machine become stable', () => {
  const seen = new Set([...THREADS.map(([, , , why]) => why), decideThreads(4, {}).why, ONE_THREAD.why]);
  expect([...seen].toSorted()).toEqual([...THREAD_REASONS].toSorted());
  // Costs per megapixel by threads: a fast, a medium and a slow machine, and one where threads slow each other down.
  for (const machine of [
    [3, 2, 1.6, 1.4],
    [7, 5, 4.5, 4.4],
    [20, 11, 8.5, 7.5],
    [9, 12, 15, 18],
  ]) {
    let costs: ThreadCosts = {};
    const chosen: number[] = [];
    for (let start = 0; start < 12; start++) {
      const { threads } = decideThreads(8, costs);
      chosen.push(threads);
      costs = withThreadCost(costs, threads, machine[threads - 1]! * 2, 2_000_000);
    }
    expect(new Set(chosen.slice(5)).size, chosen.join(' ')).toBe(1);
  }
});

test('P29 costs are per megapixel, the older one has half the weight, and invalid ones are not stored', () => {
  const once = withThreadCost({}, 2, 10, 1_000_000);
  expect(once).toEqual({ 2: 10 });
  expect(withThreadCost(once, 2, 40, 2_000_000)).toEqual({ 2: 15 });
  for (const [threads, costMs, pixels] of [
    [0, 1, 1],
    [5, 1, 1],
    [1.5, 1, 1],
    [2, Number.NaN, 1],
    [2, 0, 1],
    [2, 1, 0],
  ] as const)
    expect(withThreadCost(once, threads, costMs, pixels)).toBe(once);
});

test('P13 P29 valid entries of the storage are read, others ignored', () => {
  expect(readThreadCosts(writeThreadCosts({ 1: 3.456, 4: 20 }))).toEqual({ 1: 3.46, 4: 20 });
  for (const bad of [undefined, null, 7, '2:3.00', {}, ['5:1.00', '2:x', '2:-1.00', 3]]) expect(readThreadCosts(bad)).toEqual({});
});

/** A decoder sampled once a second; its load depends on its level. */
function decoder(epoch = 1) {
  let state: DecodeLevelState = { ...DECODE_LEVEL_START, epoch };
  let nowMs = 0;
  const reasons: string[] = [];
  const room = {
    get state() {
      return state;
    },
    reasons,
    run(seconds: number, load: (level: number) => number, behindMs = 0, player = epoch, expectedLoad = Number.NaN) {
      for (let i = 0; i < seconds; i++) {
        nowMs += 1_000;
        const event = { type: 'sample', epoch: player, load: load(state.level), behindMs, expectedLoad } as const;
        const [next, ...effects] = decodeLevelMachine.step(state, event, nowMs, null);
        state = next;
        for (const { level, why } of effects) reasons.push(`${level} ${why}`);
      }
      return room;
    },
  };
  return room;
}
/** Load of each level on a machine that is this many times too slow. */
const costs =
  (slowness: number) =>
  (level: number): number =>
    slowness * [1, 0.8, 0.5, 0.03][level]!;

test('P25 a backlog counts as load even if the load figure is low', () => {
  expect(decoder().run(2, () => 0.5, 2_000).state.level).toBe(1);
});

test('P25 in the first 2 s at a level each sample replaces the average, a later one changes it by 30 %', () => {
  const r = decoder();
  while (r.state.level === 0) r.run(1, costs(2));
  expect(r.run(1, () => 0.5).state.load).toBe(0.5);
  expect(r.run(4, () => 0.5).run(1, () => 0.8).state.load).toBeCloseTo(0.59);
});

test('P25 the expected load of more work is its earlier load, scaled by the change of the current level’s load', () => {
  // Other programs use the machine for a minute: everything costs five times as much.
  const r = decoder().run(60, costs(4));
  expect(r.state.level).toBe(3);
  // Keyframes only are always cheap; their cost shows that the other programs have ended.
  r.run(40, costs(0.4));
  expect([r.state.level, r.reasons.at(-1)]).toEqual([0, '0 more work would fit']);
});

test('P25 if keyframes cost as much as before there is no room for a higher level, and each try is later than the previous one', () => {
  const r = decoder().run(3_600, costs(4));
  const tries = r.reasons.filter((why) => why === '2 more work is tried');
  expect(tries.length).toBeGreaterThan(3);
  expect(tries.length).toBeLessThan(12);
  expect(r.state.level).toBe(3);
});

test('P25 a successful try is followed by the next one', () => {
  const r = decoder().run(60, costs(4));
  // The load ended before the level below was measured, so nothing shows that more would fit.
  const blind = (level: number): number => (level === 3 ? costs(4)(3) : costs(0.3)(level));
  r.run(600, blind);
  expect(r.state.level).toBe(0);
});

test('another player starts with the level that decodes everything', () => {
  expect(decoder().run(20, costs(5)).run(1, costs(5), 0, 2).state).toMatchObject({ level: 0, epoch: 2 });
});

test('P25 an earlier measurement chooses the first level, and more work is tried as before when the machine is free', () => {
  const begun = (expectedLoad: number) => decoder().run(1, costs(0.5), 0, 2, expectedLoad);
  expect([0.8, 0.9, 2].map((load) => begun(load).state.level)).toEqual([0, 1, 2]);
  const slow = begun(0.9);
  expect(slow.reasons).toEqual(['1 measured too slow before']);
  // The measurement was wrong, or made while other programs ran.
  expect(slow.run(120, costs(0.5), 0, 2).state.level).toBe(0);
});

test('a gap in the samples does not count as load', () => {
  const gap = { type: 'sample', epoch: 1, load: 2, behindMs: 0, expectedLoad: Number.NaN } as const;
  const state: DecodeLevelState = { ...DECODE_LEVEL_START, epoch: 1, sampledMs: 0 };
  const [next] = decodeLevelMachine.step(state, gap, 600_000, null);
  expect(next.pressedMs).toBeLessThanOrEqual(DECODE_LEVEL_POLICY.maxGapMs);
});

const { numbers } = DEFAULT_PLAYER_CONFIG;
const HD = 1_280 * 720;

test.each([
  ['off stays off, whatever the machine can', 0, 1, 0],
  ['nothing measured: what the deployment allows', HD, null, HD],
  ['a quick machine: what the deployment allows', HD, 5, HD],
  // Twice 25 ms per picture, because half of the pictures can be skipped.
  ['100 ms a megapixel: half a megapixel', HD, 100, 500_000],
  ['a very slow one: hardly anything', HD, 1_000, 50_000],
] as const)('P22 P29 the size without shared memory, %s', (_what, most, oneThreadMs, pixels) => {
  expect(unsharedPixels({ ...numbers, unsharedPixels: most }, oneThreadMs)).toBe(pixels);
});

test('P22 the setting accepts only a size in pixels', () => {
  expect(readPlayerConfig({ unsharedPixels: 921_600 }).config.numbers.unsharedPixels).toBe(921_600);
  for (const bad of [-1, 1e9, 'x', null, true]) {
    const { config, problems } = readPlayerConfig({ unsharedPixels: bad });
    expect([config.numbers.unsharedPixels, problems.length]).toEqual([0, 1]);
  }
});

/** How much an H265 player decodes: levels, threads, and nothing in a tab that is hidden for a while. */
import { expect, test } from 'vitest';
import { createDecisionLog } from '../base/machine.ts';
import { createDecoding } from '../decoding.ts';
import type { PlayerMemory } from '../memory.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import { MEASURED_PICTURES } from '../rules/decoding/threads.ts';
import { manualClock } from './manual-clock.ts';
import { recorder, type Call } from './recorder.ts';

const PIXELS = 852 * 480;
const HIDDEN_MS = 5_000;
const NEXT = { threads: 3, why: 'one more is tried' } as const;

interface Sample {
  readonly epoch?: number;
  readonly seconds?: number;
  readonly level?: DecodeLevel;
  readonly pictures?: number;
  readonly pixels?: number;
}

interface Machine {
  readonly sharesMemory?: boolean;
  readonly leastLevel?: DecodeLevel;
  /** Milliseconds per megapixel with two threads. */
  readonly cost?: number;
}

function decoding({ sharesMemory = true, leastLevel = 0, cost = Number.NaN }: Machine = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  let least: DecodeLevel = leastLevel;
  const made = createDecoding({
    platform: { ...clock, cores: 6 },
    decisions: createDecisionLog(),
    memory: part<PlayerMemory>('memory', {
      decodingCost: (threads) => (threads === 2 ? cost : Number.NaN),
      rememberThreads(...given) {
        record('rememberThreads')(...given);
        return NEXT;
      },
    }),
    sharesMemory,
    hiddenStopMs: () => HIDDEN_MS,
    leastLevel: () => least,
    log: record('log'),
    setLevel: record('setLevel'),
    setDecoding: record('setDecoding'),
  });
  made.onPlay();
  let decoded = 0;
  return {
    ...made,
    clock,
    taken,
    setLeast: (level: DecodeLevel) => (least = level),
    /** One sample a second. */
    sample(load: number, { epoch = 1, seconds = 1, level = 0, pictures = 0, pixels = PIXELS }: Sample = {}) {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1_000);
        decoded = pictures || decoded + 1;
        made.onSample(epoch, { load, behindMs: 0, decodeLevel: level, threads: 2, decoded }, 8.5, pixels);
      }
    },
  };
}
const hidden = (on: boolean, why: string): readonly Call[] => [
  ['log', { type: 'decoding', on, why }],
  ['setDecoding', on],
];
const measured = (): readonly Call[] => [
  ['rememberThreads', 6, 2, 8.5, PIXELS],
  ['log', { type: 'threads', decodeMs: 8.5, threads: 2, next: 3, why: 'one more is tried' }],
];
const levels = (calls: readonly Call[]): readonly unknown[] => calls.flatMap(([name, level]) => (name === 'setLevel' ? [level] : []));

test('P27 a hidden tab stops decoding once, after its time limit, and decodes again when it is shown', () => {
  const it = decoding();
  it.setVisible(false);
  it.clock.advance(HIDDEN_MS - 1);
  expect(it.taken()).toEqual([]);
  it.clock.advance(1);
  expect([it.taken(), it.clock.timers()]).toEqual([hidden(false, 'hidden'), 0]);
  it.setVisible(true);
  expect(it.taken()).toEqual(hidden(true, 'visible'));
  it.setVisible(true);
  it.clock.advance(60_000);
  expect(it.taken()).toEqual([]);
});

test('P27 a tab that is shown before the time limit decodes without a break', () => {
  const it = decoding();
  it.setVisible(false);
  it.setVisible(true);
  it.clock.advance(60_000);
  expect([it.taken(), it.clock.timers()]).toEqual([[], 0]);
});

test('P25 a machine that was measured to be too slow begins at the level that fits', () => {
  // 75 ms per megapixel: 31 ms per picture of 852x480, which is a load of 0.92 at 30 pictures a second.
  const it = decoding({ cost: 75 });
  it.sample(0.8);
  expect(it.taken()).toEqual([
    ['log', { type: 'decode-level', level: 1, why: 'measured too slow before' }],
    ['setLevel', 1],
  ]);
  const fast = decoding({ cost: 60 });
  fast.sample(0.8);
  expect(fast.taken()).toEqual([]);
});

test('P25 a machine that is too slow gets a lower level, logged with its reason', () => {
  const it = decoding();
  it.sample(1.5, { seconds: 4 });
  expect(it.taken()).toEqual([
    ['log', { type: 'decode-level', level: 1, why: 'decoding is over its budget' }],
    ['setLevel', 1],
  ]);
});

test('P22 P25 the decode level is the higher one of the viewer’s choice and the machine’s level', () => {
  const it = decoding({ leastLevel: 2 });
  it.sample(1.5, { seconds: 4 });
  expect(levels(it.taken())).toEqual([2]);
  it.setLeast(0);
  it.onLeastLevel();
  expect(levels(it.taken())).toEqual([1]);
  it.onPlay();
  it.onLeastLevel();
  expect(levels(it.taken())).toEqual([0]);
});

test('P29 the cost of decoding is measured once for each player, after enough pictures that were all decoded', () => {
  const it = decoding();
  it.sample(0.3, { pictures: MEASURED_PICTURES - 1 });
  it.sample(0.3, { pictures: MEASURED_PICTURES, level: 1 });
  it.sample(0.3, { pictures: MEASURED_PICTURES, pixels: 0 });
  expect(it.taken()).toEqual([]);
  it.sample(0.3, { pictures: MEASURED_PICTURES });
  it.sample(0.3, { pictures: MEASURED_PICTURES + 1 });
  expect(it.taken()).toEqual(measured());
  it.sample(0.3, { pictures: MEASURED_PICTURES, epoch: 2 });
  expect(it.taken()).toEqual(measured());
});

test('P22 P29 without shared memory the cost of a slow machine is measured immediately, so that it is stored for the next start', () => {
  const it = decoding({ sharesMemory: false });
  it.sample(1.5, { seconds: 4 });
  const [first, second, ...others] = it.taken();
  expect([first, second]).toEqual(measured());
  expect(levels(others)).toEqual([1]);
  it.sample(1.5, { seconds: 2, level: 1 });
  const later = it.taken();
  expect([levels(later), later.filter(([name]) => name === 'rememberThreads')]).toEqual([[2], []]);
});

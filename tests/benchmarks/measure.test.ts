import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Md5 } from '../../benchmarks/measure/md5.ts';
import { isDisturbed, readCpuTimes, type Probe, type ProbeReading } from '../../benchmarks/measure/probe.ts';
import { race, rowsOf, together, type Contestant, type FigureKinds } from '../../benchmarks/measure/rounds.ts';
import { median, quantile, ratios, summarise } from '../../benchmarks/measure/statistics.ts';
import { seeded } from '../seeded.ts';

const FREE: ProbeReading = { slower: 1, workMs: 12, cores: 2, stolen: 0 };

/** A probe that returns the given readings and repeats the last one. */
function probeOf(readings: readonly ProbeReading[]): Probe {
  let index = 0;
  return { read: () => Promise.resolve(readings[Math.min(index++, readings.length - 1)]!), close: () => undefined };
}

test('median and quantiles are interpolated between neighbouring samples', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([0, 10, 20, 30, 40], 0.95)).toBe(38);
  expect(quantile([], 0.5)).toBeNaN();
  expect(summarise([5, 7, 6])).toEqual({ median: 6, min: 5, max: 7 });
  expect(ratios([2, 9], [1, 3])).toEqual([2, 3]);
});

test('a round is disturbed only by a slow probe, a missing core or stolen time', () => {
  expect(isDisturbed(FREE, FREE, 2)).toBe(false);
  expect(isDisturbed(FREE, { ...FREE, slower: 1.5 }, 2)).toBe(true);
  expect(isDisturbed({ ...FREE, cores: 1.2 }, FREE, 2)).toBe(true);
  expect(isDisturbed({ ...FREE, cores: 0.95 }, FREE, 1)).toBe(false);
  expect(isDisturbed(FREE, { ...FREE, stolen: 0.2 }, 2)).toBe(true);
});

test('/proc/stat is read by its columns, and other text gives no reading', () => {
  expect(readCpuTimes('cpu  10 0 5 80 1 0 1 3 0 0\ncpu0 1 2 3')).toEqual({ all: 100, stolen: 3 });
  expect(readCpuTimes('intr 1 2')).toBeNull();
});

const KINDS: FigureKinds = { ms: { unit: 'ms', better: 'lower', meaning: 'time' } };

test('rounds are interleaved, warm-up is not counted, and a disturbed round is repeated once and counted', async () => {
  const turns: string[] = [];
  let value = 0;
  const contestants: Contestant[] = ['a', 'b'].map((name) => ({
    name,
    measure() {
      turns.push(name);
      return Promise.resolve({ ms: ++value });
    },
  }));
  const bad = { ...FREE, slower: 9 };
  // Readings: before the rounds; round 1 bad, repeated and good; round 2 good.
  const probe = probeOf([FREE, bad, FREE, FREE, FREE]);
  const raced = await race(contestants, { rounds: 2, warmUp: 1, probe, isQuick: false });
  expect(turns.join('')).toBe('abababababab'.slice(0, turns.length));
  // The repeat starts with the bad probe and is counted as disturbed too: there is at most one repeat per round.
  expect(raced.counts).toEqual({ counted: 2, warmUp: 1, repeated: 1, disturbed: 1 });
  expect(raced.samples.get('a')).toEqual([{ ms: 5 }, { ms: 7 }]);
  const [a, b] = rowsOf(contestants, raced, KINDS, 'a');
  expect(a!.figures[0]).toEqual({ figure: 'ms', unit: 'ms', better: 'lower', raw: [5, 7], median: 6, min: 5, max: 7 });
  expect(b!.figures[0]!.ratio).toEqual({ to: 'a', median: (6 / 5 + 8 / 7) / 2, min: 8 / 7, max: 6 / 5 });
});

test('contestants start each turn together, and one that fails ends the race', async () => {
  const events: string[] = [];
  const names = ['a', 'b'];
  const watching = names.map((name): Contestant => ({
    name,
    async measure() {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      return { ms: 1 };
    },
  }));
  const raced = await race(together(watching), { rounds: 1, warmUp: 0, probe: probeOf([FREE]), isQuick: true });
  expect(events).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
  expect([...raced.samples]).toEqual(names.map((name) => [name, [{ ms: 1 }]]));
  const broken: Contestant = { name: 'c', measure: () => Promise.reject(new Error('no picture')) };
  const racing = race(together([broken, ...watching]), { rounds: 1, warmUp: 0, probe: probeOf([FREE]), isQuick: true });
  await expect(racing).rejects.toThrow('no picture');
});

test('MD5 of pieces of any size equals Node’s', () => {
  const random = seeded(7);
  const bytes = random.bytes(5_000);
  for (const length of [0, 1, 55, 56, 63, 64, 65, 127, 1_000, 5_000]) {
    const whole = new Md5();
    for (let at = 0; at < length;) {
      const next = Math.min(length, at + 1 + random.int(200));
      whole.update(bytes.subarray(at, next));
      at = next;
    }
    expect(whole.hex()).toBe(createHash('md5').update(bytes.subarray(0, length)).digest('hex'));
  }
});

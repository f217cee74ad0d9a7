import { expect, test } from 'vitest';
import { Supervisor } from '../../src/ui/room-workers.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';

/** A worker that crashes on request, and a log of its supervisor's actions. */
function supervised() {
  const clock = manualClock();
  const supervisor = new Supervisor({ ...clock, random: () => 0, heartbeats: { watch: () => void listened++ } });
  const log: string[] = [];
  let listened = 0;
  let isCurrent = true;
  let newest = 0;
  let hasThrown = true;
  let die: (detail: string) => void = () => undefined;
  function born(): void {
    const own = ++newest;
    const died = new Promise<string>((resolve) => (die = resolve));
    supervisor.watch(
      'socket',
      {
        died,
        threw: () => hasThrown,
        declareDead: (detail) => die(detail),
        worker: { postMessage: () => undefined, addEventListener: () => undefined },
      },
      {
        isCurrent: () => isCurrent && own === newest,
        onDeath: (detail, restarting) => log.push(`${detail}${restarting ? '' : ', given up'}`),
        restart() {
          log.push(`restart at ${clock.nowMs()}`);
          born();
        },
      },
    );
  }
  born();
  return {
    log,
    clock,
    supervisor,
    silent: () => (hasThrown = false),
    /** Workers with heartbeats. */
    listened: () => listened,
    endOnPurpose: () => (isCurrent = false),
    /** The page ends it and starts another one, as when the room worker is restarted. */
    replace: async (): Promise<void> => {
      isCurrent = false;
      die('terminated');
      await Promise.resolve();
      isCurrent = true;
      born();
    },
    die: async (detail: string): Promise<void> => {
      die(detail);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('a crashed worker is reported and restarted, the first time immediately, then with growing waits', async () => {
  const { log, clock, die, listened } = supervised();
  const waits: number[] = [];
  for (let death = 1; death <= 5; death++) {
    const beforeMs = clock.nowMs();
    await die(`death ${death}`);
    clock.advance(20_000);
    const atMs = Number(/restart at (\d+)/.exec(log.at(-1) ?? '')?.[1]);
    waits.push(atMs - beforeMs);
  }
  expect(log).toHaveLength(10);
  expect(log[0]).toBe('death 1');
  expect(listened()).toBe(6);
  expect(waits[0]).toBe(0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(new Set(waits).size).toBeGreaterThan(3);
});

test('a worker that crashes a sixth time without a steady time between is given up', async () => {
  const { log, clock, die } = supervised();
  for (let death = 1; death <= 6; death++) {
    await die('crash');
    clock.advance(20_000);
  }
  expect(log.at(-1)).toBe('crash, given up');
  expect(log.filter((line) => line.startsWith('restart'))).toHaveLength(5);
});

test('a worker ended on purpose is not restarted', async () => {
  const { log, clock, die, endOnPurpose } = supervised();
  endOnPurpose();
  await die('terminated');
  clock.advance(60_000);
  expect(log).toEqual([]);
});

test('P20 S2 a worker that was replaced during the delay of its restart is not restarted again', async () => {
  const { log, clock, die, replace } = supervised();
  await die('first');
  clock.advance(0);
  await die('second');
  await replace();
  clock.advance(20_000);
  expect(log).toEqual(['first', 'restart at 0', 'second']);
});

test('P20 a crash a minute after the last one is the first of a new count, also if the worker was replaced meanwhile', async () => {
  const { log, clock, die, replace } = supervised();
  for (let death = 1; death <= 5; death++) {
    await die('crash');
    clock.advance(11_000);
  }
  clock.advance(60_001);
  await replace();
  clock.advance(1_000);
  await die('crash');
  clock.advance(1_000);
  await die('crash');
  expect(log.filter((line) => line.endsWith('given up'))).toEqual([]);
});

test('S2 a worker that ran for a minute begins a new count: it is restarted five more times', async () => {
  const { log, clock, die } = supervised();
  const crashes = async (count: number): Promise<void> => {
    for (let crash = 0; crash < count; crash++) {
      await die('crash');
      clock.advance(20_000);
    }
  };
  await crashes(5);
  clock.advance(60_001);
  await crashes(5);
  expect(log.filter((line) => line.endsWith('given up'))).toEqual([]);
  await die('crash');
  expect(log.at(-1)).toBe('crash, given up');
});

test('S2 a worker whose script cannot be loaded is restarted without end, at once when the network returns', async () => {
  const { log, clock, die, silent, supervisor } = supervised();
  silent();
  for (let death = 1; death <= 20; death++) {
    await die('could not be loaded');
    clock.advance(11_000);
  }
  expect(log.filter((line) => line.startsWith('restart'))).toHaveLength(20);
  await die('could not be loaded');
  supervisor.again();
  supervisor.again();
  expect(log.at(-1)).toBe(`restart at ${clock.nowMs()}`);
  clock.advance(60_000);
  expect(log.filter((line) => line.startsWith('restart'))).toHaveLength(21);
});

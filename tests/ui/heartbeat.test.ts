import { describe, expect, test } from 'vitest';
import { ANSWER, HEARTBEAT, QUESTION } from '../../src/player/base/heartbeat.ts';
import { createHeartbeats } from '../../src/player/page/heartbeat.ts';
import { Supervisor, type Supervised } from '../../src/ui/supervisor.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';

interface FakeWorker extends Supervised {
  readonly deaths: readonly string[];
  readonly questions: () => number;
  /** Whether it answers from now on. */
  answers: boolean;
  say(data: unknown): void;
}

function fakeWorker(): FakeWorker {
  const deaths: string[] = [];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  let questions = 0;
  let die!: (detail: string) => void;
  const say = (data: unknown): void => listeners.forEach((act) => act({ data }));
  const fake: FakeWorker = {
    deaths,
    questions: () => questions,
    answers: true,
    say,
    threw: () => false,
    died: new Promise((resolve) => (die = resolve)),
    declareDead(detail) {
      deaths.push(detail);
      die(detail);
    },
    worker: {
      postMessage(question) {
        expect(question).toBe(QUESTION);
        questions++;
        if (fake.answers) queueMicrotask(() => say(ANSWER));
      },
      addEventListener: (_type, act) => void listeners.push(act),
    },
  };
  return fake;
}

function page() {
  const clock = manualClock();
  const state = { isAwake: true };
  const heartbeats = createHeartbeats({ clock, isAwake: () => state.isAwake });
  /** Answers are messages: they arrive between two ticks, not inside one. */
  const pass = async (ms: number): Promise<void> => {
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
      clock.advance(Math.min(1_000, leftMs));
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { clock, state, heartbeats, pass };
}

const GRACE_MS = 2_000;

describe('a worker that hangs', () => {
  test('a worker that answers is asked every 5 s and is not declared dead', async () => {
    const { heartbeats, pass } = page();
    const worker = fakeWorker();
    heartbeats.watch(worker);
    await pass(600_000);
    expect(worker.deaths).toEqual([]);
    expect(worker.questions()).toBeGreaterThan(90);
    expect(worker.questions()).toBeLessThanOrEqual(1 + 600_000 / HEARTBEAT.everyMs);
  });

  test('a silent worker is declared dead once, after its deadline and not before', async () => {
    const { heartbeats, pass } = page();
    const worker = fakeWorker();
    heartbeats.watch(worker);
    await pass(7_000);
    worker.answers = false;
    await pass(HEARTBEAT.answerMs);
    expect(worker.deaths).toEqual([]);
    await pass(HEARTBEAT.everyMs + GRACE_MS);
    expect(worker.deaths).toEqual(['does not answer']);
    worker.say(ANSWER);
    await pass(60_000);
    expect(worker.deaths).toEqual(['does not answer']);
  });

  test('a worker that is busy for less than the deadline is not declared dead', async () => {
    const { heartbeats, pass } = page();
    const worker = fakeWorker();
    heartbeats.watch(worker);
    for (let i = 0; i < 20; i++) {
      worker.answers = false;
      await pass(HEARTBEAT.answerMs - GRACE_MS);
      worker.answers = true;
      worker.say(ANSWER);
      await pass(3_000);
    }
    expect(worker.deaths).toEqual([]);
  });

  test('a slow network gets more time for loading than for an answer', async () => {
    const { heartbeats, pass } = page();
    const worker = fakeWorker();
    worker.answers = false;
    heartbeats.watch(worker);
    await pass(HEARTBEAT.loadMs - GRACE_MS);
    expect(worker.deaths).toEqual([]);
    await pass(GRACE_MS * 2);
    expect(worker.deaths).toEqual(['was not loaded in time']);
  });

  test('two workers that are silent on a starved machine are not dead for 60 s, and live on when they answer', async () => {
    const { heartbeats, pass } = page();
    const workers = [fakeWorker(), fakeWorker(), fakeWorker()];
    for (const worker of workers) heartbeats.watch(worker);
    await pass(7_000);
    for (let i = 0; i < 10; i++) {
      for (const worker of workers) worker.answers = false;
      await pass(HEARTBEAT.silentMs - 2 * GRACE_MS);
      for (const worker of workers) {
        worker.answers = true;
        worker.say(ANSWER);
      }
      await pass(HEARTBEAT.everyMs);
    }
    expect(workers.flatMap(({ deaths }) => deaths)).toEqual([]);
    for (const worker of workers) worker.answers = false;
    await pass(HEARTBEAT.silentMs + HEARTBEAT.everyMs + GRACE_MS);
    for (const { deaths } of workers) expect(deaths).toEqual(['does not answer on a starved machine']);
  });

  test('a worker that is silent while another one answers at once is dead after 10 s', async () => {
    const { heartbeats, pass } = page();
    const [silent, other] = [fakeWorker(), fakeWorker()];
    for (const worker of [silent, other]) heartbeats.watch(worker);
    await pass(7_000);
    silent.answers = false;
    await pass(HEARTBEAT.everyMs + HEARTBEAT.answerMs + GRACE_MS);
    expect([silent.deaths, other.deaths]).toEqual([['does not answer'], []]);
  });

  test('time in which the timers of the page are late does not count against a worker, up to 60 s', async () => {
    const worker = fakeWorker();
    let nowMs = 0;
    let timer: (() => void) | null = null;
    const clock = { nowMs: () => nowMs, after: (_delayMs: number, act: () => void) => ((timer = act), () => undefined) };
    const heartbeats = createHeartbeats({ clock, isAwake: () => true });
    const tick = async (ms: number): Promise<void> => {
      nowMs += ms;
      timer?.();
      await Promise.resolve();
    };
    heartbeats.watch(worker);
    for (let i = 0; i < 3; i++) await tick(1_000);
    worker.answers = false;
    for (let i = 0; i < 30; i++) await tick(1_600);
    expect(worker.deaths).toEqual([]);
    for (let i = 0; i < 15; i++) await tick(1_600);
    expect(worker.deaths).toEqual(['does not answer on a starved machine']);
  });

  test('while the tab sleeps no worker is asked and no deadline runs', async () => {
    const { heartbeats, pass, state } = page();
    const worker = fakeWorker();
    heartbeats.watch(worker);
    await pass(3_000);
    worker.answers = false;
    await pass(HEARTBEAT.everyMs);
    const asked = worker.questions();
    state.isAwake = false;
    await pass(3_600_000);
    expect(worker.deaths).toEqual([]);
    expect(worker.questions()).toBe(asked);
    state.isAwake = true;
    await pass(HEARTBEAT.answerMs + GRACE_MS);
    expect(worker.deaths).toEqual(['does not answer']);
  });

  test('after a suspension no worker is declared dead, even if an answer was due', async () => {
    const { state } = page();
    const worker = fakeWorker();
    // A clock that continues while timers do not: hours between two ticks.
    let nowMs = 0;
    let timer: (() => void) | null = null;
    const heartbeats = createHeartbeats({
      clock: {
        nowMs: () => nowMs,
        after(_delayMs, act) {
          timer = act;
          return () => undefined;
        },
      },
      isAwake: () => state.isAwake,
    });
    const tick = async (ms: number): Promise<void> => {
      nowMs += ms;
      timer?.();
      await Promise.resolve();
      await Promise.resolve();
    };
    heartbeats.watch(worker);
    await tick(1_000);
    worker.answers = false;
    for (let i = 0; i < 6; i++) await tick(1_000);
    for (let night = 0; night < 3; night++) await tick(8 * 3_600_000);
    expect(worker.deaths).toEqual([]);
    worker.say(ANSWER);
    worker.answers = true;
    for (let i = 0; i < 60; i++) await tick(1_000);
    expect(worker.deaths).toEqual([]);
  });

  test('the timer stops with the last worker', async () => {
    const { heartbeats, pass, clock } = page();
    const worker = fakeWorker();
    heartbeats.watch(worker);
    await pass(2_000);
    expect(clock.timers()).toBe(1);
    worker.declareDead('terminated');
    await pass(2_000);
    expect(clock.timers()).toBe(0);
    const next = fakeWorker();
    heartbeats.watch(next);
    next.answers = false;
    await pass(HEARTBEAT.loadMs + GRACE_MS);
    expect(next.deaths).toHaveLength(1);
  });
});

describe('the supervisor', () => {
  function supervised() {
    const surroundings = page();
    const { clock } = surroundings;
    const supervisor = new Supervisor({ ...surroundings, nowMs: clock.nowMs, random: () => 0, after: clock.after });
    const seen: string[] = [];
    let current: FakeWorker | null = null;
    const start = (answers: boolean): void => {
      const worker = fakeWorker();
      worker.answers = answers;
      current = worker;
      supervisor.watch('room', worker, {
        isCurrent: () => current === worker,
        onDeath: (detail, restarting) => seen.push(`${detail}, ${restarting ? 'restarting' : 'given up'}`),
        restart: () => {
          seen.push('restarted');
          start(answers);
        },
      });
    };
    return { ...surroundings, seen, start, worker: () => current };
  }

  test('a hanging worker is restarted like a crashed one', async () => {
    const { start, worker, pass, seen } = supervised();
    start(true);
    await pass(6_000);
    worker()!.answers = false;
    await pass(HEARTBEAT.everyMs + HEARTBEAT.answerMs + GRACE_MS);
    expect(seen).toEqual(['does not answer, restarting', 'restarted']);
    await pass(60_000);
    expect(seen).toHaveLength(2);
  });

  test('a worker that hangs repeatedly is restarted as long as the page lives', async () => {
    const { start, worker, pass, seen } = supervised();
    start(true);
    for (let i = 0; i < 8; i++) {
      await pass(6_000);
      worker()!.answers = false;
      await pass(30_000);
    }
    expect(seen.filter((line) => line === 'restarted')).toHaveLength(8);
  });

  test('a worker ended on purpose is not restarted', async () => {
    const { start, worker, pass, seen } = supervised();
    start(true);
    const first = worker()!;
    start(true);
    first.declareDead('terminated');
    await pass(60_000);
    expect(seen).toEqual([]);
  });
});

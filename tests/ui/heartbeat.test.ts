import { expect, test } from 'vitest';
import { ANSWER, HEARTBEAT, QUESTION } from '../../src/player/base/heartbeat.ts';
import { type Beating, createHeartbeats } from '../../src/player/page/heartbeat.ts';

function fakeWorker() {
  const deaths: string[] = [];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  let die!: (detail: string) => void;
  const died = new Promise<string>((resolve) => (die = resolve));
  const fake = {
    deaths,
    /** Number of questions. */
    asked: 0,
    /** Whether it answers from now on. */
    answers: true,
    answer: () => listeners.forEach((act) => act({ data: ANSWER })),
    beating: {
      died,
      declareDead(detail) {
        deaths.push(detail);
        die(detail);
      },
      worker: {
        postMessage(question) {
          expect(question).toBe(QUESTION);
          fake.asked++;
          if (fake.answers) queueMicrotask(fake.answer);
        },
        addEventListener: (_type, act) => void listeners.push(act),
      },
    } satisfies Beating,
  };
  return fake;
}

/** Workers with heartbeats, and a clock that continues while timers are late: `tickMs` pass between two of them. */
function watched(count = 1) {
  let nowMs = 0;
  let timer: (() => void) | null = null;
  const state = { isAwake: true };
  const clock = { nowMs: () => nowMs, after: (_delayMs: number, act: () => void) => ((timer = act), () => undefined) };
  const heartbeats = createHeartbeats({ clock, isAwake: () => state.isAwake });
  const pass = async (ms: number, tickMs = 1_000): Promise<void> => {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += tickMs;
      const act = timer;
      timer = null;
      act?.();
      // Answers are messages: they arrive between two ticks, not inside one.
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const workers = Array.from({ length: count }, fakeWorker);
  for (const { beating } of workers) heartbeats.watch(beating);
  return { worker: workers[0]!, workers, state, heartbeats, pass, isTicking: () => timer !== null };
}

const GRACE_MS = 2_000;

test('a worker that answers is asked every 5 s and is not declared dead', async () => {
  const { worker, pass } = watched();
  await pass(600_000);
  expect(worker.deaths).toEqual([]);
  expect(worker.asked).toBeGreaterThan(90);
  expect(worker.asked).toBeLessThanOrEqual(1 + 600_000 / HEARTBEAT.everyMs);
});

test('a silent worker is declared dead once, after its deadline and not before', async () => {
  const { worker, pass } = watched();
  await pass(7_000);
  worker.answers = false;
  await pass(HEARTBEAT.answerMs);
  expect(worker.deaths).toEqual([]);
  await pass(HEARTBEAT.everyMs + GRACE_MS);
  expect(worker.deaths).toEqual(['does not answer']);
  worker.answer();
  await pass(60_000);
  expect(worker.deaths).toEqual(['does not answer']);
});

test('a worker that is busy for less than the deadline is not declared dead', async () => {
  const { worker, pass } = watched();
  for (let i = 0; i < 20; i++) {
    worker.answers = false;
    await pass(HEARTBEAT.answerMs - GRACE_MS);
    worker.answers = true;
    worker.answer();
    await pass(3_000);
  }
  expect(worker.deaths).toEqual([]);
});

test('a slow network gets more time for loading than for an answer', async () => {
  const { heartbeats, pass } = watched(0);
  const worker = fakeWorker();
  worker.answers = false;
  heartbeats.watch(worker.beating);
  await pass(HEARTBEAT.loadMs - GRACE_MS);
  expect(worker.deaths).toEqual([]);
  await pass(GRACE_MS * 2);
  expect(worker.deaths).toEqual(['was not loaded in time']);
});

test('two workers that are silent on a starved machine are not dead for 60 s, and live on when they answer', async () => {
  const { workers, pass } = watched(3);
  const silence = (): void => workers.forEach((worker) => (worker.answers = false));
  await pass(7_000);
  for (let i = 0; i < 10; i++) {
    silence();
    await pass(HEARTBEAT.silentMs - 2 * GRACE_MS);
    for (const worker of workers) {
      worker.answers = true;
      worker.answer();
    }
    await pass(HEARTBEAT.everyMs);
  }
  expect(workers.flatMap(({ deaths }) => deaths)).toEqual([]);
  silence();
  await pass(HEARTBEAT.silentMs + HEARTBEAT.everyMs + GRACE_MS);
  for (const { deaths } of workers) expect(deaths).toEqual(['does not answer on a starved machine']);
});

test('a worker that is silent while another one answers at once is dead after 10 s', async () => {
  const { workers, worker, pass } = watched(2);
  await pass(7_000);
  worker.answers = false;
  await pass(HEARTBEAT.everyMs + HEARTBEAT.answerMs + GRACE_MS);
  expect(workers.map(({ deaths }) => deaths)).toEqual([['does not answer'], []]);
});

test('time in which the timers of the page are late does not count against a worker, up to 60 s', async () => {
  const { worker, pass } = watched();
  await pass(3_000);
  worker.answers = false;
  await pass(30 * 1_600, 1_600);
  expect(worker.deaths).toEqual([]);
  await pass(15 * 1_600, 1_600);
  expect(worker.deaths).toEqual(['does not answer on a starved machine']);
});

test('while the tab sleeps no worker is asked and no deadline runs', async () => {
  const { worker, pass, state } = watched();
  await pass(3_000);
  worker.answers = false;
  await pass(HEARTBEAT.everyMs);
  const { asked } = worker;
  state.isAwake = false;
  await pass(3_600_000);
  expect([worker.deaths, worker.asked]).toEqual([[], asked]);
  state.isAwake = true;
  await pass(HEARTBEAT.answerMs + GRACE_MS);
  expect(worker.deaths).toEqual(['does not answer']);
});

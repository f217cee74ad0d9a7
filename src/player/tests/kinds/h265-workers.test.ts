/** Workers of H265: started ahead once, taken once, terminated after a time limit if unused; prepared workers are used first. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeWorkerClass } from '../fake-workers.ts';

const canvas = vi.hoisted(() => ({ isOffscreen: true, surface: 'canvas' }));
vi.mock('../../kinds/picture-track.ts', () => ({
  hasOffscreenCanvas: () => canvas.isOffscreen,
  pictureSurfaceHere: () => canvas.surface,
}));

let calls: (readonly unknown[])[];
let workers: ReturnType<typeof fakeWorkerClass>;
beforeEach(() => {
  vi.resetModules();
  Object.assign(canvas, { isOffscreen: true, surface: 'canvas' });
  calls = [];
  workers = fakeWorkerClass((name) => ({
    prepare: (...given: unknown[]) => {
      calls.push([name, 'prepare', ...given]);
      return { ok: true };
    },
    canDraw: () => {
      calls.push([name, 'canDraw']);
      return { ok: true, value: true };
    },
  }));
  vi.stubGlobal('Worker', workers.Worker);
  vi.stubGlobal('crossOriginIsolated', true);
});
afterEach(() => {
  for (const worker of workers.made) worker.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const names = (): readonly string[] => workers.made.map(({ name }) => name);

test('P29 workers started ahead compile the decoder for the given threads, and are taken once', async () => {
  const { beginAhead, takeWorkers } = await import('../../kinds/h265-workers.ts');
  beginAhead(3);
  beginAhead(5);
  expect(names()).toEqual(['stream', 'decode', 'render']);
  await vi.waitFor(() => expect(calls).toContainEqual(['decode', 'prepare', true, 3]));
  expect(calls).toContainEqual(['render', 'canDraw']);
  takeWorkers();
  expect(names()).toHaveLength(3);
  takeWorkers();
  expect(names()).toHaveLength(6);
});

test('P29 workers that are not taken within 10 s are ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { beginAhead, takeWorkers } = await import('../../kinds/h265-workers.ts');
  beginAhead(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(workers.made.map((worker) => worker.isTerminated())).toEqual([false, false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers.made.map((worker) => worker.isTerminated())).toEqual([true, true, true]);
  takeWorkers();
  expect(names()).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(workers.made.slice(3).map((worker) => worker.isTerminated())).toEqual([false, false, false]);
});

test('P29 workers that were taken in time keep running, and unused ones can be started again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { beginAhead, takeWorkers } = await import('../../kinds/h265-workers.ts');
  beginAhead(1);
  await vi.advanceTimersByTimeAsync(9_000);
  takeWorkers();
  // The next attempt has a time limit of its own, which does not end the first workers.
  beginAhead(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(workers.made.map((worker) => worker.isTerminated())).toEqual([false, false, false, false, false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(workers.made.map((worker) => worker.isTerminated())).toEqual([false, false, false, true, true, true]);
});

test('P20 without OffscreenCanvas there is no render worker, and for a track the drawing is not tested', async () => {
  const { takeWorkers } = await import('../../kinds/h265-workers.ts');
  canvas.isOffscreen = false;
  expect(takeWorkers().render).toBeNull();
  Object.assign(canvas, { isOffscreen: true, surface: 'track' });
  const { render } = takeWorkers();
  expect(calls).toEqual([]);
  await expect(render!.canDraw()).resolves.toMatchObject({ ok: true, value: true });
});

test('P5 a worker that the page prepared is used once, by its name', async () => {
  const { offerWorkers, takePreparedWorker } = await import('../../kinds/player-start.ts');
  const { takeWorkers } = await import('../../kinds/h265-workers.ts');
  const [stream, decode, render] = ['stream', 'decode', 'render'].map((name) => new Worker('', { name })) as [Worker, Worker, Worker];
  const prepared = new Map(Object.entries({ stream, decode, render }));
  const before = names().length;
  offerWorkers(prepared);
  const taken = takeWorkers();
  expect(names()).toHaveLength(before);
  expect([taken.stream.worker, taken.decode.worker, taken.render?.worker.worker]).toEqual([stream, decode, render]);
  expect(prepared.size).toBe(0);
  expect(takePreparedWorker('stream')).toBeNull();
  takeWorkers();
  expect(names()).toHaveLength(before + 3);
});

test('P20 P29 the drawing on a canvas is tested once, even if the result is requested again', async () => {
  const { takeWorkers } = await import('../../kinds/h265-workers.ts');
  // Workers of earlier tests may still answer.
  await new Promise((resolve) => setTimeout(resolve, 20));
  calls = [];
  const { render } = takeWorkers();
  await render!.canDraw();
  await expect(render!.canDraw()).resolves.toMatchObject({ ok: true, value: true });
  expect(calls.filter(([, call]) => call === 'canDraw')).toHaveLength(1);
});

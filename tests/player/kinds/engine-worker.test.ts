import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerWorkers } from '../../../src/player/kinds/prepared-workers.ts';
import takeEngineWorker from '../../../src/player/kinds/engine-worker.ts';

class FakeWorker {
  readonly number = made.push(this);
}

let made: FakeWorker[] = [];

beforeEach(() => {
  made = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test('P20 each engine has a worker of its own', () => {
  const taken = [takeEngineWorker(), takeEngineWorker()];
  expect(taken).toEqual(made);
  expect(taken[0]).not.toBe(taken[1]);
});

test('P20 the worker that was prepared is the first engine’s, and of no other', () => {
  const first = new FakeWorker();
  offerWorkers(new Map([['flv', first as unknown as Worker]]));
  expect(takeEngineWorker()).toBe(first);
  expect(made).toEqual([first]);
  expect(takeEngineWorker()).toBe(made[1]);
});

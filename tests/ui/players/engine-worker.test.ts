import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import takeEngineWorker from '../../../src/ui/players/engine-worker.ts';

class FakeWorker {
  readonly number = made.push(this);
}

let made: FakeWorker[] = [];

beforeEach(() => {
  made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('window', {});
});
afterEach(() => vi.unstubAllGlobals());

test('P20 each engine has a worker of its own', () => {
  const taken = [takeEngineWorker(), takeEngineWorker()];
  expect(taken).toEqual(made);
  expect(taken[0]).not.toBe(taken[1]);
});

test('P20 the worker that the first script has started is the first engine’s, and of no other', () => {
  const first = new FakeWorker();
  vi.stubGlobal('window', { firstWorkers: new Map([['flv', first]]) });
  expect(takeEngineWorker()).toBe(first);
  expect(made).toEqual([first]);
  expect(takeEngineWorker()).toBe(made[1]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as EngineWorkers from '../../../src/ui/players/engine-worker.ts';

class FakeWorker {
  fail: () => void = () => undefined;
  constructor() {
    made.push(this);
  }
  addEventListener(_type: 'error', act: () => void): void {
    this.fail = act;
  }
}

let made: FakeWorker[] = [];
let engineWorker: typeof EngineWorkers;

beforeEach(async () => {
  made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('MediaSource', { canConstructInDedicatedWorker: true });
  vi.stubGlobal('window', {});
  vi.resetModules();
  engineWorker = await import('../../../src/ui/players/engine-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('P20 the worker that was started beside the page’s half is taken once, and none is started ahead after that', () => {
  engineWorker.startEngineWorker();
  engineWorker.startEngineWorker();
  expect(made).toHaveLength(1);
  expect(engineWorker.default()).toBe(made[0]);
  expect(engineWorker.default()).toBe(made[1]);
  engineWorker.startEngineWorker();
  expect(made).toHaveLength(2);
});

test('P20 a worker that could not be loaded is not taken, and where MediaSource is the page’s own none is started ahead', () => {
  engineWorker.startEngineWorker();
  made[0]!.fail();
  expect(engineWorker.default()).toBe(made[1]);
  vi.stubGlobal('MediaSource', {});
  engineWorker.startEngineWorker();
  expect(made).toHaveLength(2);
});

test('P20 the worker that the first script has started is the engine’s', () => {
  const first = new FakeWorker();
  vi.stubGlobal('window', { firstWorkers: new Map([['flv', first]]) });
  engineWorker.startEngineWorker();
  expect(engineWorker.default()).toBe(first);
  expect(made).toEqual([first]);
});

import type * as Engines from '../../../src/player/kinds/flv-engine.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { createEngine, createWhole } = vi.hoisted(() => ({ createEngine: vi.fn(), createWhole: vi.fn() }));
vi.mock('mpegts.js/src/player/player-engine-dedicated-thread.ts', () => ({
  default: function Engine(...given: unknown[]) {
    return createEngine(...given) as object;
  },
}));
vi.mock('../../../src/player/kinds/whole-engine.ts', () => ({ wholeEngine: { create: createWhole } }));

const SOURCE = { type: 'flv', isLive: true, url: 'https://cdn.test/a.flv' };
const CONFIG = { isLive: true, enableWorkerForMSE: true };
const ON_PAGE = { isLive: true };

class FakeWorker {
  readonly posted: unknown[] = [];
  readonly objectURL = 'blob:engine';
  isTerminated = false;
  listen: (event: { readonly message?: string }) => void = () => undefined;
  addEventListener(_type: 'error', act: FakeWorker['listen']): void {
    this.listen = act;
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

interface FakeEngine {
  readonly destroy: ReturnType<typeof vi.fn>;
  readonly _worker: FakeWorker;
  readonly _config?: object;
}

let revoke: ReturnType<typeof vi.spyOn>;
let made: FakeEngine[] = [];
let engineOf: () => FakeEngine;
let engines: Pick<typeof Engines, 'beginEngine' | 'openEngine' | 'loadEngine'>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('MediaSource', { canConstructInDedicatedWorker: true });
  revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.resetModules();
  made = [];
  engineOf = () => ({ destroy: vi.fn(), _worker: new FakeWorker(), _config: { complete: true } });
  for (const create of [createEngine, createWhole])
    create.mockReset().mockImplementation(() => {
      made.push(engineOf());
      return made.at(-1);
    });
  engines = await import('../../../src/player/kinds/flv-engine.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('P20 the engine that was begun ahead is taken once, and its worker is told what to load', () => {
  engines.beginEngine(CONFIG);
  engines.beginEngine(CONFIG);
  expect(made).toHaveLength(1);
  const engine = engines.openEngine(SOURCE, CONFIG, true);
  expect(engine).toBe(made[0]);
  expect(made[0]!._worker.posted).toEqual([{ cmd: 'init', media_data_source: SOURCE, config: { complete: true } }]);
  expect(engines.openEngine(SOURCE, CONFIG, true)).toBe(made[1]);
  expect(createEngine).toHaveBeenLastCalledWith(SOURCE, CONFIG);
  vi.advanceTimersByTime(60_000);
  expect(made[0]!.destroy).not.toHaveBeenCalled();
});

test('P20 an engine that nobody takes is ended with its worker, and one of another form is not used', () => {
  engines.beginEngine(CONFIG);
  vi.advanceTimersByTime(10_000);
  expect(made[0]!.destroy).toHaveBeenCalledOnce();
  expect(made[0]!._worker.isTerminated).toBe(true);
  expect(revoke).toHaveBeenCalledWith('blob:engine');
  engineOf = () => ({ destroy: vi.fn(), _worker: new FakeWorker() });
  engines.beginEngine(CONFIG);
  expect(engines.openEngine(SOURCE, CONFIG, true)).toBe(made[2]);
  expect(made[1]!.destroy).toHaveBeenCalledOnce();
});

test('P20 an engine that was begun ahead and whose worker could not be loaded is not taken; an error of its own does not end it', () => {
  engines.beginEngine(CONFIG);
  made[0]!._worker.listen({ message: 'Uncaught TypeError' });
  expect(made[0]!.destroy).not.toHaveBeenCalled();
  made[0]!._worker.listen({});
  expect(made[0]!.destroy).toHaveBeenCalledOnce();
  expect(engines.openEngine(SOURCE, CONFIG, true)).toBe(made[1]);
});

test('P23 a loader of the page’s own has the whole engine, which is loaded for it, and so has a page whose MediaSource is its own', async () => {
  engines.beginEngine(CONFIG);
  await engines.loadEngine(false);
  expect(() => engines.openEngine(SOURCE, ON_PAGE, false)).toThrow('not loaded');
  await engines.loadEngine(true);
  expect(engines.openEngine(SOURCE, ON_PAGE, false)).toBe(made[1]);
  expect(createWhole).toHaveBeenCalledExactlyOnceWith(SOURCE, ON_PAGE);
  vi.stubGlobal('MediaSource', {});
  vi.advanceTimersByTime(10_000);
  engines.beginEngine(CONFIG);
  expect(made).toHaveLength(2);
});

test('P23 where MediaSource is the page’s own the whole engine is loaded without being asked for', async () => {
  vi.stubGlobal('MediaSource', {});
  await engines.loadEngine(false);
  expect(engines.openEngine(SOURCE, ON_PAGE, true)).toBe(made[0]);
  expect(createWhole).toHaveBeenCalledOnce();
});

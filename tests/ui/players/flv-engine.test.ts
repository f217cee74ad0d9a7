import type * as Engines from '../../../src/ui/players/flv-engine.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const createPlayer = vi.hoisted(() => vi.fn());
vi.mock('mpegts.js', () => ({ default: { createPlayer } }));

const SOURCE = { type: 'flv', isLive: true, url: 'https://cdn.test/a.flv' };
const CONFIG = { isLive: true };

class FakeWorker {
  readonly posted: unknown[] = [];
  readonly objectURL = 'blob:engine';
  isTerminated = false;
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

interface FakeEngine {
  readonly destroy: ReturnType<typeof vi.fn>;
  readonly _player_engine: { readonly _worker: FakeWorker; readonly _config?: object };
}

let revoke: ReturnType<typeof vi.spyOn>;
let made: FakeEngine[] = [];
let engineOf: () => FakeEngine;
let engines: Pick<typeof Engines, 'beginEngine' | 'openEngine'>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('MediaSource', { canConstructInDedicatedWorker: true });
  revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.resetModules();
  made = [];
  engineOf = () => ({ destroy: vi.fn(), _player_engine: { _worker: new FakeWorker(), _config: { complete: true } } });
  createPlayer.mockReset().mockImplementation(() => {
    made.push(engineOf());
    return made.at(-1);
  });
  engines = await import('../../../src/ui/players/flv-engine.ts');
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
  expect(made[0]!._player_engine._worker.posted).toEqual([{ cmd: 'init', media_data_source: SOURCE, config: { complete: true } }]);
  expect(engines.openEngine(SOURCE, CONFIG, true)).toBe(made[1]);
  expect(createPlayer).toHaveBeenLastCalledWith(SOURCE, CONFIG);
  vi.advanceTimersByTime(60_000);
  expect(made[0]!.destroy).not.toHaveBeenCalled();
});

test('P20 an engine that nobody takes is ended with its worker, and one of another form is not used', () => {
  engines.beginEngine(CONFIG);
  vi.advanceTimersByTime(10_000);
  expect(made[0]!.destroy).toHaveBeenCalledOnce();
  expect(made[0]!._player_engine._worker.isTerminated).toBe(true);
  expect(revoke).toHaveBeenCalledWith('blob:engine');
  engineOf = () => ({ destroy: vi.fn(), _player_engine: { _worker: new FakeWorker() } });
  engines.beginEngine(CONFIG);
  expect(engines.openEngine(SOURCE, CONFIG, true)).toBe(made[2]);
  expect(made[1]!.destroy).toHaveBeenCalledOnce();
});

test('P23 a loader of the page’s own has an engine of its own, and where MediaSource is the page’s none is begun', () => {
  engines.beginEngine(CONFIG);
  expect(engines.openEngine(SOURCE, CONFIG, false)).toBe(made[1]);
  vi.stubGlobal('MediaSource', {});
  vi.advanceTimersByTime(10_000);
  engines.beginEngine(CONFIG);
  expect(made).toHaveLength(2);
});

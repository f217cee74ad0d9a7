/** The stage of alpha videos: when its worker and canvas are released. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EffectStage, type EffectPlay } from '../../../src/features/gift-effects/page-stage.ts';

const IDLE_MS = 30_000;

const { createEffects, getResource, terminate } = vi.hoisted(() => ({ createEffects: vi.fn(), getResource: vi.fn(), terminate: vi.fn() }));
vi.mock('../../../src/ui/page/resources.ts', () => ({ createEffects, createResources: () => ({ getResource }) }));
const OPENED = {
  ok: true,
  value: {
    play: () => Promise.resolve({ ok: true }),
    setSize: () => undefined,
    stop: () => undefined,
    terminate,
    died: new Promise(() => undefined),
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: () => ({ dataset: {}, remove: () => undefined }) });
  terminate.mockReset();
  createEffects.mockReset().mockResolvedValue(OPENED);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const play = (id: number, onFailed: EffectPlay['onFailed'] = () => undefined): EffectPlay => ({
  id,
  url: `/${id}.mp4`,
  host: { append: () => undefined, clientWidth: 1, clientHeight: 1 } as unknown as HTMLElement,
  volume: 0,
  onShown: () => undefined,
  onEnded: () => undefined,
  onCacheFailure: () => undefined,
  onFailed,
});
const LOADED = { ok: true, value: new Blob() };

test('P12 after a video that could not be loaded the worker of effects is released when it is idle', async () => {
  const stage = new EffectStage();
  const failures: string[] = [];
  getResource.mockResolvedValue({ ok: false });
  stage.play(play(1, (why) => failures.push(why)));
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect([failures, terminate.mock.calls.length]).toEqual([['could not be loaded'], 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(terminate).toHaveBeenCalledTimes(1);
});

test.each([
  ['WORKER_CRASHED', 2, ['could not be drawn']],
  ['NO_SUPPORT', 1, ['could not be drawn', 'could not be drawn']],
])('P12 after the worker of effects could not be started (%s) it is tried %i times for two videos', async (code, tries, expected) => {
  createEffects.mockResolvedValueOnce({ ok: false, error: { code, detail: '' } });
  getResource.mockResolvedValue(LOADED);
  const stage = new EffectStage();
  const failures: string[] = [];
  for (const id of [1, 2]) {
    stage.play(play(id, (why) => failures.push(why)));
    await vi.advanceTimersByTimeAsync(1);
  }
  expect([createEffects.mock.calls.length, failures]).toEqual([tries, expected]);
});

/** P20 P29: the two ways to draw in the render worker; what each call of the player becomes in the worker. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartbeats } from '../../page/heartbeat.ts';
import { CanvasRenderer, type PictureRenderer, type RenderPorts, openTrackRenderer } from '../../kinds/canvas-renderer.ts';
import type { RenderWorker } from '../../kinds/h265-workers.ts';

const transferred = vi.hoisted((): unknown[][] => []);
vi.mock('comlink', async (original) => ({
  ...(await original<object>()),
  transfer: (value: unknown, list: unknown[]) => {
    transferred.push(list);
    return value;
  },
}));

const drawn = vi.hoisted((): unknown[][] => []);
vi.mock('../../workers/render/start-renderer.ts', () => ({
  startRenderer: () => ({
    ok: true,
    value: {
      setSize: (...given: readonly unknown[]) => drawn.push(['setSize', ...given]),
      setHidden: (...given: readonly unknown[]) => drawn.push(['setHidden', ...given]),
      stop: () => drawn.push(['stop']),
    },
  }),
}));

let watched: unknown[] = [];
beforeEach(() => {
  watched = [];
  transferred.length = 0;
  vi.spyOn(heartbeats, 'watch').mockImplementation((worker) => void watched.push(worker));
});
afterEach(() => void vi.restoreAllMocks());

/** A render worker that records its calls. The real worker ignores `setSize` and `setHidden` before `start`. */
function worker(canDraw = true) {
  const calls: (readonly unknown[])[] = [];
  const api = new Proxy({}, { get: (_, name) => (given: unknown) => calls.push([name, given]) });
  const spawned = {
    died: Promise.resolve('crashed'),
    call(use: (of: unknown) => unknown) {
      use(api);
      return Promise.resolve({ ok: true, value: undefined });
    },
    terminate: () => calls.push(['terminate']),
  };
  const render = { worker: spawned, canDraw: () => Promise.resolve({ ok: true, value: canDraw }) } as unknown as RenderWorker;
  return { calls, spawned, render };
}

const PORTS = { metrics: ['to stream', 'to page'], frames: null, decode: 'to decode', page: 'to page' } as unknown as RenderPorts;
const KINDS: readonly (readonly [kind: string, open: (render: RenderWorker) => PictureRenderer, onto: string, scales: boolean])[] = [
  ['track', (render) => openTrackRenderer('frames' as never, PORTS, render), 'frames', false],
  ['canvas', (render) => new CanvasRenderer({ transferControlToOffscreen: () => 'offscreen' } as never, PORTS, render), 'offscreen', true],
];

test.each(KINDS)('P20 P29 a worker that draws on a %s is watched, and each call reaches it', async (_kind, open, onto, scales) => {
  const { calls, spawned, render } = worker();
  const made = open(render);
  expect(await made.started).toMatchObject({ ok: true });
  expect(watched).toEqual([spawned]);
  expect(calls.shift()).toEqual(['start', { ...PORTS, onto }]);
  expect(transferred).toEqual([[onto, 'to decode', 'to page', 'to stream', 'to page']]);
  expect(calls.splice(0)).toEqual(
    scales
      ? [
          ['setSize', 0],
          ['setHidden', false],
        ]
      : [],
  );
  made.setSize(640, 360);
  expect(calls.splice(0)).toEqual(scales ? [['setSize', 640]] : []);
  made.setHidden(true);
  made.setHidden(false);
  made.terminate();
  expect(calls).toEqual([['setHidden', true], ['setHidden', false], ['terminate']]);
  expect(await made.died).toBe('crashed');
});

test('P27 a canvas that is hidden before its worker draws is hidden from the start', async () => {
  const { calls, render } = worker();
  const made = new CanvasRenderer({ transferControlToOffscreen: () => 'offscreen' } as never, PORTS, render);
  made.setHidden(true);
  await made.started;
  const started = calls.findIndex(([name]) => name === 'start');
  expect(calls.slice(started + 1)).toEqual([
    ['setSize', 0],
    ['setHidden', true],
  ]);
});

test.each([
  ['no worker', () => null],
  ['a worker that cannot draw', () => worker(false).render],
])('P27 a canvas that is hidden before the page draws is hidden from the start: %s', async (_what, render) => {
  const made = new CanvasRenderer('canvas' as never, PORTS, render());
  made.setSize(640, 360);
  made.setHidden(true);
  expect(await made.started).toMatchObject({ ok: true });
  expect(drawn.splice(0)).toEqual([
    ['setSize', 640, 360],
    ['setHidden', true],
  ]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { initialView } from '../../src/core/room/initial-view.ts';
import { type LayoutCase, layoutRoom, PLAIN_ROOM, stageOnPage } from '../../src/core/room/layout/layout.ts';
import type { FirstFiles } from '../../src/core/room/start/early-start.ts';
import { offerWorkers, takePreparedWorker } from '../../src/player/kinds/player-start.ts';
import type { PlayerSurface } from '../../src/player/page-player.ts';
import { openEarlyStage } from '../../src/ui/start/opening.ts';
import { answerTo, type FirstAnswers } from '../../src/ui/start/first-answers.ts';
import { addMissingToPage } from '../../src/ui/start/older-browsers.ts';
import { createStore } from '../../src/ui/store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface FakeElement {
  hidden: boolean;
  readonly dataset: Record<string, string>;
  readonly style: Record<string, string>;
  isRemoved: boolean;
  appendChild(child: FakeElement): FakeElement;
  remove(): void;
}
const fakeElement = (): FakeElement => {
  const element: FakeElement = {
    hidden: false,
    dataset: {},
    style: {},
    isRemoved: false,
    appendChild: (child) => child,
    remove: () => void (element.isRemoved = true),
  };
  return element;
};

function open(viewport: LayoutCase['viewport']) {
  const stage = fakeElement();
  const box = fakeElement();
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'early-stage' ? stage : null),
    createElement: () => box,
    documentElement: { clientWidth: viewport.width, clientHeight: viewport.height },
  });
  const mounts: unknown[] = [];
  const store = createStore(initialView(viewport), (flush) => flush());
  const player = { mount: (next: unknown) => void mounts.push(next) } as unknown as PlayerSurface;
  return { stage, box, mounts, store, early: openEarlyStage(store, player) };
}
const placeOf = ({ style }: FakeElement): object =>
  Object.fromEntries(
    [
      ['left', 'x'],
      ['top', 'y'],
      ['width', 'width'],
      ['height', 'height'],
    ].map(([name, key]) => [key, Number(style[name!]?.replace('px', ''))]),
  );

test.each<[where: string, viewport: LayoutCase['viewport'], isVertical: boolean, orientation: string]>([
  ['on a desktop', { width: 1_280, height: 800 }, false, 'horizontal'],
  ['upright on a desktop', { width: 1_280, height: 800 }, true, 'vertical'],
  ['on a phone', { width: 390, height: 844 }, false, 'full'],
  ['in a low window', { width: 844, height: 390 }, false, 'full'],
])('P3 the early stage has the position and the frame of the layout: %s', (_where, viewport, isVertical, orientation) => {
  const layout = layoutRoom({ ...PLAIN_ROOM, viewport, isVertical });
  const it = open(viewport);
  it.early.showAhead(layout);
  expect(it.stage.dataset).toEqual({ orientation });
  expect(placeOf(it.stage)).toEqual(stageOnPage(layout, viewport));
  expect(placeOf(it.box)).toEqual(layout.video);
  expect(it.box.style['visibility']).toBe('visible');
});

test('P3 P6 before the room is known the picture is hidden, and the layout of a ready room replaces a guess', () => {
  const viewport = { width: 1_280, height: 800 };
  const it = open(viewport);
  expect(it.box.style['visibility']).toBe('hidden');
  expect(it.mounts).toEqual([it.box]);
  const guess = layoutRoom({ ...PLAIN_ROOM, viewport });
  it.early.showAhead(guess);
  const layout = layoutRoom({ ...PLAIN_ROOM, viewport, isVertical: true });
  it.store.patch({ phase: 'ready', layout, stage: { name: 'closed' } });
  expect(it.stage.dataset).toEqual({ orientation: 'vertical' });
  expect(it.box.style['visibility']).toBe('hidden');
  it.store.patch({ stage: { name: 'live' } });
  expect(it.box.style['visibility']).toBe('visible');
  expect(it.stage.hidden).toBe(false);
  it.store.patch({ unavailable: { why: 'missing', code: 0, message: '' } as never });
  expect(it.stage.hidden).toBe(true);
});

test('P3 the early stage is removed when React’s stage takes the picture, and no longer follows the room', () => {
  const it = open({ width: 1_280, height: 800 });
  it.early.surface.mount(null);
  expect(it.stage.isRemoved).toBe(false);
  const next = {} as HTMLDivElement;
  it.early.surface.mount(next);
  expect(it.mounts).toEqual([it.box, null, next]);
  expect(it.stage.isRemoved).toBe(true);
  it.store.patch({ stage: { name: 'live' } });
  expect(it.box.style['visibility']).toBe('hidden');
});

const CALL = { method: 'POST', credentials: 'include', timeoutMs: 2_000, maxBytes: 8 } as const;
test('P5 P8 an early answer has status and content of the service, and its request is not cached', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('closed', { status: 410 })));
  vi.stubGlobal('fetch', fetch);
  const answer = await answerTo('https://live.test/info', CALL);
  expect([answer?.status, new TextDecoder().decode(answer?.bytes)]).toEqual([410, 'closed']);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    'https://live.test/info',
    expect.objectContaining({ method: 'POST', credentials: 'include', cache: 'no-store' }),
  );
});

test('P5 an answer that is too long, fails or takes longer than its limit is left to the room worker', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('more than 8')));
  expect(await answerTo('https://live.test/info', CALL)).toBeNull();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await answerTo('https://live.test/info', CALL)).toBeNull();
  vi.useFakeTimers();
  let isAborted = false;
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new DOMException('aborted', 'AbortError'));
        }),
      ),
  );
  const late = answerTo('https://live.test/info', CALL);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeNull();
  expect(isAborted).toBe(true);
});

// The first script: its requests, its setting, the workers it starts, and when it does nothing.

interface Page {
  readonly pathname: string;
  readonly setting?: string;
  readonly firstAnswers?: FirstAnswers | null;
  readonly answer?: () => Promise<Response>;
  /** Files as listed in index.html; without them no worker is started. */
  readonly files?: FirstFiles;
  readonly isIsolated?: boolean;
  readonly lastKind?: string;
  /** The page is drawn, so that it can offer a new version. */
  readonly isDrawn?: boolean;
  readonly visit?: 'navigate' | 'reload';
}

const OWN_SCRIPT = '/assets/main-old.js';

class FakeWorker {
  readonly started: string;
  isTerminated = false;
  fail: () => void = () => undefined;
  constructor(started: string) {
    this.started = started;
  }
  addEventListener(_type: 'error', act: () => void): void {
    this.fail = act;
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

const FILES: FirstFiles = {
  h264: { scripts: ['/engine.js'], workers: {} },
  h265: { scripts: ['/h265.js'], workers: { stream: '/stream.js', decode: '/decode.js' } },
};
const H265_INFO = () => Promise.resolve(new Response(JSON.stringify({ data: { h265flv: ['/b.flv'] } })));
const LONG_MS = 60_000;

/** Runs the first script in a fake page; returns its requests and results. */
async function run({ pathname, setting = '', firstAnswers, answer = () => Promise.resolve(new Response('{}')), ...page }: Page) {
  const { files, isIsolated = true, lastKind = null, isDrawn = false, visit = 'navigate' } = page;
  const listeners = new Map<string, (event: unknown) => void>();
  const reload = vi.fn();
  const workers: FakeWorker[] = [];
  const links: string[] = [];
  const fetch = vi.fn((_url: string, _init: RequestInit) => answer());
  const window: { firstAnswers?: FirstAnswers | null; firstWorkers?: Map<string, unknown> } =
    firstAnswers === undefined ? {} : { firstAnswers };
  const globals = {
    fetch,
    window,
    location: { pathname, origin: 'https://room.test', href: `https://room.test${pathname}`, reload },
    addEventListener: (type: string, act: (event: unknown) => void) => void listeners.set(type, act),
    performance: { getEntriesByType: () => [{ type: visit }] },
    document: {
      getElementById: (id: string) => (id === 'services' ? { textContent: setting } : id === 'notices' && isDrawn ? {} : null),
      querySelector: () => ({ getAttribute: () => OWN_SCRIPT }),
      currentScript: { dataset: files === undefined ? {} : { files: JSON.stringify(files) } },
      createElement: () => ({}),
      head: { append: ({ rel, href }: HTMLLinkElement) => void links.push(`${rel} ${href}`) },
    },
    crossOriginIsolated: isIsolated,
    localStorage: { getItem: () => lastKind },
    MediaSource: { isTypeSupported: () => false },
    Worker: class extends FakeWorker {
      constructor(address: string, { name }: { name: string }) {
        super(`${name} ${address}`);
        workers.push(this);
      }
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('../../src/ui/start/first-script.ts');
  return { fetch, window, workers, links, listeners, reload, urls: fetch.mock.calls.map(([url]) => url) };
}

test('P5 P8 the first script sends the main script’s first requests and keeps their answers', async () => {
  const { urls, fetch, window } = await run({ pathname: '/live/1001' });
  expect(urls).toEqual([
    'https://room.test/svc/live/room/1001/info',
    'https://room.test/svc/live/config',
    'https://room.test/svc/secure/mfx-kugoulive/ad/query?roomId=1001&appid=1010&_p=7',
  ]);
  expect(fetch.mock.calls.map(([, { method, credentials, cache }]) => [method, credentials, cache])).toEqual([
    ['GET', 'same-origin', 'no-store'],
    ['GET', 'same-origin', 'no-store'],
    ['POST', 'include', 'no-store'],
  ]);
  expect([...window.firstAnswers!.keys()]).toEqual(urls);
  const answer = await window.firstAnswers!.get(urls[0]!);
  expect(answer).toMatchObject({ status: 200 });
  expect(new TextDecoder().decode(answer!.bytes)).toBe('{}');
});

test('P5 the first script uses the services setting, and the own origin if it is unreadable', async () => {
  const setting = JSON.stringify({ live: 'https://live.test/', secure: '/own' });
  expect((await run({ pathname: '/5', setting })).urls).toEqual([
    'https://live.test/room/5/info',
    'https://live.test/config',
    'https://room.test/own/mfx-kugoulive/ad/query?roomId=5&appid=1010&_p=7',
  ]);
  expect((await run({ pathname: '/5', setting: '{' })).urls[0]).toBe('https://room.test/svc/live/room/5/info');
});

test('P1 P5 the first script sends nothing without a room, or if the main script has already sent the requests', async () => {
  for (const pathname of ['/', '/room/startlive', '/live/0', '/live/x']) expect((await run({ pathname })).urls).toEqual([]);
  const late = await run({ pathname: '/live/1001', firstAnswers: null });
  expect(late.urls).toEqual([]);
  expect(late.window.firstAnswers).toBeNull();
});

test('P21 a first visit to an isolated page requests the script of H264 immediately, and starts the workers of H265 when the live info names it', async () => {
  const { workers, links, window } = await run({ pathname: '/live/1001', files: FILES, answer: H265_INFO });
  await vi.waitFor(() => expect(workers.map(({ started }) => started)).toEqual(['stream /stream.js', 'decode /decode.js']));
  expect([...window.firstWorkers!.keys()]).toEqual(['stream', 'decode']);
  expect(links).toEqual(['modulepreload /engine.js', 'modulepreload /h265.js']);
  const other = await run({ pathname: '/live/1001', files: FILES });
  await Promise.all(other.window.firstAnswers!.values());
  expect(other.workers).toEqual([]);
  expect(other.links).toEqual(['modulepreload /engine.js']);
});

test('P21 the first script starts the kind that played last immediately, and H264 without isolation', async () => {
  const never = (): Promise<Response> => new Promise(() => undefined);
  const again = await run({ pathname: '/live/1001', files: FILES, lastKind: 'h265', answer: never });
  expect(again.workers.map(({ started }) => started)).toEqual(['stream /stream.js', 'decode /decode.js']);
  expect(again.links).toEqual(['modulepreload /h265.js']);
  const other = await run({ pathname: '/live/1001', files: FILES, isIsolated: false, answer: never });
  expect(other.workers).toEqual([]);
  expect(other.links).toEqual(['modulepreload /engine.js']);
});

test('P21 a worker of the first script is taken once; a failed one is not offered, and unused ones are ended', async () => {
  vi.useFakeTimers();
  const { workers } = await run({ pathname: '/live/1001', files: FILES, lastKind: 'h265' });
  const [stream, decode] = workers;
  stream!.fail();
  offerWorkers(window.firstWorkers);
  expect([takePreparedWorker('stream'), takePreparedWorker('render')]).toEqual([null, null]);
  expect(takePreparedWorker('decode')).toBe(decode);
  expect(takePreparedWorker('decode')).toBeNull();
  const left = await run({ pathname: '/live/1001', files: FILES, lastKind: 'h265' });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([decode, ...left.workers].map((worker) => worker!.isTerminated)).toEqual([false, true, true]);
  expect(takePreparedWorker('decode')).toBeNull();
});

const pageWith = (script: string) => () =>
  Promise.resolve(new Response(`<script id="services"></script><script type="module" src="${script}">`));
const NEW_PAGE = pageWith('/assets/main-new.js');
const MISSING = { type: 'vite:preloadError', target: {} };

test.each([
  ['an import fails and the server has a new version', { answer: NEW_PAGE }, MISSING, 1],
  ['the start script is gone and the server has a new version', { answer: NEW_PAGE }, { type: 'error', target: { type: 'module' } }, 1],
  ['a picture is gone', { answer: NEW_PAGE }, { type: 'error', target: { type: '' } }, 0],
  ['the server has this version', { answer: pageWith(OWN_SCRIPT) }, MISSING, 0],
  ['there is no network', { answer: () => Promise.reject(new TypeError('no network')) }, MISSING, 0],
  ['a network sends its login page', { answer: () => Promise.resolve(new Response('<p>log in</p>')) }, MISSING, 0],
  ['it was reloaded already', { answer: NEW_PAGE, visit: 'reload' }, MISSING, 0],
  ['the page is drawn, which offers the new version', { answer: NEW_PAGE, isDrawn: true }, MISSING, 0],
] as const)('P5 during the start the page is loaded once more for a new version only: %s', async (_case, given, event, reloads) => {
  const { listeners, reload } = await run({ pathname: '/', ...given });
  listeners.get(event.type)!(event);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reload).toHaveBeenCalledTimes(reloads);
});

function olderPage() {
  const [element, video, signal] = [{}, {}, {}] as [
    { replaceChildren?: (this: object, ...children: unknown[]) => void },
    { getVideoPlaybackQuality?: (this: object) => object },
    { timeout?: (ms: number) => AbortSignal },
  ];
  vi.stubGlobal('Element', { prototype: element });
  vi.stubGlobal('HTMLVideoElement', { prototype: video });
  vi.stubGlobal('AbortSignal', signal);
  return { element, video, signal };
}

test('P1 P22 a browser of 2020 gets getVideoPlaybackQuality, replaceChildren and AbortSignal.timeout', () => {
  const { element, video, signal } = olderPage();
  addMissingToPage();
  const counts = { webkitDecodedFrameCount: 90, webkitDroppedFrameCount: 4 };
  expect(video.getVideoPlaybackQuality?.call(counts)).toEqual({ totalVideoFrames: 90, droppedVideoFrames: 4 });
  expect(video.getVideoPlaybackQuality?.call({})).toEqual({ totalVideoFrames: 0, droppedVideoFrames: 0 });
  const parent = { textContent: 'old', appended: [] as unknown[], append: (...children: unknown[]) => parent.appended.push(...children) };
  element.replaceChildren?.call(parent, 'a', 'b');
  expect(parent).toMatchObject({ textContent: '', appended: ['a', 'b'] });
  vi.useFakeTimers();
  const waits = signal.timeout?.(2_000);
  vi.advanceTimersByTime(1_999);
  expect(waits?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(waits?.aborted).toBe(true);
});

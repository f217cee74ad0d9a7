/**
 * The service worker of the offline room. Live FLV is answered here, because MSW's script tees every response (an endless one then leaks at
 * the stream's rate and is never cancelled). Same-origin code bypasses MSW, because module workers with imports otherwise deadlock in
 * Firefox. Hidden windows are reported as visible, because requests of a hidden tab's workers would otherwise go to the network. All other
 * requests are handled by MSW.
 */
import { installScriptPolicy } from '../../src/design/script-policy.ts';
import { createLive, LIVE_STREAM } from '../backend/live.ts';
import { SESSION_CACHE, SESSION_PARTS } from '../control.ts';
import { listenToPage } from '../media/mock-channel.ts';
import { readStream, type StreamRecording } from '../recordings/recording.ts';
import { scenarioOf } from '../scenarios.ts';

declare const self: ServiceWorkerGlobalScope;

/** Request destinations of the page's own code and files. */
const OWN_CODE: readonly RequestDestination[] = [
  'script',
  'worker',
  'sharedworker',
  'style',
  'document',
  'audioworklet',
  'font',
  'manifest',
];
const OWN_FILES = /^\/(?:fixtures|assets|src|node_modules|mocks|@[\w-]+)\/|^\/@/;
const ROOM_PATH = /^\/live\/\d{1,12}$/;
/** Recordings kept in memory; the oldest is dropped. */
const MAX_KEPT = 6;

const page = listenToPage();
const kept = new Map<string, Promise<StreamRecording | null>>();
const answerLive = createLive({
  load,
  trackers,
  injected: () => page.injected,
  tap(name, bytes) {
    if (page.isRecording) page.post({ kind: 'stream-bytes', name, bytes });
  },
});

interface Routes {
  addRoutes?(
    routes: readonly { readonly condition: { readonly urlPattern: { readonly pathname: string } }; readonly source: 'network' }[],
  ): Promise<void>;
}

// Hashed files are never mocked: if the browser supports static routes, it does not start the service worker for them.
self.addEventListener('install', (event) => {
  void (event as Routes).addRoutes?.([{ condition: { urlPattern: { pathname: '/assets/*' } }, source: 'network' }]);
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) {
    // A stream of another server (debug=1&src=…) has no recording, and MSW would tee it.
    if (url.pathname.endsWith('.flv')) event.stopImmediatePropagation();
    return;
  }
  const live = LIVE_STREAM.exec(url.pathname);
  if (live?.[1] !== undefined) {
    event.stopImmediatePropagation();
    const scenario = scenarioOf(url.searchParams.get('scenario') ?? '');
    if (scenario.isPassThrough) {
      if (page.isRecording) event.respondWith(recorded(event.request, live[1]));
      return;
    }
    event.respondWith(answerLive(url, live[1], scenario));
  } else if (event.request.mode === 'navigate' && ROOM_PATH.test(url.pathname)) {
    event.stopImmediatePropagation();
    event.respondWith(roomPage(event.request));
  } else if (OWN_CODE.includes(event.request.destination) || OWN_FILES.test(url.pathname)) event.stopImmediatePropagation();
});

/** The page of a room; a static host has no file of this name. */
async function roomPage(request: Request): Promise<Response> {
  const response = await fetch(request);
  return response.status === 404 ? fetch('/index.html') : response;
}

/** The tracker runs beside the page's own server; a static host has no tracker, so there are no peers. */
async function trackers(): Promise<readonly string[]> {
  const response = await fetch('/__trackers.json').catch(() => null);
  const list: unknown = response?.ok ? await response.json().catch(() => []) : [];
  return Array.isArray(list) ? list.filter((address): address is string => typeof address === 'string') : [];
}

/** A stream from the network, passed through and sent to the recorder. */
async function recorded(request: Request, name: string): Promise<Response> {
  const response = await fetch(request);
  if (response.body === null) return response;
  const tap = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      page.post({ kind: 'stream-bytes', name, bytes: chunk });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(tap), { status: response.status, headers: response.headers });
}

function load(name: string): Promise<StreamRecording | null> {
  const known = kept.get(name);
  if (known) return known;
  const loading = fetchRecording(name);
  kept.set(name, loading);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return loading;
}

async function fetchRecording(name: string): Promise<StreamRecording | null> {
  const session = await caches.open(SESSION_CACHE);
  const response = (await session.match(`${SESSION_PARTS.stream}${name}`)) ?? (await fetch(`/fixtures/streams/${name}.flv`));
  const recording = response.ok ? readStream(new Uint8Array(await response.arrayBuffer())) : null;
  if (recording?.ok) return recording.value;
  kept.delete(name);
  if (recording !== null) console.error(recording.error.code, name, recording.error.detail);
  return null;
}

// MSW answers a worker's request through a visible window; a hidden tab has none.
// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const windows = Clients.prototype.matchAll;
Clients.prototype.matchAll = async function matchAll(this: Clients, options?: ClientQueryOptions) {
  const all = await windows.call(this, options);
  for (const client of all) {
    if (client instanceof WindowClient) Object.defineProperty(client, 'visibilityState', { value: 'visible', configurable: true });
  }
  return all as never;
};

installScriptPolicy(self);
self.importScripts('/mockServiceWorker.js');

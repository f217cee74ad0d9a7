/**
 * The service worker of the offline room. Live FLV is answered here, because MSW's script tees every response (an endless one then leaks at
 * the stream's rate and is never cancelled). Same-origin code bypasses MSW, because module workers with imports otherwise deadlock in
 * Firefox. Hidden windows are reported as visible, because requests of a hidden tab's workers would otherwise go to the network. All other
 * requests are handled by MSW.
 */
import { installScriptPolicy } from '../../src/core/script-policy.ts';
import { SESSION_CACHE, SESSION_PARTS } from '../control.ts';
import { faultOf, faultsOn, type Fault } from '../backend/faults.ts';
import { readStream, type StreamRecording } from '../recordings/recording.ts';
import { addMessages } from '../recordings/stream-messages.ts';
import { OPEN_HEADERS, openingOf } from '../recordings/replay.ts';
import type { Scenario } from '../scenario.ts';
import { scenarioOf } from '../scenarios.ts';
import { indexLines, servedSegment } from '../media/p2p-source.ts';
import { listenToPage } from '../media/mock-channel.ts';
import { streamBody } from './stream-source.ts';

declare const self: ServiceWorkerGlobalScope;

const LIVE_STREAM = /^\/live\/([\w-]{1,80})\.flv$/;
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
/** Recordings kept in memory; the oldest is dropped. */
const MAX_KEPT = 6;
/** Maximum number of paths with a connection count. */
const MAX_COUNTED = 200;

const page = listenToPage();
const kept = new Map<string, Promise<StreamRecording | null>>();
const connections = new Map<string, number>();

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
    event.respondWith(url.searchParams.has('p2p') ? share(url, live[1], scenario.faults) : answer(url.pathname, live[1], scenario));
  } else if (OWN_CODE.includes(event.request.destination) || OWN_FILES.test(url.pathname)) event.stopImmediatePropagation();
});

async function answer(path: string, name: string, { faults, messages }: Scenario): Promise<Response> {
  const earlier = connections.get(path) ?? 0;
  connections.set(path, earlier + 1);
  if (connections.size > MAX_COUNTED) connections.clear();
  const opening = openingOf(faultsOn([...page.injected.faults, ...faults], 'stream', path, earlier));
  if (opening.name === 'refused') return Response.error();
  if (opening.name === 'status') return new Response(null, { status: opening.status, headers: OPEN_HEADERS });
  const recording = await load(name);
  if (recording === null) return new Response('no such stream', { status: 404, headers: OPEN_HEADERS });
  const body = streamBody({
    path,
    name,
    recording: messages.length > 0 ? addMessages(recording, messages) : recording,
    earlier,
    faults,
    injected: () => page.injected,
    tap: (message) => {
      if (page.isRecording) page.post(message);
    },
  });
  return new Response(body, { headers: { ...OPEN_HEADERS, 'content-type': 'video/x-flv' } });
}

/** The tracker runs beside the page's own server; a static host has no tracker, so there are no peers. */
async function trackers(): Promise<readonly string[]> {
  const response = await fetch('/__trackers.json').catch(() => null);
  const list: unknown = response?.ok ? await response.json().catch(() => []) : [];
  return Array.isArray(list) ? list.filter((address): address is string => typeof address === 'string') : [];
}

async function share(url: URL, name: string, faults: readonly Fault[]): Promise<Response> {
  const path = `${url.pathname}${url.search}`;
  const hit = faultsOn([...page.injected.faults, ...faults], 'stream', path, 0);
  const opening = openingOf(hit);
  if (opening.name === 'refused') return Response.error();
  if (opening.name === 'status') return new Response(null, { status: opening.status, headers: OPEN_HEADERS });
  const recording = await load(name);
  if (recording === null) return new Response('no such stream', { status: 404, headers: OPEN_HEADERS });
  if (url.searchParams.get('p2p') === 'segment') {
    const bytes = servedSegment(recording, Number(url.searchParams.get('seq')), Date.now());
    return new Response(bytes ?? null, {
      status: bytes ? 200 : 404,
      headers: { ...OPEN_HEADERS, 'content-type': 'application/octet-stream' },
    });
  }
  const abort = new AbortController();
  const lines = indexLines(recording, { trackers: await trackers(), swarm: url.pathname.slice(1) }, abort.signal);
  const utf8 = new TextEncoder();
  const cut = faultOf(hit, 'cut');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (cut) setTimeout(() => controller.error(new TypeError('the connection was cut')), cut.afterMs);
    },
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    cancel: () => abort.abort(),
  });
  return new Response(body, { headers: { ...OPEN_HEADERS, 'content-type': 'application/x-ndjson' } });
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

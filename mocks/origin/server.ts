/**
 * A real server of the same recordings: HTTP-FLV, HTTP calls and WebSocket over loopback, with the same scenarios and faults, and the
 * production build of the room. For tests and benchmarks that need a real network path.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { pageHeaders } from '../../scripts/build/headers.ts';
import type { Isolation } from '../../scripts/build/isolation.ts';
import { err, type Result } from '../../src/core/result.ts';
import { faultsOn, NOTHING_INJECTED, type Injected } from '../backend/faults.ts';
import {
  readHttpRecording,
  readSocketLog,
  readStream,
  type HttpExchange,
  type HttpRecording,
  type SocketLog,
  type StreamRecording,
} from '../recordings/recording.ts';
import { answerHttp, exchangeOf, OPEN_HEADERS, openingOf } from '../recordings/replay.ts';
import { ALL_ROOMS, starNameOf, withRoomList } from '../backend/room-list.ts';
import { MAX_REPORTS, readReports, type ListedReport } from '../backend/reports.ts';
import { sessionLog } from '../recordings/session-log.ts';
import { addMessages } from '../recordings/stream-messages.ts';
import { isScenarioName, scenarioOf, SEED } from '../scenarios.ts';
import { publishExchange, readPublishCall } from '../sessions/broadcasts.ts';
import { createKnownLines } from '../backend/chat-server.ts';
import { readFeatureRequest } from '../sessions/course-calls.ts';
import { createCourses, readCommand, type Courses } from './courses.ts';
import { createOriginBroadcasts, type OriginBroadcasts } from './broadcasts.ts';
import { createLines, serveChat } from './chat.ts';
import { readFaults } from './fault-input.ts';
import { fileAt, fixtureAt, sendFile } from './files.ts';
import { createFeatureServices, type FeatureServices } from './feature-services.ts';
import { startFrames, type RunningFrames } from './frames.ts';
import { sendStream } from './stream.ts';
import { answerShare } from './share.ts';
import { startTracker, type RunningTracker } from './tracker.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const MAX_BODY_BYTES = 1_048_576;
const MAX_FRAME_BYTES = 1_048_576;

export interface OriginOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly scenario: string;
  /** An FLV file to serve as /live/{its name}.flv. */
  readonly file?: string;
  /** Directory of the production build; without it only streams, calls and the socket are served. */
  readonly dist: string;
  /** `none`: without the headers that shared memory needs. */
  readonly isolation?: Isolation;
}

export interface Origin {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  inject(injected: Injected['faults']): void;
  /** Number of requests by kind of path; for tests. */
  readonly counts: ReadonlyMap<string, number>;
  /** Received reports, in order, at most MAX_REPORTS. */
  reports(): readonly ListedReport[];
  readonly close: () => Promise<void>;
}

export async function startOrigin(options: OriginOptions): Promise<Result<Origin>> {
  if (options.scenario !== '' && !isScenarioName(options.scenario)) return err('RECORDING_BAD', `no scenario ${options.scenario}`);
  const streams = new Map<string, StreamRecording>();
  if (options.file !== undefined) {
    const stream = readStream(new Uint8Array(readFileSync(options.file)));
    if (!stream.ok) return stream;
    streams.set(basename(options.file).replace(/\.flv$/i, ''), stream.value);
  }
  const state: OriginState = {
    options,
    streams,
    http: new Map(),
    logs: new Map(),
    used: new Map(),
    counts: new Map(),
    tracker: await startTracker(),
    frames: await startFrames(options.dist),
    courses: createCourses(),
    broadcasts: createOriginBroadcasts(() => state.address),
    gifts: createFeatureServices((roomId) => starNameOf([loadHttp(state, ALL_ROOMS)], roomId)),
    reports: [],
    injected: NOTHING_INJECTED,
    address: '',
  };
  const server = createServer((request, response) => {
    void handle(state, request, response).catch((cause: unknown) => {
      console.error(cause);
      response.destroy();
    });
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const knownLines = createKnownLines();
  const lines = createLines();
  server.on('upgrade', (request, socket, head) => {
    const path = new URL(request.url ?? '/', state.address).pathname;
    const name = /^\/chat\/([\w-]+)/.exec(path)?.[1];
    const scenario = scenarioOf(name ?? '');
    const earlier = count(state, path);
    const opening = openingOf(faultsOn([...state.injected.faults, ...scenario.faults], 'socket', path, earlier));
    if (name === undefined || opening.name !== 'open') {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) =>
      serveChat(client, {
        log: loadLog(state, scenario.chat),
        scenario,
        path,
        earlier,
        injected: () => state.injected,
        knownLines,
        lines,
        courses: state.courses,
        gifts: state.gifts,
        broadcasts: state.broadcasts,
      }),
    );
  });
  await listen(server, options.port);
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ok: true,
    value: {
      address: state.address,
      counts: state.counts,
      reports: () => state.reports,
      inject: (faults) => void (state.injected = { faults, sinceMs: Date.now() }),
      close: () =>
        new Promise((resolve) => {
          for (const client of sockets.clients) client.terminate();
          state.courses.host.dispose();
          server.close(
            () => void Promise.all([state.tracker.close(), state.frames.close(), state.broadcasts.close()]).then(() => resolve()),
          );
          server.closeAllConnections();
        }),
    },
  };
}

interface OriginState {
  readonly options: OriginOptions;
  readonly streams: Map<string, StreamRecording>;
  readonly http: Map<string, HttpRecording>;
  readonly logs: Map<string, SocketLog>;
  readonly used: Map<HttpExchange, number>;
  readonly counts: Map<string, number>;
  readonly tracker: RunningTracker;
  readonly frames: RunningFrames;
  readonly courses: Courses;
  readonly broadcasts: OriginBroadcasts;
  readonly gifts: FeatureServices;
  reports: readonly ListedReport[];
  injected: Injected;
  address: string;
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

/** Returns the number of earlier requests of this path. */
function count(state: OriginState, path: string): number {
  const earlier = state.counts.get(path) ?? 0;
  state.counts.set(path, earlier + 1);
  return earlier;
}

async function handle(state: OriginState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', state.address);
  const earlier = count(state, url.pathname);
  const origin = request.headers.origin;
  const open = {
    ...OPEN_HEADERS,
    ...(origin !== undefined && { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
  };
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...open, 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }).end();
    return;
  }
  const live = /^\/live\/([\w.-]{1,80})\.flv$/.exec(url.pathname)?.[1];
  if (live !== undefined) return answerLive(state, url, live, earlier, open, request, response);
  const { method = 'GET' } = request;
  if (await state.broadcasts.serve({ method, url, body: () => bodyOf(request) }, response, open)) return;
  if (url.pathname.startsWith('/svc/')) return answerCall(state, url, open, request, response);
  if (url.pathname === '/__origin/faults' && request.method === 'POST') {
    const faults = readFaults(await bodyOf(request));
    if (faults.ok) state.injected = { faults: faults.value, sinceMs: Date.now() };
    response.writeHead(faults.ok ? 204 : 400, open).end(faults.ok ? '' : faults.error.detail);
    return;
  }
  const course = /^\/__origin\/course\/(\d{1,15})\/([a-z-]{1,40})$/.exec(url.pathname);
  if (course !== null && request.method === 'POST') {
    const command = readCommand(await bodyOf(request));
    if (command !== null) state.courses.host.command(Number(course[1]), course[2] ?? '', command);
    response.writeHead(command === null ? 400 : 204, open).end();
    return;
  }
  if (url.pathname.startsWith('/fixtures/')) {
    const file = fixtureAt(FIXTURES, url.pathname.slice('/fixtures'.length));
    response.setHeaders(new Map(Object.entries(open)));
    if (file) sendFile(file, request, response);
    else response.writeHead(404).end();
    return;
  }
  answerPage(state, url, request, response);
}

function answerLive(
  state: OriginState,
  url: URL,
  name: string,
  earlier: number,
  open: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { faults, messages } = scenarioOf(url.searchParams.get('scenario') ?? state.options.scenario);
  const opening = openingOf(faultsOn([...state.injected.faults, ...faults], 'stream', url.pathname, earlier));
  if (opening.name === 'refused') {
    response.destroy();
    return;
  }
  const recording = opening.name === 'open' ? loadStream(state, name) : null;
  if (recording === null) {
    response.writeHead(opening.name === 'status' ? opening.status : 404, open).end();
    return;
  }
  if (url.searchParams.has('p2p')) {
    void answerShare(response, recording, url, [state.tracker.address], open);
    return;
  }
  response.writeHead(200, { ...open, 'content-type': 'video/x-flv' });
  if (request.method === 'HEAD') response.end();
  else
    void sendStream(response, {
      recording: addMessages(recording, messages),
      path: url.pathname,
      earlier,
      faults,
      injected: () => state.injected,
    });
}

async function answerCall(
  state: OriginState,
  url: URL,
  open: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const [, , place, ...rest] = url.pathname.split('/');
  const arrived = request.method === 'POST' ? readReports(`{${place}}/${rest.join('/')}`, body, Date.now(), state.reports.length + 1) : [];
  const scenario = scenarioOf(state.options.scenario);
  const path = `{${place}}/${rest.join('/')}`;
  const call = readFeatureRequest(request.method ?? 'GET', path, body);
  const publish = readPublishCall(request.method ?? 'GET', path, body);
  const published = publish === null ? [] : [publishExchange(request.method ?? 'GET', path)];
  const userId = Number(/(?:^|;\s*)fx_userid=(\d{1,15})/.exec(request.headers.cookie ?? '')?.[1] ?? 0);
  const bought = state.gifts.answer({ method: request.method ?? 'GET', path, body, userId, scenario: state.options.scenario });
  const recordings =
    bought !== null
      ? [{ exchanges: [{ request: { method: request.method ?? 'GET', path }, response: { status: 200, body: bought.body } }] }]
      : call === null
        ? [...[...scenario.http, ALL_ROOMS].map((name) => loadHttp(state, name)), { exchanges: published }]
        : [exchangeOf(path, state.courses.host.call(call.roomId, call.name, call.call, call.viewer))];
  const answer = answerHttp(
    recordings,
    { method: request.method ?? 'GET', path, query: Object.fromEntries(url.searchParams) },
    state.used,
    {
      // Behind a proxy it is the proxy's, as the viewer sees it.
      origin: `http://${request.headers.host ?? new URL(state.address).host}`,
      scenario: state.options.scenario === '' ? 'normal' : state.options.scenario,
      isLoggedIn: userId > 0,
      nowS: Math.floor(Date.now() / 1000),
    },
    [...state.injected.faults, ...scenario.faults],
    SEED,
  );
  if (answer.name === 'unknown') {
    console.error(`no recording of ${request.method} ${url.pathname}`);
    response.writeHead(404, open).end();
    return;
  }
  if (answer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  if (answer.name === 'refused') {
    response.destroy();
    return;
  }
  if (call === null && bought === null) state.used.set(answer.exchange, (state.used.get(answer.exchange) ?? 0) + 1);
  // Reports that were answered with an error count as not received.
  if (answer.status < 400) state.reports = [...state.reports, ...arrived].slice(-MAX_REPORTS);
  const answered =
    publish !== null && published.includes(answer.exchange) ? JSON.stringify(state.broadcasts.answer(publish, userId)) : answer.body;
  response
    .writeHead(answer.status, { ...answer.headers, ...open })
    .end(typeof answered === 'string' ? state.broadcasts.apply(path, answered) : answered);
}

/** Cached, because the use of exchanges is counted by object identity. */
function loadHttp(state: OriginState, name: string): HttpRecording {
  const known = state.http.get(name);
  if (known) return known;
  const recording = readHttpRecording(readFileSync(join(FIXTURES, 'recordings', `${name}.json`), 'utf8'));
  if (!recording.ok) throw new Error(`${name}: ${recording.error.detail}`);
  const withList = name === ALL_ROOMS ? withRoomList(recording.value) : recording.value;
  state.http.set(name, withList);
  return withList;
}

/** The production build; every path without a file is the room. The page's services setting is replaced by this server's address. */
function answerPage(state: OriginState, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const index = fileAt(state.options.dist, '/index.html');
  const html = index === null ? '' : readFileSync(index, 'utf8');
  response.setHeaders(new Map(Object.entries(pageHeaders({ html, isInsecure: true, isolation: state.options.isolation }))));
  const file = fileAt(state.options.dist, url.pathname);
  if (url.pathname.startsWith('/deploy/') || (file === null && url.pathname.startsWith('/assets/'))) {
    response.writeHead(404).end();
    return;
  }
  if (file !== null && !file.endsWith('index.html')) {
    response.setHeader('cache-control', url.pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    sendFile(file, request, response);
    return;
  }
  if (index === null) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(`${state.options.dist} holds no build: npm run build\n`);
    return;
  }
  const services = JSON.stringify({
    ...Object.fromEntries(['secure', 'backup', 'game', 'live', 'log'].map((place) => [place, `${state.address}/svc/${place}`])),
    frames: state.frames.address,
    socketFallback: [{ host: `${state.address.replace('http://', '')}/chat/${state.options.scenario || 'normal'}`, protocol: 'ws' }],
  });
  const page = html.replace(
    /(<script type="application\/json" id="services">)[\s\S]*?(<\/script>)/,
    (_all, begin: string, end: string) => `${begin}${services}${end}`,
  );
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
}

function loadStream(state: OriginState, name: string): StreamRecording | null {
  const known = state.streams.get(name);
  if (known) return known;
  const file = fileAt(join(FIXTURES, 'streams'), `/${name}.flv`);
  const stream = file === null ? null : readStream(new Uint8Array(readFileSync(file)));
  if (!stream?.ok) return null;
  state.streams.set(name, stream.value);
  return stream.value;
}

function loadLog(state: OriginState, name: string): SocketLog {
  const known = state.logs.get(name);
  if (known) return known;
  const log = sessionLog(name) ?? recordedLog(name);
  state.logs.set(name, log);
  return log;
}

function recordedLog(name: string): SocketLog {
  const log = readSocketLog(new Uint8Array(readFileSync(join(FIXTURES, 'recordings', `${name}.bin`))));
  if (!log.ok) throw new Error(`${name}: ${log.error.detail}`);
  return log.value;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('a body that is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

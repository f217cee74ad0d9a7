/**
 * A real server of the same recordings: HTTP-FLV, HTTP calls and WebSocket over loopback, with the same scenarios and faults, and the
 * production build of the room. For tests and benchmarks that need a real network path.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { ERROR_CACHE, type Isolation, pageHeaders, ruleOf } from '../../scripts/build/headers.ts';
import { pageClock } from '../../src/player/page/clock.ts';
import { err, type Result } from '../../src/core/errors.ts';
import { createCalls, openHeaders, userIdOf } from '../backend/calls.ts';
import { createChat, type Chat } from '../backend/chat.ts';
import { faultsOn, NOTHING_INJECTED, readFaults, type Injected } from '../backend/faults.ts';
import { createFeatureServices, ALL_ROOMS, withRoomList } from '../backend/feature-services.ts';
import { createLive, LIVE_STREAM } from '../backend/live.ts';
import { MAX_REPORTS, readReports, type ListedReport } from '../backend/reports.ts';
import { createRtc } from '../backend/rtc.ts';
import { toAll } from '../control.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import {
  readHttpRecording,
  readSocketLog,
  readStream,
  type HttpRecording,
  type SocketLog,
  type StreamRecording,
} from '../recordings/recording.ts';
import { openingOf } from '../recordings/replay.ts';
import { sessionLog } from '../recordings/session-log.ts';
import { isScenarioName, scenarioOf } from '../scenarios.ts';
import { createBroadcasts, LIVE_STATUS, type Broadcast } from '../sessions/broadcasts.ts';
import { createSessionHost, type SessionCommand } from '../sessions/session-host.ts';
import { SESSIONS } from '../sessions/sessions.ts';
import { serveChat } from './chat.ts';
import { fileAt, fixtureAt, sendFile, respond } from './files.ts';
import { startFrames, type RunningFrames } from './frame-pages.ts';
import { createOriginRelay } from './relay.ts';
import { startTracker } from './tracker.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const MAX_BODY_BYTES = 1_048_576;
const MAX_FRAME_BYTES = 1_048_576;
const SWEEP_EVERY_MS = 1_000;
const MAX_NAME_LENGTH = 80;
/** Maximum number of viewers whose room is known; the oldest is dropped first. */
const MAX_VIEWERS = 1_000;
const MAX_LINES = 1_000;

export interface OriginOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly scenario: string;
  /** An FLV file to serve as /live/{its name}.flv (streamNameOf). */
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
  /** Number of requests by kind of path, and of logins to the chat (`login`); for tests. */
  readonly counts: ReadonlyMap<string, number>;
  /** Received reports, in order, at most MAX_REPORTS. */
  reports(): readonly ListedReport[];
  /** Texts of the accepted chat lines of viewers, in order, at most MAX_LINES. */
  lines(): readonly string[];
  readonly close: () => Promise<void>;
}

/** Name of a file's stream, of the characters that the address of a live stream has (LIVE_STREAM). */
export const streamNameOf = (file: string): string =>
  basename(file)
    .replace(/\.flv$/i, '')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, MAX_NAME_LENGTH);

export async function startOrigin(options: OriginOptions): Promise<Result<Origin>> {
  if (options.scenario !== '' && !isScenarioName(options.scenario)) return err('RECORDING_BAD', `no scenario ${options.scenario}`);
  const streams = new Map<string, StreamRecording>();
  if (options.file !== undefined) {
    const stream = readStream(new Uint8Array(readFileSync(options.file)));
    if (!stream.ok) return stream;
    streams.set(streamNameOf(options.file), stream.value);
  }
  const [tracker, frames] = [await startTracker(), await startFrames(options.dist)];
  const state: OriginState = { options, frames, counts: new Map(), reports: [], lines: [], injected: NOTHING_INJECTED, address: '' };
  const room = createRoom(state);
  const live = createLive({
    load: (name) => Promise.resolve(loadStream(streams, name)),
    injected: () => state.injected,
    trackers: () => Promise.resolve([tracker.address]),
  });
  const server = createServer((request, response) => {
    void handle(state, room, live, request, response).catch((cause: unknown) => {
      console.error(cause);
      response.destroy();
    });
  });
  const sockets = openSockets(state, room.chat, server);
  await listen(server, options.port);
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ok: true,
    value: {
      address: state.address,
      counts: state.counts,
      reports: () => state.reports,
      lines: () => state.lines,
      inject: (faults) => void (state.injected = { faults, sinceMs: Date.now() }),
      close: () =>
        new Promise((resolve) => {
          for (const client of sockets.clients) client.terminate();
          server.close(() => void Promise.all([tracker.close(), frames.close(), room.close()]).then(() => resolve()));
          server.closeAllConnections();
        }),
    },
  };
}

interface OriginState {
  readonly options: OriginOptions;
  readonly frames: RunningFrames;
  readonly counts: Map<string, number>;
  reports: readonly ListedReport[];
  readonly lines: string[];
  injected: Injected;
  address: string;
}

/** The mocked services behind the server's HTTP and sockets. */
function createRoom(state: OriginState) {
  const { http, faults, name } = scenarioIn(state);
  /** Room of each viewer who has logged in to the chat. */
  const rooms = new Map<number, number>();
  const chat = createChat({
    injected: () => state.injected,
    onJoin({ userId, roomId }, connection, scenario) {
      state.counts.set('login', (state.counts.get('login') ?? 0) + 1);
      rooms.delete(userId);
      rooms.set(userId, roomId);
      for (const oldest of rooms.keys()) if (rooms.size > MAX_VIEWERS) rooms.delete(oldest);
      sessions.join(roomId, connection, scenario.sessions);
    },
    onLine({ body }) {
      if ('chatmsg' in body) state.lines.push(String(body.chatmsg));
      if (state.lines.length > MAX_LINES) state.lines.shift();
    },
  });
  const sessions = createSessionHost(SESSIONS, {
    clock: pageClock,
    push: ({ name: message, ...push }) => chat.deliver({ ...push, id: rowNamed(message).id }),
    onStatus: () => undefined,
  });
  const records = new Map<number, Broadcast>();
  const followers = new Map<number, readonly number[]>();
  const relay = createOriginRelay();
  const broadcasts = createBroadcasts({
    store: {
      read: (roomId) => records.get(roomId) ?? null,
      write(roomId, broadcast) {
        if (broadcast === null) records.delete(roomId);
        else records.set(roomId, broadcast);
      },
    },
    origin: () => state.address,
    nowMs: () => Date.now(),
    newSession: () => randomUUID(),
    provider: 5,
    onChange(roomId, isOn) {
      if (!isOn) void relay.end(roomId);
      chat.deliver(toAll({ id: LIVE_STATUS, body: { roomid: roomId, status: isOn ? 1 : 0 } }, roomId));
    },
  });
  const sweep = setInterval(() => {
    for (const roomId of records.keys()) broadcasts.sweep(roomId);
  }, SWEEP_EVERY_MS);
  return {
    chat,
    sessions,
    calls: createCalls({
      recordings: [...http, ALL_ROOMS].map(loadHttp),
      scenario: name,
      broadcasts,
      followers: { read: (roomId) => followers.get(roomId) ?? [], write: (roomId, userIds) => void followers.set(roomId, userIds) },
      services: createFeatureServices((message, roomId) => chat.deliver(toAll(message, roomId))),
      faults: () => [...state.injected.faults, ...faults],
      featureCall: ({ roomId, name: feature, call, viewer }) => sessions.call(roomId, feature, call, viewer),
      roomOf: (userId) => rooms.get(userId) ?? 0,
    }),
    rtc: createRtc({ broadcasts, relay, faults: () => state.injected.faults }),
    async close(): Promise<void> {
      clearInterval(sweep);
      sessions.dispose();
      await relay.close();
    },
  };
}

type Room = ReturnType<typeof createRoom>;

const scenarioIn = ({ options }: OriginState) => ({ ...scenarioOf(options.scenario), name: options.scenario || 'normal' });

function openSockets(state: OriginState, chat: Chat, server: Server): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const logs = new Map<string, SocketLog>();
  server.on('upgrade', (request, socket, head) => {
    // Not by `URL`, which throws for some addresses: nothing handles an error here.
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const name = /^\/chat\/([\w-]+)/.exec(path)?.[1];
    const scenario = scenarioOf(name ?? '');
    const earlier = count(state, path);
    const opening = openingOf(faultsOn([...state.injected.faults, ...scenario.faults], 'socket', path, earlier));
    if (name === undefined || opening.name !== 'open') {
      socket.destroy();
      return;
    }
    const log = logs.get(scenario.chat) ?? sessionLog(scenario.chat) ?? recordedLog(scenario.chat);
    logs.set(scenario.chat, log);
    sockets.handleUpgrade(request, socket, head, (client) => serveChat(client, chat, { log, scenario, path, earlier }));
  });
  return sockets;
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

async function handle(
  state: OriginState,
  room: Room,
  live: ReturnType<typeof createLive>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', state.address);
  const { pathname } = url;
  count(state, pathname);
  const { method = 'GET' } = request;
  const open = openHeaders(request.headers.origin);
  if (method === 'OPTIONS') {
    response.writeHead(204, { ...open, 'access-control-allow-headers': 'content-type', 'access-control-allow-methods': '*' }).end();
    return;
  }
  const name = LIVE_STREAM.exec(pathname)?.[1];
  if (name !== undefined) {
    const scenario = scenarioOf(url.searchParams.get('scenario') ?? state.options.scenario);
    return respond(response, await live(url, name, scenario), open);
  }
  if (pathname.startsWith('/rtc/')) return respond(response, await room.rtc(method, url, () => bodyOf(request)), open);
  if (pathname.startsWith('/svc/')) return answerCall(state, room, url, request, response);
  if (pathname.startsWith('/__origin/') && method === 'POST') {
    const refusal = order(state, room, pathname, await bodyOf(request));
    response.writeHead(refusal === null ? 204 : 400, open).end(refusal ?? '');
    return;
  }
  if (pathname.startsWith('/fixtures/')) {
    const file = fixtureAt(FIXTURES, pathname.slice('/fixtures'.length));
    response.setHeaders(new Map(Object.entries({ ...open, 'cache-control': 'public, max-age=3600' })));
    if (file) sendFile(file, request, response);
    else response.writeHead(404).end();
    return;
  }
  answerPage(state, url, request, response);
}

/** Executes orders of tests: faults, and commands of scripted sessions. Returns the reason of a refusal; null: executed. */
function order(state: OriginState, { sessions }: Room, path: string, body: string): string | null {
  if (path === '/__origin/faults') {
    const faults = readFaults(body);
    if (faults.ok) state.injected = { faults: faults.value, sinceMs: Date.now() };
    return faults.ok ? null : faults.error.detail;
  }
  const [, roomId, name] = /^\/__origin\/session\/(\d{1,15})\/([a-z-]{1,40})$/.exec(path) ?? [];
  const command = readCommand(body);
  if (name === undefined || command === null) return 'no such order';
  sessions.command(Number(roomId), name, command);
  return null;
}

/** Reads `start`, `end`, `pause`, `resume`, or `speed 20`. */
function readCommand(text: string): SessionCommand | null {
  if (text === 'start' || text === 'end' || text === 'pause' || text === 'resume') return text;
  const speed = Number(/^speed (\d{1,3})$/.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(speed) ? null : { speed };
}

/** Behind a proxy the Host header contains the proxy's host, which is the one that the viewer can reach. */
const addressFor = ({ address }: OriginState, { headers }: IncomingMessage): string =>
  headers.host === undefined ? address : `http://${headers.host}`;

async function answerCall(state: OriginState, room: Room, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const [, , place, ...rest] = url.pathname.split('/');
  const path = `{${place}}/${rest.join('/')}`;
  const { method = 'GET' } = request;
  const answer = await room.calls({
    method,
    path,
    query: Object.fromEntries(url.searchParams),
    body,
    userId: userIdOf(request.headers.cookie ?? ''),
    origin: addressFor(state, request),
  });
  if (answer === null) console.error(`no recording of ${method} ${url.pathname}`);
  // Reports that were answered with an error count as not received.
  const first = (state.reports.at(-1)?.number ?? 0) + 1;
  const arrived = method === 'POST' && answer?.ok ? readReports(path, body, Date.now(), first) : [];
  state.reports = [...state.reports, ...arrived].slice(-MAX_REPORTS);
  await respond(response, answer ?? new Response(null, { status: 404 }), openHeaders(request.headers.origin));
}

function loadHttp(name: string): HttpRecording {
  const recording = readHttpRecording(readFileSync(join(FIXTURES, 'recordings/http.json'), 'utf8'), name);
  if (!recording.ok) throw new Error(`${name}: ${recording.error.detail}`);
  return name === ALL_ROOMS ? withRoomList(recording.value) : recording.value;
}

/** The production build; every path without a file is the room. The page's services setting is replaced by the address under which the viewer reaches this server. */
function answerPage(state: OriginState, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const index = fileAt(state.options.dist, '/index.html');
  const html = index === null ? '' : readFileSync(index, 'utf8');
  const { serves, cache, headers } = ruleOf(url.pathname);
  const all = { ...pageHeaders({ html, isInsecure: true, isolation: state.options.isolation }), ...headers };
  response.setHeaders(new Map(Object.entries(all)));
  const file = fileAt(state.options.dist, url.pathname);
  if (serves === 'nothing' || (file === null && serves === 'file')) {
    response.writeHead(404, { 'cache-control': ERROR_CACHE }).end();
    return;
  }
  response.setHeader('cache-control', cache);
  if (file !== null && !file.endsWith('index.html')) {
    sendFile(file, request, response);
    return;
  }
  if (index === null) {
    response
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': ERROR_CACHE })
      .end(`${state.options.dist} holds no build: npm run build\n`);
    return;
  }
  const address = addressFor(state, request);
  const services = JSON.stringify({
    ...Object.fromEntries(['secure', 'backup', 'game', 'live', 'log'].map((place) => [place, `${address}/svc/${place}`])),
    frames: state.frames.address,
    addressOverrides: true,
    socketFallback: [{ host: `${address.replace('http://', '')}/chat/${state.options.scenario || 'normal'}`, protocol: 'ws' }],
  });
  const page = html.replace(
    /(<script type="application\/json" id="services">)[\s\S]*?(<\/script>)/,
    (_all, begin: string, end: string) => `${begin}${services}${end}`,
  );
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

function loadStream(streams: Map<string, StreamRecording>, name: string): StreamRecording | null {
  const known = streams.get(name);
  if (known) return known;
  const file = fileAt(join(FIXTURES, 'streams'), `/${name}.flv`);
  const stream = file === null ? null : readStream(new Uint8Array(readFileSync(file)));
  if (!stream?.ok) return null;
  streams.set(name, stream.value);
  return stream.value;
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
    if (bytes > MAX_BODY_BYTES) throw new Error('the body of the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The server for the browser: the origin server with its room, the bare pages of other players, the time of each request, streams over a
 * network of a given shape, and a chat with a given message rate.
 */
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { createChat } from '../../mocks/backend/chat.ts';
import { NOTHING_INJECTED } from '../../mocks/backend/faults.ts';
import { serveChat } from '../../mocks/origin/chat.ts';
import { fileAt, sendFile } from '../../mocks/origin/files.ts';
import { type Origin, startOrigin } from '../../mocks/origin/server.ts';
import { type Shape, allowance } from '../../mocks/recordings/network-shape.ts';
import { readSocketLog, type SocketLog, type SocketRecord } from '../../mocks/recordings/recording.ts';
import { scenarioOf } from '../../mocks/scenarios.ts';
import { isolationHeaders, pageHeaders } from '../../scripts/build/headers.ts';
import { crowd, giftOf } from '../../scripts/fixtures/chat.ts';
import { encodePush } from '../../src/wire/server-side.ts';
import type { Subject } from '../measure/benchmark.ts';
import { ROOT } from '../measure/environment.ts';
import { bundleBarePages } from '../measure/pages.ts';

// A stream through a network with changing speed.

const PUMP_MS = 10;
/** Size of the network's queue in bytes; beyond it the sender waits, as behind a router. */
const QUEUE_BYTES = 96 * 1024;
const FLV_HEADER_BYTES = 13;
/** Bytes up to and including the first tag's timestamp. */
const TIMED_BYTES = FLV_HEADER_BYTES + 8;

/** Forwards a stream at the speed of the shape. */
function shapeStream(from: IncomingMessage, to: ServerResponse, shape: Shape | undefined, traffic: Traffic): void {
  let head = Buffer.alloc(0);
  const seen = (chunk: Buffer): void => {
    if (head.length >= TIMED_BYTES) return;
    head = Buffer.concat([head, chunk.subarray(0, TIMED_BYTES)]);
    if (head.length >= TIMED_BYTES) traffic.streamTimeMs = tagTime(head, FLV_HEADER_BYTES);
  };
  if (!shape) {
    from.on('data', (chunk: Buffer) => {
      seen(chunk);
      traffic.bytes += chunk.length;
    });
    from.pipe(to);
    return;
  }
  const queue: Buffer[] = [];
  let queued = 0;
  let credit = 0;
  let lastMs = performance.now() - shape.startMs;
  from.on('data', (chunk: Buffer) => {
    seen(chunk);
    queue.push(chunk);
    queued += chunk.length;
    if (queued > QUEUE_BYTES) from.pause();
  });
  const pump = setInterval(() => {
    const nowMs = performance.now() - shape.startMs;
    // Unused credit expires: an idle line does not send faster afterwards.
    credit = Math.min(credit, 0) + allowance(shape.steps, lastMs, nowMs);
    lastMs = nowMs;
    while (credit > 0 && queue.length > 0) {
      const next = queue[0]!;
      const sent = Math.min(next.length, Math.ceil(credit));
      to.write(next.subarray(0, sent));
      if (sent === next.length) queue.shift();
      else queue[0] = next.subarray(sent);
      credit -= sent;
      queued -= sent;
      traffic.bytes += sent;
    }
    if (queued <= QUEUE_BYTES) from.resume();
    if (from.readableEnded && queue.length === 0) end();
  }, PUMP_MS);
  const end = (): void => {
    clearInterval(pump);
    to.end();
  };
  to.on('close', () => clearInterval(pump));
  from.on('close', () => {
    if (!from.readableEnded) {
      clearInterval(pump);
      to.destroy();
    }
  });
}

/** Low 24 bits, then the high 8 (FLV, annex E.4.1). */
const tagTime = (bytes: Buffer, at: number): number => (bytes.readUIntBE(at + 4, 3) | (bytes[at + 7]! << 24)) >>> 0;

/** Traffic recorded by the front server. */
interface Asked {
  readonly path: string;
  /** On the clock of the page's `performance.timeOrigin`, because both run on this machine. */
  readonly atMs: number;
}

interface Traffic {
  readonly asked: Asked[];
  /** Bytes of response bodies so far. */
  bytes: number;
  /** Time of the first tag of the newest stream, its live time at joining. NaN before. */
  streamTimeMs: number;
}

export function resetTraffic(traffic: Traffic): void {
  traffic.asked.length = 0;
  traffic.bytes = 0;
}

// Gifts of a crowd at a given rate, each separate, including expensive ones: banners and effects are always queued.

const GIFT_PUSH = 601;
/** The star of room 1001. */
const STAR = { receiverid: 91_001, receiverkugouid: 91_001, receivername: '小喵Momo' } as const;
const SEED = 77;
const PEOPLE = 60;
/** Offsets after those of the recordings; a round of the replay has space for 10,000. */
const FIRST_OFFSET = 5_000;

function giftStorm(giftsPerS: number, forMs: number): SocketRecord[] {
  const { viewers, pick } = crowd(SEED, PEOPLE);
  return Array.from({ length: Math.round((giftsPerS * forMs) / 1_000) }, (_, index) => {
    const giver = pick(viewers);
    const body = {
      ...giftOf(pick),
      ...STAR,
      num: pick([1, 1, 5, 10]),
      senderid: giver.id,
      senderkugouid: giver.id,
      sendername: giver.name,
      senderrichlevel: giver.richLevel,
      senderlogo: giver.logo,
      type: 1,
      ext: encodeURIComponent(JSON.stringify(giver.ext)),
    };
    const bytes = encodePush({ id: GIFT_PUSH, body, offset: FIRST_OFFSET + index, msgId: `storm-${index}`, time: 0 });
    return { atMs: Math.floor((index * 1_000) / giftsPerS), direction: 'in', form: 'binary', bytes };
  });
}

interface FrontOptions {
  readonly dist: string;
  readonly scenario: string;
  /** Folder of the bundled pages of others. */
  readonly pages: string;
  /** An FLV served as `/live/NAME.flv` in addition to the fixtures. */
  readonly file?: string;
}

export interface Front {
  readonly address: string;
  readonly traffic: Traffic;
  /** Applies to streams that start from now on. */
  setShape(shape: Shape | undefined): void;
  /** Applies to chats that connect from now on; gifts are added. */
  setChat(messagesPerS: number, giftsPerS?: number): void;
  /** Gzip bytes of code: page, script, style sheet or wasm module; 0 for anything else. Independent of the sent encoding. */
  codeBytes(pathname: string): number;
  close(): Promise<void>;
}

interface State {
  readonly options: FrontOptions;
  readonly origin: Origin;
  readonly traffic: Traffic;
  /** Response headers of the page's files. */
  readonly headers: Readonly<Record<string, string>>;
  address: string;
  shape: Shape | undefined;
  chat: SocketLog;
}

const SILENT_STORM_MS = 10_000;

/** Opens fronts with the room of a revision and the bare pages; all are closed afterwards. */
export async function withFronts<T>(
  use: (open: (subject: Subject, scenario: string, own?: Partial<FrontOptions>) => Promise<Front>) => Promise<T>,
): Promise<T> {
  const fronts: Front[] = [];
  try {
    return await use(async (subject, scenario, own = {}) => {
      const front = await openFront({ dist: own.dist ?? (await subject.dist()), scenario, pages: await bundleBarePages(subject), ...own });
      fronts.push(front);
      return front;
    });
  } finally {
    for (const front of fronts) await front.close();
  }
}

async function openFront(options: FrontOptions): Promise<Front> {
  const origin = await startOrigin({
    port: 0,
    scenario: options.scenario,
    dist: options.dist,
    ...(options.file === undefined ? {} : { file: options.file }),
  });
  if (!origin.ok) throw new Error(origin.error.detail);
  const state: State = {
    options,
    origin: origin.value,
    traffic: { asked: [], bytes: 0, streamTimeMs: Number.NaN },
    headers: pageHeaders({ html: readFileSync(path.join(options.dist, 'index.html'), 'utf8'), isInsecure: true }),
    address: '',
    shape: undefined,
    chat: chatOf(0),
  };
  const server = createServer((request, response) => answer(state, request, response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) =>
      serveChat(client, createChat({ injected: () => NOTHING_INJECTED, onJoin: () => undefined }), {
        log: state.chat,
        scenario: scenarioOf(options.scenario),
        path: request.url ?? '',
        earlier: 0,
      }),
    ),
  );
  await listen(server);
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: state.address,
    traffic: state.traffic,
    setShape: (shape) => void (state.shape = shape),
    codeBytes: codeBytesOf(options),
    setChat: (messagesPerS, giftsPerS = 0) => void (state.chat = withGifts(chatOf(messagesPerS), giftsPerS)),
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await origin.value.close();
    },
  };
}

const CODE = /\.(?:m?js|css|wasm)$/;

/** Cached per file, because bodies of some contestants are sent compressed and others are not. */
function codeBytesOf({ dist, pages }: FrontOptions): Front['codeBytes'] {
  const known = new Map<string, number>();
  const gzipped = (body: string | Buffer): number => gzipSync(body, { level: 9 }).length;
  const measure = (pathname: string): number => {
    const bare = /^\/bench(?:\/assets(\/.+)|\/[\w-]+)$/.exec(pathname);
    if (bare !== null && bare[1] === undefined) return gzipped(barePage(pathname));
    const file = bare?.[1] === undefined ? fileAt(dist, pathname) : fileAt(pages, bare[1]);
    if (file !== null) return CODE.test(file) ? gzipped(readFileSync(file)) : 0;
    return /^\/live\/\d+$/.test(pathname) ? gzipped(readFileSync(path.join(dist, 'index.html'))) : 0;
  };
  return (pathname) => {
    if (!known.has(pathname)) known.set(pathname, measure(pathname));
    return known.get(pathname)!;
  };
}

const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** The recorded flood at another rate; empty at 0. */
function chatOf(messagesPerS: number): SocketLog {
  if (messagesPerS === 0) return { records: [], durationMs: 1_000, isTruncated: false };
  const log = readSocketLog(new Uint8Array(readFileSync(path.join(ROOT, 'fixtures/recordings/chat-flood.bin'))));
  if (!log.ok) throw new Error(log.error.detail);
  const said = log.value.records.filter(({ direction, form }) => direction === 'in' && form === 'binary');
  const records = said.map((record, index) => ({ ...record, atMs: Math.floor((index * 1_000) / messagesPerS) }));
  return { records, durationMs: Math.ceil((said.length * 1_000) / messagesPerS), isTruncated: false };
}

/** The chat with a storm of gifts: as long as a round of the chat, or ten seconds without chat. */
function withGifts(chat: SocketLog, giftsPerS: number): SocketLog {
  if (giftsPerS === 0) return chat;
  const durationMs = chat.records.length === 0 ? SILENT_STORM_MS : chat.durationMs;
  const records = [...chat.records, ...giftStorm(giftsPerS, durationMs)].toSorted((a, b) => a.atMs - b.atMs);
  return { ...chat, durationMs, records };
}

function answer(state: State, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', state.address);
  state.traffic.asked.push({ path: url.pathname, atMs: performance.timeOrigin + performance.now() });
  if (url.pathname.startsWith('/bench/')) answerBare(state, url, request, response);
  else if (!answerAsset(state, url, request, response)) forward(state, url, request, response);
}

/** Files of the build are served from here, like those of the bare pages, because a second server would add cost only to the room. */
function answerAsset(state: State, url: URL, request: IncomingMessage, response: ServerResponse): boolean {
  const file = url.pathname.startsWith('/assets/') ? fileAt(state.options.dist, url.pathname) : null;
  if (file === null) return false;
  for (const [name, value] of Object.entries(state.headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.on('finish', () => void (state.traffic.bytes += Number(response.getHeader('content-length') ?? 0)));
  sendFile(file, request, response);
  return true;
}

/** `/bench/NAME` is the page of a bare player, `/bench/assets/…` its scripts. */
function answerBare(state: State, url: URL, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(isolationHeaders())) response.setHeader(name, value);
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.on('finish', () => void (state.traffic.bytes += Number(response.getHeader('content-length') ?? 0)));
  const asset = /^\/bench\/assets(\/.+)$/.exec(url.pathname)?.[1];
  if (asset !== undefined) {
    const file = fileAt(state.options.pages, asset);
    if (file === null) response.writeHead(404).end();
    else sendFile(file, request, response);
    return;
  }
  const html = barePage(url.pathname);
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-length', Buffer.byteLength(html)).end(html);
}

function barePage(pathname: string): string {
  const name = pathname.slice('/bench/'.length).replaceAll(/[^\w-]/g, '');
  return `<!doctype html><html><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"></head><body><div id="stage" style="width:852px;height:480px"></div><script type="module" src="/bench/assets/${name}.js"></script></body></html>`;
}

const isRewritten = (url: URL, headers: IncomingHttpHeaders): boolean => {
  const type = headers['content-type'] ?? '';
  return type.startsWith('text/html') || (url.pathname.startsWith('/svc/') && /json|javascript/.test(type));
};

/** Forwards the request; the origin server's address in answers is replaced, so that all traffic passes this server. */
function forward(state: State, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const { origin, traffic } = state;
  const headers = { ...request.headers, host: new URL(origin.address).host };
  const upstream = httpRequest(`${origin.address}${request.url ?? '/'}`, { method: request.method ?? 'GET', headers }, (answered) => {
    const { 'content-length': _length, ...kept } = answered.headers;
    if (/^\/live\/.+\.flv$/.test(url.pathname) && answered.statusCode === 200) {
      response.writeHead(200, kept);
      shapeStream(answered, response, state.shape, traffic);
      return;
    }
    if (!isRewritten(url, answered.headers)) {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on('data', (chunk: Buffer) => void (traffic.bytes += chunk.length));
      answered.pipe(response);
      return;
    }
    const chunks: Buffer[] = [];
    answered.on('data', (chunk: Buffer) => chunks.push(chunk));
    answered.on('end', () => {
      const hostOf = (address: string): string => new URL(address).host;
      const text = Buffer.concat(chunks).toString('utf8').replaceAll(hostOf(origin.address), hostOf(state.address));
      traffic.bytes += text.length;
      response.writeHead(answered.statusCode ?? 502, kept).end(text);
    });
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** `inspectStream`: the first reason why a stream does not play. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FLV_HEADER, flvTag } from '../flv/flv-bytes.ts';
import { inspectStream, type Inspection, type InspectOptions } from '../../package/inspect-stream.ts';

const URL_HERE = 'https://s.test/a.flv';
const HEADER = [...FLV_HEADER];
const tag = (type: 8 | 9 | 18, body: readonly number[]): number[] => [...flvTag(type, 0, body)];
const VIDEO = tag(9, [0x17, 1, 0, 0, 0]);
const AUDIO = tag(8, [0xaf, 1, 0]);
const BOTH = [...HEADER, ...VIDEO, ...AUDIO];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://page.test/room'));
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Server {
  /** Chunks with the time of their arrival. */
  readonly chunks?: readonly (readonly [atMs: number, bytes: readonly number[]])[];
  /** The response ends at this time. */
  readonly endMs?: number;
  readonly status?: number;
  readonly type?: string;
  readonly error?: Error;
  /** A request without CORS succeeds, or has no response until it is aborted. */
  readonly isThere?: boolean | 'silent';
}

async function inspect(
  { chunks = [], endMs, status = 200, type, error, isThere = false }: Server,
  options: InspectOptions = {},
  url = URL_HERE,
) {
  const requests: RequestInit[] = [];
  let isCancelled = false;
  vi.stubGlobal('fetch', async (_address: URL, init: RequestInit) => {
    requests.push(init);
    if (init.mode === 'no-cors') {
      if (isThere === 'silent') {
        await new Promise((_resolve, reject) => init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)));
      }
      if (!isThere) throw new TypeError('Failed to fetch');
      return new Response('');
    }
    if (error !== undefined) throw error;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [atMs, bytes] of chunks) setTimeout(() => !isCancelled && controller.enqueue(Uint8Array.from(bytes)), atMs);
        if (endMs !== undefined) setTimeout(() => !isCancelled && controller.close(), endMs);
        init.signal?.addEventListener('abort', () => !isCancelled && controller.error(init.signal?.reason));
      },
      cancel: () => void (isCancelled = true),
    });
    return new Response(body, {
      status,
      statusText: status === 403 ? 'Forbidden' : '',
      headers: type === undefined ? {} : { 'content-type': type },
    });
  });
  const results: Inspection[] = [];
  void inspectStream(url, options).then((inspection) => results.push(inspection));
  for (let passedMs = 0; results.length === 0 && passedMs < 20_000; passedMs += 50) await vi.advanceTimersByTimeAsync(50);
  return { result: results[0], requests, timers: vi.getTimerCount() };
}
const failed = (code: string, detail: unknown = expect.any(String)) => ({ ok: false, error: expect.objectContaining({ code, detail }) });

test('P21 a stream is described by its tracks, its type and the time to its first byte, and its connection is closed', async () => {
  const { result, requests, timers } = await inspect({
    chunks: [
      [200, HEADER],
      [400, [...VIDEO, ...AUDIO]],
    ],
    type: 'video/x-flv',
  });
  expect(result).toEqual({
    ok: true,
    value: {
      video: 'H264',
      audio: 'AAC',
      promisesVideo: true,
      promisesAudio: true,
      isEnhanced: false,
      repairs: [],
      firstByteMs: 200,
      contentType: 'video/x-flv',
      isOpen: true,
    },
  });
  expect(requests).toMatchObject([{ cache: 'no-store', credentials: 'omit', signal: { aborted: true } }]);
  expect(timers).toBe(0);
});

test('P21 a response that ends after one track is a short file; one that stays open has a missing track after 2.5 s', async () => {
  const short = await inspect({ chunks: [[50, [...HEADER, ...VIDEO]]], endMs: 100 });
  expect(short.result).toMatchObject({ ok: true, value: { video: 'H264', audio: null, isOpen: false, contentType: '' } });
  const alone = await inspect({ chunks: [[50, [...HEADER, ...AUDIO]]] });
  expect(alone.result).toMatchObject({ ok: true, value: { video: null, audio: 'AAC', isOpen: true } });
  const later = await inspect({
    chunks: [
      [50, [...HEADER, ...AUDIO]],
      [2_400, VIDEO],
    ],
  });
  expect(later.result).toMatchObject({ ok: true, value: { video: 'H264', audio: 'AAC' } });
});

test.each<readonly [what: string, server: Server, code: string, detail: unknown]>([
  ['no bytes', { endMs: 100 }, 'STREAM_ENDED', 'no bytes'],
  ['a header alone', { chunks: [[50, HEADER]], endMs: 100 }, 'STREAM_ENDED', '13 bytes'],
  ['too few bytes', { chunks: [[50, [1, 2, 3]]], endMs: 100 }, 'FLV_BAD_HEADER', 'unknown'],
  ['another container', { chunks: [[50, Array.from('#EXTM3U\n#EXT', (letter) => letter.charCodeAt(0))]] }, 'FLV_BAD_HEADER', 'hls'],
  ['silence', {}, 'STREAM_SILENT', '0 bytes in 8000 ms'],
  ['silence after the header', { chunks: [[50, HEADER]] }, 'STREAM_SILENT', '13 bytes in 8000 ms'],
  [
    'a megabyte without a track',
    { chunks: [[50, [...HEADER, ...tag(18, [2, 0]), ...Array.from({ length: 1_048_576 }, () => 0)]]] },
    'FLV_BAD_TAG',
    '1048606 bytes',
  ],
  ['a refusal', { status: 403 }, 'HTTP_STATUS', '403 Forbidden'],
  ['a refusal without a text', { status: 404 }, 'HTTP_STATUS', '404'],
  ['no connection', { error: new TypeError('Failed to fetch') }, 'STREAM_UNREACHABLE', expect.stringContaining('Failed to fetch')],
  ['a server without CORS', { error: new TypeError('Failed to fetch'), isThere: true }, 'STREAM_CORS', expect.stringContaining('Failed')],
])('P21 %s is named with its detail', async (_what, server, code, detail) => {
  const { result, timers } = await inspect(server);
  expect([result, timers]).toEqual([failed(code, detail), 0]);
});

test('P21 the status of a refusal is a number too', async () => {
  expect((await inspect({ status: 403 })).result).toMatchObject({ error: { status: 403 } });
});

test('P21 a second request without CORS is sent only to another origin', async () => {
  const error = new TypeError('Failed to fetch');
  const other = await inspect({ error, isThere: true });
  expect(other.requests.map(({ mode }) => mode)).toEqual([undefined, 'no-cors']);
  expect(other.requests[1]).toMatchObject({ cache: 'no-store', credentials: 'omit', signal: { aborted: true } });
  const own = await inspect({ error, isThere: true }, {}, '/a.flv');
  expect([own.requests.length, own.result]).toEqual([1, failed('STREAM_UNREACHABLE')]);
});

test('P21 the timeout of the caller applies to the stream', async () => {
  const short = await inspect({}, { timeoutMs: 1_000 });
  expect(short.result).toEqual(failed('STREAM_SILENT', '0 bytes in 1000 ms'));
});

test.each<readonly [request: string, server: Server, requests: number]>([
  ['first request', {}, 1],
  ['second request', { error: new TypeError('Failed to fetch'), isThere: 'silent' }, 2],
])('P21 an abort by the caller during the %s ends the inspection with its own code', async (_request, server, count) => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 300);
  const { result, requests, timers } = await inspect(server, { signal: abort.signal });
  expect([result, requests.length, timers]).toEqual([failed('STREAM_ABORTED', '0 bytes'), count, 0]);
});

test.each([
  ['http://s.test/a.flv', 'STREAM_MIXED_CONTENT', 'http://s.test'],
  ['http://127.0.0.1.s.test/a.flv', 'STREAM_MIXED_CONTENT', 'http://127.0.0.1.s.test'],
  [`javascript:${'x'.repeat(300)}`, 'STREAM_ADDRESS_BAD', `javascript:${'x'.repeat(189)}`],
])('P21 the address %s is not requested', async (url, code, detail) => {
  const { result, requests } = await inspect({ chunks: [[50, BOTH]] }, {}, url);
  expect([result, requests]).toEqual([failed(code, detail), []]);
});

test.each([
  'http://localhost/a.flv',
  'http://127.0.0.1:8080/a.flv',
  'http://[::1]/a.flv',
  'http://cam.localhost/a.flv',
  'https://s.test/a.flv',
])('P21 a secure page may request %s', async (url) => {
  expect((await inspect({ chunks: [[50, BOTH]] }, {}, url)).result).toMatchObject({ ok: true });
});

test('P21 a page that is not secure may request plain http', async () => {
  vi.stubGlobal('location', new URL('http://page.test/room'));
  expect((await inspect({ chunks: [[50, BOTH]] }, {}, 'http://s.test/a.flv')).result).toMatchObject({ ok: true });
});

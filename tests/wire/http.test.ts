import { expect, test, afterEach, beforeEach, vi } from 'vitest';
import { readBounded } from '../../src/player/base/bounded-read.ts';
import { fetchJson, type Request, monitoredJson, queryOf } from '../../src/wire/http.ts';

const REQUEST: Request = {
  method: 'GET',
  url: 'https://l.test/x?token=secret',
  timeoutMs: 5_000,
  maxBytes: 1_000,
  credentials: 'same-origin',
};

/** A response with a body that never ends; counts the chunks that were pulled. */
function endless(): { readonly response: Response; readonly pulled: () => number; readonly isCancelled: () => boolean } {
  let pulled = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(100));
      },
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), pulled: () => pulled, isCancelled: () => isCancelled };
}

test('a response over the limit is refused when it exceeds the limit, and its remaining bytes are not read', async () => {
  const { response, pulled, isCancelled } = endless();
  const answer = await fetchJson(REQUEST, async () => response);
  expect(answer).toMatchObject({ ok: false, error: { code: 'HTTP_TOO_LONG', detail: 'https://l.test/x: over 1000 bytes' } });
  expect(pulled()).toBe(11);
  expect(isCancelled()).toBe(true);
});

test('the bytes of a response are joined in order, and a response without a body is empty', async () => {
  const body = new Blob(['{"a":', '"é"}']).stream();
  expect(new TextDecoder().decode((await readBounded(body, 100))!)).toBe('{"a":"é"}');
  expect(await readBounded(null, 0)).toEqual(new Uint8Array());
});

test('any value that a request rejects with is a named failure', async () => {
  for (const cause of [new TypeError('failed'), Object.create(null), { toString: 1 }, 'text', undefined]) {
    const answer = await fetchJson(REQUEST, () => Promise.reject(cause));
    expect(answer).toMatchObject({ ok: false, error: { code: 'HTTP_NETWORK' } });
  }
});

// One request: what is sent, how each outcome is named, and what the ajax monitor receives.

const CALL: Request = {
  method: 'GET',
  url: 'https://l.test/a/b?token=secret',
  timeoutMs: 5_000,
  maxBytes: 1_000,
  credentials: 'include',
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Sent {
  readonly url: unknown;
  readonly init: RequestInit;
}
/** The request as given to fetch, and the outcome for a response. */
async function asked(request: Request, response: () => Promise<Response>) {
  const sent: Sent[] = [];
  const answer = await fetchJson(request, (url, init = {}) => {
    sent.push({ url, init });
    return response();
  });
  return { sent: sent[0]!, answer };
}
const text =
  (body: string, init: ResponseInit = {}) =>
  () =>
    Promise.resolve(new Response(body, init));

test('P6 P8 a request bypasses the HTTP cache, with its method and its cookies; a GET has no body', async () => {
  const { sent, answer } = await asked(CALL, text('{"code":0}'));
  expect(answer).toEqual({ ok: true, value: { code: 0 } });
  expect(sent.url).toBe(CALL.url);
  const { signal, ...rest } = sent.init;
  expect(rest).toEqual({ method: 'GET', credentials: 'include', cache: 'no-store' });
  // The end of the request also cancels a response that was not fully read.
  expect(signal?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('S21 the fields of a POST are sent as JSON', async () => {
  const { sent } = await asked({ ...CALL, method: 'POST', credentials: 'same-origin', body: { giftId: 3 } }, text('{}'));
  expect(sent.init).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"giftId":3}',
    headers: { 'content-type': 'application/json' },
  });
});

test('P6 a response in a callback is read as data', async () => {
  expect((await asked(CALL, text('name({"code":0})'))).answer).toEqual({ ok: true, value: { code: 0 } });
});

test('P6 each failed request is named with its address, without the query', async () => {
  expect((await asked(CALL, text('{}', { status: 503 }))).answer).toEqual({
    ok: false,
    error: { code: 'HTTP_STATUS', detail: 'https://l.test/a/b: 503', status: 503 },
  });
  const bad = (await asked(CALL, text('<html>'))).answer;
  expect(bad).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: expect.stringMatching(/^https:\/\/l\.test\/a\/b: ./) } });
  expect((await asked({ ...CALL, url: '/svc/x?y=1' }, () => Promise.reject(new TypeError('offline')))).answer).toEqual({
    ok: false,
    error: { code: 'HTTP_NETWORK', detail: '/svc/x: TypeError: offline' },
  });
  expect((await asked(CALL, text('x'.repeat(1_001)))).answer).toMatchObject({ error: { code: 'HTTP_TOO_LONG' } });
  expect((await asked(CALL, text(`"${'x'.repeat(998)}"`))).answer).toMatchObject({ ok: true });
});

test('P6 a request without a response is aborted after its timeout, and named so', async () => {
  const signals: AbortSignal[] = [];
  const answer = fetchJson(
    CALL,
    (_url, init) =>
      new Promise((_, reject) => {
        signals.push(init!.signal!);
        init!.signal!.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  await vi.advanceTimersByTimeAsync(4_999);
  expect(signals[0]?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ ok: false, error: { code: 'HTTP_TIMEOUT', detail: 'https://l.test/a/b: 5000 ms' } });
});

test('P6 a query encodes names and values', () => {
  expect(queryOf({ a: 1, 'b c': '&=', d: '字' })).toBe('a=1&b+c=%26%3D&d=%E5%AD%97');
});

test.each([
  ['an answer', 'https://l.test/a/b?x=1', text('{}'), '/a/b', 200],
  ['a body that cannot be read', 'https://l.test/a?x', text('<html>'), '/a', 200],
  ['a status', 'HTTP://l.test:8080/a#b', text('{}', { status: 404 }), '/a', 404],
  ['no network', 'https://l.test', () => Promise.reject(new Error('offline')), '/', 0],
  ['an address without a host', '/svc/x?y', text('{}'), '/svc/x', 200],
  ['a query over two lines', 'https://l.test/a?x\ny', text('{}'), '/a', 200],
] as const)('S33 the ajax monitor receives path, status and duration of a call with %s', async (_what, url, response, path, status) => {
  let nowMs = 100;
  const calls: unknown[] = [];
  const fetch = () => {
    nowMs += 40;
    return response();
  };
  await monitoredJson({ ...CALL, method: 'POST', url }, { fetch, nowMs: () => nowMs }, (call) => calls.push(call));
  expect(calls).toEqual([{ method: 'POST', path, status, tookMs: 40 }]);
});

import { expect, test } from 'vitest';
import { readBounded } from '../../src/core/bounded-read.ts';
import { fetchJson, type Request } from '../../src/wire/http.ts';

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

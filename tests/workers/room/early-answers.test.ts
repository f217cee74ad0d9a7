import { expect, test, vi } from 'vitest';
import type { EarlyAnswer } from '../../../src/core/room/start/first-calls.ts';
import { withEarlyAnswers } from '../../../src/workers/room/clients/calls.ts';
import { fakePort } from './harness.ts';

const INFO = 'https://live.test/room/1/info';
const CONFIG = 'https://live.test/config';

function opened() {
  const { port1, port2 } = new MessageChannel();
  const ask = vi.fn((url: string) => Promise.resolve(new Response(`asked ${url}`)));
  const say = (url: string, answer: EarlyAnswer['answer']): void => port1.postMessage({ url, answer } satisfies EarlyAnswer);
  return {
    ask,
    say,
    fetch: withEarlyAnswers(ask as unknown as typeof fetch, { urls: [INFO, CONFIG], port: port2 }),
    close: () => port1.close(),
  };
}

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test('P5 the first call of an address uses the page’s answer, before or after it arrived; the second sends a request', async () => {
  const { ask, say, fetch, close } = opened();
  const first = fetch(INFO, {});
  say(INFO, { status: 200, bytes: bytesOf('early') });
  say(CONFIG, { status: 404, bytes: bytesOf('no') });
  expect(await (await first).text()).toBe('early');
  expect((await fetch(CONFIG)).status).toBe(404);
  expect(ask).not.toHaveBeenCalled();
  expect(await (await fetch(INFO)).text()).toBe(`asked ${INFO}`);
  expect(ask).toHaveBeenCalledTimes(1);
  close();
});

test('P5 without the page’s answer the worker sends the request, and other addresses do not wait', async () => {
  const { ask, say, fetch, close } = opened();
  say(INFO, null);
  expect(await (await fetch(INFO)).text()).toBe(`asked ${INFO}`);
  expect(await (await fetch('https://live.test/other')).text()).toBe('asked https://live.test/other');
  expect(ask).toHaveBeenCalledTimes(2);
  close();
});

test('P5 an answer without a body stays without one', async () => {
  const { say, fetch, close } = opened();
  say(INFO, { status: 204, bytes: new ArrayBuffer(0) });
  expect((await fetch(INFO)).status).toBe(204);
  close();
});

test('P5 a call aborted while it waits for the page rejects like a fetch', async () => {
  const { fetch, close } = opened();
  const abort = new AbortController();
  const waiting = fetch(INFO, { signal: abort.signal });
  abort.abort();
  await expect(waiting).rejects.toThrow('aborted');
  close();
});

test('P5 without requests of the page the worker sends its own', () => {
  const ask = vi.fn();
  expect(withEarlyAnswers(ask as unknown as typeof fetch, undefined)).toBe(ask);
});

test.each([
  [100, 'asked'],
  [0, 'asked'],
  [200, 'early'],
  [299, 'early'],
  [205, ''],
  [304, ''],
])('P5 the page’s answer with status %d is used if a response may have that status', async (status, body) => {
  const { say, fetch, close } = opened();
  say(INFO, { status, bytes: bytesOf('early') });
  const response = await fetch(INFO);
  expect((await response.text()).split(' ')[0]).toBe(body);
  close();
});

test('P5 a request by a URL object does not use the page’s answer', async () => {
  const { ask, fetch, close } = opened();
  await fetch(new URL(INFO));
  expect(ask).toHaveBeenCalledTimes(1);
  close();
});

test('P5 the port of the page’s answers is closed after the last one; an answer to another address is ignored', async () => {
  const { port, deliver, isClosed } = fakePort<never, EarlyAnswer>();
  withEarlyAnswers(vi.fn(), { urls: [INFO, CONFIG], port });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  deliver({ url: INFO, answer: null });
  deliver({ url: 'https://live.test/other', answer: null });
  await settled();
  expect(isClosed()).toBe(false);
  deliver({ url: CONFIG, answer: null });
  await settled();
  expect(isClosed()).toBe(true);
});

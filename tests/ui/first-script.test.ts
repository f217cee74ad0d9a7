/** The script that stands before the start: what it asks, by which setting, and when it leaves it be. */
import { afterEach, expect, test, vi } from 'vitest';
import type { FirstAnswers } from '../../src/ui/first-answers.ts';

interface Page {
  readonly pathname: string;
  readonly setting?: string;
  readonly firstAnswers?: FirstAnswers | null;
  readonly answer?: () => Promise<Response>;
}

/** Runs it in a page; what it asked and what it left. */
async function run({ pathname, setting = '', firstAnswers, answer = () => Promise.resolve(new Response('{}')) }: Page) {
  const fetch = vi.fn((_url: string, _init: RequestInit) => answer());
  const window: { firstAnswers?: FirstAnswers | null } = firstAnswers === undefined ? {} : { firstAnswers };
  const globals = {
    fetch,
    window,
    location: { pathname, origin: 'https://room.test' },
    document: { getElementById: (id: string) => (id === 'services' ? { textContent: setting } : null) },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('../../src/ui/first-script.ts');
  return { fetch, window, urls: fetch.mock.calls.map(([url]) => url) };
}

afterEach(() => void vi.unstubAllGlobals());

test('P5 P8 the first script asks what the start would ask first, and keeps the answers for it', async () => {
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

test('P5 the first script asks where the services setting says, and at the own origin where it says nothing that can be read', async () => {
  const setting = JSON.stringify({ live: 'https://live.test/', secure: '/own' });
  expect((await run({ pathname: '/5', setting })).urls).toEqual([
    'https://live.test/room/5/info',
    'https://live.test/config',
    'https://room.test/own/mfx-kugoulive/ad/query?roomId=5&appid=1010&_p=7',
  ]);
  expect((await run({ pathname: '/5', setting: '{' })).urls[0]).toBe('https://room.test/svc/live/room/5/info');
});

test('P1 P5 the first script asks nothing without a room, and nothing where the start has asked already', async () => {
  for (const pathname of ['/', '/room/startlive', '/live/0', '/live/x']) expect((await run({ pathname })).urls).toEqual([]);
  const late = await run({ pathname: '/live/1001', firstAnswers: null });
  expect(late.urls).toEqual([]);
  expect(late.window.firstAnswers).toBeNull();
});

test('P5 an answer that fails or is too long is none', async () => {
  const failed = await run({ pathname: '/live/1001', answer: () => Promise.reject(new TypeError('no network')) });
  expect(await Promise.all(failed.window.firstAnswers!.values())).toEqual([null, null, null]);
  const long = await run({ pathname: '/live/1001', answer: () => Promise.resolve(new Response(new Uint8Array(300 * 1_024))) });
  expect(await Promise.all(long.window.firstAnswers!.values())).toEqual([null, null, null]);
});

import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';

/**
 * APIs available only in secure contexts, by file: the guard, or why none is needed. A room over plain http has to load, log in, chat and
 * play H264 without them.
 */
const SECURE_ONLY =
  /crypto\.(?:randomUUID|subtle)|navigator\.(?:clipboard|share|wakeLock|mediaDevices|serviceWorker|storage|locks|credentials|bluetooth|usb)\b|\bcaches\.|\bcookieStore\b|new (?:Video|Audio)(?:Decoder|Encoder)\b|new ImageDecoder\b|\.audioWorklet\b|new SharedArrayBuffer\b/g;
const GUARDED: Readonly<Record<string, string>> = {
  'src/features/publish/page-capture.ts navigator.mediaDevices': 'its TypeError is CAPTURE_UNSUPPORTED',
  'src/design/clipboard.ts navigator.clipboard': 'caught: nothing was copied',
  'src/ui/page/device.ts navigator.wakeLock': 'asked for where it is',
  'src/ui/new-version.ts navigator.serviceWorker': 'undefined over plain http, which is handled',
  'src/ui/lobby/Workshop.tsx caches.': 'the lobby of the offline room, which is secure or not there',
  'src/ui/p2p/loader.ts crypto.subtle': 'no sharing without it, said by its name',
  'src/player/kinds/h265-threads.ts new SharedArrayBuffer': 'this kind is no candidate without shared memory (capabilities.ts)',
  'src/player/kinds/ring-sound.ts .audioWorklet': 'sound of h265.ts alone',
  'src/ui/share/SharePanel.tsx navigator.share': 'asked for where it is',
  'src/player/workers/decode/picture-lane.ts new SharedArrayBuffer': 'of the player that is no candidate without shared memory',
  'src/workers/effects/worker.ts new VideoDecoder': 'says before that it has none',
  'src/player/workers/stream/sound.ts new AudioDecoder': 'of the H265 player; without a decoder its element has the sound',
  'src/player/workers/stream/sound.ts new SharedArrayBuffer': 'of the player that is no candidate without shared memory',
};

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1');

test('page and workers use APIs of secure contexts only in listed places', () => {
  const files = repositoryFiles().filter((file) => /^src\/(?!.*\/(?:tests|packing|streams)\/)(?!wasm\/)[^\s]+\.tsx?$/.test(file));
  const found = new Set(
    files.flatMap((file) => [...withoutComments(readFileSync(file, 'utf8')).matchAll(SECURE_ONLY)].map(([name]) => `${file} ${name}`)),
  );
  expect([...found].toSorted()).toEqual(Object.keys(GUARDED).toSorted());
});

afterEach(() => vi.unstubAllGlobals());

/** A browser over plain http: `crypto` has only random values, and there is no clipboard. */
function stubPlainHttp(): void {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>) });
  vi.stubGlobal('navigator', { hardwareConcurrency: 2, onLine: true });
}

test('S4 over plain http the device id and all other ids are 32 hexadecimal digits and unique', async () => {
  stubPlainHttp();
  const { browserPlatform } = await import('../../src/workers/platform.ts');
  const { createVisitor } = await import('../../src/workers/room/visitor.ts');
  expect(Reflect.get(globalThis.crypto, 'randomUUID')).toBeUndefined();
  const ids = Array.from({ length: 1_000 }, () => browserPlatform.uuid());
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);

  const stored = new Map<string, unknown>();
  const visitor = createVisitor({
    cookie: '',
    unionId: '',
    isSecure: false,
    storage: { read: (key) => stored.get(key), write: (key, value) => void stored.set(key, value) },
    uuid: browserPlatform.uuid,
    setCookie: () => undefined,
    onFailure: () => undefined,
  });
  const deviceNo = visitor.deviceNo();
  expect(deviceNo).toMatch(/^[0-9a-f]{32}$/);
  expect(visitor.deviceNo()).toBe(deviceNo);
});

test('copying over plain http fails with a message', async () => {
  stubPlainHttp();
  const { copyText } = await import('../../src/design/clipboard.ts');
  expect(await copyText('line')).toBe(false);
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
  expect(await copyText('line')).toBe(true);
});

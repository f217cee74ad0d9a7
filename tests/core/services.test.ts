import { describe, expect, test } from 'vitest';
import { LineSplitter, readIndexLine } from '../../src/core/p2p/sharing.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { readCookies } from '../../src/core/room/start/cookies.ts';
import { decodeAddresses, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { readFlags, readOverrides } from '../../src/core/room/start/page-input.ts';
import { readRoute } from '../../src/core/room/start/route.ts';
import { readServices } from '../../src/core/services.ts';
import { asShown, cleanReceived } from '../../src/core/socket/cleaning.ts';
import { installScriptPolicy, isOwnScript } from '../../src/design/script-policy.ts';
import { decodeEnded } from '../../src/features/publish/room.ts';
import { addMissing } from '../../src/player/base/older-browsers.ts';
import { FlvReader } from '../../src/player/flv/reader.ts';
import { readScript } from '../../src/player/flv/script.ts';
import { readEnvelope } from '../../src/wire/frame.ts';
import { readTextMessage } from '../../src/wire/text-message.ts';
import { decodeClientVersion } from '../../src/workers/room/clients/calls.ts';
import { transformSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const ORIGIN = 'https://room.test';
const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;
const read = (setting: object) => readServices(JSON.stringify(setting), ORIGIN);

test('S1 S32 without a setting each service is a path of the page’s own origin', () => {
  const { services, problems } = readServices('', ORIGIN);
  expect(problems).toEqual([]);
  for (const name of PLACES) expect(services[name]).toBe(`${ORIGIN}/svc/${name}`);
  expect(services.frames).toBe(`${ORIGIN}/frames`);
  expect(services).toMatchObject({ fandomSwitchPath: '/fandom/switch', socketFallback: [], loaderOrigins: [], frameDomains: undefined });
});

test('P2 addresses and config in the page’s address apply only where the setting is true', () => {
  expect(read({}).services.addressOverrides).toBe(false);
  expect(read({ addressOverrides: true }).services.addressOverrides).toBe(true);
  const { services, problems } = read({ addressOverrides: 'yes' });
  expect([services.addressOverrides, problems]).toEqual([false, ['services.addressOverrides: not true or false']]);
});

test('S1 S32 each service has its own address; a path is resolved against the page’s origin, and closing slashes are removed', () => {
  const names = [...PLACES, 'frames'] as const;
  const { services, problems } = read(Object.fromEntries(names.map((name) => [name, `https://${name}.test/a//`])));
  expect(problems).toEqual([]);
  for (const name of names) expect(services[name]).toBe(`https://${name}.test/a`);
  expect(read({ secure: '/own/' }).services.secure).toBe(`${ORIGIN}/own`);
});

test.each([['//other.test'], ['ftp://other.test'], ['https://'], ['a b'], [7], [null]])(
  'S1 an invalid address of a service (%s) is a problem, and the page’s own origin is used',
  (value) => {
    const { services, problems } = read({ backup: value });
    expect(problems).toEqual(['services.backup: no address']);
    expect(services.backup).toBe(`${ORIGIN}/svc/backup`);
  },
);

test('S1 S34 an invalid fallback, an invalid path and an origin with a path are problems; the valid values are kept', () => {
  const { services, problems } = read({
    socketFallback: [
      { host: 'a.test:81', protocol: 'wss' },
      { host: 'a b', protocol: 'ws' },
      { host: 'b.test', protocol: 'http' },
      null,
      'x',
    ],
    fandomSwitchPath: 'no-path',
    loaderOrigins: ['https://cdn.test', 'https://cdn.test/x', 5],
    frameDomains: ['x.test'],
  });
  expect(services).toMatchObject({
    socketFallback: [{ host: 'a.test:81', protocol: 'wss' }],
    fandomSwitchPath: '/fandom/switch',
    loaderOrigins: ['https://cdn.test'],
    frameDomains: ['x.test'],
  });
  expect(problems.toSorted()).toEqual([
    'services.fandomSwitchPath: no path',
    'services.loaderOrigins: no origin',
    'services.loaderOrigins: no origin',
    ...Array<string>(4).fill('services.socketFallback: no address'),
  ]);
  expect(read({ fandomSwitchPath: '/h4sh/x.y' }).services.fandomSwitchPath).toBe('/h4sh/x.y');
});

test.each([
  ['[', 'services: not JSON'],
  ['7', 'services: no object'],
  ['null', 'services: no object'],
])('S1 a setting that cannot be read (%s) is a problem, and every service has its default address', (text, problem) => {
  const { services, problems } = readServices(text, ORIGIN);
  expect(problems).toEqual([problem]);
  expect(services.live).toBe(`${ORIGIN}/svc/live`);
});

describe('script policy', () => {
  const ORIGIN = 'https://room.example';

  test('P5 workers start only from the page’s own origin, not from a blob', () => {
    for (const address of [`${ORIGIN}/assets/worker.js`, '/mock-sw.js']) expect(isOwnScript(address, ORIGIN), address).toBe(true);
    for (const address of [
      'https://room.example.evil/x.js',
      'data:text/javascript,1',
      '//evil/x.js',
      '/\\evil/x.js',
      `blob:${ORIGIN}/6f1e`,
      'blob:https://evil/1',
      'blob:null/1',
      'javascript:1',
      '',
    ])
      expect(isOwnScript(address, ORIGIN), address).toBe(false);
  });

  test('P5 the policy is created once, and a page that forbids it causes no error', () => {
    const made: string[] = [];
    const trustedTypes = {
      defaultPolicy: null as unknown,
      createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }) {
        made.push(name);
        this.defaultPolicy = rules;
        return rules;
      },
    };
    const scope = { trustedTypes, location: { origin: ORIGIN } };
    installScriptPolicy(scope);
    installScriptPolicy(scope);
    expect(made).toEqual(['default']);
    installScriptPolicy({ location: { origin: ORIGIN } });
    installScriptPolicy({
      location: { origin: ORIGIN },
      trustedTypes: {
        defaultPolicy: null,
        createPolicy: () => {
          throw new TypeError('not allowed');
        },
      },
    });
  });
});

const source = transformSync(readFileSync(new URL('../../src/player/base/older-browsers.ts', import.meta.url), 'utf8'), {
  loader: 'ts',
  format: 'cjs',
  target: 'chrome80',
}).code;

/** Evaluates code in a separate realm from which features missing in Chrome 80 were removed, and to which the project has added its own. */
const inOldBrowser = (code: string): unknown =>
  JSON.parse(
    runInNewContext(
      `
      const typed = Object.getPrototypeOf(Uint8Array.prototype);
      for (const name of ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'])
        for (const from of [Array.prototype, typed]) delete from[name];
      delete String.prototype.at;
      delete String.prototype.replaceAll;
      delete Object.hasOwn;
      const module = { exports: {} };
      (function (module, exports) { ${source} })(module, module.exports);
      const before = JSON.stringify([typeof [].at, typeof Object.hasOwn]);
      module.exports.addMissing();
      JSON.stringify([before, ${code}]);`,
      {},
    ) as string,
  );

const CODE = `[
  [1, 2, 3].at(-1), [1, 2, 3].at(0), [].at(-1) === undefined, [7].at(NaN), 'room'.at(-2), new Float64Array([4, 5]).at(-1),
  [3, 1, 2].toSorted(), [3, 1, 2].toSorted((a, b) => b - a), Array.from(new Int32Array([3, -1]).toSorted()),
  [1, 2].toReversed(), [1, 2, 3].with(1, 9), [1, 2, 3].with(-1, 9), [1, 2, 3].toSpliced(1, 1, 7, 8), [1, 2, 3].toSpliced(0, 2),
  [1, 2, 3, 4].findLast((n) => n % 2 === 1), [1, 3].findLast((n) => n === 2) === undefined,
  [1, 2, 3, 4].findLastIndex((n) => n % 2 === 1), [].findLastIndex(() => true),
  'a.b.c'.replaceAll('.', '-'), 'a.b.c'.replaceAll(/[.]/g, '+'),
  Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString'), Object.hasOwn(Object.create(null), 'a'),
  Object.keys([1]), (() => { const names = []; for (const name in [1]) names.push(name); return names; })(),
]`;

test('P22 features that Chrome 80 lacks are added with the results of newer browsers', () => {
  const now: unknown = runInNewContext(`JSON.stringify(${CODE})`, {});
  expect(inOldBrowser(CODE)).toEqual([JSON.stringify(['undefined', 'undefined']), JSON.parse(now as string)]);
});

test('P22 existing features are not replaced', () => {
  const members = (): readonly unknown[] => ['at', 'with', 'toSorted'].map((name) => Reflect.get(Array.prototype, name));
  const before = members();
  addMissing();
  expect(members()).toEqual(before);
});

/** A quadratic reader would need hours for this size. */
const BYTES = 1024 * 1024;

const text = (pattern: string): string => pattern.repeat(BYTES / pattern.length);

function demux(bytes: Uint8Array, chunkBytes: number): void {
  const demuxer = new FlvReader(() => undefined);
  for (let at = 0; at < bytes.length; at += chunkBytes) if (!demuxer.push(bytes.subarray(at, at + chunkBytes))) return;
  demuxer.end();
}

function filled(pattern: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; at < bytes.length; at++) bytes[at] = pattern[at % pattern.length]!;
  return bytes;
}

/** Consecutive headers of 8 MiB video tags: each could be a tag, and only the last one is. */
const HEADERS = filled([9, 0x7f, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0]);
HEADERS.set([18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11], HEADERS.length - 15);
/** The same with sizes that end inside the data. */
const SMALL_HEADERS = filled([8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);

function lines(piece: string, times: number): void {
  const splitter = new LineSplitter(BYTES);
  for (let i = 0; i < times; i++) splitter.push(piece);
}

const READERS: readonly (readonly [what: string, read: () => unknown])[] = [
  ['a callback, then spaces', () => unwrapCallback(`a()${text(' ')}x`)],
  ['spaces before a callback', () => unwrapCallback(`${text(' ')}a(1)`)],
  ['a callback full of brackets', () => unwrapCallback(`a(${text(')')}`)],
  ['typeof and spaces', () => unwrapCallback(`typeof${text(' ')}a`)],
  ['a name without an end', () => unwrapCallback(text('a'))],
  ['angle brackets', () => cleanReceived(text('<>'))],
  ['escaped angle brackets', () => asShown(text('&lt;'))],
  ['characters that are stripped', () => cleanReceived(text('\u202e'))],
  ['a refusal whose code is a list', () => decodeEnded({ code: Array.from({ length: BYTES / 8 }, (_, index) => index) })],
  ['a client version whose code is text', () => decodeClientVersion({ errorcode: text('9') })],
  ['a live info whose fields are text', () => decodeLiveInfo({ responseCode: 0, data: { sid: text('1'), httpflv: text('https:/') } })],
  ['addresses in a list of millions', () => decodeAddresses({ responseCode: 0, data: { httpflv: Array(BYTES / 8).fill(0) } })],
  ['cookies', () => readCookies(text('a=1;'))],
  ['a path', () => readRoute(text('/1'))],
  ['a flag', () => readFlags([['songName', text('a')]])],
  ['overrides', () => readOverrides(text('a:1,'))],
  ['services', () => readServices(JSON.stringify({ live: `https://x${text('/')}x` }), 'https://x')],
  ['a text message', () => readTextMessage(text('{"cmd":'))],
  ['an envelope', () => readEnvelope(new Uint8Array(BYTES))],
  ['an index line', () => readIndexLine(text('{"seq":'))],
  ['index lines, character by character', () => lines('a', BYTES)],
  ['index lines, all of them empty', () => lines(text('\n'), 1)],
  ['FLV made of headers of large tags', () => demux(HEADERS, 4_096)],
  ['FLV made of headers of large tags, at once', () => demux(HEADERS, HEADERS.length)],
  ['FLV made of headers of small tags', () => demux(SMALL_HEADERS, 4_096)],
  ['FLV of zeros in small pieces', () => demux(new Uint8Array(BYTES), 64)],
  ['a large tag behind bytes that are dropped one by one', () => demux(filled([9, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 1)],
  ['a script tag of strings', () => readScript(filled([2, 0, 1, 97]))],
];

test.each(READERS)('P6 P20 S8 every reader of input takes time proportional to its length: %s', (_what, read) => {
  finishes(read);
});

test('the check detects a reader that takes quadratic time', () => {
  expect(() => finishes(() => /\s*;?\s*$/.test(`${text(' ')}x`), 1_000)).toThrow('timed out');
});

/**
 * Runs synchronous code that must terminate. The limit stops a loop that would run for hours, so that the test fails instead of hanging;
 * run times below it are not checked. A test's own timeout cannot interrupt synchronous code.
 */
export function finishes<T>(act: () => T, limitMs = 30_000): T {
  return runInNewContext('act()', { act }, { timeout: limitMs }) as T;
}

import { expect, test } from 'vitest';
import { BRIDGE, countCall, NO_CALLS, readCall } from '../../../src/core/frames/bridge.ts';
import { decideOrigin, type ORIGIN_REASONS, originOf, type OriginPolicy, readDomains } from '../../../src/core/frames/origin.ts';

const MAX_DOMAINS = 32;

const POLICY: OriginPolicy = {
  domains: ['room.test', 'music.test', 'partner.test'],
  extra: ['https://games.elsewhere.test:8443', 'http://intern.test'],
  own: 'https://www.own.test',
};

/** Origins of real pages, and origins as a hostile message could contain them. */
const TABLE: readonly (readonly [origin: string, why: (typeof ORIGIN_REASONS)[number], isAllowed: boolean])[] = [
  ['https://room.test', 'an allowed domain', true],
  ['https://a.b.room.test', 'an allowed domain', true],
  ['https://www.own.test', 'the page itself', true],
  ['https://games.elsewhere.test:8443', 'in the extra list', true],
  ['http://intern.test', 'in the extra list', true],
  // Another program of the viewer's computer is no page of the room.
  ['http://localhost:5173', 'not by https', false],
  ['https://127.0.0.1:8443', 'a port of its own', false],
  ['https://localhost', 'foreign', false],
  // Look-alikes.
  ['https://evilroom.test', 'foreign', false],
  ['https://room.test.evil.test', 'foreign', false],
  ['https://xn--rom-ela.test', 'foreign', false],
  ['https://roоm.test', 'not an origin of the web', false],
  ['https://localhost.evil.test', 'foreign', false],
  ['https://notlocalhost', 'foreign', false],
  ['https://room', 'foreign', false],
  // The right host with a wrong scheme or port.
  ['http://room.test', 'not by https', false],
  ['https://room.test:444', 'a port of its own', false],
  ['https://games.elsewhere.test', 'foreign', false],
  ['https://games.elsewhere.test:8444', 'a port of its own', false],
  // Not origins.
  ['null', 'opaque', false],
  ['', 'opaque', false],
  ['data:text/html,x', 'not an origin of the web', false],
  ['blob:https://room.test/1', 'not an origin of the web', false],
  ['file://', 'not an origin of the web', false],
  ['javascript:alert(1)', 'not an origin of the web', false],
  ['https://user@room.test', 'not an origin of the web', false],
  ['https://room.test/', 'not an origin of the web', false],
  ['https://room.test#.evil.test', 'not an origin of the web', false],
  ['https://evil.test\\.room.test', 'not an origin of the web', false],
  ['https://evil.test/.room.test', 'not an origin of the web', false],
  ['https://room.test.', 'not an origin of the web', false],
  ['https://.room.test', 'not an origin of the web', false],
  [' https://room.test', 'not an origin of the web', false],
  ['https://room.test:', 'not an origin of the web', false],
  ['https://room.test:123456', 'not an origin of the web', false],
  ['xhttps://room.test', 'not an origin of the web', false],
  ['https://room.test\n', 'not an origin of the web', false],
  ['HTTPS://ROOM.TEST', 'not an origin of the web', false],
  [`https://${'a'.repeat(300)}.room.test`, 'not an origin of the web', false],
];

test.each(TABLE)('S30 messages of the origin %s are accepted or refused by the row "%s"', (origin, why, isAllowed) => {
  expect(decideOrigin(origin, POLICY)).toEqual({ isAllowed, why });
});

test('S30 a room on localhost, as during development, accepts all ports of localhost', () => {
  const policy: OriginPolicy = { domains: [], extra: [], own: 'http://127.0.0.1:8100' };
  for (const origin of ['http://localhost', 'http://localhost:5173', 'https://127.0.0.1:8443', 'http://[::1]:5173'])
    expect(decideOrigin(origin, policy)).toEqual({ isAllowed: true, why: 'localhost of a room on localhost' });
  expect(decideOrigin('https://localhost.evil.test', policy).isAllowed).toBe(false);
});

test('S30 an empty policy accepts only the page itself', () => {
  const policy: OriginPolicy = { domains: [''], extra: [], own: 'https://own.test' };
  for (const [origin, isAllowed] of [
    ['https://own.test', true],
    ['http://localhost:1', false],
    ['https://room.test', false],
    ['https://test', false],
  ] as const)
    expect(decideOrigin(origin, policy).isAllowed).toBe(isAllowed);
});

test.each([
  ['https://room.test/a?b#c', 'https://room.test'],
  ['HTTPS://room.test?b', 'https://room.test'],
  ['https://room.test:80', 'https://room.test:80'],
  ['HTTP://room.test:443/', 'http://room.test:443'],
  ['https://room.test:123456/', ''],
  ['http://room.test:80', 'http://room.test'],
  ['http://[::1]:5173/x', 'http://[::1]:5173'],
  ['https://room.test@evil.test/', ''],
  ['https://evil.test\\@room.test/', ''],
  ['javascript:alert(1)//https://room.test', ''],
  ['', ''],
])('S30 the origin of the address %s is read, or empty', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

test('S30 readDomains reads a deployment’s domains and reports bad ones', () => {
  expect(readDomains(undefined)).toEqual({ domains: [], extra: [], problems: [] });
  expect(readDomains('x')).toEqual({ domains: [], extra: [], problems: ['frameDomains: no list'] });
  expect(readDomains(['Room.test', 'https://a.test:8443', 'https://a.test/x', '*.test', 'test', 7])).toEqual({
    domains: ['room.test'],
    extra: ['https://a.test:8443'],
    problems: [2, 3, 4, 5].map((index) => `frameDomains[${index}]: no domain`),
  });
  expect(readDomains(Array.from({ length: 99 }, (_, i) => `a${i}.test`)).domains).toHaveLength(MAX_DOMAINS);
});

test.each([
  ['a.test', true],
  [`${'a'.repeat(63)}.test`, true],
  [`${'a'.repeat(64)}.test`, false],
  [`${'abcdefghi.'.repeat(25)}abc`, true],
  [`${'abcdefghi.'.repeat(25)}abcd`, false],
  ['-a.test', false],
  ['a.-test', false],
  ['a..test', false],
  ['a.test.', false],
  ['a.test:8443', false],
  ['', false],
])('S30 the domain %s of a deployment is used or reported', (domain, isGood) => {
  expect(readDomains([domain])).toEqual({
    domains: isGood ? [domain] : [],
    extra: [],
    problems: isGood ? [] : ['frameDomains[0]: no domain'],
  });
});

test('S36 callbacks time out after 1000 ms, ajax after 5000 ms', () => {
  expect(BRIDGE).toMatchObject({ callbackTimeoutMs: 1_000, ajaxTimeoutMs: 5_000 });
});

test.each([
  { id: 0, cmd: 'ready' },
  { id: 2, cmd: 'hide' },
  { id: 3, cmd: 'toast', text: '好' },
  { id: 3, cmd: 'ajax', path: '/game/rank?top=10' },
  { id: 3, cmd: 'open', key: 'shake' },
])('S30 the bridge reads %o without further fields', (call) => {
  expect(readCall({ footlight: 1, ...call, more: 1 })).toEqual({ ok: true, value: call });
});

test('S30 calls of a page are limited per second', () => {
  let rate = NO_CALLS;
  const refused = Array.from({ length: BRIDGE.maxPerSecond + 5 }, () => {
    const counted = countCall(rate, 100);
    ({ rate } = counted);
    return counted.isTooMany;
  });
  expect(refused.filter(Boolean)).toHaveLength(5);
  expect(countCall(rate, 1_099).isTooMany).toBe(true);
  expect(countCall(rate, 1_100)).toEqual({ rate: { sinceMs: 1_100, count: 1 }, isTooMany: false });
});

const fail = (code: string, detail: string) => ({ ok: false, error: { code, detail: `bridge: ${detail}` } });
const bad = (detail: string) => fail('WIRE_BAD_FIELDS', detail);
const LONG = 'x'.repeat(100);
test.each<readonly [unknown, unknown]>([
  [undefined, bad('no object')],
  ['ready', bad('no object')],
  [{}, bad('version undefined')],
  [{ footlight: LONG, id: 1, cmd: 'ready' }, bad(`version ${LONG.slice(0, 16)}`)],
  [{ footlight: 1, cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: '1', cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: -1, cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: 1, cmd: 'constructor' }, fail('WIRE_UNKNOWN_MESSAGE', 'constructor')],
  ...['https://evil.test/', '//evil.test/', '/../secret', '/a b'].map(
    (path) => [{ footlight: 1, id: 1, cmd: 'ajax', path }, bad('ajax without a path')] as const,
  ),
  [{ footlight: 1, id: 1, cmd: 'toast', text: '' }, bad('toast without a text')],
  [{ footlight: 1, id: 1, cmd: 'toast', text: ['x'] }, bad('toast without a text')],
  [{ footlight: 1, id: 1, cmd: 'open' }, bad('open without a key')],
  [{ footlight: 1, id: 1, cmd: 'ajax' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: 'game/rank' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: `/${'a'.repeat(256)}` }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: `/a?${'b'.repeat(513)}` }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: '' }, fail('WIRE_UNKNOWN_MESSAGE', '')],
  [{ footlight: 1, id: 1, cmd: LONG }, fail('WIRE_UNKNOWN_MESSAGE', LONG.slice(0, 32))],
])('S30 the refusal of %o is logged with its reason', (data, refusal) => {
  expect(readCall(data)).toEqual(refusal);
});

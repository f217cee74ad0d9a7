import { expect, test } from 'vitest';
import { readDomains } from '../../../src/core/frames/domains.ts';
import { decideOrigin, ORIGIN_WHYS, originOf, type OriginPolicy } from '../../../src/core/frames/origin.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_DOMAINS = 32;

const POLICY: OriginPolicy = {
  domains: ['room.test', 'music.test', 'partner.test'],
  extra: ['https://games.elsewhere.test:8443', 'http://intern.test'],
  own: 'https://www.own.test',
};

/** Origins of real pages, and origins as a hostile message could contain them. */
const TABLE: readonly (readonly [origin: string, why: (typeof ORIGIN_WHYS)[number], isAllowed: boolean])[] = [
  ['https://room.test', 'an allowed domain', true],
  ['https://a.b.room.test', 'an allowed domain', true],
  ['https://music.test', 'an allowed domain', true],
  ['https://www.own.test', 'the page itself', true],
  ['https://games.elsewhere.test:8443', 'in the extra list', true],
  ['http://intern.test', 'in the extra list', true],
  ['http://localhost', 'localhost', true],
  ['http://localhost:5173', 'localhost', true],
  ['https://127.0.0.1:8443', 'localhost', true],
  ['http://[::1]:5173', 'localhost', true],
  // Look-alikes.
  ['https://evilroom.test', 'foreign', false],
  ['https://room.test.evil.test', 'foreign', false],
  ['https://room-test.evil.test', 'foreign', false],
  ['https://xn--rom-ela.test', 'foreign', false],
  ['https://roоm.test', 'not an origin of the web', false],
  ['https://localhost.evil.test', 'foreign', false],
  ['https://127.0.0.1.evil.test', 'foreign', false],
  ['https://notlocalhost', 'foreign', false],
  ['https://[::2]', 'foreign', false],
  ['https://a', 'foreign', false],
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
  ['ftp://room.test', 'not an origin of the web', false],
  ['https://user@room.test', 'not an origin of the web', false],
  ['https://room.test/', 'not an origin of the web', false],
  ['https://room.test#.evil.test', 'not an origin of the web', false],
  ['https://evil.test\\.room.test', 'not an origin of the web', false],
  ['https://evil.test/.room.test', 'not an origin of the web', false],
  ['https://room.test.', 'not an origin of the web', false],
  ['https://.room.test', 'not an origin of the web', false],
  ['https://a..room.test', 'not an origin of the web', false],
  [' https://room.test', 'not an origin of the web', false],
  ['https://room.test:', 'not an origin of the web', false],
  ['https://room.test:443x', 'not an origin of the web', false],
  ['https://room.test:123456', 'not an origin of the web', false],
  ['xhttps://room.test', 'not an origin of the web', false],
  ['https://-room.test', 'not an origin of the web', false],
  ['https://[::1', 'not an origin of the web', false],
  ['https://room.test\n', 'not an origin of the web', false],
  ['HTTPS://ROOM.TEST', 'not an origin of the web', false],
  [`https://${'a'.repeat(300)}.room.test`, 'not an origin of the web', false],
];

test.each(TABLE)('S30 messages of the origin %s are accepted or refused by the row "%s"', (origin, why, isAllowed) => {
  expect(decideOrigin(origin, POLICY)).toEqual({ isAllowed, why });
});

test('S30 every reason of the origin check is reached', () => {
  expect(new Set(TABLE.map(([, why]) => why))).toEqual(new Set(ORIGIN_WHYS));
});

test('S30 an empty policy accepts only the page itself and localhost', () => {
  const policy: OriginPolicy = { domains: [''], extra: [], own: 'https://own.test' };
  for (const [origin, isAllowed] of [
    ['https://own.test', true],
    ['http://localhost:1', true],
    ['https://room.test', false],
    ['https://test', false],
  ] as const)
    expect(decideOrigin(origin, policy).isAllowed).toBe(isAllowed);
});

test.each([
  ['https://room.test/a?b#c', 'https://room.test'],
  ['https://ROOM.test:443/', 'https://room.test'],
  ['HTTPS://room.test?b', 'https://room.test'],
  ['https://room.test#c', 'https://room.test'],
  ['https://room.test:80', 'https://room.test:80'],
  ['HTTP://room.test:443/', 'http://room.test:443'],
  ['https://room.test:123456/', ''],
  ['https://room.test x', ''],
  ['xhttps://room.test', ''],
  ['http://room.test:80', 'http://room.test'],
  ['http://[::1]:5173/x', 'http://[::1]:5173'],
  ['https://room.test@evil.test/', ''],
  ['https://evil.test\\@room.test/', ''],
  ['//room.test', ''],
  ['javascript:alert(1)//https://room.test', ''],
  ['data:text/html,https://room.test', ''],
  ['', ''],
])('S30 the origin of the address %s is read, or empty', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

test('S30 readDomains reads a deployment’s domains and reports bad ones', () => {
  expect(readDomains(undefined)).toEqual({ domains: [], extra: [], problems: [] });
  expect(readDomains('x').problems).toEqual(['frameDomains: no list']);
  expect(readDomains(['Room.test', 'https://a.test:8443', 'https://a.test/x', '*.test', 'test', 7])).toEqual({
    domains: ['room.test'],
    extra: ['https://a.test:8443'],
    problems: [2, 3, 4, 5].map((index) => `frameDomains[${index}]: no domain`),
  });
  expect(readDomains(Array.from({ length: 99 }, (_, i) => `a${i}.test`)).domains).toHaveLength(MAX_DOMAINS);
});

test.each([
  ['a.test', true],
  ['a.b.c.d.test', true],
  ['1-2.test', true],
  [`${'a'.repeat(63)}.test`, true],
  [`${'a'.repeat(64)}.test`, false],
  [`${'abcdefghi.'.repeat(25)}abc`, true],
  [`${'abcdefghi.'.repeat(25)}abcd`, false],
  ['-a.test', false],
  ['a.-test', false],
  ['a..test', false],
  ['.a.test', false],
  ['a.test.', false],
  ['x a.test', false],
  ['a.test x', false],
  ['a.test:8443', false],
  ['', false],
])('S30 the domain %s of a deployment is used or reported', (domain, isGood) => {
  expect(readDomains([domain])).toEqual({
    domains: isGood ? [domain] : [],
    extra: [],
    problems: isGood ? [] : ['frameDomains[0]: no domain'],
  });
});

import { expect, test } from 'vitest';
import { readServices } from '../../src/core/services.ts';

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

test('S1 numbers of fallbacks and loader origins are bounded', () => {
  const { services } = read({
    socketFallback: Array.from({ length: 20 }, (_, at) => ({ host: `h${at}`, protocol: 'ws' })),
    loaderOrigins: Array.from({ length: 40 }, (_, at) => `https://h${at}.test`),
  });
  expect(services.socketFallback).toHaveLength(8);
  expect(services.loaderOrigins).toHaveLength(16);
});

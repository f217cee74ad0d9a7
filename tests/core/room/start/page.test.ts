import { expect, test } from 'vitest';
import { unwrapCallback } from '../../../../src/core/room/feature/callback-text.ts';
import { checkCookie, readCookies, readLogin, unionCookieName, writeCookie } from '../../../../src/core/room/start/cookies.ts';
import { FLAGS, readFlags, readOverrides } from '../../../../src/core/room/start/page-input.ts';
import { readRoute, viewerPath } from '../../../../src/core/room/start/route.ts';
import { channelOf, clientTypeOf, DEFAULT_CHANNELS } from '../../../../src/core/room/start/refer.ts';
import { decideRole } from '../../../../src/core/room/start/start-up.ts';
import { readStored, writeStored } from '../../../../src/core/room/start/stored.ts';
import { readServices } from '../../../../src/core/services.ts';

test.each([
  ['/live/1001', { type: 'viewer', roomId: 1_001, isEmbed: false }],
  ['/live/1001/', { type: 'viewer', roomId: 1_001, isEmbed: false }],
  ['/1001', { type: 'viewer', roomId: 1_001, isEmbed: false }],
  ['/live/e/1001', { type: 'viewer', roomId: 1_001, isEmbed: true }],
  ['/e/1001', { type: 'viewer', roomId: 1_001, isEmbed: true }],
  ['/room/star/1006', { type: 'star', roomId: 1_006 }],
  ['/room/startlive/', { type: 'start-live', roomId: null }],
  ['/room/startlive/1006', { type: 'start-live', roomId: 1_006 }],
  ['/', { type: 'unknown' }],
  ['/live/', { type: 'unknown' }],
  ['/live/0', { type: 'unknown' }],
  ['/live/abc', { type: 'unknown' }],
  ['/live/1234567890123', { type: 'unknown' }],
  ['/room/star/1006/x', { type: 'unknown' }],
  ['/live/1001<script>', { type: 'unknown' }],
])('P1 the address %s is read as its route', (path, route) => {
  expect(readRoute(path)).toEqual(route);
});

test('P1 a build for a path reads and writes addresses below it alone', () => {
  for (const path of ['/rooms/live/1001', '/rooms/1001', viewerPath(1_001, '/rooms/')])
    expect(readRoute(path, '/rooms/')).toMatchObject({ type: 'viewer', roomId: 1_001 });
  for (const path of ['/live/1001', '/rooms', '/rooms/', '/roomslive/1001'])
    expect(readRoute(path, '/rooms/')).toEqual({ type: 'unknown' });
});

test('P2 every specified parameter has a row with a description', () => {
  const names: readonly string[] = FLAGS.map(({ name }) => name);
  for (const name of [
    'r',
    'lite',
    'debug',
    'lenovo',
    'refer',
    'sourceFrom',
    'fx_unionId_ck',
    'type',
    'songName',
    'playuuid',
    'apmAutoTest',
    'cmd',
  ])
    expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
});

test('P2 good values are accepted, missing ones get defaults', () => {
  const query = 'r=liveroom&lite=1&debug=true&type=3&songName=%E6%99%B4%E5%A4%A9%7Cx&refer=17&cmd=410001';
  const { flags, problems } = readFlags(new URLSearchParams(query));
  expect(flags).toMatchObject({
    r: 'liveroom',
    lite: true,
    debug: true,
    lenovo: false,
    type: 3,
    songName: '晴天|x',
    refer: '17',
    cmd: 410_001,
    kind: '',
  });
  expect(problems).toEqual([]);
  expect(readFlags([]).flags).toMatchObject({ r: '', lite: false, type: 0, src: '', scenario: '' });
});

test.each([
  ['r', 'elsewhere'],
  ['lite', 'yes'],
  ['type', '-1'],
  ['type', '3.5'],
  ['type', '1e1'],
  ['kind', 'flash'],
  ['songName', 'x'.repeat(201)],
  ['songName', 'a\u0000b'],
  ['fx_unionId_ck', 'a; b'],
  ['playuuid', '../x'],
  ['src', 'javascript:alert(1)'],
  ['src', 'data:video/x-flv,x'],
  ['config', 'h265=0'],
  ['scenario', '<img>'],
])('P2 a bad value of %s (%j) is reported as PARAMETER_BAD and replaced by the default', (name, value) => {
  const { flags, problems } = readFlags([[name, value]]);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.code).toBe('PARAMETER_BAD');
  expect(problems[0]?.detail).toContain(`${name}: `);
  expect(flags).toEqual(readFlags([]).flags);
});

test('P2 the first of equal names applies, unknown names are ignored, and the number of parameters is limited', () => {
  expect(readFlags(new URLSearchParams('type=3&type=9')).flags.type).toBe(3);
  expect(readFlags(new URLSearchParams('__proto__=1&constructor=1&toString=1')).problems).toEqual([]);
  const flood = Array.from({ length: 500 }, (_, index): [string, string] => [`x${index}`, '1']);
  expect(readFlags([...flood, ['type', '3']]).flags.type).toBe(0);
});

test('P2 config overrides are read as numbers, and each invalid one is reported', () => {
  expect(readOverrides('stallWaitMs:3000,h265:0')).toEqual({ values: { stallWaitMs: 3_000, h265: 0 }, problems: [] });
  expect(readOverrides('a:b,:1,__proto__:x').problems).toHaveLength(3);
});

test('P2 refer determines the channel: the four specified entries, 2199 otherwise', () => {
  const channel = (refer: string): number => channelOf(refer, '', DEFAULT_CHANNELS);
  expect([6, 7, 8, 17].map((refer) => channel(String(refer)))).toEqual([206, 302, 301, 201]);
  for (const refer of ['', '0', '1', '20', '99', '-6', '6x', '1e1', '__proto__', 'toString', '6666666666'])
    expect(channel(refer)).toBe(2_199);
});

test('P2 the deployment configures the other channels and the buying audience', () => {
  const given = { ofRefer: { 1: 101, 2: 999_999, 3: 1_000_000, 6: 999, x: 1, 5: 'a' }, buyingAudience: ['ads', 3] };
  const { services, problems } = readServices(JSON.stringify({ channels: given }), 'https://room.example');
  const channel = (refer: string, sourceFrom = ''): number => channelOf(refer, sourceFrom, services.channels);
  expect(['1', '2', '3', '6', '7', 'x', '5'].map((refer) => channel(refer))).toEqual([101, 999_999, 2_199, 999, 302, 2_199, 2_199]);
  expect([channel('6', 'ads'), channel('6', 'other'), channelOf('6', 'ads', DEFAULT_CHANNELS)]).toEqual([1_201, 999, 206]);
  expect(problems).toEqual([
    'services.channels.ofRefer: 3',
    'services.channels.ofRefer: 5',
    'services.channels.ofRefer: x',
    'services.channels.buyingAudience: no texts',
  ]);
  expect(readServices('{"channels":[]}', 'https://x').services.channels).toEqual(DEFAULT_CHANNELS);
});

test('P2 client type: 7 web, 8 embed, 43 lenovo', () => {
  expect(clientTypeOf({ isEmbed: false, isLenovo: false })).toBe(7);
  expect(clientTypeOf({ isEmbed: true, isLenovo: false })).toBe(8);
  expect(clientTypeOf({ isEmbed: true, isLenovo: true })).toBe(43);
});

test('P1 P7 P31 the star stays on the star route with role 1, anyone else is redirected to the viewer room', () => {
  const star = { route: { type: 'star', roomId: 1_006 }, starId: 77, onlyVerticalStar: false, roomId: 1_006 } as const;
  const login = (userId: number) => ({ userId, token: 't', appId: '' });
  expect(decideRole({ ...star, login: login(77) })).toEqual({ isStar: true, role: 1, redirectTo: null });
  expect(decideRole({ ...star, login: login(78) })).toEqual({ isStar: false, role: 0, redirectTo: '/live/1006' });
  expect(decideRole({ ...star, login: login(0), starId: 0 })).toEqual({ isStar: false, role: 0, redirectTo: '/live/1006' });
  // Without live info the star is unknown: a logged-in user may be the star and is not redirected.
  expect(decideRole({ ...star, login: login(77), starId: 0 })).toEqual({ isStar: false, role: 0, redirectTo: null });
  expect(decideRole({ ...star, login: login(77), onlyVerticalStar: true })).toEqual({ isStar: true, role: 0, redirectTo: null });
  const viewer = { ...star, route: { type: 'viewer', roomId: 1_006, isEmbed: false } } as const;
  expect(decideRole({ ...viewer, login: login(78) })).toEqual({ isStar: false, role: 0, redirectTo: null });
  expect(decideRole({ ...viewer, login: login(77) })).toEqual({ isStar: true, role: 1, redirectTo: null });
});

test('P13 a cookie needs a name of word characters and a value without "; "', () => {
  const written = (isSecure: boolean): unknown => writeCookie('fx_token', 'abc', { maxAgeS: 60, isSecure });
  expect(written(true)).toEqual({ ok: true, value: 'fx_token=abc; path=/; max-age=60; samesite=lax; secure' });
  expect(written(false)).toEqual({ ok: true, value: 'fx_token=abc; path=/; max-age=60; samesite=lax' });
  for (const [name, value] of [
    ['a-b', 'x'],
    ['', 'x'],
    ['a b', 'x'],
    ['名', 'x'],
    ['a', 'x; path=/'],
    ['a=b', 'x'],
    // A value ends at its semicolon, with or without a space after it.
    ['fx_token', 'x;domain=example'],
    ['a', 'x;'],
    ['a', 'x\ny'],
  ] as const)
    expect(checkCookie(name, value), `${name}=${value}`).toMatchObject({ ok: false, error: { code: 'COOKIE_BAD' } });
  expect(checkCookie('a', 'x y=+/').ok).toBe(true);
});

test.each(['a%41b', '50%', '%', '%E0%A4%A', 'a b=+/'])('P13 a cookie with the value %s is read as it was written', (value) => {
  const written = writeCookie('fx_token', value, { isSecure: false });
  expect(readCookies(written.ok ? written.value : '').get('fx_token')).toBe(value);
});

test('P13 cookies are parsed with bad escapes, missing values and repeated names', () => {
  const cookies = readCookies('fx_userid=42; fx_token=a%20b; bad=%E0%A4%A; novalue; fx_userid=7; =x; empty=');
  expect([...cookies]).toEqual([
    ['fx_userid', '42'],
    ['fx_token', 'a b'],
    ['bad', '%E0%A4%A'],
    ['empty', ''],
  ]);
  expect(readCookies('x=1; '.repeat(10_000)).size).toBe(1);
});

test('S4 a login needs both the user id and the token cookie', () => {
  const login = (text: string) => readLogin(readCookies(text));
  expect(login('fx_userid=42; fx_token=t; fx_appid=1010')).toEqual({ userId: 42, token: 't', appId: '1010' });
  expect(login('fx_userid=42')).toEqual({ userId: 0, token: '', appId: '' });
  expect(login('fx_token=t')).toEqual({ userId: 0, token: '', appId: '' });
  for (const bad of ['0', '-1', 'abc', '1e9', '99999999999999999999']) expect(login(`fx_userid=${bad}; fx_token=t`).userId).toBe(0);
});

test('P2 the union cookie is named after the union id', () => {
  expect(unionCookieName('134')).toBe('fx_unionId_134');
  expect(unionCookieName('a; b')).toBeNull();
});

test('P13 stored values expire to the second, and invalid ones are reported', () => {
  const text = writeStored(3, 60, 1_000);
  expect(readStored(text, 60_999)).toEqual({ name: 'kept', value: 3 });
  expect(readStored(text, 61_000)).toEqual({ name: 'expired' });
  expect(readStored(writeStored('h264', null, 0), 1e15)).toEqual({ name: 'kept', value: 'h264' });
  expect(readStored(undefined, 0)).toEqual({ name: 'missing' });
  for (const bad of [
    '',
    '{',
    'null',
    '3',
    '[]',
    '{"value":1}',
    '{"value":1,"untilMs":"x"}',
    '{"value":1,"untilMs":1e999}',
    'x'.repeat(70_000),
  ])
    expect(readStored(bad, 0).name, bad.slice(0, 20)).toBe('bad');
});

test('S9 callback-style answers are read as data and never executed', () => {
  expect(unwrapCallback('cb({"a":1});')).toEqual({ ok: true, value: { a: 1 } });
  expect(unwrapCallback(" /**/ typeof jsonp_1 === 'function' && jsonp_1([1]) ")).toEqual({ ok: true, value: [1] });
  expect(unwrapCallback('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  for (const bad of ['', 'cb(', 'cb(alert(1))', 'cb({a:1})', '<html>', 'cb({}) ; evil()', `cb(${'('.repeat(1_000)}`])
    expect(unwrapCallback(bad), bad.slice(0, 20)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test('S34 services accept paths and addresses; anything else becomes the page’s own origin and is reported', () => {
  const origin = 'https://room.example';
  expect(readServices('', origin)).toMatchObject({ services: { live: 'https://room.example/svc/live', socketFallback: [] }, problems: [] });
  const given = {
    live: 'https://live.example/',
    log: '/logs',
    game: 'javascript:x',
    socketFallback: [{ host: 'a:1/chat', protocol: 'ws' }, { host: '<', protocol: 'ws' }, 3],
    fandomSwitchPath: 'switch?x',
    loaderOrigins: ['https://p2p.example', 'https://p2p.example/path', 'data:', 3],
  };
  const { services, problems } = readServices(JSON.stringify(given), origin);
  expect(services).toMatchObject({
    live: 'https://live.example',
    log: 'https://room.example/logs',
    game: 'https://room.example/svc/game',
    socketFallback: [{ host: 'a:1/chat', protocol: 'ws' }],
    fandomSwitchPath: '/fandom/switch',
    loaderOrigins: ['https://p2p.example'],
  });
  expect(problems).toHaveLength(7);
  expect(readServices('{"fandomSwitchPath":"/8f2c1d"}', origin)).toMatchObject({ services: { fandomSwitchPath: '/8f2c1d' }, problems: [] });
  expect(readServices('{', origin).problems).toEqual(['services: not JSON']);
});

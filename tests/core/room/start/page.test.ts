import { expect, test } from 'vitest';
import { checkCookie, checkLogin, readCookies, unionIdsOf, writeCookie } from '../../../../src/core/room/start/cookies.ts';
import { debugAddresses } from '../../../../src/core/room/start/live-info.ts';
import { allowedFlags, overriddenBy, readFlags, readOverrides } from '../../../../src/core/room/start/page-input.ts';
import { channelOf, DEFAULT_CHANNELS } from '../../../../src/core/room/start/refer.ts';
import { readServices } from '../../../../src/core/services.ts';

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

test('P2 config overrides are read as numbers, and each invalid one is reported', () => {
  expect(readOverrides('stallWaitMs:3000,,h265:0.25')).toEqual({ values: { stallWaitMs: 3_000, h265: 0.25 }, problems: [] });
  const bad = ['a:b', ':1', '__proto__:x', '-a:1', 'a:1-', 'a:1.x', `${'n'.repeat(41)}:1`];
  const problems = bad.map((entry) => ({ code: 'PARAMETER_BAD', detail: `config: ${entry.slice(0, 40)}` }));
  expect(readOverrides(bad.join(','))).toEqual({ values: {}, problems });
});

test('P2 the deployment configures the other channels and the buying audience', () => {
  const given = { ofRefer: { 1: 101, 2: 999_999, 3: 1_000_000, 6: 999, x: 1, 5: 'a' }, buyingAudience: ['ads', 3] };
  const { services, problems } = readServices(JSON.stringify({ channels: given }), 'https://room.example');
  const channel = (refer: string, sourceFrom = ''): number => channelOf(refer, sourceFrom, services.channels);
  expect(['1', '2', '3', '6', '7', 'x', '5'].map((refer) => channel(refer))).toEqual([101, 999_999, 2_103, 999, 302, 2_199, 2_105]);
  expect([channel('6', 'ads'), channel('6', 'other'), channelOf('6', 'ads', DEFAULT_CHANNELS)]).toEqual([1_201, 999, 206]);
  expect(problems).toEqual([
    'services.channels.ofRefer: 3',
    'services.channels.ofRefer: 5',
    'services.channels.ofRefer: x',
    'services.channels.buyingAudience: no texts',
  ]);
  expect(readServices('{"channels":[]}', 'https://x').services.channels).toEqual(DEFAULT_CHANNELS);
});

test('P13 a cookie needs a name of word characters and a value without "; "', () => {
  const written = (isSecure: boolean): unknown => writeCookie('fx_token', 'abc', { maxAgeS: 60, isSecure });
  expect(written(true)).toEqual({ ok: true, value: 'fx_token=abc; path=/; max-age=60; samesite=lax; secure' });
  expect(written(false)).toEqual({ ok: true, value: 'fx_token=abc; path=/; max-age=60; samesite=lax' });
  expect(writeCookie('fx_token', 'abc', { isSecure: false })).toEqual({ ok: true, value: 'fx_token=abc; path=/; samesite=lax' });
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

test('P2 a link cannot replace stream and config where the deployment does not allow it; the refused parameters are named', () => {
  const { flags } = readFlags(Object.entries({ debug: '1', kind: 'h264', src: 'http://other.test/x.flv', config: 'h265:0', cmd: '7' }));
  const refused = allowedFlags(flags, false);
  expect(refused.flags).toEqual({ ...flags, src: '', config: '' });
  expect(refused.problems.map(({ detail }) => detail)).toEqual([
    'src: not allowed by this deployment',
    'config: not allowed by this deployment',
  ]);
  expect(debugAddresses(refused.flags)).toBeNull();
  expect(allowedFlags(flags, true)).toEqual({ flags, problems: [] });
  expect(allowedFlags({ ...flags, src: '', config: '' }, false).problems).toEqual([]);
});

test('P2 the host of a replaced stream is named, the page’s own for a path; a replaced config has no host', () => {
  const over = (query: Readonly<Record<string, string>>) => overriddenBy(readFlags(Object.entries(query)).flags, 'https://room.test');
  expect(over({ debug: '1', kind: 'h264', src: 'http://other.test:81/x.flv' })).toEqual({ host: 'other.test:81' });
  expect(over({ debug: '1', kind: 'h264', src: '/live/x.flv' })).toEqual({ host: 'room.test' });
  expect(over({ debug: '1', config: 'h265:0' })).toEqual({ host: '' });
  for (const query of [{ debug: '1' }, { kind: 'h264', src: 'http://other.test/x.flv' }, { debug: '1', src: '/x.flv' }])
    expect(over(query)).toBeNull();
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
  expect([unionIdsOf('', cookies), unionIdsOf('9', cookies)]).toEqual([[], ['9']]);
});

test.each([
  ['0'.repeat(99), 't', '0'.repeat(20)],
  ['5', 'x'.repeat(1_025), '1025 characters'],
  ['5', ' t', 'value of fx_token'],
])('P13 S24 the refusal of a login names what is wrong, and not the token', (userId, token, detail) => {
  expect(checkLogin(userId, token)).toMatchObject({ ok: false, error: { detail } });
});

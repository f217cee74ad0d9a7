/** The readers of the page's parameters and of live info, value by value. */
import { expect, test } from 'vitest';
import { decodeLiveInfo, fallbackInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';

const problemsOf = (name: string, text: string) => readFlags([[name, text]]).problems.map(({ detail }) => detail);
const flag = (name: 'debug' | 'type', text: string) => readFlags([[name, text]]).flags[name];

test('P2 a switch is on with 1 or true, off with 0, false or nothing, and any other value is reported', () => {
  expect(['1', 'true'].map((text) => flag('debug', text))).toEqual([true, true]);
  expect(['0', 'false', ''].map((text) => [flag('debug', text), problemsOf('debug', text)])).toEqual([
    [false, []],
    [false, []],
    [false, []],
  ]);
  for (const bad of ['2', 'on', 'TRUE', ' 1']) {
    expect(flag('debug', bad)).toBe(false);
    expect(problemsOf('debug', bad)).toEqual(['debug: must be 1 or 0']);
  }
});

test('P2 a number is accepted within its limits, both included, and any other value is reported', () => {
  expect(['0', '3', '99'].map((text) => [flag('type', text), problemsOf('type', text)])).toEqual([
    [0, []],
    [3, []],
    [99, []],
  ]);
  for (const bad of ['-1', '100', '1.5', '', 'x3', '3x', '9'.repeat(13)]) {
    expect(flag('type', bad), bad).toBe(0);
    expect(problemsOf('type', bad)).toEqual(['type: must be 0 to 99']);
  }
});

const read = (data: unknown, more: object = {}) => {
  const decoded = decodeLiveInfo({ responseCode: 0, data, ...more });
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value;
};

test.each([
  ['live info is no object', null],
  ['live info is no object', []],
  ['live info is no object', 'x'],
  ['live info has no responseCode', {}],
  ['live info has no responseCode', { responseCode: 'x' }],
  ['live info has no data', { responseCode: 0 }],
  ['live info has no data', { responseCode: 0, data: [] }],
])('P6 an answer without its parts is refused: %s', (detail, input) => {
  expect(decodeLiveInfo(input)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail } });
});

test('P6 flags and layout of a room are read from their fields, and a flag without a value is off', () => {
  const names = ['isAwardRoom', 'isMatchRoom', 'isClanRoom', 'isLiveRoom', 'onlyVerticalStar', 'hifiMode'] as const;
  const off = read({ status: 1, room: {} }).value.room;
  for (const name of names) {
    expect(off[name], name).toBe(false);
    const on = read({ status: 1, room: { [name]: 1 } }).value.room;
    expect(on).toEqual({ ...off, [name]: true });
  }
  expect(off.isVertical).toBe(false);
  expect(read({ status: 1, room: { vertical: 1 } }).value.room.isVertical).toBe(true);
  expect(read({ status: 1, room: { liveLayout: 4 } }).value.room.liveLayout).toBe(4);
});

test('P6 P21 missing addresses are no problem, bad ones are dropped, and a list of more than 16 is cut and reported', () => {
  for (const none of [undefined, null, '', []]) {
    const { value, problems } = read({ status: 1, httpflv: none });
    expect([value.stream.addresses.httpflv, problems]).toEqual([[], []]);
  }
  const sixteen = Array.from({ length: 16 }, (_, at) => `/live/${at}.flv`);
  expect(read({ status: 1, httpflv: sixteen })).toMatchObject({ value: { stream: { addresses: { httpflv: sixteen } } }, problems: [] });
  const { value, problems } = read({ status: 1, httpflv: [...sixteen, '/x.flv'] });
  expect(value.stream.addresses.httpflv).toEqual(sixteen);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/\.httpflv: 17 members, 16 are kept$/);
  for (const bad of ['javascript:alert(1)', '//evil.test/a', 'x/live.flv', '/a b', 'xhttps://a.test'])
    expect(read({ status: 1, httpflv: [bad, '/a.flv'] })).toMatchObject({ value: { stream: { addresses: { httpflv: ['/a.flv'] } } } });
});

test('P21 WebRTC addresses have the scheme http, https or webrtc, or are paths of this host', () => {
  const urls = (url: string) => read({ status: 1, webrtc: [{ url, provider: 5 }] }).value.stream.addresses.webrtc.map((one) => one.url);
  for (const good of ['webrtc://a/b', 'https://a.test/x', 'http://a.test/x', '/whep/x']) expect(urls(good)).toEqual([good]);
  for (const bad of ['xwebrtc://a/b', 'webrtc://a b', '//a.test', 'rtmp://a/b', '/a"b']) expect(urls(bad), bad).toEqual([]);
});

test('P4 pictures are addresses or pictures as data, never other data', () => {
  const cover = (url: string) => read({ status: 1, room: { cover: url } }).value.room.coverUrl;
  for (const good of ['', '/a.png', 'data:image/png;base64,AA', 'data:image/svg+xml,x']) expect(cover(good)).toBe(good);
  for (const bad of ['data:text/html,x', 'data:image/pngx', 'x data:image/png;base64,AA', 'javascript:x']) expect(cover(bad), bad).toBe('');
});

test('P6 without live info the room is unknown and counts as live, and its kind depends on the address', () => {
  const live = fallbackInfo(true);
  expect(live).toMatchObject({
    responseCode: 0,
    responseMsg: '',
    serverTimeS: 0,
    liveStatus: 1,
    stream: { status: 1 },
    room: { isLiveRoom: true, kind: 'live', starId: 0 },
    isRoomKnown: false,
  });
  expect(fallbackInfo(false)).toMatchObject({ room: { isLiveRoom: false, kind: 'normal' }, isRoomKnown: false });
});

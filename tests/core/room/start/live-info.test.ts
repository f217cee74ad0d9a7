import { expect, test } from 'vitest';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';
import { decodeRemoteConfig } from '../../../../src/core/room/start/early-start.ts';
import { byLocalClock, decodeAddresses, decodeLiveInfo, fallbackInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';
import { decodeAd } from '../../../../src/features/ad/rules-before-live.ts';
import { decodeClientVersion } from '../../../../src/workers/room/clients/calls.ts';

test('P6 a bad field is reported and the others are kept', () => {
  const decoded = decodeLiveInfo({
    responseCode: '0',
    serverTime: -5,
    data: {
      status: 1,
      sid: 12,
      liveType: 'karaoke',
      httpflv: ['javascript:alert(1)', 'x/a.flv', 'https://ok.example/a.flv', 7, 'https://x/"onerror='],
      webrtc: [
        { url: 'https://x/y', codec: 'h264', provider: 4 },
        { url: 'https://x/z', provider: 5 },
      ],
      streamWidth: 1e9,
      room: {
        starName: 'x'.repeat(500),
        liveName: '<b>',
        viewers: '12',
        followers: -1,
        avatar: 'javascript:x',
        isLiveRoom: '1',
        frameRate: 'fast',
      },
    },
  });
  if (!decoded.ok) throw new Error(decoded.error.detail);
  const { value, problems } = decoded.value;
  expect(value).toMatchObject({
    serverTimeS: 0,
    stream: {
      sid: '12',
      liveType: 'normal',
      addresses: { httpflv: ['https://ok.example/a.flv'], webrtc: [{ url: 'https://x/z', providerId: 5 }], width: 0 },
    },
    // Markup is kept and shown as text.
    room: { starName: '', liveName: '<b>', viewers: 12, followers: 0, avatarUrl: '', isLiveRoom: true },
  });
  const named = problems.map((problem) => problem.split(':', 1)[0]);
  expect(named.filter((name) => name === 'data.httpflv')).toHaveLength(4);
  for (const name of [
    'data.webrtc',
    'data.liveType',
    'data.streamWidth',
    'room.starName',
    'room.avatar',
    'room.followers',
    'room.frameRate',
    'info.serverTime',
  ])
    expect(named).toContain(name);
});

test('P6 P7 a recording needs an address, its title is optional; size and still of the room are read', () => {
  const replays = [
    { url: 'https://a.test/1.mp4', title: 'one' },
    { url: 'https://a.test/2.mp4' },
    { title: 'no address' },
    { url: 'https://a.test/3.mp4', title: 'x'.repeat(500) },
    'https://a.test/4.mp4',
  ];
  const roomOf = (room: object) => {
    const decoded = decodeLiveInfo({ responseCode: 0, data: { status: 0, room } });
    if (!decoded.ok) throw new Error(decoded.error.detail);
    return decoded.value.value.room;
  };
  expect(roomOf({ replays, snapshot: 'https://a.test/s.png', width: 1_280, height: 720 })).toMatchObject({
    replays: [
      { url: 'https://a.test/1.mp4', title: 'one' },
      { url: 'https://a.test/2.mp4', title: '' },
    ],
    snapshotUrl: 'https://a.test/s.png',
    width: 1_280,
    height: 720,
  });
  expect(roomOf({})).toMatchObject({ replays: [], snapshotUrl: '', width: 0, height: 0 });
});

test('P6 P21 a list of a thousand addresses is cut to sixteen', () => {
  const httpflv = Array.from({ length: 1_000 }, (_, index) => `/live/${index}.flv`);
  const decoded = decodeAddresses({ responseCode: 0, data: { status: 1, httpflv } });
  expect(decoded.ok && decoded.value.value.addresses.httpflv).toHaveLength(16);
  expect(decodeAddresses({ responseCode: 0, data: { status: 1, httpflv: ['/a.flv'] } })).toMatchObject({ value: { problems: [] } });
});

test('P6 the start of the show is converted from the server’s clock to the viewer’s', () => {
  const read = (serverTime: number, liveSince: number) => {
    const decoded = decodeLiveInfo({ responseCode: 0, serverTime, data: { status: 1, room: { liveSince } } });
    if (!decoded.ok) throw new Error(decoded.error.detail);
    const { room, clockAheadMs } = byLocalClock(decoded.value.value, 2_000_000_000_400);
    return [room.liveSinceS, clockAheadMs];
  };
  // The viewer's clock is ten minutes ahead, but the show is still 90 s old.
  expect(read(1_999_999_400, 1_999_999_310)).toEqual([2_000_000_000 - 90, 600_000]);
  expect(read(2_000_003_600, 2_000_003_510)).toEqual([2_000_000_000 - 90, -3_600_000]);
  expect(read(0, 1_999_999_310)).toEqual([1_999_999_310, 0]);
  expect(read(1_999_999_400, 0)).toEqual([0, 600_000]);
});

test('P8 P10 ad, client and config answers: bad bodies are reported, bad fields get defaults', () => {
  const ad = decodeAd({ data: { adSwitch: '1', repeatPlay: 0, concertId: 12, src: 'javascript:x', durationS: 1e9 } });
  expect(ad).toMatchObject({ ok: true, value: { value: { adSwitch: 1, concertId: '12', src: '', durationS: 15 } } });
  expect(ad.ok && ad.value.problems).toHaveLength(2);
  expect(decodeAd('no')).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  expect(decodeClientVersion({ status: 1, data: { url: 'https://dl.example/app.exe' } })).toEqual({
    ok: true,
    value: { url: 'https://dl.example/app.exe' },
  });
  const refused = (detail: string) => ({ ok: false, error: { code: 'CLIENT_VERSION_REFUSED', detail } });
  expect(decodeClientVersion({ status: 0, errorcode: 30_001 })).toEqual(refused('30001'));
  // An address with a status other than 1 is ignored.
  expect(decodeClientVersion({ status: 0, data: { url: 'https://dl.example/app.exe' } })).toEqual(refused(''));
  expect(decodeClientVersion({ status: 1, data: { url: 'javascript:x' } })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  expect(decodeRemoteConfig({ data: { h265: 0 } })).toEqual({ ok: true, value: { h265: 0 } });
  expect(decodeRemoteConfig([])).toMatchObject({ ok: false });
});

/** The readers of the page's parameters and of live info, value by value. */
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
    // S1 S32 a live room is one by either field, for the socket and for the reports.
    expect(on).toEqual({ ...off, [name]: true, kind: name === 'isLiveRoom' ? 'live' : 'normal' });
  }
  expect(read({ status: 1, room: { kind: 'live' } }).value.room).toMatchObject({ kind: 'live', isLiveRoom: true });
  expect(read({ status: 1, room: { kind: 'vertical', isLiveRoom: 1 } }).value.room).toMatchObject({ kind: 'vertical', isLiveRoom: true });
  expect([0, '0', 'normal'].flatMap((liveType) => read({ status: 1, liveType }).problems)).toEqual([]);
  // A refusal needs no data.
  expect(decodeLiveInfo({ responseCode: 20_000 }).ok).toBe(true);
  expect(off.isVertical).toBe(false);
  expect(read({ status: 1, room: { vertical: 1 } }).value.room.isVertical).toBe(true);
  expect(read({ status: 1, room: { liveLayout: 4 } }).value.room.liveLayout).toBe(4);
});

test('P21 WebRTC addresses have the scheme http, https or webrtc, or are paths of this host', () => {
  const urls = (url: string) => read({ status: 1, webrtc: [{ url, provider: 5 }] }).value.stream.addresses.webrtc.map((one) => one.url);
  for (const good of ['webrtc://a/b', 'https://a.test/x', 'http://a.test/x', '//a.test/x', '/whep/x']) expect(urls(good)).toEqual([good]);
  for (const bad of ['xwebrtc://a/b', 'webrtc://a b', 'rtmp://a/b', '/a"b']) expect(urls(bad), bad).toEqual([]);
});

test('P4 pictures are addresses or pictures as data, never other data', () => {
  const cover = (url: string) => read({ status: 1, room: { cover: url } }).value.room.coverUrl;
  for (const good of ['', '/a.png', 'data:image/png;base64,AA', 'data:image/svg+xml,x']) expect(cover(good)).toBe(good);
  const longest = 'data:image/png,'.padEnd(ROOM_LIMITS.storedBytes.value, 'A');
  expect([cover(longest), cover(`${longest}A`)]).toEqual([longest, '']);
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

import { expect, test } from 'vitest';
import {
  byLocalClock,
  decodeAd,
  decodeAddresses,
  decodeClientVersion,
  decodeLeadInList,
  decodeLiveInfo,
  decodeRemoteConfig,
} from '../../../../src/core/room/start/live-info.ts';

test('P6 live info: every specified field is read', () => {
  const decoded = decodeLiveInfo({
    responseCode: 0,
    responseMsg: 'ok',
    serverTime: 1_790_000_000,
    data: {
      status: 1,
      stream: 's',
      sid: '9',
      psid: '8',
      liveType: 'radio',
      httpflv: ['https://cdn.example/live/a.flv'],
      h265flv: 'https://cdn.example/h.flv',
      nativeh265: ['/n.flv'],
      webrtc: [{ url: 'webrtc://x/y', codec: 'h264', provider: 16 }],
      rtmp: ['rtmp://x/y'],
      enableP2PArr: ['/t'],
      streamWidth: 852,
      streamHeight: 480,
      room: {
        starId: 77,
        starName: '星',
        liveName: '歌',
        viewers: 3,
        kind: 'vertical',
        onlyVerticalStar: 1,
        isClanRoom: true,
        hifiMode: 0,
        vertical: 1,
        endTime: 5,
      },
    },
  });
  expect(decoded).toMatchObject({ ok: true, value: { problems: [] } });
  expect(decoded.ok && decoded.value.value).toMatchObject({
    responseMsg: 'ok',
    serverTimeS: 1_790_000_000,
    liveStatus: 1,
    stream: {
      stream: 's',
      sid: '9',
      psid: '8',
      liveType: 'radio',
      addresses: {
        httpflv: ['https://cdn.example/live/a.flv'],
        h265flv: ['https://cdn.example/h.flv'],
        nativeh265: ['/n.flv'],
        webrtc: [{ url: 'webrtc://x/y', codec: 'h264', providerId: 16 }],
        p2p: ['/t'],
        width: 852,
        height: 480,
      },
      rtmp: ['rtmp://x/y'],
    },
    room: {
      starId: 77,
      starName: '星',
      liveName: '歌',
      viewers: 3,
      kind: 'vertical',
      onlyVerticalStar: true,
      isClanRoom: true,
      hifiMode: false,
      isVertical: true,
      endTimeS: 5,
    },
  });
});

test.each([
  null,
  3,
  'x',
  [],
  {},
  { responseCode: 'x' },
  { responseCode: 0 },
  { responseCode: 0, data: [] },
  { responseCode: NaN, data: {} },
])('P6 invalid live info is HTTP_BAD_BODY: %j', (body) => {
  expect(decodeLiveInfo(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test('P6 an error answer may omit data', () => {
  expect(decodeLiveInfo({ responseCode: 20_000, responseMsg: '满' })).toMatchObject({
    ok: true,
    value: { value: { responseCode: 20_000, liveStatus: 0 } },
  });
});

test('P6 a bad field is reported and the others are kept', () => {
  const decoded = decodeLiveInfo({
    responseCode: '0',
    serverTime: -5,
    data: {
      status: 1,
      sid: 12,
      liveType: 'karaoke',
      httpflv: ['javascript:alert(1)', '//evil.example/x', 'https://ok.example/a.flv', 7, 'https://x/"onerror='],
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

test('P6 P9 P21 a member of a list whose text is null is kept, with an empty text', () => {
  const webrtc = [{ url: '/rtc', codec: null, provider: 5 }];
  const replays = [{ url: '/show.mp4', title: null }];
  const info = decodeLiveInfo({ responseCode: 0, data: { status: 1, webrtc, room: { replays } } });
  if (!info.ok) throw new Error(info.error.detail);
  expect(info.value).toMatchObject({
    value: {
      stream: { addresses: { webrtc: [{ url: '/rtc', codec: '', providerId: 5 }] } },
      room: { replays: [{ url: '/show.mp4', title: '' }] },
    },
    problems: [],
  });
  expect(decodeLeadInList({ code: 0, data: { video: [{ url: '/song.mp4', songName: null }] } })).toMatchObject({
    value: { value: { videos: [{ url: '/song.mp4', title: '' }] }, problems: [] },
  });
});

test('P6 P21 a list of a thousand addresses is cut to sixteen', () => {
  const httpflv = Array.from({ length: 1_000 }, (_, index) => `/live/${index}.flv`);
  const decoded = decodeAddresses({ responseCode: 0, data: { status: 1, httpflv } });
  expect(decoded.ok && decoded.value.value.addresses.httpflv).toHaveLength(16);
});

test('P21 addresses are valid only with responseCode 0 and data.status 1, else the list is empty', () => {
  const count = (responseCode: number, status: unknown): number => {
    const data = { status, httpflv: ['/a'], h265flv: ['/b'], nativeh265: ['/c'], webrtc: [{ url: '/d', provider: 5 }] };
    const decoded = decodeAddresses({ responseCode, data });
    if (!decoded.ok) throw new Error(decoded.error.detail);
    const { httpflv, h265flv, nativeh265, webrtc } = decoded.value.value.addresses;
    return httpflv.length + h265flv.length + nativeh265.length + webrtc.length;
  };
  expect(count(0, 1)).toBe(4);
  expect([count(1, 1), count(0, 0), count(0, 2), count(0, 'live'), count(0, undefined)]).toEqual([0, 0, 0, 0, 0]);
  expect(decodeAddresses('x')).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
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

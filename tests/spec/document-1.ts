// Long file: one table, to be read beside the document.
/**
 * Document 1, statement by statement: page, start-up, advertisement, lead-in, calls and reports. Each expected value is the document's. The
 * player layer is in document-1-player.ts. Not here, because only a page shows it: the elements of P3, the resource cache (P12), and the
 * pipeline behind the numbers of P29.
 */
import { expect } from 'vitest';
import { fit } from '../../src/core/room/layout/layout.ts';
import { unionCookieName, writeCookie } from '../../src/core/room/start/cookies.ts';
import { readStored } from '../../src/core/room/start/stored.ts';
import { SOCKET_POLICY } from '../../src/core/socket/connection-state.ts';
import { RESOURCES } from '../../src/core/cache/resources.ts';
import { openRoom } from '../workers/room/harness.ts';
import { clause, info, loggedIn, STAR, unanswered, visit, withTimeouts, type Clause, type Visit, type VisitOptions } from './visit.ts';

const stageOf = async (options: VisitOptions) => (await visit(options)).stage();
const identity = async (options: VisitOptions) => (await visit(options)).connects().at(-1);
const channel = async (query: string) => (await identity({ path: `/live/1001?${query}` }))?.referer;
const card = async (options: VisitOptions) => (await visit(options)).view().room;
const limited = (responseCode: number, isLiveRoom: boolean) => ({
  '/info': info({}, { isLiveRoom }, { responseCode, responseMsg: '暂停访问' }),
});
const query = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

const AD = { adSwitch: 1, playing: 0, repeatPlay: 0, concertId: 'c1', src: '/ad.mp4', durationS: 10 };
const stored = (value: unknown): string => JSON.stringify({ value, untilMs: null });

const SONG = { url: '/song.mp4', songName: '晴天' };
const LIST = { code: 0, data: { video: [SONG], nextFetchId: 'next' } };
/** A visit in lead-in mode. */
const leadIn = async ({ path = '/live/1001?type=3&songName=%E6%99%B4%E5%A4%A9|album', answers, ...options }: VisitOptions = {}) =>
  visit({ ...options, path, answers: { '/current.json': LIST, ...answers } });
const lists = (room: Visit) => room.askedFor('/current.json').map(({ url }) => query(url));
/** The stage before and after an event. */
const around = async (room: Visit, event: () => Promise<unknown>) => {
  const before = room.stage();
  await event();
  return [before, room.stage()];
};
const layoutOf = async (options: VisitOptions) => (await visit(options)).view().layout;

const ROUTES: readonly Clause[] = [
  clause('P1 /live/{roomId} is the viewer room', ['live', 0], async () => [
    await stageOf({ path: '/live/1001' }),
    (await card({ path: '/live/1001' })).role,
  ]),
  clause('P1 /room/star/{digits} keeps the star', ['publish', 1], async () => [
    await stageOf({ path: '/room/star/1001', cookie: STAR }),
    (await card({ path: '/room/star/1001', cookie: STAR })).role,
  ]),
  ...(
    [
      ['a guest', ''],
      ['another user', loggedIn(78)],
    ] as const
  ).map(([who, cookie]) =>
    clause(`P1 /room/star/{digits} redirects ${who} to /live/{roomId}`, ['/live/1001'], async () =>
      (await visit({ path: '/room/star/1001', cookie })).navigated(),
    ),
  ),
  clause('P1 the star’s address keeps the parameters of the visit', ['/live/1001?refer=7&lenovo=1'], async () =>
    (await visit({ path: '/room/star/1001?refer=7&lenovo=1' })).navigated(),
  ),
  clause(
    'P1 S31 a link to another room keeps e/ and the visit, and loses what belongs to this room',
    '/live/e/2002?refer=7&lenovo=1',
    async () => {
      const room = await visit({ path: '/live/e/1001?refer=7&type=3&songName=x&r=liveroom&lenovo=1', config: { leadIn: 0 } });
      await room.push('headline-message', { id: 1, content: '来看', roomId: 2_002 });
      const shown = room.features('headline');
      return JSON.stringify(shown?.name === 'shown' ? shown.view : null).match(/"href":"([^"]*)"/)?.[1];
    },
  ),
  clause('P2 r=liveroom: the popup leads back to the room, without r and with everything else', ['/live/e/1001?refer=7'], async () => {
    const room = await visit({ path: '/live/e/1001?r=liveroom&refer=7', answers: limited(20_000, false) });
    await room.act({ type: 'back-to-live' });
    return room.navigated();
  }),
  clause('P2 lite=1 skips mount effects', null, async () => (await layoutOf({ path: '/live/1001?lite=1' })).mounts),
  clause(
    'P2 debug=1: players (ours: the parameters kind and src)',
    expect.objectContaining({ kind: 'h265', url: '/x.flv' }),
    async () => (await visit({ path: '/live/1001?debug=1&kind=h265&src=/x.flv' })).playing()[0],
  ),
  clause('P2 debug=1: socket', 0, async () => (await identity({ path: '/live/1001?debug=1' }))?.debugCommand),
  clause('P2 P9 client type 7 web, 8 embed, 43 lenovo', [7, 8, 43], async () => [
    (await identity({}))?.platformId,
    (await identity({ path: '/live/e/1001' }))?.platformId,
    (await identity({ path: '/live/e/1001?lenovo=1' }))?.platformId,
  ]),
  ...(
    [
      ['6', '206'],
      ['7', '302'],
      ['8', '301'],
      ['17', '201'],
      ['', '2199'],
      ['999', '2199'],
    ] as const
  ).map(([refer, is]) => clause(`P2 refer=${refer} is channel ${is}`, is, async () => channel(`refer=${refer}`))),
  clause('P2 the refer map has about 20 entries (ours: the rows beside 6, 7, 8 and 17)', 20, async () => {
    const channels = await Promise.all(Array.from({ length: 30 }, async (_, refer) => channel(`refer=${refer}`)));
    return channels.filter((one) => one !== '2199').length;
  }),
  clause('P2 S22 two of them are the referers whose visitors are announced (ours: their numbers)', ['2404', '2405'], async () => [
    await channel('refer=18'),
    await channel('refer=19'),
  ]),
  clause(
    'P2 fx_unionId_ck is stored in a cookie whose name is derived from the union id (ours: the name)',
    'fx_unionId_134=134',
    async () => (await visit({ path: '/live/1001?fx_unionId_ck=134' })).commands('set-cookie')[0]?.cookie.split(';')[0],
  ),
  clause(
    'P2 type=3 with songName and playuuid is lead-in mode',
    'p-1',
    async () => lists(await leadIn({ path: '/live/1001?type=3&songName=x&playuuid=p-1' }))[0]?.['playuuid'],
  ),
  clause('P2 apmAutoTest has no effect', 'live', async () => stageOf({ path: '/live/1001?apmAutoTest=1' })),
];

const LAYOUT: readonly Clause[] = [
  clause('P4 the layout is recomputed 200 ms after the last resize', [true, false], async () => {
    const room = await visit();
    const width = () => room.view().layout.stage.width;
    const seen = [width()];
    room.page.deliver({ type: 'viewport', width: 800, height: 600, devicePixelRatio: 1 });
    await room.settle(150);
    room.page.deliver({ type: 'viewport', width: 700, height: 600, devicePixelRatio: 1 });
    await room.settle(150);
    seen.push(width());
    await room.settle(50);
    return [seen[0] === seen[1], width() === seen[1]];
  }),
  clause(
    'P4 vertical rooms resize the stream area',
    [
      ['horizontal', true],
      ['vertical', false],
    ],
    async () =>
      [await layoutOf({}), await layoutOf({ room: { vertical: 1 } })].map(({ stage, orientation }) => [
        orientation,
        stage.width > stage.height,
      ]),
  ),
  clause(
    'P4 video 852x480 and mount effects 830x468 by default (ours: the window in which they have this size)',
    [852, 480, 830, 468],
    async () => {
      const room = await visit();
      room.page.deliver({ type: 'viewport', width: 1_244, height: 800, devicePixelRatio: 1 });
      await room.settle(200);
      const { video, mounts } = room.view().layout;
      return [video.width, video.height, mounts?.width, mounts?.height];
    },
  ),
  clause('P4 the viewer’s fit of the picture is applied and kept (ours: the choice)', ['fill', stored('fill')], async () => {
    const room = await visit();
    await room.act({ type: 'choose-fit', fit: 'fill' });
    return [room.view().layout.fit, room.commands('store').find(({ key }) => key === 'footlight.pictureFit')?.value];
  }),
  ...(['isAwardRoom', 'isMatchRoom'] as const).map((room) =>
    clause(`P4 mount effects are hidden: ${room}`, null, async () => (await layoutOf({ room: { [room]: 1 } })).mounts),
  ),
  ...(
    [
      [1, 'exact fit', { x: 0, y: 0, width: 400, height: 300 }],
      [2, 'no border', { x: -100, y: 0, width: 600, height: 300 }],
      [3, 'show all', { x: 0, y: 50, width: 400, height: 200 }],
      [4, 'fixed width', { x: 0, y: 50, width: 400, height: 200 }],
      [5, 'fixed height', { x: -100, y: 0, width: 600, height: 300 }],
      [6, 'aspect-based', { x: 0, y: 50, width: 400, height: 200 }],
    ] as const
  ).map(([policy, name, is]) =>
    clause(`P4 resolution policy ${policy}, ${name}`, is, () => fit(policy, { width: 400, height: 300 }, { width: 200, height: 100 })),
  ),
  clause('P4 policy 6 fills the stage where little is cut (ours: how much may be cut)', { x: -10, y: 0, width: 420, height: 300 }, () =>
    fit(6, { width: 400, height: 300 }, { width: 420, height: 300 }),
  ),
];

const LIVE_INFO: readonly Clause[] = [
  clause(
    'P6 the fields of the live info are read',
    {
      liveStatus: 1,
      liveName: '晚安',
      starName: '听夏',
      starId: 77,
      liveSince: 150,
      roomId: 1_001,
      isHifi: true,
      line: 'stream lx, 1280x720, 25 pictures per second, high-fidelity sound, rtmp://cdn.test/a',
      sid: 'sid-1',
      picture: { width: 1_280, height: 720 },
    },
    async () => {
      const room = await visit({
        answers: {
          '/info': info(
            { stream: 'lx', psid: 'p-1', rtmp: ['rtmp://cdn.test/a'], streamWidth: 1_280, streamHeight: 720 },
            { liveName: '晚安', frameRate: 25, hifiMode: 1, starName: '听夏', liveSince: 100 },
            { serverTime: 1_700_000_000 - 50 },
          ),
        },
      });
      const { liveStatus, liveName, starName, starId, liveSince, roomId, isHifi } = room.view().room;
      return {
        liveStatus,
        liveName,
        starName,
        starId,
        liveSince,
        roomId,
        isHifi,
        line: room.logs()[0],
        sid: room.connects()[0]?.sid,
        picture: room.view().layout.picture,
      };
    },
  ),
  clause(
    'P6 P41 sid and psid are in the reports',
    expect.objectContaining({ stream_id: 'sid-1', psid: 'p-1', room_id: 1_001 }),
    async () => {
      const room = await visit({ data: { psid: 'p-1' } });
      await room.first();
      await room.settle(3_000);
      return room.sent('/stats')[0];
    },
  ),
  clause('P6 liveType radio-room is a radio room', 'radio', async () => stageOf({ data: { liveType: 'radio-room' } })),
  clause('P6 liveType normal is video', 'live', async () => stageOf({ data: { liveType: 'normal' } })),
  ...([1, '1', 'radio'] as const).map((liveType) =>
    clause(`P6 liveType ${JSON.stringify(liveType)} is a radio room (ours: the forms)`, 'radio', async () =>
      stageOf({ data: { liveType } }),
    ),
  ),
  clause(
    'P6 numbers may be texts: responseCode, status, provider (ours: the forms)',
    expect.objectContaining({ kind: 'webrtc', url: '//rtc.test/a', providerId: 16, codec: 'h264' }),
    async () => {
      const room = await visit({
        answers: {
          '/info': info(
            { status: '1', httpflv: [], webrtc: [{ url: '//rtc.test/a', codec: 'h264', provider: '16' }] },
            {},
            { responseCode: '0' },
          ),
        },
        config: { webrtc: '1' },
      });
      return room.playing()[0];
    },
  ),
  clause('P6 endTime is shown while the star is offline', 1_600_000_000, async () => {
    const shown = (await visit({ data: { status: 0 }, room: { endTime: 1_600_000_000 } })).features('offline-video');
    return shown?.name === 'shown' ? (shown.view as { readonly endedS: number }).endedS : shown;
  }),
  clause('P6 isClanRoom, platform embed', ['星河', 'embed'], async () => {
    const { clan, kind } = await card({ path: '/live/e/1001', room: { isClanRoom: 1, clanName: '星河' } });
    return [clan?.name, kind];
  }),
  ...[20_000, 20_001].flatMap((code) => [
    clause(
      `P6 responseCode ${code} in a live room: the send limit with code and message`,
      { why: 'refused', code, message: '暂停访问' },
      async () => (await visit({ answers: limited(code, true) })).view().unavailable,
    ),
    clause(
      `P6 responseCode ${code} in a normal room with r=liveroom: the back-to-live popup`,
      [{ type: 'back-to-live', code, message: '暂停访问' }],
      async () => (await visit({ path: '/live/1001?r=liveroom', answers: limited(code, false) })).view().dialogs,
    ),
    clause(
      `P6 responseCode ${code} in a normal room (ours: the document has no normal room without r=liveroom)`,
      'refused',
      async () => (await visit({ answers: limited(code, false) })).view().unavailable?.why,
    ),
  ]),
  clause(
    'P6 a limited room stays closed, whatever a push says about its stream (ours: pushes in a limited room)',
    ['closed', 'closed', []],
    async () => {
      const room = await visit({ path: '/live/1001?r=liveroom', answers: limited(20_000, false) });
      await room.push('live-status', { roomid: 1_001, status: 0 });
      const first = room.stage();
      await room.push('live-status', { roomid: 1_001, status: 1 });
      return [first, room.stage(), room.kinds()];
    },
  ),
  clause(
    'P6 a refusal that does not name the room: r=liveroom decides (ours: a refusal without data)',
    [['back-to-live'], 'refused'],
    async () => {
      const answers = { '/info': { responseCode: 20_000, responseMsg: '暂停访问', data: {} } };
      const popup = await visit({ path: '/live/1001?r=liveroom', answers });
      return [popup.view().dialogs.map(({ type }) => type), (await visit({ answers })).view().unavailable?.why];
    },
  ),
  ...[1, -1, 19_999, 20_002].map((responseCode) =>
    clause(`P6 responseCode ${responseCode}: fallback start, live by the address call`, ['live', 1, ['h264']], async () => {
      const room = await visit({ answers: { '/info': info({}, {}, { responseCode }), '/addresses': info() } });
      return [room.stage(), room.askedFor('/addresses').length, room.kinds()];
    }),
  ),
  clause('P6 a failed live info: fallback start', ['live', ['h264']], async () => {
    const room = await visit({ answers: { '/info': new Error('down'), '/addresses': info() } });
    return [room.stage(), room.kinds()];
  }),
  clause('P6 the live type differs from the stored one: the page reloads', 1, async () => {
    const room = await visit({ data: { httpflv: [] }, answers: { '/addresses': info({ liveType: 'radio-room' }) } });
    return room.commands('reload').length;
  }),
  clause('P7 a status other than 1 is not live', 'offline-video', async () => stageOf({ data: { status: 2 } })),
  clause('P7 status 0: the offline video; no player, no enter-room report', ['offline-video', [], true, []], async () => {
    const room = await visit({ data: { status: 0 } });
    await room.settle(11_000);
    return [room.stage(), room.kinds(), room.view().tips.noLive, room.sent('/enter-room')];
  }),
  clause('P7 the user is the star when the logged-in id equals the star id', [1, 0], async () => [
    (await card({ cookie: STAR })).role,
    (await card({ cookie: loggedIn(7) })).role,
  ]),
  clause('P7 a vertical-only star is a viewer', [0, 'live'], async () => [
    (await card({ cookie: STAR, room: { onlyVerticalStar: 1 } })).role,
    await stageOf({ cookie: STAR, room: { onlyVerticalStar: 1 } }),
  ]),
  clause('P7 S4 isLiveRoom and kind live log in as a live room', ['normal', 'live', 'live'], async () => [
    (await identity({}))?.roomKind,
    (await identity({ room: { isLiveRoom: '1' } }))?.roomKind,
    (await identity({ room: { kind: 'live' } }))?.roomKind,
  ]),
  clause('P31 for the star no pull is reported', [], async () => {
    const room = await visit({ cookie: STAR });
    room.stats.port.postMessage({
      type: 'pull',
      event: 'failed',
      fields: { code: 2, failure: 'PLAYER_ERROR', ack: '', kind: 'h264', network: 0, why: '' },
    });
    await room.settle(3_000);
    return room.sent('/stats');
  }),
];

const ADVERTISEMENT: readonly Clause[] = [
  clause(
    'P8 POST ad/query with roomId, appid=1010, _p=7, credentials, an empty body',
    ['https://secure.test', { roomId: '1001', appid: '1010', _p: '7' }, 'POST', 'include', ''],
    async () => {
      const asked = (await visit()).askedFor('/mfx-kugoulive/ad/query')[0];
      return [asked?.url.origin, query(asked?.url), asked?.init.method, asked?.init.credentials, asked?.init.body ?? ''];
    },
  ),
  clause('P8 the query has 2 s, then live starts', ['loading', 'live'], async () =>
    withTimeouts(async (wait) => {
      const room = await visit({ answers: { '/ad/query': unanswered } });
      await wait(room, 1_999);
      return around(room, () => wait(room, 1));
    }),
  ),
  clause('P8 adSwitch 1 with the poster: the ad plays, live waits for its end', [[], ['ad', 'live'], ['h264']], async () => {
    const room = await visit({ ad: AD });
    const kinds = room.kinds();
    return [kinds, await around(room, () => room.feature('ad', { type: 'ended', failed: false })), room.kinds()];
  }),
  clause('P8 adSwitch as a text (ours: the form)', 'ad', async () => stageOf({ ad: { ...AD, adSwitch: '1' } })),
  clause('P8 without the poster element live starts', 'live', async () => {
    const room = openRoom({ answers: { '/ad/query': { code: 0, data: AD } } });
    room.page.deliver({ type: 'element', name: 'poster', exists: false });
    await room.settle();
    return room.view().stage.name;
  }),
  ...(
    [
      ['adSwitch 0', { ...AD, adSwitch: 0 }],
      ['adSwitch 2, because only 1 is on', { ...AD, adSwitch: 2 }],
      ['no video', { ...AD, src: '' }],
    ] as const
  ).map(([why, ad]) => clause(`P8 ${why}: live starts`, 'live', async () => stageOf({ ad }))),
  clause('P8 the ad config fails: live starts', 'live', async () => stageOf({ answers: { '/ad/query': new Error('down') } })),
  clause('P8 an offline room has no ad', 'offline-video', async () => stageOf({ ad: AD, data: { status: 0 } })),
  ...(
    [
      ['repeatPlay 0 and watched by this user: live', { ...AD, repeatPlay: 0 }, '5:c1', 'live'],
      ['watched by another user', AD, '6:c1', 'ad'],
      ['another concert was watched', AD, '5:c2', 'ad'],
      ['repeatPlay 1', { ...AD, repeatPlay: 1 }, '5:c1', 'ad'],
    ] as const
  ).map(([says, ad, key, is]) =>
    clause(`P8 ${says} (ours: the key of the list)`, is, async () =>
      stageOf({ ad, cookie: loggedIn(5), storage: { 'footlight.ad.watched': stored([key]) } }),
    ),
  ),
  clause('P8 a watched ad is listed by user and concert', [stored(['5:c1'])], async () => {
    const room = await visit({ ad: AD, cookie: loggedIn(5) });
    await room.feature('ad', { type: 'ended', failed: false });
    return room
      .commands('store')
      .filter(({ key }) => key === 'footlight.ad.watched')
      .map(({ value }) => value);
  }),
];

const LEAD_IN: readonly Clause[] = [
  clause(
    'P9 GET current.json, callback style, with its query; the song is the part before "|" (ours: the value of _p and the name of the callback)',
    ['https://backup.test', 'GET', { _p: '7', jsonpcallback: 'leadIn', songName: '晴天', starId: '77', needHttps: '1', roomId: '1001' }],
    async () => {
      const room = await leadIn();
      const asked = room.askedFor('/fx/timemachine/web/video/music/view/current.json')[0];
      return [asked?.url.origin, asked?.init.method, query(asked?.url)];
    },
  ),
  clause('P9 vertical=1 in a vertical room', '1', async () => lists(await leadIn({ room: { vertical: 1 } }))[0]?.['vertical']),
  clause(
    'P9 P21 without an address a lead-in video plays; the failure tip and the stream address error come with live',
    [
      ['lead-in', false, []],
      ['live', true, [[7, 'STREAM_ADDR_ERROR']]],
    ],
    async () => {
      const room = await leadIn({ data: { httpflv: [] }, answers: { '/addresses': info({ httpflv: [] }) } });
      const seen = () => [room.stage(), room.view().tips.liveFail, room.failures()];
      const before = seen();
      await room.act({ type: 'back-to-live' });
      return [before, seen()];
    },
  ),
  clause('P9 the answer may be a callback', 'lead-in', async () =>
    (await leadIn({ answers: { '/current.json': `leadIn(${JSON.stringify(LIST)})` } })).stage(),
  ),
  clause('P9 a request error is retried once, then live', ['live', 2], async () => {
    const room = await leadIn({ answers: { '/current.json': new Error('down') } });
    return [room.stage(), lists(room).length];
  }),
  clause('P9 a list without an answer: 2 s, once more, then live', [1, 2, ['lead-in', 'live']], async () =>
    withTimeouts(async (wait) => {
      const room = await leadIn({ answers: { '/current.json': unanswered } });
      await wait(room, 1_999);
      const first = lists(room).length;
      await wait(room, 1);
      const second = lists(room).length;
      return [first, second, await around(room, () => wait(room, 2_000))];
    }),
  ),
  clause('P9 the next batch is fetched near the end, with nextFetchId (ours: how near: 10 s)', [1, 'next'], async () => {
    const room = await leadIn();
    await room.feature('lead-in', { type: 'progress', positionS: 1, durationS: 60 });
    const before = lists(room).length;
    await room.feature('lead-in', { type: 'progress', positionS: 55, durationS: 60 });
    return [before, lists(room).at(-1)?.['nextFetchId']];
  }),
  ...(
    [
      ['the end of the video', (room: Visit) => room.feature('lead-in', { type: 'ended', failed: false }), 'live'],
      ['an error of the video', (room: Visit) => room.feature('lead-in', { type: 'ended', failed: true }), 'live'],
      ['the click on back to live', (room: Visit) => room.act({ type: 'back-to-live' }), 'live'],
      ['the user’s accepted song (ours: its status)', (room: Visit) => room.push('song-order', { user: { userId: 5 }, status: 2 }), 'live'],
      ['another user’s song (ours: its status)', (room: Visit) => room.push('song-order', { user: { userId: 6 }, status: 2 }), 'lead-in'],
      ['the user’s own gift of type 4', (room: Visit) => room.push('gift', { senderid: 5, type: 4 }), 'live'],
      ['the user’s own gift of another type', (room: Visit) => room.push('gift', { senderid: 5, type: 3 }), 'lead-in'],
      ['another user’s gift of type 4', (room: Visit) => room.push('gift', { senderid: 6, type: 4 }), 'lead-in'],
    ] as const
  ).map(([what, event, is]) =>
    clause(`P9 ${what}: ${is}`, ['lead-in', is], async () => {
      const room = await leadIn({ cookie: loggedIn(5) });
      return around(room, () => event(room));
    }),
  ),
  clause('P9 without a picture the attempt times out at 15 s, with code 111', ['lead-in', 'live', ['lead-in: code 111']], async () => {
    const room = await leadIn();
    await room.settle(14_900);
    const at = room.stage();
    await room.settle(100);
    return [
      at,
      room.stage(),
      room
        .reported('log')
        .filter(({ level }) => level === 'error')
        .map(({ text }) => text),
    ];
  }),
  ...(['134', '148', '72'] as const).map((id) =>
    clause(
      `P9 union id ${id}: the duration is logged every 10 s, from the cookie too`,
      [`lead-in: 10 s, union id ${id}`, `lead-in: 20 s, union id ${id}`],
      async () => {
        const room = await leadIn({ cookie: `fx_unionId_9=9; ${unionCookieName(id)}=${id}` });
        for (let second = 1; second <= 21; second++) {
          await room.feature('lead-in', { type: 'progress', positionS: second, durationS: 60 });
          await room.settle(1_000 - 68);
        }
        return room
          .reported('log')
          .filter(({ level }) => level === 'performance')
          .map(({ text }) => text);
      },
    ),
  ),
  clause('P9 another union id is not logged', [], async () => {
    const room = await leadIn({ cookie: 'fx_unionId_135=135' });
    for (let second = 1; second <= 12; second++) {
      await room.feature('lead-in', { type: 'progress', positionS: second, durationS: 60 });
      await room.settle(1_000);
    }
    return room.reported('log').filter(({ level }) => level === 'performance');
  }),
];

const CLIENT = '/video/cfg/api/getClientVerForWeb';
const download = async (answer: unknown) => {
  const room = await visit({ answers: { [CLIENT]: answer } });
  await room.act({ type: 'download-client' });
  return [room.commands('download').map(({ url }) => url), room.view().dialogs] as const;
};
const ENTRY = { userid: 9, nickname: '一二三四五六七八九十甲乙丙丁戊己' };
const mountOf = async (mount: object, options: VisitOptions = {}) => {
  const room = await visit(options);
  await room.push('login', { ...ENTRY, userExt: { usingMount: { id: 3, n: '银河列车', swf: '/m.swf', ...mount } } });
  await room.settle(50);
  return room.features('mounts');
};
const enter = async (options: VisitOptions) => {
  const room = await visit(options);
  await room.settle(30_000);
  return room.sent('/enter-room');
};

const CALLS_AND_REPORTS: readonly Clause[] = [
  clause(
    'P10 getClientVerForWeb with protocal=jsonp and jsonpcallback (ours: the name of the callback)',
    ['https://secure.test', 'GET', { protocal: 'jsonp', jsonpcallback: 'clientVersion' }],
    async () => {
      const room = await visit({ answers: { [CLIENT]: {} } });
      await room.act({ type: 'download-client' });
      const asked = room.askedFor(CLIENT)[0];
      return [asked?.url.origin, asked?.init.method, query(asked?.url)];
    },
  ),
  clause('P10 data.url is downloaded', [['https://x.test/a.exe'], []], async () =>
    download({ status: 1, data: { url: 'https://x.test/a.exe' } }),
  ),
  clause(
    'P10 status as a text, and an address without a protocol (ours: the forms)',
    ['//x.test/a.exe'],
    async () => (await download({ status: '1', data: { url: '//x.test/a.exe' } }))[0],
  ),
  clause(
    'P10 errorcode is shown in an alert',
    [expect.objectContaining({ type: 'alert', answer: '1002' })],
    async () => (await download({ status: 0, errorcode: 1_002 }))[1],
  ),
  clause(
    'P11 a mount is shown after 50 ms with the first 15 characters of the nickname',
    [undefined, '一二三四五六七八九十甲乙丙丁戊'],
    async () => {
      const room = await visit();
      await room.push('login', { ...ENTRY, userExt: { usingMount: { id: 3, s: 1, n: '银河列车' } } });
      const before = room.features('mounts')?.name;
      await room.settle(50);
      const after = room.features('mounts');
      return [before, after?.name === 'shown' ? (after.view as { readonly welcome: string }).welcome : after];
    },
  ),
  clause(
    'P10 a request that fails is shown in an alert too (ours: the words)',
    [{ type: 'alert', about: 'client-download', why: 'HTTP_NETWORK', answer: '' }],
    async () => (await download(new TypeError('down')))[1],
  ),
  clause(
    'P11 s, swf, id, n, v of a mount',
    {
      name: 'shown',
      view: expect.objectContaining({ name: '银河列车', src: '/m.swf', isVideo: true }),
    },
    async () => mountOf({ s: 1, v: true }),
  ),
  clause('P11 a mount whose status is off is not shown', undefined, async () => mountOf({ s: 0 })),
  ...(
    [
      ['lite', { path: '/live/1001?lite=1' }],
      ['award room', { room: { isAwardRoom: 1 } }],
      ['match room', { room: { isMatchRoom: 1 } }],
    ] as const
  ).map(([what, options]) => clause(`P11 ${what}: no mount`, undefined, async () => mountOf({ s: 1 }, options))),
  clause(
    'P12 database resourceDb, table resourceBlob, version 1; 10 s to open, 30 s to download',
    { database: 'resourceDb', table: 'resourceBlob', version: 1, openTimeoutMs: 10_000, downloadTimeoutMs: 30_000 },
    () => {
      const { database, table, version, openTimeoutMs, downloadTimeoutMs } = RESOURCES;
      return { database, table, version, openTimeoutMs, downloadTimeoutMs };
    },
  ),
  ...(
    [
      ['bad name', 'x'],
      ['name', 'a; b'],
      ['a-b', 'x'],
    ] as const
  ).map(([name, value]) =>
    clause(`P13 the cookie ${name}=${value} is not written`, false, () => writeCookie(name, value, { isSecure: true }).ok),
  ),
  clause('P13 a cookie of word characters is written', true, () => writeCookie('fx_1', 'a=b c', { isSecure: true }).ok),
  clause('P13 an entry expires in seconds', ['kept', 'expired'], () => [
    readStored('{"value":1,"untilMs":5000}', 4_999).name,
    readStored('{"value":1,"untilMs":5000}', 5_000).name,
  ]),
  ...(
    [
      ['user id without token', 'fx_userid=5'],
      ['token without user id', 'fx_token=t'],
    ] as const
  ).map(([what, cookie]) =>
    clause(`S4 ${what}: anonymous, user id 0 (ours: the names of the cookies)`, 0, async () => (await identity({ cookie }))?.userId),
  ),
  clause('S4 user id, token and app id of the cookies', expect.objectContaining({ userId: 5, token: 't', appId: '1010' }), async () =>
    identity({ cookie: 'fx_userid=5; fx_token=t; fx_appid=1010' }),
  ),
  clause(
    'P40 enter-room at 3 s with state 0, at 10 s with state 1, then a heartbeat every 10 s; type, url, page 2, os 0 (ours: the values of type)',
    [
      [3, 10, 20, 30],
      [
        [1, 0],
        [1, 1],
        [2, 1],
        [2, 1],
      ],
      { type: 1, url: 'https://room.test/live/1001?x=1', page: 2, os: 0, state: 0, room_id: 1_001, streamid: 'sid-1' },
    ],
    async () => {
      const room = await visit({ path: '/live/1001?x=1' });
      await room.first();
      const seen: number[] = [];
      for (let second = 1; second <= 30; second++) {
        const before = room.sent('/enter-room').length;
        await room.settle(1_000 - 34);
        if (room.sent('/enter-room').length > before) seen.push(second);
      }
      return [seen, room.sent('/enter-room').map(({ type, state }) => [type, state]), room.sent('/enter-room')[0]];
    },
  ),
  clause(
    'P40 the star’s own room is reported while it is offline (ours: the star is about to broadcast)',
    4,
    async () => (await enter({ cookie: STAR, data: { status: 0 } })).length,
  ),
  clause('P40 after the end of the show a viewer’s reports end', 1, async () => {
    const room = await visit();
    await room.settle(4_000);
    await room.push('live-status', { roomid: 1_001, status: 0 });
    await room.settle(30_000);
    return room.sent('/enter-room').length;
  }),
  clause('S2 S4 chat-login monitor 60 s, enter-room wait check 10 s, socket switch delay 500 ms', [60_000, 10_000, 500], () => [
    SOCKET_POLICY.loginMonitorMs,
    SOCKET_POLICY.enterWaitMs,
    SOCKET_POLICY.switchDelayMs,
  ]),
  clause(
    'P40 embedded: page 5, os 10 (ours: os follows page)',
    [5, 10],
    async () => (await enter({ path: '/live/e/1001' })).map(({ page, os }) => [page, os])[0],
  ),
  clause(
    'P42 errors are logged with room id and user id (ours: the names of the fields)',
    expect.objectContaining({ room_id: 1_001, user_id: 5 }),
    async () => {
      const room = await visit({ cookie: loggedIn(5), answers: { '/ad/query': new Error('down') } });
      await room.settle(3_000);
      return room.sent('/log')[0];
    },
  ),
];

export const PAGE_CLAUSES: readonly Clause[] = [...ROUTES, ...LAYOUT, ...LIVE_INFO, ...ADVERTISEMENT, ...LEAD_IN, ...CALLS_AND_REPORTS];

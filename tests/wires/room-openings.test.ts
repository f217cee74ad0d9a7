/** The start of each kind of room: requests, orders to the player, identity of the chat, reports and view. */
import { expect, test, vi } from 'vitest';
import { initialView } from '../../src/core/room/initial-view.ts';
import { liveInfo } from '../workers/room/harness.ts';
import { HERE, STAR, STAR_ROOM } from './people.ts';
import { changesOf, during, openTraced, outputsOf, type Case } from './room-trace.ts';

/** Each member of the room has a value of its own, so that none can take the place of another. */
const FULL = {
  ...STAR_ROOM,
  starUserId: 7_700,
  liveName: '夏夜歌会',
  cover: 'https://cdn.test/cover.png',
  snapshot: 'https://cdn.test/snapshot.png',
  viewers: 4_321,
  followers: 98_765,
  isClanRoom: true,
  clanName: '星河',
  clanLogo: 'https://cdn.test/clan.png',
  isAwardRoom: true,
  isMatchRoom: true,
  liveSince: 1_699_999_000,
  endTime: 1_700_009_000,
  hifiMode: true,
  liveLayout: 3,
  width: 1_920,
  height: 1_080,
  frameRate: 30,
  replays: [{ url: '/replay.mp4', title: '昨晚' }],
};
const STREAMS = {
  httpflv: ['https://cdn.test/a.flv', 'https://cdn.test/b.flv'],
  h265flv: ['https://cdn.test/c.flv'],
  webrtc: [{ url: 'webrtc://rtc.test/live/1', codec: 'h264', provider: 16 }],
};
const info = (change: Parameters<typeof liveInfo>[0] & { readonly data?: object; readonly serverTime?: number } = {}): object => {
  const { data = {}, serverTime, ...rest } = change;
  const made = liveInfo({ ...rest, room: { ...FULL, ...rest.room } }) as { readonly data: object };
  return { ...made, ...(serverTime === undefined ? {} : { serverTime }), data: { ...made.data, ...STREAMS, psid: 'psid-2', ...data } };
};
const asked = (answer: unknown, more: Readonly<Record<string, unknown>> = {}): Case => ({ answers: { '/info': answer, ...more } });

const OPENINGS: Readonly<Record<string, Case>> = {
  'a live room': asked(info()),
  'a live room of a guest': { login: null, ...asked(info()) },
  'a radio room': asked(info({ liveType: 'radio' })),
  'a vertical room': asked(info({ room: { kind: 'vertical', isVertical: true, width: 540, height: 960 } })),
  'a live room of the kind live': asked(info({ room: { kind: 'live' } })),
  'a channel': asked(info({ room: { kind: 'channel', isLiveRoom: true } })),
  'the embedding platform': { path: `/live/e/${HERE}`, ...asked(info()) },
  'a client of lenovo in lite mode': { path: `/live/${HERE}?lenovo=1&lite=1`, ...asked(info()) },
  'a visit from a channel': { path: `/live/${HERE}?refer=5&sourceFrom=${'g'.repeat(32)}&fx_unionId_ck=u1`, ...asked(info()) },
  'bad parameters': { path: `/live/${HERE}?lite=2&type=x&kind=h266`, ...asked(info()) },
  'a debugged room': { path: `/live/${HERE}?debug=1&cmd=501&config=stallWaitMs:3000,h265:0,x&scenario=busy`, ...asked(info()) },
  'a given stream': { path: `/live/${HERE}?debug=1&kind=h264&src=/fixed.flv`, ...asked(info()) },
  'an offline room': asked(info({ status: 0 })),
  'the star': { login: STAR, path: `/room/star/${HERE}`, ...asked(info()) },
  'a viewer at the star’s address': { path: `/room/star/${HERE}`, ...asked(info()) },
  'a vertical-only star': { login: STAR, ...asked(info({ room: { onlyVerticalStar: true } })) },
  'a refused normal room': { path: `/live/${HERE}?r=liveroom`, ...asked({ responseCode: 20_000, responseMsg: '人数已满' }) },
  'a refused live room': asked(info({ code: 20_001, room: { kind: 'live' } })),
  'a code without a rule': asked(info({ code: 7 })),
  'a service that is unreachable': asked(new Error('no network'), { '/config': new Error('no network') }),
  'an unreadable answer': asked('{', { '/config': '[' }),
  'a room that is missing': { answers: { '/info': () => undefined } },
  'bad fields of live info': asked(info({ room: { viewers: 'many', avatar: 'javascript:1' }, data: { sid: 7 } })),
  'a clock that differs': asked(info({ serverTime: 1_700_003_600 })),
  'an address without a room': { path: '/nothing', ...asked(info()) },
  'a config that switches off and on': asked(info(), {
    '/config': { featuresOff: ['gifts'], liveAskMs: 9_000, h265: 0, welcomeLevel: 3, stallWaitMs: 'soon' },
  }),
  'values of earlier visits': {
    storage: Object.fromEntries(
      Object.entries({
        volume: 0.3,
        muted: true,
        playerType: 'h264',
        pictureFit: 'fill',
        theatre: true,
        chatHidden: true,
        deviceNo: 'device-of-old-1',
        dataSaver: 'sound-only',
        follows: [`700007 ${HERE}`, `700007:${HERE}`],
      }).map(([key, value]) => [`footlight.${key}`, JSON.stringify({ value, untilMs: null })]),
    ),
    session: { 'footlight.socketOffset': `${HERE}:off-9`, 'footlight.entryId': 'entry-1', 'footlight.socketAddresses': 'kept' },
    ...asked(info()),
  },
};

test('P5 P6 P7 P40 S4 opening each kind of room causes the requests, orders, reports and views of the table', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const lines: string[] = [];
  let usual: readonly string[] = [];
  for (const [what, options] of Object.entries(OPENINGS)) {
    const room = openTraced(options);
    await room.settle(40);
    const opening = [...outputsOf(room).flat(), ...changesOf(initialView({ width: 1_280, height: 800 }), room.view())];
    // A chat line contains the game and the source from which the page was opened.
    const said = await during(room, () => room.act({ type: 'send-chat', text: '你好' }), 40);
    const all = [...opening, ...said.filter((line) => line.startsWith('socket')).map((line) => `line ${line}`)];
    // The first opening is listed completely, the others by their differences from it.
    if (usual.length === 0) usual = all;
    const missing = all === usual ? [] : usual.filter((line) => !all.includes(line));
    const own = all === usual ? all : all.filter((line) => !usual.includes(line));
    lines.push(`== ${what}`, ...missing.map((line) => `without ${line}`), ...own, '');
  }
  warned.mockRestore();
  await expect(lines.join('\n')).toMatchFileSnapshot('room-openings.txt');
});

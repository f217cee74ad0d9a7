/**
 * Checks user, room and platform in every report, field by field: the room worker's visit is sent to the stats worker, whose requests are
 * compared.
 */
import { beforeAll, expect, test } from 'vitest';
import { RUNTIME } from '../../src/core/frames/frame.ts';
import { MINI_APP_PAGES } from '../../src/core/reports/business-ids.ts';
import { liveInfo, openRoom, type RoomOptions } from '../workers/room/harness.ts';
import { EPOCH_MS, harness as openStats } from '../workers/stats/harness.ts';
import { loadAllFeatures } from '../workers/room/harness.ts';
import { HERE, STAR, STAR_ID, VIEWER, type Login } from './people.ts';

beforeAll(loadAllFeatures);

const DEVICE = 'device-of-the-viewer';
const STREAM = { sid: 'stream-7', psid: 'parent-9' } as const;
const cookieOf = ({ userId, token, appId }: Login): string => `fx_userid=${userId}; fx_token=${token}; fx_appid=${appId}`;

interface VisitCase {
  readonly path?: string;
  readonly login?: Login;
  readonly room?: object;
  readonly follows?: boolean;
}

/** A visit with every kind of report: an entry, a pull with its first picture, a frame, an event, an error. */
async function reportsOf({ path = `/live/${HERE}`, login, room = {}, follows = false }: VisitCase) {
  const info = liveInfo({ room: { starId: STAR_ID, ...room } }) as { readonly data: object };
  const options: RoomOptions = {
    path,
    cookie: login === undefined ? '' : cookieOf(login),
    storage: { 'footlight.deviceNo': JSON.stringify({ value: DEVICE, untilMs: null }) },
    answers: { '/info': { ...info, data: { ...info.data, ...STREAM } }, '': { code: 0 } },
    features: [],
  };
  const visit = openRoom(options);
  await visit.settle(3_000);
  if (follows) visit.act({ type: 'follow', on: true });
  visit.report({ type: 'first-frame', width: 852, height: 480, sinceStartMs: 900 });
  await visit.settle(40);
  const stats = openStats();
  stats.apply({ type: 'socket-session', socsId: 'socket-session-3' }, ...structuredClone(visit.stats.posted));
  stats.apply(
    {
      type: 'frame',
      fact: {
        type: 'opened',
        frameId: 'f1',
        url: `https://games.test/${MINI_APP_PAGES[0]}`,
        mode: 'active',
        content: 'mini-app',
        runtime: RUNTIME.miniApp,
      },
    },
    { type: 'analytics', event: { evid: 'gift_open', evtype: 'click', scene: 'room', dur: 12, detail: 'x' } },
    { type: 'log', level: 'error', text: 'broken' },
  );
  await stats.pass(16_000);
  return stats;
}

/** Expected user, room and platform fields of a visit; `null`: the report is not sent. */
interface Expected {
  readonly userId: number;
  readonly page: 2 | 5;
  readonly os: 0 | 10;
  readonly std_plat: 7 | 8 | 43;
  readonly roomType: -1 | 0 | 2 | 3;
  readonly follow: 0 | 1;
  readonly hasStats: boolean;
}
const USUAL: Expected = { userId: VIEWER.userId, page: 2, os: 0, std_plat: 7, roomType: 0, follow: 0, hasStats: true };

const VISITS: readonly (readonly [what: string, visit: VisitCase, expected: Expected])[] = [
  ['a viewer who is logged in', { login: VIEWER }, USUAL],
  ['a guest', {}, { ...USUAL, userId: 0 }],
  ['a viewer who follows the star', { login: VIEWER, follows: true }, { ...USUAL, follow: 1 }],
  ['the embedding platform', { login: VIEWER, path: `/live/e/${HERE}` }, { ...USUAL, page: 5, os: 10, std_plat: 8, roomType: -1 }],
  ['a client of lenovo', { login: VIEWER, path: `/live/${HERE}?lenovo=1` }, { ...USUAL, std_plat: 43 }],
  ['a live room', { login: VIEWER, room: { kind: 'live' } }, { ...USUAL, roomType: 2 }],
  ['a channel', { login: VIEWER, room: { kind: 'channel' } }, { ...USUAL, roomType: 3 }],
  ['a vertical room', { login: VIEWER, room: { kind: 'vertical' } }, { ...USUAL, roomType: -1 }],
  ['the star in the own room', { login: STAR, path: `/room/star/${HERE}` }, { ...USUAL, userId: STAR_ID, hasStats: false }],
];

test.each(VISITS)('P40 P41 P42 S32 S33 every report of %s contains user, room and platform', async (_what, visit, expected) => {
  const stats = await reportsOf(visit);
  const { userId, roomType } = expected;
  const streamid = STREAM.sid;
  const url = `https://room.test${visit.path ?? `/live/${HERE}`}`;
  const entry = { url, page: expected.page, os: expected.os, room_id: HERE, streamid };
  expect(stats.bodies('enter-room')).toEqual([
    { type: 1, state: 0, ...entry },
    { type: 1, state: 1, ...entry },
  ]);
  if (expected.hasStats)
    expect((stats.bodies('stats') as readonly object[][]).flat()).toMatchObject([
      { type: 1, stream_id: streamid, psid: STREAM.psid, room_id: HERE, state: 0, para: 'h264', para1: '852x480', para2: '0' },
      { type: 2, stream_id: streamid, psid: STREAM.psid, room_id: HERE, state: 0, para: 'h264' },
    ]);
  else expect(stats.bodies('stats')).toEqual([]);
  const frame = { socsId: 'socket-session-3', sid: streamid };
  expect(stats.bodies('game/rpt/enter')).toEqual([
    {
      businessId: 'miniapp',
      actionType: 101,
      timestamp: EPOCH_MS,
      heartbeatId: expect.stringMatching(/^id\d+$/),
      durType: 2,
      footlightId: userId,
      anchorId: STAR_ID,
      roomId: HERE,
      roomType,
      std_plat: expected.std_plat,
      version: 'web',
      ...frame,
    },
  ]);
  expect(stats.bodies('game/rpt/hb')).toEqual([
    { order: 1, timestamp: EPOCH_MS + 15_000, heartbeatId: expect.stringMatching(/^id\d+$/), actionType: 0, stage: 1, ...frame },
  ]);
  const events = stats.analytics() as readonly object[];
  expect(events.find((event) => 'evid' in event && event.evid === 'gift_open')).toEqual({
    evid: 'gift_open',
    evtype: 6,
    scene: 3,
    evtime: EPOCH_MS,
    dur: 12,
    detail: 'x',
    session_id: expect.any(String),
    page_id: expect.any(String),
    from_page_id: '',
    room_id: HERE,
    streamer_id: STAR_ID,
    room_type: roomType,
    follow: expected.follow,
    user_id: userId,
    device_id: DEVICE,
    device: 'Linux',
    browser: 'Chrome 120',
    network: '4g',
  });
  const logged = (stats.bodies('log') as readonly (readonly { readonly text: string }[])[]).flat();
  expect(logged.find(({ text }) => text === 'broken')).toEqual({
    level: 'error',
    text: 'broken',
    room_id: HERE,
    user_id: userId,
    time: EPOCH_MS,
  });
});

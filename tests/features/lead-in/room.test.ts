/** The lead-in in the room worker: what it requests, when it may run, and what it reports. */
import { beforeAll, expect, test } from 'vitest';
import { liveInfo, loadAllFeatures, openRoom, type RoomOptions } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

const ASKED = '/live/1001?type=3&songName=Song%7Calbum';
const list = (video: readonly object[], nextFetchId: string | number = ''): object => ({ code: 0, data: { video, nextFetchId } });
const SONG = { url: 'https://cdn.test/song.mp4', songName: 'Song' };

async function opened({ path = ASKED, answers = {}, ...more }: RoomOptions = {}) {
  const room = openRoom({ path, answers: { '/current.json': list([SONG], 'next-2'), ...answers }, ...more });
  await room.settle(40);
  const act = async (action: object): Promise<void> => {
    room.act({ type: 'feature', feature: 'lead-in', action });
    await room.settle(40);
  };
  const lists = (): readonly Readonly<Record<string, string>>[] =>
    room.askedFor('/current.json').map(({ url }) => Object.fromEntries(url.searchParams));
  const isShown = (): boolean => room.view().features['lead-in']?.name === 'shown';
  const reports = (level: string): readonly string[] =>
    room.reported('log').flatMap((event) => (event.level === level && event.text.startsWith('lead-in: ') ? [event.text] : []));
  return { ...room, act, lists, isShown, reports };
}

test('P9 the list is requested with the part of the song before the bar, and with a flag for a vertical room', async () => {
  const wide = await opened();
  expect(wide.lists()).toEqual([{ _p: '7', jsonpcallback: 'leadIn', songName: 'Song', starId: '77', needHttps: '1', roomId: '1001' }]);
  const tall = await opened({
    path: `${ASKED}&playuuid=play-1`,
    answers: { '/info': liveInfo({ room: { vertical: 1 } }) },
  });
  expect(tall.lists()[0]).toMatchObject({ playuuid: 'play-1', vertical: '1' });
});

test('P9 the next batch is requested with the id of the last answer, shortly before the end of the video', async () => {
  const room = await opened();
  await room.act({ type: 'progress', positionS: 1, durationS: 60 });
  expect(room.lists()).toHaveLength(1);
  await room.act({ type: 'progress', positionS: 51, durationS: 60 });
  expect(room.lists().map(({ nextFetchId }) => nextFetchId)).toEqual([undefined, 'next-2']);
});

test.each([
  ['switched off by the configuration', { answers: { '/config': { leadIn: 0 } } }],
  ['the star', { cookie: 'fx_userid=77; fx_token=t' }],
  ['not live', { answers: { '/info': liveInfo({ status: 0 }) } }],
] as const)('P9 no lead-in: %s', async (_why, options) => {
  const room = await opened(options);
  expect([room.lists(), room.isShown()]).toEqual([[], false]);
});

test('P9 a guest does not count as the star in a room without a star', async () => {
  const room = await opened({ answers: { '/info': liveInfo({ room: { starId: 0 } }) } });
  expect(room.isShown()).toBe(true);
});

test('P9 an invalid switch and an unusable video are reported, and the lead-in runs', async () => {
  const room = await opened({ answers: { '/config': { leadIn: 'maybe' }, '/current.json': list([{ url: 'ftp://x' }, SONG]) } });
  const details = room.reported('failure').map(({ code, detail }) => `${code} ${detail}`);
  expect(details).toContainEqual('HTTP_BAD_BODY config: leadIn must be a switch');
  expect(details.filter((detail) => detail.startsWith('HTTP_BAD_BODY leadIn.video'))).toHaveLength(1);
  expect(room.isShown()).toBe(true);
});

test('P9 without a picture after 15 s the code 111 is reported and counted, and the room goes live', async () => {
  const room = await opened();
  expect(room.view().stage.name).toBe('feature');
  for (let second = 0; second <= 15; second++) await room.settle(1_000);
  expect(room.reports('error')).toEqual(['lead-in: code 111']);
  expect(room.reported('count')).toContainEqual({ type: 'count', name: 'lead-in.111', by: 1 });
  expect(room.isShown()).toBe(false);
  expect(room.view().stage.name).toBe('live');
});

test.each([
  ['134', 1],
  ['135', 0],
] as const)('P9 every ten seconds of the video the time is reported for the union ids of the specification: %s', async (unionId, times) => {
  const room = await opened({ path: `${ASKED}&fx_unionId_ck=${unionId}` });
  for (let second = 0; second <= 11; second++) {
    await room.act({ type: 'progress', positionS: second, durationS: 60 });
    await room.settle(1_000);
  }
  const reports = room.reports('performance');
  expect(reports).toHaveLength(times);
  for (const text of reports) expect(text).toMatch(/^lead-in: 1\d s, union id 134$/);
});

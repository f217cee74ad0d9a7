import { expect, test, beforeAll } from 'vitest';
import { type LeadInCase } from '../../../src/features/lead-in/rules-before-live.ts';
import {
  leadInDeadlineMs,
  leadInView,
  stepLeadIn,
  type LeadIn,
  type LeadInEffect,
  type LeadInEvent,
} from '../../../src/features/lead-in/room.ts';
import type { Tick } from '../../../src/player/base/machine.ts';
import { loadAllFeatures, openedRoom, type RoomOptions } from '../../workers/room/harness.ts';

const ASKED: LeadInCase = { isSwitchedOn: true, isStar: false, isLive: true, type: 3, songName: '晴天|1' };
const A = { url: '/a.mp4', title: 'a' };
const B = { url: '/b.mp4', title: 'b' };
function leadIn() {
  let state: LeadIn = { name: 'off' };
  let nowMs = 0;
  const effects: LeadInEffect[] = [];
  return {
    effects,
    get state() {
      return state;
    },
    send(event: LeadInEvent | Tick, afterMs = 0) {
      nowMs += afterMs;
      const [next, ...made] = stepLeadIn(state, event, nowMs, ASKED);
      state = next;
      effects.push(...made);
      return this;
    },
    playing(videos = [A], nextFetchId = '') {
      return this.send({ type: 'offered' })
        .send({ type: 'list', videos, nextFetchId })
        .send({ type: 'progress', positionS: 0.2, durationS: 60 });
    },
    opening() {
      return this.send({ type: 'offered' }).send({ type: 'list', videos: [A], nextFetchId: '' });
    },
    ends: () => effects.flatMap((effect) => (effect.type === 'end' ? [effect.why] : [])),
    fetched: () => effects.flatMap((effect) => (effect.type === 'fetch-list' ? [effect.nextFetchId] : [])),
  };
}

test('P9 a lead-in that may not run leaves the stage to live; each end of one that runs has its reason, before and while a video plays', () => {
  expect(stepLeadIn({ name: 'off' }, { type: 'offered' }, 0, { ...ASKED, isStar: true })).toEqual([
    { name: 'off' },
    { type: 'decline-stage', why: 'the star has no lead-in' },
  ]);
  for (const begun of [leadIn().send({ type: 'offered' }).state, leadIn().opening().state, leadIn().playing().state]) {
    for (const [event, why] of [
      [{ type: 'ended', failed: true }, 'the video failed'],
      [{ type: 'ended', failed: false }, 'the video ended'],
      [{ type: 'own-song-accepted' }, 'the viewer’s song was accepted'],
      [{ type: 'own-gift', giftType: 4 }, 'the viewer sent a gift'],
      [{ type: 'back-to-live' }, 'the viewer went back to live'],
    ] as const)
      expect(stepLeadIn(begun, event, 0, ASKED)).toEqual([{ name: 'off' }, { type: 'end', why }]);
    for (const event of [{ type: 'own-gift', giftType: 3 }, { type: 'offered' }] as const)
      expect(stepLeadIn(begun, event, 0, ASKED)).toEqual([begun]);
  }
  expect(leadInView({ name: 'off' })).toBeNull();
});

test('P9 the attempt ends after 15 s without a picture, with an empty list, and after two requests without an answer', () => {
  const late = leadIn().opening();
  const { state, effects } = late;
  // Before the first picture these change nothing: another list, its failure, a pause, and a position of 0.
  for (const event of [
    { type: 'list', videos: [B], nextFetchId: 'n' },
    { type: 'list-failed' },
    { type: 'paused', isPaused: true },
    { type: 'progress', positionS: 0, durationS: 60 },
  ] as const)
    expect(late.send(event).state).toBe(state);
  expect(late.send({ type: 'tick' }, 14_999).state).toBe(state);
  expect(late.send({ type: 'tick' }, 1).state).toEqual({ name: 'off' });
  expect(effects.slice(2)).toEqual([
    { type: 'report-timeout', code: 111 },
    { type: 'end', why: 'no picture in time' },
  ]);
  const empty = leadIn().send({ type: 'offered' }).send({ type: 'list', videos: [], nextFetchId: '' });
  expect([empty.state, empty.ends()]).toEqual([{ name: 'off' }, ['the list is empty']]);
  const failed = leadIn().send({ type: 'offered' }).send({ type: 'list-failed' });
  expect([failed.fetched(), failed.ends()]).toEqual([['', ''], []]);
  const { name } = failed.state;
  expect(failed.send({ type: 'progress', positionS: 1, durationS: 60 }).state.name).toBe(name);
  expect(failed.send({ type: 'list-failed' }).ends()).toEqual(['the list failed']);
});

test('P9 the duration is logged every 10 s of playing; a resumed video has its full time before it counts as frozen', () => {
  const run = leadIn().opening().send({ type: 'progress', positionS: 1, durationS: 60 }, 5_000);
  expect(leadInDeadlineMs(run.state)).toBe(13_000);
  run.send({ type: 'paused', isPaused: true });
  expect(leadInDeadlineMs(run.state)).toBe(15_000);
  run.send({ type: 'tick' }, 9_999).send({ type: 'tick' }, 1);
  expect(run.effects.slice(2)).toEqual([{ type: 'log-duration', seconds: 10 }]);
  run.send({ type: 'paused', isPaused: false }).send({ type: 'tick' }, 7_999);
  expect(run.ends()).toEqual([]);
  expect(run.send({ type: 'tick' }, 1).ends()).toEqual(['the video froze']);
});

test('P9 at most 20 videos are kept, played in their order; the next batch is requested 10 s before the end of the last one', () => {
  const many = Array.from({ length: 30 }, () => B);
  const full = leadIn()
    .playing([A, ...many], 'n1')
    .send({ type: 'progress', positionS: 59, durationS: 60 });
  const count = () => (full.state.name === 'playing' ? full.state.videos.length : 0);
  expect([count(), full.fetched()]).toEqual([20, ['']]);
  full.send({ type: 'list', videos: many, nextFetchId: 'n2' });
  expect(count()).toBe(20);
  const run = leadIn().playing([A, B, A], 'n1');
  for (const [item, src] of [
    [2, '/b.mp4'],
    [3, '/a.mp4'],
  ] as const)
    expect(leadInView(run.send({ type: 'ended', failed: false }).state)).toMatchObject({ item, src });
  expect(run.send({ type: 'progress', positionS: 49.9, durationS: 60 }).fetched()).toEqual(['']);
  expect(run.send({ type: 'progress', positionS: 50, durationS: 60 }).fetched()).toEqual(['', 'n1']);
});

test('P9 the request for the next batch is retried once too; if it fails, the current video plays to its end', () => {
  const run = leadIn().playing([A], 'n1').send({ type: 'progress', positionS: 58, durationS: 60 });
  const asked = (): readonly unknown[] => run.effects.filter((effect) => effect.type === 'fetch-list' && effect.nextFetchId === 'n1');
  expect(asked()).toHaveLength(1);
  run.send({ type: 'list-failed' }).send({ type: 'progress', positionS: 59, durationS: 60 });
  expect(asked()).toHaveLength(2);
  run.send({ type: 'list-failed' }).send({ type: 'progress', positionS: 59.5, durationS: 60 });
  expect([asked().length, run.ends()]).toEqual([2, []]);
  expect(run.send({ type: 'ended', failed: false }).ends()).toEqual(['the video ended']);

  const again = leadIn().playing([A], 'n1').send({ type: 'progress', positionS: 58, durationS: 60 }).send({ type: 'list-failed' });
  again.send({ type: 'list', videos: [B], nextFetchId: 'n2' }).send({ type: 'ended', failed: false });
  expect([again.ends(), leadInView(again.state)]).toMatchObject([[], { src: '/b.mp4' }]);
  // Each batch has its own retry.
  again.send({ type: 'progress', positionS: 58, durationS: 60 }).send({ type: 'list-failed' });
  expect(again.effects.filter((effect) => effect.type === 'fetch-list' && effect.nextFetchId === 'n2')).toHaveLength(2);
});

test('P9 an empty next batch is the last one: no further batch is requested, and the current video plays to its end', () => {
  const run = leadIn().playing([A], 'n1').send({ type: 'progress', positionS: 58, durationS: 60 });
  run.send({ type: 'list', videos: [], nextFetchId: 'n2' }).send({ type: 'progress', positionS: 59, durationS: 60 });
  expect(run.effects.filter(({ type }) => type === 'fetch-list')).toMatchObject([{ nextFetchId: '' }, { nextFetchId: 'n1' }]);
  expect(run.send({ type: 'ended', failed: false }).ends()).toEqual(['the video ended']);
});

test('P9 a video frozen for 8 s returns to live; a pause is not a freeze, and a resumed video has its full time again', () => {
  const run = leadIn().playing([A, B]);
  run.send({ type: 'progress', positionS: 1, durationS: 60 }, 7_000).send({ type: 'tick' }, 7_999);
  expect(run.ends()).toEqual([]);
  run.send({ type: 'paused', isPaused: true }, 1).send({ type: 'tick' }, 3_600_000);
  expect(run.ends()).toEqual([]);
  run.send({ type: 'paused', isPaused: false }).send({ type: 'ended', failed: false }, 7_000).send({ type: 'tick' }, 7_999);
  expect(run.ends()).toEqual([]);
  expect(run.send({ type: 'tick' }, 1).ends()).toEqual(['the video froze']);
});

test('P9 the page is updated only for another item', () => {
  const run = leadIn().playing([A, B]);
  const shown = leadInView(run.state);
  run.send({ type: 'progress', positionS: 2, durationS: 60 }, 1_000);
  expect(leadInView(run.state)).toBe(shown);
  expect(shown?.item).toBe(1);
  expect(leadInView(run.send({ type: 'ended', failed: false }).state)?.item).toBe(2);
  expect(leadInView(leadIn().send({ type: 'offered' }).state)).toEqual({ item: 0, src: '', title: '' });
});

test('P9 a withdrawn lead-in ignores the end of its video and has no timer', () => {
  const room = leadIn().playing();
  room.send({ type: 'withdrawn' }).send({ type: 'ended', failed: false });
  expect(room.ends()).toEqual([]);
  expect(leadInDeadlineMs(room.state)).toBeNull();
});

/** The lead-in in the room worker: what it requests, when it may run, and what it reports. */

beforeAll(loadAllFeatures);

const PATH = '/live/1001?type=3&songName=Song%7Calbum';
const list = (video: readonly object[], nextFetchId: string | number = ''): object => ({ code: 0, data: { video, nextFetchId } });
const SONG = { url: 'https://cdn.test/song.mp4', songName: 'Song' };

async function opened({ path = PATH, answers = {}, ...more }: RoomOptions = {}) {
  const room = await openedRoom({ path, answers: { '/current.json': list([SONG], 'next-2'), ...answers }, ...more });
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

test('P9 an invalid switch and an unusable video are reported, and the lead-in runs', async () => {
  const room = await opened({ answers: { '/config': { leadIn: 'maybe' }, '/current.json': list([{ url: 'ftp://x' }, SONG]) } });
  const details = room.reported('failure').map(({ code, detail }) => `${code} ${detail}`);
  expect(details).toContainEqual('HTTP_BAD_BODY config: leadIn must be a switch');
  expect(details.filter((detail) => detail.startsWith('HTTP_BAD_BODY leadIn.video'))).toHaveLength(1);
  expect(room.isShown()).toBe(true);
});

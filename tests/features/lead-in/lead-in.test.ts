import { expect, test } from 'vitest';
import { decideLeadIn, LEAD_IN_WHYS, leadInSong, readLeadInSwitch, type LeadInCase } from '../../../src/core/room/stage/lead-in.ts';
import {
  leadInDeadlineMs,
  leadInView,
  LEAD_IN_ENDS,
  stepLeadIn,
  type LeadIn,
  type LeadInEffect,
  type LeadInEvent,
} from '../../../src/features/lead-in/rules.ts';
import type { Tick } from '../../../src/core/machine.ts';
import { decodeLeadInList } from '../../../src/core/room/start/live-info.ts';

const ASKED: LeadInCase = { isSwitchedOn: true, isStar: false, isLive: true, type: 3, songName: '晴天|1' };
const A = { url: '/a.mp4', title: 'a' };
const B = { url: '/b.mp4', title: 'b' };
const C = { url: '/c.mp4', title: 'c' };

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
    ends: () => effects.flatMap((effect) => (effect.type === 'end' ? [effect.why] : [])),
  };
}

const ENDS = [
  ['the video ended', () => leadIn().playing().send({ type: 'ended', failed: false })],
  ['the viewer’s song was accepted', () => leadIn().playing().send({ type: 'own-song-accepted' })],
  ['the viewer sent a gift', () => leadIn().playing().send({ type: 'own-gift', giftType: 4 })],
  ['the video failed', () => leadIn().playing().send({ type: 'ended', failed: true })],
  ['the video froze', () => leadIn().playing().send({ type: 'tick' }, 8_000)],
  ['the list is empty', () => leadIn().send({ type: 'offered' }).send({ type: 'list', videos: [], nextFetchId: '' })],
  ['the list failed', () => leadIn().send({ type: 'offered' }).send({ type: 'list-failed' }).send({ type: 'list-failed' })],
  ['no picture in time', () => leadIn().send({ type: 'offered' }).send({ type: 'tick' }, 15_000)],
  ['the viewer went back to live', () => leadIn().playing().send({ type: 'back-to-live' })],
] as const;

test.each(ENDS)('P9 the lead-in ends and live starts: %s', (why, make) => {
  const run = make();
  expect(run.ends()).toEqual([why]);
  expect(run.state).toEqual({ name: 'off' });
  expect(leadInDeadlineMs(run.state)).toBeNull();
});

test('P9 every way back to live is reached, and none happens twice', () => {
  expect(new Set(ENDS.map(([why]) => why))).toEqual(new Set(LEAD_IN_ENDS));
  for (const [, make] of ENDS) {
    const over = make().send({ type: 'back-to-live' }).send({ type: 'ended', failed: true }).send({ type: 'tick' }, 60_000);
    expect(over.ends()).toHaveLength(1);
  }
});

test('P9 other types of the viewer’s own gifts do not end it', () => {
  for (const giftType of [0, 1, 3, 5]) expect(leadIn().playing().send({ type: 'own-gift', giftType }).ends()).toEqual([]);
});

test('P9 the list request is retried once', () => {
  const run = leadIn().send({ type: 'offered' }).send({ type: 'list-failed' });
  expect(run.effects).toEqual([
    { type: 'take-stage', why: 'a song is asked for' },
    { type: 'fetch-list', nextFetchId: '' },
    { type: 'fetch-list', nextFetchId: '' },
  ]);
  expect(leadInView(run.send({ type: 'list', videos: [A], nextFetchId: '' }).state)).toEqual({ item: 1, src: '/a.mp4', title: 'a' });
});

test('P9 the whole attempt times out at 15 s, also while the video opens, and reports 111', () => {
  const run = leadIn()
    .send({ type: 'offered' })
    .send({ type: 'list', videos: [A], nextFetchId: '' }, 14_000);
  run.send({ type: 'progress', positionS: 0, durationS: NaN }).send({ type: 'tick' }, 999);
  expect(run.ends()).toEqual([]);
  run.send({ type: 'tick' }, 1);
  expect(run.effects.slice(-2)).toEqual([
    { type: 'report-timeout', code: 111 },
    { type: 'end', why: 'no picture in time' },
  ]);
});

test('P9 near the end of the last video the next batch is requested once, by nextFetchId, and follows', () => {
  const run = leadIn().playing([A, B], 'n1');
  run.send({ type: 'progress', positionS: 55, durationS: 60 });
  expect(run.effects.filter((effect) => effect.type === 'fetch-list')).toHaveLength(1);
  run.send({ type: 'ended', failed: false });
  expect(leadInView(run.state)?.src).toBe(B.url);
  run.send({ type: 'progress', positionS: 49, durationS: 60 });
  run.send({ type: 'progress', positionS: 50, durationS: 60 }).send({ type: 'progress', positionS: 51, durationS: 60 });
  expect(run.effects.filter((effect) => effect.type === 'fetch-list')).toEqual([
    { type: 'fetch-list', nextFetchId: '' },
    { type: 'fetch-list', nextFetchId: 'n1' },
  ]);
  run.send({ type: 'list', videos: [C], nextFetchId: '' }).send({ type: 'ended', failed: false });
  expect(leadInView(run.state)).toEqual({ item: 3, src: C.url, title: 'c' });
  expect(run.send({ type: 'ended', failed: false }).ends()).toEqual(['the video ended']);
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

test('P9 the duration is logged every 10 s', () => {
  const run = leadIn().playing();
  const moves = (): unknown => run.send({ type: 'progress', positionS: 1, durationS: 60 }, 5_000).send({ type: 'tick' });
  for (let times = 0; times < 4; times++) moves();
  expect(run.effects.filter((effect) => effect.type === 'log-duration')).toEqual([
    { type: 'log-duration', seconds: 10 },
    { type: 'log-duration', seconds: 20 },
  ]);
});

test('P9 the list answer: bad items are dropped, a code other than 0 is a failure, the number of items is limited', () => {
  const list = decodeLeadInList({
    code: 0,
    data: { video: [{ url: '/a.mp4', songName: 'a' }, { url: 'javascript:x' }, 3, { url: '/b.mp4' }], nextFetchId: 7 },
  });
  expect(list).toMatchObject({ ok: true, value: { value: { videos: [A, { url: '/b.mp4', title: '' }], nextFetchId: '7' } } });
  expect(list.ok && list.value.problems).toHaveLength(2);
  expect(decodeLeadInList({ code: 1, data: {} })).toMatchObject({ ok: false });
  expect(decodeLeadInList({ code: 0 })).toMatchObject({ ok: false });
  const flood = leadIn()
    .send({ type: 'offered' })
    .send({ type: 'list', videos: Array.from({ length: 500 }, () => A), nextFetchId: '' });
  expect(flood.state).toMatchObject({ name: 'opening' });
  expect(flood.state.name === 'opening' && flood.state.videos.length).toBe(20);
});

test('P9 the feature switch is on by default, and an invalid value is reported', () => {
  expect([undefined, 0, true].map((given) => readLeadInSwitch(given).isOn)).toEqual([true, false, true]);
  expect(readLeadInSwitch('x')).toEqual({ isOn: true, problem: 'leadIn must be a switch' });
});

const LEAD_INS = [
  ['lead-in is switched off', { ...ASKED, isSwitchedOn: false }],
  ['the star has no lead-in', { ...ASKED, isStar: true }],
  ['the room is not live', { ...ASKED, isLive: false }],
  ['not asked for', { ...ASKED, type: 2 }],
  ['no song name', { ...ASKED, songName: ' |x' }],
  ['a song is asked for', ASKED],
] as const satisfies readonly (readonly [string, LeadInCase])[];

test.each(LEAD_INS)('P9 the decision about the lead-in is "%s"', (why, given) => {
  expect(decideLeadIn(given)).toEqual({ runs: why === 'a song is asked for', why });
});

test('P9 every reason of the table is reached, the song is the part before "|", and a declined lead-in leaves the stage', () => {
  expect(new Set(LEAD_INS.map(([why]) => why))).toEqual(new Set(LEAD_IN_WHYS));
  expect(leadInSong('晴天|x|y')).toBe('晴天');
  const [state, ...effects] = stepLeadIn({ name: 'off' }, { type: 'offered' }, 0, { ...ASKED, type: 0 });
  expect([state, effects]).toEqual([{ name: 'off' }, [{ type: 'decline-stage', why: 'not asked for' }]]);
});

test('P9 two items with the same address are both played', () => {
  const run = leadIn().playing([A, A]);
  expect(leadInView(run.state)?.item).toBe(1);
  run.send({ type: 'ended', failed: false });
  expect([run.ends(), leadInView(run.state)?.item]).toEqual([[], 2]);
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
  expect(leadInView(leadIn().send({ type: 'offered' }).state)).toEqual({ item: 0, src: '', title: '' });
});

test('P9 a withdrawn lead-in ignores the end of its video and has no timer', () => {
  const room = leadIn().playing();
  room.send({ type: 'withdrawn' }).send({ type: 'ended', failed: false });
  expect(room.ends()).toEqual([]);
  expect(leadInDeadlineMs(room.state)).toBeNull();
});

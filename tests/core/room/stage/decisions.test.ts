import { expect, test } from 'vitest';
import { AD_WHYS, adKey, decideAd, type AdCase } from '../../../../src/core/room/stage/ad.ts';
import { CLIP, clipLeftS } from '../../../../src/core/room/stage/clip.ts';
import { decideLeadIn, LEAD_IN_WHYS, leadInSong, readLeadInSwitch, type LeadInCase } from '../../../../src/core/room/stage/lead-in.ts';
import { isPlayerAction, playerOrder } from '../../../../src/core/room/stage/player-actions.ts';
import { playerMessage } from '../../../../src/core/room/stage/player-message.ts';
import { noticeOfSwitch, REDUCED_FROM_LEVEL } from '../../../../src/core/room/stage/player-view.ts';
import type { UserAction } from '../../../../src/core/room/view.ts';

const AD = { adSwitch: 1, src: '/ad.mp4', concertId: 'c1', repeatPlay: 1 } as NonNullable<AdCase['config']>;
const AD_CASE: AdCase = { isLive: true, config: AD, hasPoster: true, watched: [], userId: 7 };
const once = { ...AD, repeatPlay: 0 };

const AD_TABLE: readonly (readonly [why: string, plays: boolean, change: Partial<AdCase>])[] = [
  ['the ad plays', true, {}],
  ['the room is not live', false, { isLive: false, config: null }],
  ['the ad query failed', false, { config: null, hasPoster: false }],
  ['the ad is off', false, { config: { ...AD, adSwitch: 0 }, hasPoster: false }],
  ['the ad is off', false, { config: { ...AD, adSwitch: 2 } }],
  ['no poster element', false, { hasPoster: false, config: once, watched: ['7:c1'] }],
  ['already watched', false, { config: { ...once, src: '' }, watched: ['8:c1', '7:c1'] }],
  ['the ad has no video', false, { config: { ...AD, src: '' } }],
  ['the ad plays', true, { watched: ['7:c1'] }],
  ['the ad plays', true, { config: once, watched: ['8:c1', '7:c2'] }],
];
test.each(AD_TABLE)('P8 the reason "%s" decides whether the ad plays (%s) for %o', (why, plays, change) => {
  expect(decideAd({ ...AD_CASE, ...change })).toEqual({ plays, why });
});
test('P8 every reason about the advertisement is reached, and a watched one is stored by user and concert', () => {
  expect(new Set(AD_TABLE.map(([why]) => why))).toEqual(new Set(AD_WHYS));
  expect(adKey(7, 'c1')).toBe('7:c1');
});

test('P8 P9 the time left of a clip is counted from its own duration if that is valid, otherwise from the announced one', () => {
  expect(clipLeftS(3, 10, 30)).toBe(7);
  expect(clipLeftS(12, 10, 30)).toBe(0);
  expect(clipLeftS(-2, 10, 30)).toBe(10);
  expect(clipLeftS(Number.NaN, 10, 30)).toBe(10);
  for (const unknown of [Number.NaN, 0, -1, Infinity, CLIP.maxS + 1]) expect(clipLeftS(3, unknown, 30)).toBe(27);
  expect(clipLeftS(0, CLIP.maxS, 30)).toBe(CLIP.maxS);
  expect(CLIP.freezeMs).toBe(8_000);
});

const LEAD_IN: LeadInCase = { isSwitchedOn: true, isStar: false, isLive: true, type: 3, songName: '歌|歌手' };
const LEAD_IN_TABLE: readonly (readonly [why: string, runs: boolean, change: Partial<LeadInCase>])[] = [
  ['a song is asked for', true, {}],
  ['lead-in is switched off', false, { isSwitchedOn: false, isStar: true }],
  ['the star has no lead-in', false, { isStar: true, isLive: false }],
  ['the room is not live', false, { isLive: false, type: 0 }],
  ['not asked for', false, { type: 2, songName: '' }],
  ...[-1, 0, 1, 2, 4, 5].map((type) => ['not asked for', false, { type }] as const),
  ['no song name', false, { songName: '' }],
  ['no song name', false, { songName: ' |歌手' }],
];
test.each(LEAD_IN_TABLE)('P9 the reason "%s" decides whether the lead-in plays (%s) for %o', (why, runs, change) => {
  expect(decideLeadIn({ ...LEAD_IN, ...change })).toEqual({ runs, why });
});
test('P9 every reason about the lead-in is reached, and the song is the part before the line', () => {
  expect(new Set(LEAD_IN_TABLE.map(([why]) => why))).toEqual(new Set(LEAD_IN_WHYS));
  expect(['歌|歌手', ' 歌 |a|b', '歌', '|歌', ''].map(leadInSong)).toEqual(['歌', '歌', '歌', '', '']);
});

test('P9 the switch of the lead-in is on without a value, and an invalid value is reported', () => {
  for (const on of [undefined, true, 1]) expect(readLeadInSwitch(on)).toEqual({ isOn: true, problem: null });
  for (const off of [false, 0]) expect(readLeadInSwitch(off)).toEqual({ isOn: false, problem: null });
  for (const bad of [null, 'false', 2, {}]) expect(readLeadInSwitch(bad)).toEqual({ isOn: true, problem: 'leadIn must be a switch' });
});

test('P20 actions of the player stay on the page and become its orders; all others are the room’s', () => {
  for (const type of ['set-volume', 'set-muted', 'choose-kind', 'choose-line', 'choose-saver', 'retry-player', 'stop-player'])
    expect(isPlayerAction({ type } as UserAction), type).toBe(true);
  for (const type of ['send-chat', 'toString', '']) expect(isPlayerAction({ type } as unknown as UserAction), type).toBe(false);
  expect(playerOrder({ type: 'retry-player' })).toEqual({ type: 'retry' });
  expect(playerOrder({ type: 'stop-player' })).toEqual({ type: 'stop', by: 'viewer' });
  const action = { type: 'set-muted', isMuted: true } as never;
  expect(playerOrder(action)).toBe(action);
});

const TOO_OLD = '你的浏览器版本较低，请升级你的浏览器';
const FAILED = '播放时出现异常，请稍候再试';
test('P28 an update of the browser is recommended only where it helps', () => {
  expect(playerMessage('JS_LOAD_ERROR', 'no media source')).toBe('');
  expect(playerMessage('NO_SUPPORT', null)).toBe(TOO_OLD);
  for (const why of ['no media source', 'Chrome is too old', 'the browser does not decode h264', 'no peer connection'] as const) {
    expect(playerMessage('NO_SUPPORT', why)).toBe(TOO_OLD);
    expect(playerMessage('NETWORK_ERROR' as never, why)).toBe(FAILED);
  }
  expect(playerMessage('NO_SUPPORT', 'another reason' as never)).toBe(FAILED);
  expect(playerMessage('NETWORK_ERROR' as never, null)).toBe(FAILED);
});

test.each([
  ['h265 decodes only key pictures', 'slow'],
  ['h265 decodes too slowly', 'slow'],
  ['h265 decodes too slowly and loses pictures', 'slow'],
  ['webrtc decodes too slowly', 'slow'],
  ['h265 stalls too often', 'stalled'],
  ['h265 stalled, h264', 'stalled'],
  ['webrtc pictures freeze', 'stalled'],
  ['webrtc loses packets', 'stalled'],
  ['webrtc failed, flv', 'failed'],
  ['h265 cannot be decoded, h264', 'failed'],
] as const)('P23 a switch because "%s" is explained to the viewer as %s', (why, shown) => {
  expect(noticeOfSwitch('h265', 'h264', why)).toEqual({ type: 'switched', from: 'h265', to: 'h264', why: shown });
  expect(noticeOfSwitch('h264', 'h264', why)).toBeNull();
  expect(noticeOfSwitch(null, 'h264', why)).toBeNull();
});

test('P23 a switch that the viewer caused is not explained, and skipped pictures are shown from decode level 2 on', () => {
  expect(noticeOfSwitch('h265', 'h264', 'the viewer chose' as never)).toBeNull();
  expect(REDUCED_FROM_LEVEL).toBe(2);
});

import { expect, test } from 'vitest';
import { mediaInfo, mediaState, needsWakeLock } from '../../../src/ui/page/device.ts';

const ROOM = { liveName: '今晚', starName: '星', coverUrl: '/cover.webp', avatarUrl: '/avatar.webp' };

test.each([
  [{}, { title: '今晚', artist: '星', album: 'Footlight', artwork: [{ src: '/cover.webp' }, { src: '/avatar.webp' }] }],
  [
    { liveName: '', coverUrl: '' },
    { title: '星的直播间', artist: '星', album: 'Footlight', artwork: [{ src: '/avatar.webp' }] },
  ],
])('P3 the lock screen shows title, star and pictures of a room with %j', (change, info) => {
  expect(mediaInfo({ ...ROOM, ...change }, '星的直播间', 'Footlight')).toEqual(info);
});

test.each([
  ['a canvas that plays', 'h265', 'playing', 'live', true],
  ['a canvas that waits for more', 'h265', 'buffering', 'live', true],
  ['a canvas that was stopped', 'h265', 'stopped', 'live', false],
  ['sound alone', 'h265', 'playing', 'radio', false],
  ['a <video>, which does it itself', 'h264', 'playing', 'live', false],
] as const)('P3 the screen is kept on for %s: %s %s %s', (_name, kind, status, at, isNeeded) => {
  expect(needsWakeLock({ kind, status }, { name: at })).toBe(isNeeded);
});

test.each([
  ['playing', 'live', 'playing'],
  ['buffering', 'live', 'playing'],
  ['created', 'radio', 'playing'],
  ['stopped', 'live', 'paused'],
  ['playing', 'closed', 'none'],
] as const)('P3 media keys of a player that is %s on the stage %s: %s', (status, at, state) => {
  expect(mediaState(status, { name: at })).toBe(state);
});

import { expect, test } from 'vitest';
import { LONE_TRACK_BYTES, LONE_TRACK_MS, nextTracks, PROMISED_TRACKS, type Unplayable } from '../../../src/player/rules/lone-track.ts';

const long: Unplayable = { forMs: LONE_TRACK_MS, bytes: LONE_TRACK_BYTES, isConfigured: true };

test('P20 a promised track that does not come is given up: the picture alone first, then the sound alone, then nothing more', () => {
  const picture = nextTracks(PROMISED_TRACKS, long);
  expect(picture).toEqual({ hasAudio: false, hasVideo: true });
  const sound = nextTracks(picture, long);
  expect(sound).toEqual({ hasAudio: true, hasVideo: false });
  expect(nextTracks(sound, long)).toBe(sound);
});

test('P20 a slow network is not taken for a missing track', () => {
  expect(nextTracks(PROMISED_TRACKS, { ...long, forMs: LONE_TRACK_MS - 1 })).toBe(PROMISED_TRACKS);
  expect(nextTracks(PROMISED_TRACKS, { ...long, forMs: 60_000, bytes: LONE_TRACK_BYTES - 1 })).toBe(PROMISED_TRACKS);
});

test('P20 a track whose configuration is missing is missed sooner: it stands within the first bytes', () => {
  expect(nextTracks(PROMISED_TRACKS, { ...long, bytes: 1, isConfigured: false })).not.toBe(PROMISED_TRACKS);
});

import { expect, test } from 'vitest';
import { nextTracks, PROMISED_TRACKS, type Unplayable } from '../../../../src/player/rules/clock/lone-track.ts';

/** Repeated here, so that a change of the limits fails a test. */
const LONE_TRACK_BYTES = 131_072;
const LONE_TRACK_MS = 3_000;

const long: Unplayable = { forMs: LONE_TRACK_MS, bytes: LONE_TRACK_BYTES, isConfigured: true };

test('P20 an announced track that does not arrive is dropped: first pictures only, then sound only, then no further change', () => {
  const picture = nextTracks(PROMISED_TRACKS, long);
  expect(picture).toEqual({ hasAudio: false, hasVideo: true });
  const sound = nextTracks(picture, long);
  expect(sound).toEqual({ hasAudio: true, hasVideo: false });
  expect(nextTracks(sound, long)).toBe(sound);
});

test('P20 a slow network does not count as a missing track', () => {
  expect(nextTracks(PROMISED_TRACKS, { ...long, forMs: LONE_TRACK_MS - 1 })).toBe(PROMISED_TRACKS);
  expect(nextTracks(PROMISED_TRACKS, { ...long, forMs: 60_000, bytes: LONE_TRACK_BYTES - 1 })).toBe(PROMISED_TRACKS);
});

test('P20 a track without configuration is detected sooner, because the configuration is in the first bytes', () => {
  expect(nextTracks(PROMISED_TRACKS, { ...long, bytes: 1, isConfigured: false })).not.toBe(PROMISED_TRACKS);
});

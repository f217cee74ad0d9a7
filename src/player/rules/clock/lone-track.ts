/** Tracks that an FLV stream is assumed to have. */
export interface Tracks {
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

/** Both tracks, if the stream's header announces both. */
export const PROMISED_TRACKS: Tracks = { hasAudio: true, hasVideo: true };
const PICTURE_ALONE: Tracks = { hasAudio: false, hasVideo: true };
export const SOUND_ALONE: Tracks = { hasAudio: true, hasVideo: false };

/**
 * A track starts with its configuration, within the first bytes. One try with pictures only and one with sound only fit into the first-fail
 * wait.
 */
const LONE_TRACK_MS = 3_000;
/**
 * Number of bytes without playback although every announced track is configured; on a slow network too, that many bytes contain a keyframe
 * and sound.
 */
const LONE_TRACK_BYTES = 131_072;

/** Data that arrived while playback was impossible. */
export interface Unplayable {
  readonly forMs: number;
  readonly bytes: number;
  /** The configuration of every track has arrived. */
  readonly isConfigured: boolean;
}

/** Selects the tracks to open next if an announced track does not arrive; returns the same object for no change. */
export function nextTracks(tracks: Tracks, { forMs, bytes, isConfigured }: Unplayable): Tracks {
  const isOver = forMs >= LONE_TRACK_MS && (!isConfigured || bytes >= LONE_TRACK_BYTES);
  if (!isOver || tracks === SOUND_ALONE) return tracks;
  return tracks === PICTURE_ALONE ? SOUND_ALONE : PICTURE_ALONE;
}

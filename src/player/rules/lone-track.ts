/** Tracks that an FLV stream is taken to have. */
export interface Tracks {
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

/** Both, as far as the stream's own header says so. */
export const PROMISED_TRACKS: Tracks = { hasAudio: true, hasVideo: true };
const PICTURE_ALONE: Tracks = { hasAudio: false, hasVideo: true };
export const SOUND_ALONE: Tracks = { hasAudio: true, hasVideo: false };

/** A track begins with its configuration, within the first bytes; a picture alone, then a sound alone fit into the first-fail wait. */
export const LONE_TRACK_MS = 3_000;
/** Every promised track is configured, and still there is nothing to play: on a slow network too so many bytes hold a key picture and sound. */
export const LONE_TRACK_BYTES = 131_072;

/** What has come while nothing could be played. */
export interface Unplayable {
  readonly forMs: number;
  readonly bytes: number;
  /** The configuration of every track is there. */
  readonly isConfigured: boolean;
}

/** What to open next when a promised track does not come: the same object for no change. */
export function nextTracks(tracks: Tracks, { forMs, bytes, isConfigured }: Unplayable): Tracks {
  const isOver = forMs >= LONE_TRACK_MS && (!isConfigured || bytes >= LONE_TRACK_BYTES);
  if (!isOver || tracks === SOUND_ALONE) return tracks;
  return tracks === PICTURE_ALONE ? SOUND_ALONE : PICTURE_ALONE;
}

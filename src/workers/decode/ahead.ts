/** How many decoded pictures may wait for their time, the shown one and one being given back included. */
export const MAX_AHEAD = 6;
/** With fewer, one picture that takes long to decode is late. */
const MIN_AHEAD = 5;
/** What they may take together: with pictures of 1080p in 10 bits the decoder then stays below 64 MiB. */
const MAX_AHEAD_BYTES = 32 * 1024 ** 2;

export const aheadFor = (pictureBytes: number): number =>
  Math.max(MIN_AHEAD, Math.min(MAX_AHEAD, Math.floor(MAX_AHEAD_BYTES / pictureBytes)));

/** Maximum number of decoded pictures ahead, including the shown one and one being returned. */
export const MAX_AHEAD = 6;
/** With fewer, a single picture that takes long to decode is shown late. */
const MIN_AHEAD = 5;
/** Maximum size of all of them: with 1080p pictures in 10 bits the decoder stays below 64 MiB. */
const MAX_AHEAD_BYTES = 32 * 1024 ** 2;

export const aheadFor = (pictureBytes: number): number =>
  Math.max(MIN_AHEAD, Math.min(MAX_AHEAD, Math.floor(MAX_AHEAD_BYTES / pictureBytes)));

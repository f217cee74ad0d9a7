/** A message of a state is not delayed longer than this behind a later one; in milliseconds. */
export const REORDER_WINDOW_MS = 30000;
/**
 * Whether a whole state, numbered by its server, is newer than the one that is known: doubled and late ones are not. After the window a lower
 * number is a server (or a recording) that began anew.
 */
export const isNewer = (version, known, nowMs) => known === null || version > known.version || nowMs - known.atMs > REORDER_WINDOW_MS;

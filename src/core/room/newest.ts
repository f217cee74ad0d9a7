/** A message of a state is not delayed longer than this behind a later one; in milliseconds. */
export const REORDER_WINDOW_MS = 30_000;

export interface Newest {
  readonly version: number;
  /** When it came, by the clock of the thread. */
  readonly atMs: number;
}

/**
 * Whether a whole state, numbered by its server, is newer than the one that is known: doubled and late ones are not. After the window a lower
 * number is a server (or a recording) that began anew.
 */
export const isNewer = (version: number, known: Newest | null, nowMs: number): boolean =>
  known === null || version > known.version || nowMs - known.atMs > REORDER_WINDOW_MS;

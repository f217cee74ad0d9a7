/** Largest expected delay of a message behind a later one; milliseconds. */
export const REORDER_WINDOW_MS = 30_000;

export interface Newest {
  readonly version: number;
  readonly atMs: number;
}

/** The version is the project's field: of messages without one the order of arrival decides. */
export const areUnversioned = (version: number, known: Newest | undefined): boolean => version === 0 && known?.version === 0;

/** Of a subject that another one has replaced: within the window no message of it is newer. */
export const replacedAt = (nowMs: number): Newest => ({ version: Infinity, atMs: nowMs });

/**
 * Whether a versioned state is newer than the known one; repeated and late messages are not. After the window a lower version is accepted,
 * because the server (or a recording) has restarted.
 */
export const isNewer = (version: number, known: Newest | null, nowMs: number): boolean =>
  known === null || version > known.version || nowMs - known.atMs > REORDER_WINDOW_MS;

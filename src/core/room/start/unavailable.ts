/** The page shows a reason instead of a room. `code` and `message` are from the service; 0 and '' if it sent none. */
export interface Unavailable {
  readonly why: UnavailableWhy;
  readonly code: number;
  readonly message: string;
}

export type UnavailableWhy =
  /** The address contains no valid room. */
  | 'unknown'
  | 'missing'
  | 'closed'
  | 'refused'
  /** The page could not be started: it is served neither by HTTPS nor from localhost, or a requirement is missing. */
  | 'insecure'
  | 'not-started';

/**
 * Statuses of live info that are answers about the room; any other status is a failure of the service, after which live is tried anyway
 * (P6).
 */
const STATUSES: Readonly<Record<number, UnavailableWhy>> = { 403: 'refused', 404: 'missing', 410: 'closed' };

/** null: the status is not an answer about the room. */
export function unavailableByStatus(status: number | undefined): Unavailable | null {
  const why = status === undefined ? undefined : STATUSES[status];
  return why === undefined ? null : { why, code: why === 'refused' ? (status ?? 0) : 0, message: '' };
}

/** A rejected start. Outside of a secure context browsers have no service worker, no caches and no shared memory. */
export const unavailableStart = (isSecure: boolean): Unavailable => ({ why: isSecure ? 'not-started' : 'insecure', code: 0, message: '' });

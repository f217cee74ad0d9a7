/** The page shows no room and says why. `code` and `message` are the service's own, 0 and '' where it gave none. */
export interface Unavailable {
  readonly why: UnavailableWhy;
  readonly code: number;
  readonly message: string;
}

export type UnavailableWhy =
  /** The address names no room. */
  | 'unknown'
  | 'missing'
  | 'closed'
  | 'refused'
  /** The page could not be started: not served by HTTPS or from localhost, or something that it needs is not there. */
  | 'insecure'
  | 'not-started';

/** Statuses of the live info that are an answer about the room; any other is a failure of the service, and live is tried all the same (P6). */
const STATUSES: Readonly<Record<number, UnavailableWhy>> = { 403: 'refused', 404: 'missing', 410: 'closed' };

/** null: the status says nothing about the room. */
export function unavailableByStatus(status: number | undefined): Unavailable | null {
  const why = status === undefined ? undefined : STATUSES[status];
  return why === undefined ? null : { why, code: why === 'refused' ? (status ?? 0) : 0, message: '' };
}

/** A start that was rejected. Outside of a secure context the browser has no service worker, no caches and no shared memory. */
export const unavailableStart = (isSecure: boolean): Unavailable => ({ why: isSecure ? 'not-started' : 'insecure', code: 0, message: '' });

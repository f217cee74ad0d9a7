/** S1: stores the addresses with their age in session storage, so that a reloaded page does not request them again. */
import { MAX_AGE_S, type AddressBook, type SocketAddress } from './address.ts';
import type { Connection } from './connection-state.ts';

/** Parameters of the address request: addresses of another room or kind are not used. */
export interface AddressScope {
  readonly roomId: number;
  readonly roomKind: 'normal' | 'live';
}

const MAX_CHARS = 8_192;
const MAX_ADDRESSES = 16;
const HOST = /^[\w.:[\]/-]{1,253}$/;

/** Only addresses that led to a connection are stored; after a failed connection the next page requests new ones. */
export function bookToStore({ link, book }: Connection, stored: AddressBook | null): AddressBook | null {
  if (link.name === 'open' && book !== null && !book.isLocal) return book;
  return link.name === 'waiting' || link.name === 'pausing' || link.name === 'failed' ? null : stored;
}

/** `leftMs`: remaining lifetime of the addresses. */
export function writeAddresses({ addresses, type, socToken }: AddressBook, scope: AddressScope, leftMs: number, epochMs: number): string {
  const { roomId, roomKind } = scope;
  return JSON.stringify({ roomId, roomKind, type, untilMs: epochMs + leftMs, socToken, addresses });
}

/** null: nothing stored, another room, expired, or an invalid format. `nowMs` is the clock of the thread. */
export function readAddresses(text: string | undefined, scope: AddressScope, nowMs: number, epochMs: number): AddressBook | null {
  if (text === undefined || text.length > MAX_CHARS) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof stored !== 'object' || stored === null) return null;
  const { roomId, roomKind, type, untilMs, socToken, addresses: given } = stored as Readonly<Record<string, unknown>>;
  if (roomId !== scope.roomId || roomKind !== scope.roomKind || (type !== 'guest' && type !== 'login')) return null;
  if (typeof untilMs !== 'number' || typeof socToken !== 'string' || !Array.isArray(given)) return null;
  // Limits the lifetime, in case the system clock was set back.
  const leftMs = Math.min(untilMs - epochMs, MAX_AGE_S * 1_000);
  const addresses = given.slice(0, MAX_ADDRESSES).flatMap(addressOf);
  return leftMs > 0 && addresses.length > 0 ? { addresses, type, expiresMs: nowMs + leftMs, socToken, isLocal: false } : null;
}

function addressOf(entry: unknown): readonly SocketAddress[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { host, protocol, socketType } = entry as Readonly<Record<string, unknown>>;
  if (typeof host !== 'string' || !HOST.test(host) || (protocol !== 'ws' && protocol !== 'wss')) return [];
  return socketType === 'binary' || socketType === 'blob' ? [{ host, protocol, socketType }] : [];
}

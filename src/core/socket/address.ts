import type { Services } from '../services.ts';
import type { Connection } from './connection-state.ts';

/** S2: one entry of the list through which the connection rotates. */
export interface SocketAddress {
  /** Host with optional port, and an optional path. */
  readonly host: string;
  readonly protocol: 'ws' | 'wss';
  /** `blob`: only strings are sent (S8). */
  readonly socketType: 'binary' | 'blob';
}

export type LoginType = 'guest' | 'login';

/** Addresses with their expiry; discarded when the viewer logs in or out. */
export interface AddressBook {
  readonly addresses: readonly SocketAddress[];
  readonly type: LoginType;
  readonly expiresMs: number;
  /** Sent in the login message, if the address service provides it. */
  readonly socToken: string;
  /** The page's fallback list: not stored for the next page. */
  readonly isLocal: boolean;
}

/** The address service's answer, validated by the socket worker. */
export type DispatchAnswer =
  | {
      readonly ok: true;
      readonly code: number;
      readonly addresses: readonly SocketAddress[];
      readonly type: LoginType;
      readonly ageS: number;
      readonly socToken: string;
    }
  /** `retryAfterMs`: wait in ms that the service asked for. */
  | { readonly ok: false; readonly retryAfterMs?: number | null };

type DispatchAction = 'use' | 'use-fallback' | 'request-slider' | 'request-again' | 'back-off' | 'give-up';

/** Facts of the decision besides the answer. */
interface DispatchHistory {
  readonly hasFallback: boolean;
  /** The single retry for 622 was used. */
  readonly redispatched: boolean;
  readonly sliders: number;
  readonly maxSliders: number;
}

const CODE = { dangerous: 1_100_007, noFallback: 1_100_005, again: 622 } as const;

type Rule = {
  readonly why: string;
  readonly type: DispatchAction;
  readonly when: (answer: DispatchAnswer, history: DispatchHistory) => boolean;
};

const isCode = (answer: DispatchAnswer, code: number): boolean => answer.ok && answer.code === code;

/** S1. The first matching row applies; the last row always matches. */
const RULES = [
  { why: 'the address request failed', type: 'back-off', when: (answer) => !answer.ok },
  {
    why: 'dangerous user, slider check',
    type: 'request-slider',
    when: (answer, history) => isCode(answer, CODE.dangerous) && history.sliders < history.maxSliders,
  },
  { why: 'dangerous user, slider checks used up', type: 'give-up', when: (answer) => isCode(answer, CODE.dangerous) },
  { why: 'refused without fallback', type: 'give-up', when: (answer) => isCode(answer, CODE.noFallback) },
  {
    why: 'dispatch error 622, one retry',
    type: 'request-again',
    when: (answer, history) => isCode(answer, CODE.again) && !history.redispatched,
  },
  { why: 'addresses given', type: 'use', when: (answer) => answer.ok && answer.code === 0 && answer.addresses.length > 0 },
  { why: 'refused, local list', type: 'use-fallback', when: (answer, history) => answer.ok && history.hasFallback },
  { why: 'refused, and there is no local list', type: 'back-off', when: () => true },
] as const satisfies readonly Rule[];

export type DispatchWhy = (typeof RULES)[number]['why'];
export const DISPATCH_REASONS: readonly DispatchWhy[] = RULES.map((rule) => rule.why);

export function decideDispatch(answer: DispatchAnswer, history: DispatchHistory): { action: DispatchAction; why: DispatchWhy } {
  const rule = RULES.find((rule: Rule) => rule.when(answer, history)) ?? RULES[RULES.length - 1]!;
  return { action: rule.type, why: rule.why };
}

/** The cached addresses, if they are still valid for this login state. */
export function usable(book: AddressBook | null, type: LoginType, nowMs: number): AddressBook | null {
  return book !== null && book.type === type && nowMs < book.expiresMs && book.addresses.length > 0 ? book : null;
}

/** Default age in seconds if the service sends none, and maximum age. */
const DEFAULT_AGE_S = 1_800;
const MAX_AGE_S = 86_400;

export function bookOf(answer: Extract<DispatchAnswer, { ok: true }>, nowMs: number): AddressBook {
  const ageS = answer.ageS > 0 ? Math.min(answer.ageS, MAX_AGE_S) : DEFAULT_AGE_S;
  return { addresses: answer.addresses, type: answer.type, expiresMs: nowMs + ageS * 1000, socToken: answer.socToken, isLocal: false };
}

/** Lifetime of the fallback list in seconds; after it the service is asked again. */
const FALLBACK_AGE_S = 300;

/** The fallback list is local: it serves guests and logged-in viewers, until the service returns a list or the lifetime ends. */
export function fallbackBook(services: Pick<Services, 'socketFallback'>, type: LoginType, nowMs: number): AddressBook {
  const addresses = services.socketFallback.map(({ host, protocol }) => ({ host, protocol, socketType: 'binary' as const }));
  return { addresses, type, expiresMs: nowMs + FALLBACK_AGE_S * 1000, socToken: '', isLocal: true };
}

/** Page version of the address request (`_v`); S1 names the parameter and no value. */
const PAGE_VERSION = '1.0.0';

/** S1: callback style, so a callback is named although the answer is read as data. */
export function dispatchUrl(
  services: Pick<Services, 'backup'>,
  room: { readonly roomId: number; readonly roomKind: 'normal' | 'live'; readonly platformId: number },
  protocolVersion: number,
  clientId: number,
): string {
  const query = new Map<string, string | number>([
    ['_p', room.platformId],
    ['_v', PAGE_VERSION],
    ['pv', protocolVersion],
    ['rid', room.roomId],
    ['cid', clientId],
    ['at', room.roomKind === 'live' ? 122 : 102],
    ['jsonpcallback', 'socketAddress'],
  ]);
  const text = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${services.backup}/socket_scheduler/pc/binary/v1/address.jsonp?${text}`;
}

/** A host without a path gets the default path `/chat`. */
export const addressUrl = (address: SocketAddress): string =>
  `${address.protocol}://${address.host}${address.host.includes('/') ? '' : '/chat'}`;

/** S1: stores the addresses with their age in session storage, so that a reloaded page does not request them again. */

/** Parameters of the address request: addresses of another room or kind are not used. */
interface AddressScope {
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

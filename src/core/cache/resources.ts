/** P12: rules of the resource cache: limits, hashes, eviction, resumed downloads. */
import { err, ok, type Failure, type Result } from '../errors.ts';

const MIB = 1_048_576;

export const RESOURCES = {
  database: 'resourceDb',
  table: 'resourceBlob',
  version: 1,
  /** P12: after it OPEN_TIMEOUT_TEXT is logged, and the room continues without the cache. */
  openTimeoutMs: 10_000,
  /** Longest wait of a download for the database, because the database only saves a download. */
  lookupMs: 500,
  /** P12: for one download with all its attempts. */
  downloadTimeoutMs: 30_000,
  /** Connections of one download; a broken one is resumed where it stopped. */
  maxAttempts: 4,
  maxEntries: 500,
  maxTotalBytes: 128 * MIB,
  /** Share of the browser's quota for this site, if the browser reports one. */
  quotaShare: 0.2,
  /** Per resource; a caller cannot raise it. */
  maxResourceBytes: 32 * MIB,
  /** All unfinished downloads kept in memory for a later request: enough for one resource of any size. */
  maxPartialBytes: 32 * MIB,
  maxUrlChars: 2_048,
  /** Minimum interval between updates of the time of last use. */
  touchMs: 60_000,
} as const;
/** P12: the specified log line. */
export const OPEN_TIMEOUT_TEXT = 'indexedDB 加载超时';

/** Log line of a failure of the cache. */
export const cacheLogLine = ({ code, detail }: Failure): string => `${code === 'CACHE_OPEN_TIMEOUT' ? OPEN_TIMEOUT_TEXT : code} ${detail}`;

/** Reads a SHA-256 as 64 hexadecimal digits, or as `sha256-` and base64. Returns hexadecimal. */
export function readHash(hash: string): Result<string> {
  if (/^[0-9a-f]{64}$/i.test(hash)) return ok(hash.toLowerCase());
  const [, base64] = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(hash) ?? [];
  return base64 === undefined ? err('RESOURCE_BAD_HASH', `not a SHA-256: ${hash.slice(0, 80)}`) : ok(hexOfBase64(base64));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function hexOfBase64(base64: string): string {
  let bits = 0;
  let count = 0;
  let hex = '';
  for (const char of base64.slice(0, -'='.length)) {
    bits = (bits << 6) | ALPHABET.indexOf(char);
    count += 6;
    if (count >= 8) {
      count -= 8;
      hex += ((bits >> count) & 0xff).toString(16).padStart(2, '0');
    }
  }
  return hex;
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Accepts only http and https; resolves relative addresses against `base`. */
export function readAddress(url: string, base: string): Result<string> {
  const before = url.startsWith('//') ? base.split('//', 1)[0] : base;
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : url.startsWith('/') ? `${before}${url}` : '';
  if (url.length > RESOURCES.maxUrlChars || !/^https?:\/\/[^\s/]/i.test(absolute))
    return err('PARAMETER_BAD', `resource: no address: ${url.slice(0, 80)}`);
  return ok(absolute.replace(/#.*/, ''));
}

export interface StoredResource {
  readonly url: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Resources to evict, least recently used first, so that `incomingBytes` fit; null: they never fit. */
export function planEviction(
  stored: readonly StoredResource[],
  incomingBytes: number,
  maxTotalBytes: number,
  maxEntries: number = RESOURCES.maxEntries,
): readonly string[] | null {
  if (incomingBytes > maxTotalBytes || maxEntries < 1) return null;
  let total = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  let count = stored.length;
  const leaving: string[] = [];
  for (const { url, bytes } of stored.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (total + incomingBytes <= maxTotalBytes && count < maxEntries) break;
    leaving.push(url);
    total -= bytes;
    count--;
  }
  return leaving;
}

/** Maximum size of the cache; `quotaBytes` null if the browser reports none. */
export const maxStoredBytes = (quotaBytes: number | null): number =>
  quotaBytes === null ? RESOURCES.maxTotalBytes : Math.min(RESOURCES.maxTotalBytes, Math.floor(quotaBytes * RESOURCES.quotaShare));

/** Bytes left by a broken download. Without a validator the rest could belong to another version of the file. */
export interface Partial {
  readonly receivedBytes: number;
  readonly validator: string | null;
}

/** A strong ETag, else the modification time. */
export function validatorOf(etag: string | null, lastModified: string | null): string | null {
  if (etag !== null && etag !== '' && !etag.startsWith('W/')) return etag;
  return lastModified === null || lastModified === '' ? null : lastModified;
}

export function resumeHeaders(partial: Partial): Readonly<Record<string, string>> {
  if (partial.receivedBytes === 0 || partial.validator === null) return {};
  return { range: `bytes=${partial.receivedBytes}-`, 'if-range': partial.validator };
}

export type Continuation =
  /** The response continues the received bytes. */
  | { readonly name: 'rest'; readonly totalBytes: number | null }
  /** The response is the whole file; the received bytes are discarded. */
  | { readonly name: 'whole'; readonly totalBytes: number | null }
  | { readonly name: 'bad'; readonly detail: string };

/** Interprets the response to a request with `resumeHeaders`. */
export function readContinuation(
  status: number,
  contentRange: string | null,
  contentLength: string | null,
  receivedBytes: number,
): Continuation {
  const length = contentLength !== null && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null;
  if (status === 206) {
    const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(contentRange ?? '') ?? [];
    // A range other than the requested one cannot be appended.
    if (start === undefined || Number(start) !== receivedBytes)
      return { name: 'bad', detail: `content-range ${contentRange ?? 'missing'}` };
    return { name: 'rest', totalBytes: total === '*' ? null : Number(total) };
  }
  if (status >= 200 && status < 300) return { name: 'whole', totalBytes: length };
  return { name: 'bad', detail: String(status) };
}

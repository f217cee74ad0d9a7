/** Rules of the resource cache (document 1, sections 8 and 9; P12): limits, hashes, what makes room, how a download goes on. */
import { err, ok, type Result } from '../result.ts';

const MIB = 1_048_576;

export const RESOURCES = {
  database: 'resourceDb',
  table: 'resourceBlob',
  version: 1,
  /** The document's: then "indexedDB 加载超时" is logged and the room goes on without the cache. */
  openTimeoutMs: 10_000,
  /** A download does not wait longer for the database than this: what is stored is only a shorter way. */
  lookupMs: 500,
  /** The document's: of one download with all its attempts. */
  downloadTimeoutMs: 30_000,
  /** Connections of one download; a broken one goes on where it stopped. */
  maxAttempts: 4,
  retryMs: 500,
  maxEntries: 500,
  maxTotalBytes: 128 * MIB,
  /** Of what the browser gives this site, where it says how much that is. */
  quotaShare: 0.2,
  /** Of one resource, whatever the asker allows. */
  maxResourceBytes: 32 * MIB,
  /** Unfinished downloads that are kept for the next time they are asked for. */
  maxPartials: 4,
  maxUrlChars: 2_048,
  /** The last use is written at most so often. */
  touchMs: 60_000,
} as const;
export const OPEN_TIMEOUT_TEXT = 'indexedDB 加载超时';

/** SHA-256 as lists give it: 64 hexadecimal digits, or `sha256-` and base64. Hexadecimal comes out. */
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
  for (const char of base64.replace(/=+$/, '')) {
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

/** Only what a page may fetch; relative addresses are those of `base`. */
export function readAddress(url: string, base: string): Result<string> {
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : url.startsWith('/') && !url.startsWith('//') ? `${base}${url}` : '';
  if (url.length > RESOURCES.maxUrlChars || !/^https?:\/\/[^\s/]+/i.test(absolute))
    return err('PARAMETER_BAD', `resource: no address: ${url.slice(0, 80)}`);
  return ok(absolute.replace(/#.*$/, ''));
}

/** What is stored, without its bytes. */
export interface StoredResource {
  readonly url: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Which of the stored go, longest unused first, so that `incomingBytes` fit; null: they never will. */
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

/** How much may be stored in all; `quotaBytes` null where the browser does not say. */
export const maxStoredBytes = (quotaBytes: number | null): number =>
  quotaBytes === null ? RESOURCES.maxTotalBytes : Math.min(RESOURCES.maxTotalBytes, Math.floor(quotaBytes * RESOURCES.quotaShare));

/** Bytes left by a broken download. Without a validator the rest may belong to another version of the file. */
export interface Partial {
  readonly receivedBytes: number;
  readonly validator: string | null;
}

/** A strong ETag, else the time of the last change. */
export function validatorOf(etag: string | null, lastModified: string | null): string | null {
  if (etag !== null && etag !== '' && !etag.startsWith('W/')) return etag;
  return lastModified === null || lastModified === '' ? null : lastModified;
}

export function resumeHeaders(partial: Partial): Readonly<Record<string, string>> {
  if (partial.receivedBytes === 0 || partial.validator === null) return {};
  return { range: `bytes=${partial.receivedBytes}-`, 'if-range': partial.validator };
}

export type Continuation =
  /** The rest follows what is there. */
  | { readonly at: 'rest'; readonly totalBytes: number | null }
  /** The whole file: what is there is thrown away. */
  | { readonly at: 'whole'; readonly totalBytes: number | null }
  | { readonly at: 'bad'; readonly detail: string };

/** What an answer to a request with `resumeHeaders` brings. */
export function readContinuation(
  status: number,
  contentRange: string | null,
  contentLength: string | null,
  receivedBytes: number,
): Continuation {
  const length = contentLength !== null && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null;
  if (status === 206) {
    const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(contentRange ?? '') ?? [];
    // Another part than the one asked for cannot be put together.
    if (start === undefined || Number(start) !== receivedBytes) return { at: 'bad', detail: `content-range ${contentRange ?? 'missing'}` };
    return { at: 'rest', totalBytes: total === '*' ? null : Number(total) };
  }
  if (status >= 200 && status < 300) return { at: 'whole', totalBytes: length };
  return { at: 'bad', detail: String(status) };
}

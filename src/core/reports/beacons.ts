import { ENDPOINTS, type Endpoint, type ReportRequest } from './endpoints.ts';
import type { Entry, Outbox } from './outbox.ts';

/** Browsers refuse beacons beyond 64 KiB in all. */
export const MAX_BEACON_BYTES = 61_440;
/** A string value that the page replaces by the time at which the beacon leaves (milliseconds since 1970). */
export const NOW_PLACEHOLDER = '$now';

/**
 * What the page sends when it goes away. It is kept ready beforehand: once `pagehide` runs, no worker answers any more.
 * `marker` records which stored reports were already sent as beacons; the page stores it unchanged.
 */
export interface HeldBeacons {
  readonly requests: readonly ReportRequest[];
  readonly marker: string;
}
export const NO_BEACONS: HeldBeacons = { requests: [], marker: '' };

export interface BeaconBatch {
  readonly endpoint: Endpoint;
  readonly texts: readonly string[];
}

/**
 * What waits in the outbox, oldest first, as much as fits into `maxBytes`. A host that fails gets none: its reports stay stored for the
 * next visit, because a beacon that the host rejects would lose them.
 */
export function beaconsOf(
  outbox: Outbox,
  maxBytes: number,
): { readonly batches: readonly BeaconBatch[]; readonly upTo: number; readonly bytes: number } {
  const batches = new Map<Endpoint, string[][]>();
  let bytes = 0;
  let upTo = 0;
  for (const entry of outbox.failures > 0 ? [] : byNumber(outbox.waiting)) {
    const entryBytes = sentBytes(entry);
    if (bytes + entryBytes > maxBytes) break;
    bytes += entryBytes;
    upTo = entry.number;
    const of = batches.get(entry.endpoint) ?? [];
    const last = of.at(-1);
    if (last !== undefined && last.length < ENDPOINTS[entry.endpoint].maxBatch) last.push(entry.text);
    else of.push([entry.text]);
    batches.set(entry.endpoint, of);
  }
  return { batches: [...batches].flatMap(([endpoint, of]) => of.map((texts) => ({ endpoint, texts }))), upTo, bytes };
}

const byNumber = (entries: readonly Entry[]): readonly Entry[] => entries.toSorted((a, b) => a.number - b.number);

/** In UTF-8, with the comma or the bracket; a form field writes each byte as up to three characters. */
function sentBytes({ endpoint, text }: Entry): number {
  const bytes = utf8Bytes(text) + 1;
  return ENDPOINTS[endpoint].form === 'signed' ? bytes * 3 : bytes;
}

export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // A surrogate is half of a character of four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** The numbers up to which a session's reports have left, by host. */
export interface Delivered {
  readonly session: string;
  readonly upTo: Readonly<Record<string, number>>;
}
/** Markers of other visits that are read; there are as many as tabs were closed since the last one. */
export const MAX_MARKERS = 32;

export const markerOf = (delivered: Delivered): string => JSON.stringify(delivered);

/** Anybody may write into storage: what is no marker is left out. */
export function readMarkers(texts: readonly string[]): readonly Delivered[] {
  return texts.slice(0, MAX_MARKERS).flatMap((text) => {
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed !== 'object' || parsed === null || !('session' in parsed) || !('upTo' in parsed)) return [];
      const { session, upTo } = parsed;
      if (typeof session !== 'string' || typeof upTo !== 'object' || upTo === null) return [];
      const numbers = Object.entries(upTo).filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1]));
      return [{ session, upTo: Object.fromEntries(numbers) }];
    } catch {
      return [];
    }
  });
}

import type { Entry, Outbox } from './outbox.ts';

/**
 * Destinations of reports, one row per address: service of the deployment (core/services.ts), form of a request, and how long a report
 * waits for others. `one`: the body is one report. `list`: a JSON list. `signed`: the form field `content`, a signature and a list.
 */
export const ENDPOINTS = {
  stats: { host: 'log', path: '/stats', form: 'list', maxBatch: 20, gatherMs: 2_000 },
  log: { host: 'log', path: '/log', form: 'list', maxBatch: 20, gatherMs: 2_000 },
  // Sent immediately, because P40 defines its times (3 s and 10 s).
  'enter-room': { host: 'log', path: '/enter-room', form: 'one', maxBatch: 1, gatherMs: 0 },
  analytics: { host: 'log', path: '/analytics', form: 'signed', maxBatch: 20, gatherMs: 5_000 },
  'frame-enter': { host: 'game', path: '/game/rpt/enter', form: 'one', maxBatch: 1, gatherMs: 0 },
  'frame-heartbeat': { host: 'game', path: '/game/rpt/hb', form: 'one', maxBatch: 1, gatherMs: 0 },
} as const satisfies Record<string, EndpointRow>;

interface EndpointRow {
  readonly host: 'log' | 'game';
  readonly path: string;
  readonly form: 'one' | 'list' | 'signed';
  readonly maxBatch: number;
  readonly gatherMs: number;
}

export type Endpoint = keyof typeof ENDPOINTS;
export type ReportHost = EndpointRow['host'];
export const REPORT_HOSTS: readonly ReportHost[] = ['log', 'game'];

export const isEndpoint = (name: string): name is Endpoint => Object.hasOwn(ENDPOINTS, name);
export const hostOf = (endpoint: Endpoint): ReportHost => ENDPOINTS[endpoint].host;

export interface Report {
  readonly endpoint: Endpoint;
  readonly body: object;
}

/** Both are simple requests for CORS, so that a report to another origin needs no preflight request. */
const TEXT_TYPE = 'text/plain;charset=UTF-8';
const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

export interface ReportRequest {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

/** `texts` are reports as JSON, 1 to `maxBatch` of one endpoint; `sign` returns the signature of a text. */
export function requestOf(
  endpoint: Endpoint,
  texts: readonly string[],
  services: Readonly<Record<ReportHost, string>>,
  sign: (text: string) => string,
): ReportRequest {
  const { host, path, form } = ENDPOINTS[endpoint];
  const url = `${services[host]}${path}`;
  const list = `[${texts.join(',')}]`;
  if (form === 'one') return { url, body: texts[0] ?? '', contentType: TEXT_TYPE };
  if (form === 'list') return { url, body: list, contentType: TEXT_TYPE };
  return { url, body: `content=${encodeURIComponent(sign(list) + list)}`, contentType: FORM_TYPE };
}

/** Browsers reject beacons beyond 64 KiB in total. */
export const MAX_BEACON_BYTES = 61_440;
/** A string value that the page replaces by the time at which the beacon is sent (milliseconds since 1970). */
export const NOW_PLACEHOLDER = '$now';

/**
 * Requests that the page sends as beacons when it closes. They are prepared beforehand, because workers no longer answer during `pagehide`.
 * `marker` records which stored reports were already sent as beacons; the page stores it unchanged.
 */
export interface HeldBeacons {
  readonly requests: readonly ReportRequest[];
  readonly marker: string;
}
export const NO_BEACONS: HeldBeacons = { requests: [], marker: '' };

interface BeaconBatch {
  readonly endpoint: Endpoint;
  readonly texts: readonly string[];
}

/**
 * Waiting reports of the outbox, oldest first, up to `maxBytes`. A failing host gets none: its reports stay stored for the next visit,
 * because a rejected beacon would lose them.
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

/** Size in UTF-8 with the comma or bracket; a form field encodes each byte as up to three characters. */
function sentBytes({ endpoint, text }: Entry): number {
  const bytes = utf8Bytes(text) + 1;
  return ENDPOINTS[endpoint].form === 'signed' ? bytes * 3 : bytes;
}

export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each surrogate is half of a character of four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** Reports of a session that were sent. */
export interface Delivered {
  readonly session: string;
  /** By host: the highest number that was sent. */
  readonly upTo: Readonly<Record<string, number>>;
  /** Lower numbers that were not sent, for example of a pending request. */
  readonly except: readonly number[];
}
/** Maximum number of markers read; each tab closed since the last visit leaves one. */
const MAX_MARKERS = 32;

export const markerOf = (delivered: Delivered): string => JSON.stringify(delivered);

/** Storage may contain foreign values; anything that is not a marker is skipped. */
export function readMarkers(texts: readonly string[]): readonly Delivered[] {
  return texts.slice(0, MAX_MARKERS).flatMap((text) => {
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed !== 'object' || parsed === null || !('session' in parsed) || !('upTo' in parsed)) return [];
      const { session, upTo } = parsed;
      const except = 'except' in parsed ? [parsed.except].flat() : [];
      if (typeof session !== 'string' || typeof upTo !== 'object' || upTo === null) return [];
      const numbers = Object.entries(upTo).filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1]));
      return [{ session, upTo: Object.fromEntries(numbers), except: except.filter((number) => typeof number === 'number') }];
    } catch {
      return [];
    }
  });
}

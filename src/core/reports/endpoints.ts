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

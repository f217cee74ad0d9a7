/**
 * Where a report goes. One row per address: which service of the deployment (core/services.ts), how a request carries reports, and how
 * long one waits for others. `one`: a report is the body. `list`: a JSON list. `signed`: the form field `content`, a signature and a list.
 */
export const ENDPOINTS = {
  stats: { host: 'log', path: '/stats', form: 'list', maxBatch: 20, gatherMs: 2_000 },
  log: { host: 'log', path: '/log', form: 'list', maxBatch: 20, gatherMs: 2_000 },
  // Its times are the document's (3 s and 10 s): it leaves at once.
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

/** A report on its way to an outbox. */
export interface Report {
  readonly endpoint: Endpoint;
  readonly body: object;
}

/** Both are simple requests for CORS: a report to another origin must not cost a preflight request. */
const TEXT_TYPE = 'text/plain;charset=UTF-8';
const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

/** A request as fetch and beacons send it. */
export interface ReportRequest {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

/** `texts` are reports as JSON, at most `maxBatch` of one endpoint, at least one; `sign` gives the signature of a text. */
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

/** The room's reports as received by the logging service, for the panel and the end-to-end tests. */
import { PULL_FAILURE, SWITCH_REASON } from '../../src/player/rules/names.ts';
import { EVENT_TYPE } from '../../src/core/reports/analytics.ts';
import { ENDPOINTS, type Endpoint } from '../../src/core/reports/beacons.ts';
import { ENTER_TYPE } from '../../src/core/reports/enter-room.ts';
import { HEARTBEAT_ACTION } from '../../src/core/reports/frame-reports.ts';
import { REPORT_TYPE } from '../../src/core/reports/pull.ts';
import { crc32 } from '../../src/wire/frame.ts';
import { endpointAt, problemsOf } from './report-schema.ts';

/** The oldest are dropped. */
export const MAX_REPORTS = 200;

export interface ListedReport {
  /** Counts from the first report of the page; not changed when older ones are dropped. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly place: Endpoint;
  /** `pull`, `first-screen`, `enter`, `error` … */
  readonly type: string;
  /** Name of the most important code: pull failure or switch reason; '' for none. */
  readonly code: string;
  /** The other fields in one line. */
  readonly about: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Empty if it matches the schema. */
  readonly problems: readonly string[];
}

/** The reports of one request (`{log}/stats`), in order; `first` is the number of the first. Empty for an address that takes no reports. */
export function readReports(path: string, body: string, atMs: number, first: number): readonly ListedReport[] {
  const place = endpointAt(path);
  if (place === null) return [];
  const { reports, problem } = parse(place, body);
  return reports.map((report, index) => {
    const fields = typeof report === 'object' && report !== null ? (report as Readonly<Record<string, unknown>>) : { report };
    const problems = [...(problem === null ? [] : [problem]), ...problemsOf(place, report)];
    return { number: first + index, atMs, place, ...LINES[place](fields), fields, problems };
  });
}

function parse(place: Endpoint, body: string): { readonly reports: readonly unknown[]; readonly problem: string | null } {
  const { form } = ENDPOINTS[place];
  let text = body;
  let problem: string | null = null;
  if (form === 'signed') {
    const content = new URLSearchParams(body).get('content') ?? '';
    text = content.slice(SIGNATURE_CHARS);
    const signature = crc32(new TextEncoder().encode(text)).toString(16).padStart(SIGNATURE_CHARS, '0');
    if (content.slice(0, SIGNATURE_CHARS) !== signature) problem = 'signature';
  }
  try {
    const parsed: unknown = JSON.parse(text);
    return { reports: form !== 'one' && Array.isArray(parsed) ? parsed : [parsed], problem };
  } catch {
    return { reports: [body], problem };
  }
}

/** Number of hexadecimal digits before the list (S33: signature plus JSON). */
const SIGNATURE_CHARS = 8;

type Line = Pick<ListedReport, 'type' | 'code' | 'about'>;

const nameIn = (table: Readonly<Record<string, number>>, code: unknown): string | undefined =>
  Object.entries(table).find(([, value]) => value === code)?.[0];
const joined = (...parts: readonly unknown[]): string => parts.filter((part) => part !== '' && part !== undefined).join(' · ');
const ms = (value: unknown): string | undefined => (typeof value === 'number' ? `${value} ms` : undefined);

const LINES: Readonly<Record<Endpoint, (fields: Readonly<Record<string, unknown>>) => Line>> = {
  'enter-room': ({ type, state, page, streamid }) => ({
    type: nameIn(ENTER_TYPE, type) ?? String(type),
    code: '',
    about: joined(`state ${String(state)}`, `page ${String(page)}`, streamid),
  }),
  stats: ({ type, state, time_length, para, para1, para2 }) => {
    const reason = type === REPORT_TYPE.pull || type === REPORT_TYPE.firstScreen ? nameIn(SWITCH_REASON, Number(para2 || NaN)) : para2;
    return {
      type: nameIn(REPORT_TYPE, type) ?? String(type),
      code: type === REPORT_TYPE.pull && state !== 0 ? joined(state, nameIn(PULL_FAILURE, state)).replace(' · ', ' ') : '',
      about: joined(para, type === REPORT_TYPE.speed ? `${(Number(para1) / 1_024).toFixed(0)} KiB/s` : para1, reason, ms(time_length)),
    };
  },
  analytics: ({ evid, evtype, detail, dur }) => ({
    type: nameIn(EVENT_TYPE, evtype) ?? String(evtype),
    code: '',
    about: joined(evid, detail, dur === 0 ? '' : ms(dur)),
  }),
  'frame-enter': ({ actionType, businessId, durType }) => ({
    type: 'frame enter',
    code: String(actionType),
    about: joined(businessId, `durType ${String(durType)}`),
  }),
  'frame-heartbeat': ({ actionType, order }) => ({
    type: 'frame heartbeat',
    code: actionType === 0 ? '' : joined(actionType, nameIn(HEARTBEAT_ACTION, actionType)).replace(' · ', ' '),
    about: `order ${String(order)}`,
  }),
  log: ({ level, text, user_id }) => ({
    type: String(level),
    code: '',
    about: joined(text, user_id === 0 ? '' : `user ${String(user_id)}`),
  }),
};

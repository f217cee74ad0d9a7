/** What the room reports, as it arrives at the logging service: for the panel and for the end-to-end tests. */
import { PULL_FAILURE, SWITCH_REASON } from '../src/workers/core/player/names.ts';
import { ENTER_TYPE } from '../src/workers/core/reports/enter-room.ts';
import { REPORT_TYPE } from '../src/workers/core/reports/pull.ts';
import { isReportPlace, problemsOf, REPORT_PLACES, type ReportPlace } from './report-schema.ts';

/** The oldest go. */
export const MAX_REPORTS = 200;

export interface SeenReport {
  /** Counts from the first report of the page; stays when older ones go. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly place: ReportPlace;
  /** `pull`, `first-screen`, `enter`, `error` … */
  readonly type: string;
  /** The code that matters most, by its name: a pull failure, or why this kind plays; '' without. */
  readonly code: string;
  /** The rest in a line. */
  readonly about: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Empty when it fits the schema. */
  readonly problems: readonly string[];
}

/** The reports of one request, in order; `first` is the number of the first. A place that takes no reports has none. */
export function readReports(place: string, body: string, atMs: number, first: number): readonly SeenReport[] {
  if (!isReportPlace(place)) return [];
  return parse(place, body).map((report, index) => {
    const fields = typeof report === 'object' && report !== null ? (report as Readonly<Record<string, unknown>>) : { report };
    return { number: first + index, atMs, place, ...LINES[place](fields), fields, problems: problemsOf(place, report) };
  });
}

function parse(place: ReportPlace, body: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return REPORT_PLACES[place].isList && Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [body];
  }
}

type Line = Pick<SeenReport, 'type' | 'code' | 'about'>;

const nameIn = (table: Readonly<Record<string, number>>, code: unknown): string | undefined =>
  Object.entries(table).find(([, value]) => value === code)?.[0];
const joined = (...parts: readonly unknown[]): string => parts.filter((part) => part !== '' && part !== undefined).join(' · ');
const ms = (value: unknown): string | undefined => (typeof value === 'number' ? `${value} ms` : undefined);

const LINES: Readonly<Record<ReportPlace, (fields: Readonly<Record<string, unknown>>) => Line>> = {
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
  log: ({ level, text, user_id }) => ({
    type: String(level),
    code: '',
    about: joined(text, user_id === 0 ? '' : `user ${String(user_id)}`),
  }),
};

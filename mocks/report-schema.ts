/**
 * The reports of document 1, section 7, field by field, as the mock's logging service reads them: the panel shows what does not fit, the
 * tests let nothing through that does not. Names of fields are the document's; where it leaves out what stands in one, it is the project's.
 */
import * as v from 'valibot';
import { PLAYER_KINDS, PULL_FAILURE, SWITCH_REASON } from '../src/workers/core/player/names.ts';
import { ENTER_TYPE } from '../src/workers/core/reports/enter-room.ts';
import { REPORT_TYPE } from '../src/workers/core/reports/pull.ts';

const MAX_TEXT = 500;

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const ms = id;
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const kind = v.picklist(PLAYER_KINDS);
const none = v.literal('');
const size = v.pipe(v.string(), v.regex(/^\d{1,5}x\d{1,5}$/, 'a size'));
const reasonCodes = Object.values(SWITCH_REASON).map(String);
const switchReason = v.pipe(
  v.string(),
  v.check((code) => reasonCodes.includes(code), 'no switch reason code'),
);

const ENTER_ROOM = v.pipe(
  v.strictObject({
    type: v.picklist(Object.values(ENTER_TYPE)),
    url: v.pipe(v.string(), v.url()),
    page: v.picklist([2, 5]),
    os: v.picklist([0, 10]),
    state: v.picklist([0, 1]),
    room_id: id,
    streamid: text,
  }),
  v.check(({ page, os }) => (page === 5) === (os === 10), 'page and os say different things'),
);

/** Fields of every report of the stats reporter; each type narrows what it uses. */
const stats = { stream_id: text, room_id: id, time_length: ms, fs: ms } as const;
const STATS = v.variant('type', [
  v.strictObject({ ...stats, type: v.literal(REPORT_TYPE.pull), state: v.literal(0), para: kind, para1: size, para2: switchReason }),
  v.strictObject({
    ...stats,
    type: v.literal(REPORT_TYPE.pull),
    state: v.picklist(Object.values(PULL_FAILURE)),
    para: kind,
    para1: text,
    para2: switchReason,
  }),
  v.strictObject({
    ...stats,
    type: v.literal(REPORT_TYPE.pull),
    state: v.picklist([PULL_FAILURE.STREAM_ADDR_ERROR, PULL_FAILURE.NO_SUPPORT]),
    time_length: v.literal(0),
    para: none,
    para1: text,
    para2: none,
  }),
  v.strictObject({ ...stats, type: v.literal(REPORT_TYPE.firstScreen), state: v.literal(0), para: kind, para1: size, para2: switchReason }),
  v.strictObject({
    ...stats,
    type: v.literal(REPORT_TYPE.firstScreen),
    state: v.literal(1),
    fs: v.literal(0),
    para: kind,
    para1: none,
    para2: switchReason,
  }),
  v.strictObject({
    ...stats,
    type: v.literal(REPORT_TYPE.performance),
    state: v.literal(0),
    para: kind,
    para1: v.pipe(v.string(), v.regex(/^\d+ painted, \d+ dropped$/)),
    para2: v.pipe(v.string(), v.regex(/^decode [\d.]+ ms$/)),
  }),
  v.strictObject({
    ...stats,
    type: v.literal(REPORT_TYPE.speed),
    state: v.literal(0),
    para: kind,
    para1: v.pipe(v.string(), v.regex(/^\d+$/, 'bytes a second')),
    para2: none,
  }),
  v.strictObject({ ...stats, type: v.literal(REPORT_TYPE.stall), state: v.literal(0), para: kind, para1: none, para2: none }),
]);

const LOG = v.strictObject({
  level: v.picklist(['warn', 'error', 'performance']),
  text: v.pipe(text, v.minLength(1)),
  room_id: id,
  user_id: id,
  time: v.pipe(v.number(), v.minValue(0)),
});

/** By the last part of the address ({log}/stats …): the schema, and whether a request holds a list of them. */
export const REPORT_PLACES = {
  'enter-room': { schema: ENTER_ROOM, isList: false },
  stats: { schema: STATS, isList: true },
  log: { schema: LOG, isList: true },
} as const;
export type ReportPlace = keyof typeof REPORT_PLACES;

export const isReportPlace = (name: string): name is ReportPlace => Object.hasOwn(REPORT_PLACES, name);

/** What is wrong with one report; empty when it is as the document says. */
export function problemsOf(place: ReportPlace, report: unknown): readonly string[] {
  const read = v.safeParse(REPORT_PLACES[place].schema, report);
  return read.success ? [] : read.issues.map((issue) => `${v.getDotPath(issue) ?? place}: ${issue.message}`.slice(0, 200));
}

/**
 * Schemas of all specified reports (P40, P41, S32, S33), field by field, as the mock's logging service validates them: the panel shows
 * violations, and the tests fail on each. Field names are the specification's; unspecified contents are the project's choice.
 */
import * as v from 'valibot';
import { PLAYER_KINDS, PULL_FAILURE, SWITCH_REASON } from '../../src/player/rules/names.ts';
import { EVENT_TYPE, SCENE } from '../../src/core/reports/analytics.ts';
import { ENDPOINTS, type Endpoint } from '../../src/core/reports/beacons.ts';
import { ENTER_TYPE } from '../../src/core/reports/enter-room.ts';
import { DURATION_TYPE, ENTER_ACTION, HEARTBEAT_ACTION, HEARTBEAT_STAGE } from '../../src/core/reports/frame-reports.ts';
import { REPORT_TYPE } from '../../src/core/reports/pull.ts';

const MAX_TEXT = 500;

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const ms = id;
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const kind = v.picklist(PLAYER_KINDS);
const none = v.literal('');
const size = v.pipe(v.string(), v.regex(/^\d{1,5}x\d{1,5}$/, 'a size'));
/** Size of the picture, and the track that could not be played. */
const pulled = v.pipe(v.string(), v.regex(/^\d+x\d+( without (audio|video): .{1,32})?$/));
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

/** Fields common to all reports of the stats reporter; each type narrows the fields that it uses. */
const stats = { stream_id: text, psid: v.optional(v.pipe(text, v.minLength(1))), room_id: id, time_length: ms, fs: ms } as const;
const STATS = v.variant('type', [
  v.strictObject({ ...stats, type: v.literal(REPORT_TYPE.pull), state: v.literal(0), para: kind, para1: pulled, para2: switchReason }),
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

const epochMs = v.pipe(v.number(), v.integer(), v.minValue(1));
const key = v.pipe(text, v.minLength(1));

/** S32. */
const FRAME_ENTER = v.strictObject({
  businessId: key,
  actionType: v.picklist(Object.values(ENTER_ACTION)),
  timestamp: epochMs,
  socsId: text,
  heartbeatId: key,
  durType: v.picklist(Object.values(DURATION_TYPE)),
  sid: text,
  footlightId: id,
  anchorId: id,
  roomId: v.pipe(id, v.minValue(1)),
  roomType: v.picklist([-1, 0, 2, 3]),
  std_plat: v.picklist([7, 8, 43]),
  version: v.literal('web'),
});

const FRAME_HEARTBEAT = v.pipe(
  v.strictObject({
    order: v.pipe(id, v.minValue(1)),
    timestamp: epochMs,
    heartbeatId: key,
    actionType: v.picklist(Object.values(HEARTBEAT_ACTION)),
    stage: v.picklist(Object.values(HEARTBEAT_STAGE)),
    socsId: text,
    sid: text,
  }),
  v.check(
    ({ actionType, stage }) => (actionType === HEARTBEAT_ACTION.normal) === (stage === HEARTBEAT_STAGE.heartbeat),
    'stage and action say different things',
  ),
);

const ANALYTICS = v.strictObject({
  evid: key,
  evtype: v.picklist(Object.values(EVENT_TYPE)),
  scene: v.picklist(Object.values(SCENE)),
  evtime: epochMs,
  dur: ms,
  detail: text,
  session_id: key,
  page_id: key,
  from_page_id: text,
  room_id: id,
  streamer_id: id,
  room_type: v.picklist([-1, 0, 2, 3]),
  follow: v.picklist([0, 1]),
  user_id: id,
  device_id: text,
  device: key,
  browser: key,
  network: text,
});

/** Schemas by address ({log}/stats …). */
export const REPORT_SCHEMAS = {
  'enter-room': ENTER_ROOM,
  stats: STATS,
  log: LOG,
  analytics: ANALYTICS,
  'frame-enter': FRAME_ENTER,
  'frame-heartbeat': FRAME_HEARTBEAT,
} as const satisfies Record<Endpoint, v.GenericSchema>;

/** The endpoint of `{log}/stats`, `{game}/game/rpt/hb`…; null for other addresses. */
export function endpointAt(path: string): Endpoint | null {
  for (const [name, { host, path: own }] of Object.entries(ENDPOINTS)) if (path === `{${host}}${own}`) return name as Endpoint;
  return null;
}

/** Violations in one report; empty if it matches the specification. */
export function problemsOf(endpoint: Endpoint, report: unknown): readonly string[] {
  const read = v.safeParse(REPORT_SCHEMAS[endpoint], report);
  return read.success ? [] : read.issues.map((issue) => `${v.getDotPath(issue) ?? endpoint}: ${issue.message}`.slice(0, 200));
}

import { expect, test } from 'vitest';
import { isReportPlace, problemsOf, REPORT_PLACES } from '../../mocks/report-schema.ts';
import { readReports, type SeenReport } from '../../mocks/reports.ts';
import { PLAYER_KINDS, PULL_FAILURE, SWITCH_REASON } from '../../src/workers/core/player/names.ts';
import { ACK_REASONS } from '../../src/workers/core/player/stall-watch.ts';
import type { StatsFact } from '../../src/workers/stats/api.ts';
import { world } from '../workers/stats/world.ts';

const URL = 'http://room.test/live/1001?scenario=normal';
const known: StatsFact = { type: 'identity', identity: { roomId: 1001, userId: 7, embed: false, url: URL }, streamId: 's1001' };
const pull = (event: string, fields: Extract<StatsFact, { type: 'pull' }>['fields'] = {}): StatsFact => ({ type: 'pull', event, fields });
const start = (kind = 'h264', reason = 0): StatsFact => pull('start', { kind, reason, why: 'first address', line: 0, epoch: 1 });

/** Everything that was posted, as the mock's logging service sees it. */
const seen = (it: ReturnType<typeof world>): readonly SeenReport[] =>
  it.posts.flatMap(({ url, body, atMs }, index) => readReports(url.split('/').at(-1) ?? '', body, atMs, 1_000 * index));
const wrong = (reports: readonly SeenReport[]): readonly string[] =>
  reports.flatMap(({ type, problems }) => problems.map((problem) => `${type}: ${problem}`));

test('P40 P41 P42 a session with everything in it: each report fits its schema, and each kind of report is there', async () => {
  const it = world();
  it.take(known, { type: 'room', event: 'entered' }, start());
  await it.pass(1_200);
  it.take(pull('first-frame', { width: 852, height: 480, sinceStartMs: 1_180 }));
  for (let second = 1; second <= 62; second++) {
    await it.pass(1_000);
    it.take(pull('progress', { bytes: second * 150_000, paintedFrames: second * 25, droppedFrames: 0 }));
  }
  it.take(pull('stall', { kind: 'h264', lostMs: 640 }), { type: 'failure', code: 'HTTP_TIMEOUT', detail: 'config' });
  it.take({ type: 'log', level: 'warn', text: 'live type changed' });
  it.take(pull('failed', { code: PULL_FAILURE.TIMEOUT, ack: 'STALL_TIMEOUT', kind: 'h264', why: 'another address' }));
  it.take(start('h265', SWITCH_REASON.STALL_CHECKER));
  await it.pass(70_000);
  it.take(pull('failed', { code: PULL_FAILURE.STREAM_ADDR_ERROR, ack: '', kind: '', why: 'no address' }));
  it.take(pull('failed', { code: PULL_FAILURE.STREAM_ADDR_ERROR, ack: '', kind: '', why: 'no address' }));
  await it.pass(5_000);

  const reports = seen(it);
  expect(wrong(reports)).toEqual([]);
  const kinds = new Set(reports.map(({ place, type, code }) => [place, type, code].filter(Boolean).join(' ')));
  expect([...kinds].sort()).toEqual([
    'enter-room enter',
    'enter-room heartbeat',
    'log error',
    'log performance',
    'log warn',
    'stats firstScreen',
    'stats performance',
    'stats pull',
    'stats pull 6 TIMEOUT',
    'stats pull 7 STREAM_ADDR_ERROR',
    'stats speed',
    'stats stall',
  ]);
  expect(reports.find(({ code }) => code === '6 TIMEOUT')).toMatchObject({
    fields: { state: 6, para: 'h264', para1: 'STALL_TIMEOUT: another address', fs: 1_200, stream_id: 's1001', room_id: 1001 },
  });
  // Every 5 s a speed, every 60 s the performance, and both are also as far apart as the document says.
  const at = (type: string): readonly number[] => reports.filter((report) => report.type === type).map(({ atMs }) => atMs);
  expect(at('speed')).toHaveLength(12);
  expect(reports.filter(({ place, type }) => place === 'stats' && type === 'performance')).toHaveLength(1);
});

test('P41 every pull failure code, every switch reason and every ack reason has a report that fits', async () => {
  const it = world();
  it.take(known);
  for (const code of Object.values(PULL_FAILURE)) it.take(start(), pull('failed', { code, ack: '', why: 'another address' }));
  for (const ack of ACK_REASONS) it.take(start(), pull('failed', { code: 6, ack, why: 'another address' }));
  for (const reason of Object.values(SWITCH_REASON)) it.take(start('h265', reason), pull('first-frame', { width: 1, height: 1 }));
  for (const kind of PLAYER_KINDS) it.take(start(kind), pull('first-frame', { width: 0, height: 0 }));
  await it.pass(60_000);
  const reports = seen(it);
  expect(wrong(reports)).toEqual([]);
  const pulls = reports.filter(({ type }) => type === 'pull');
  expect(new Set(pulls.map(({ fields }) => fields['state']))).toEqual(new Set([0, ...Object.values(PULL_FAILURE)]));
  expect(new Set(pulls.map(({ fields }) => Number(fields['para2'])))).toEqual(new Set(Object.values(SWITCH_REASON)));
  for (const ack of ACK_REASONS) expect(pulls.some(({ fields }) => fields['para1'] === `${ack}: another address`)).toBe(true);
});

const PULL = { type: 1, stream_id: 's', room_id: 1, state: 0, time_length: 1, fs: 1, para: 'h264', para1: '8x4', para2: '0' };
const ENTER = { type: 1, url: URL, page: 2, os: 0, state: 0, room_id: 1, streamid: 's' };
const LOG = { level: 'error', text: 'x', room_id: 1, user_id: 0, time: 1 };

test.each([
  ['a code that is none', 'stats', { ...PULL, state: 9, para1: 'x' }],
  ['a type that is none', 'stats', { ...PULL, type: 6 }],
  ['a kind that is none', 'stats', { ...PULL, para: 'h266' }],
  ['a switch reason that is none', 'stats', { ...PULL, para2: '11' }],
  ['a missing field', 'stats', { ...PULL, fs: undefined }],
  ['a field that nobody knows', 'stats', { ...PULL, user: 7 }],
  ['half a millisecond', 'stats', { ...PULL, time_length: 1.5 }],
  ['a failure without a player that is not about addresses', 'stats', { ...PULL, state: 4, para: '', para1: 'x', para2: '' }],
  ['a page that is none', 'enter-room', { ...ENTER, page: 3 }],
  ['an os that does not go with the page', 'enter-room', { ...ENTER, os: 10 }],
  ['a log without a user', 'log', { ...LOG, user_id: undefined }],
  ['a log of chatter', 'log', { ...LOG, level: 'info' }],
  ['no object at all', 'log', 'x'],
] as const)('P40 P41 P42 the schema refuses %s', (_what, place, report) => {
  expect(problemsOf(place, JSON.parse(JSON.stringify(report)))).not.toEqual([]);
});

test('the schema takes what is right, and what cannot be read is a report with a problem', () => {
  expect(problemsOf('stats', PULL)).toEqual([]);
  expect(problemsOf('enter-room', ENTER)).toEqual([]);
  expect(problemsOf('enter-room', { ...ENTER, page: 5, os: 10 })).toEqual([]);
  expect(problemsOf('log', LOG)).toEqual([]);
  expect(readReports('stats', '[{', 0, 1)).toMatchObject([{ number: 1, problems: [expect.any(String)] }]);
  expect(readReports('analytics', '{}', 0, 1)).toEqual([]);
  for (const name of ['toString', '__proto__', '']) expect(isReportPlace(name)).toBe(false);
  expect(Object.keys(REPORT_PLACES)).toEqual(['enter-room', 'stats', 'log']);
});

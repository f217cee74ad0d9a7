import { MOCK_STAR } from '../../mocks/sessions/session.ts';
import { type ChatOut, createChatServer } from '../../mocks/backend/chat-server.ts';
import type { Fault } from '../../mocks/backend/faults.ts';
import { endpointAt, problemsOf, REPORT_SCHEMAS } from '../../mocks/backend/report-schema.ts';
import { type ListedReport, readReports } from '../../mocks/backend/reports.ts';
import type { ChatBehaviour } from '../../mocks/scenario.ts';
import { ENDPOINTS } from '../../src/core/reports/beacons.ts';
import { ACK_REASONS, PLAYER_KINDS, PULL_FAILURE, SWITCH_REASON } from '../../src/player/rules/names.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readEnvelope, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../../src/wire/frame.ts';
import { readPush } from '../../src/wire/all-families.ts';
import type { StatsEvent } from '../../src/workers/stats/api.ts';
import { firstFrame, harness, pullFailed, pullStart } from '../workers/stats/harness.ts';
import { socketLog, value } from './fixture-files.ts';
import { expect, test } from 'vitest';

const URL = 'http://room.test/live/1001?scenario=normal';
const known: StatsEvent = { type: 'identity', identity: { roomId: 1001, userId: 7, embed: false, url: URL }, streamId: 's1001' };
const progress = (bytes: number, paintedFrames: number): StatsEvent => ({
  type: 'pull',
  event: 'progress',
  fields: { bytes, paintedFrames, droppedFrames: 0 },
});
const frame = (fact: Extract<StatsEvent, { type: 'frame' }>['fact']): StatsEvent => ({ type: 'frame', fact });
const mapped = { frameId: 'f1', url: '/cterm/miniapp/iframe/m/views/index.html', mode: 'active', content: 'mini-app', runtime: 1 } as const;

/** All posted reports as the mock's services read them. */
const seen = (it: ReturnType<typeof harness>): readonly ListedReport[] =>
  it.posts.flatMap(({ url, body, atMs }, index) => {
    const [, service, path] = /^https:\/\/(log|game)\.test(.*)$/.exec(url) ?? [];
    return readReports(`{${service}}${path}`, body, atMs, 1_000 * index);
  });
const wrong = (reports: readonly ListedReport[]): readonly string[] =>
  reports.flatMap(({ type, problems }) => problems.map((problem) => `${type}: ${problem}`));

test('P40 P41 P42 S32 S33 a complete session: each report matches its schema, and each kind of report occurs', async () => {
  const it = harness();
  it.apply(known, { type: 'room', event: 'entered' }, { type: 'room', event: 'live' }, pullStart());
  it.apply(frame({ type: 'opened', ...mapped }), frame({ type: 'opened', ...mapped, frameId: 'f2' }));
  await it.pass(1_200);
  it.apply(firstFrame(), frame({ type: 'timed-out', frameId: 'f2' }));
  it.apply({ type: 'analytics', event: { evid: 'rank', evtype: 'expose', scene: 'list', detail: '1' } });
  for (let second = 1; second <= 62; second++) {
    await it.pass(1_000);
    it.apply(progress(second * 150_000, second * 25));
  }
  it.apply({ type: 'pull', event: 'stall', fields: { kind: 'h264', lostMs: 640 } });
  it.apply({ type: 'failure', code: 'HTTP_TIMEOUT', detail: 'config' });
  it.apply({ type: 'log', level: 'warn', text: 'live type changed' });
  it.apply(pullFailed({ code: PULL_FAILURE.TIMEOUT, ack: 'STALL_TIMEOUT' }));
  it.apply(pullStart('h265', SWITCH_REASON.STALL_CHECKER));
  await it.pass(70_000);
  it.apply(pullFailed({ code: PULL_FAILURE.STREAM_ADDR_ERROR, kind: '', why: 'no address' }));
  it.apply(pullFailed({ code: PULL_FAILURE.STREAM_ADDR_ERROR, kind: '', why: 'no address' }));
  await it.pass(5_000);

  const reports = seen(it);
  expect(wrong(reports)).toEqual([]);
  const kinds = new Set(reports.map(({ place, type, code }) => [place, type, code].filter(Boolean).join(' ')));
  expect([...kinds].sort()).toEqual([
    'analytics expose',
    'analytics play',
    'analytics room',
    'analytics start',
    'enter-room enter',
    'enter-room heartbeat',
    'frame-enter frame enter 101',
    'frame-heartbeat frame heartbeat',
    'frame-heartbeat frame heartbeat 299 timeout',
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
    fields: { state: 6, para: 'h264', para1: 'STALL_TIMEOUT: another address', fs: 1_180, stream_id: 's1001', room_id: 1001 },
  });
  // A speed report every 5 s, a performance report every 60 s, and never more often.
  const at = (type: string): readonly number[] => reports.filter((report) => report.type === type).map(({ atMs }) => atMs);
  expect(at('speed')).toHaveLength(12);
  expect(reports.filter(({ place, type }) => place === 'stats' && type === 'performance')).toHaveLength(1);
});

test('P41 every pull failure code, switch reason and ack reason has a report that matches', async () => {
  const it = harness();
  it.apply(known);
  for (const code of Object.values(PULL_FAILURE)) it.apply(pullStart(), pullFailed({ code }));
  for (const ack of ACK_REASONS) it.apply(pullStart(), pullFailed({ ack }));
  for (const reason of Object.values(SWITCH_REASON)) it.apply(pullStart('h265', reason), firstFrame(1, 1));
  for (const kind of PLAYER_KINDS) it.apply(pullStart(kind), firstFrame(0, 0));
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
const HEARTBEAT = { order: 1, timestamp: 1, heartbeatId: 'h', actionType: 205, stage: 2, socsId: '', sid: '' };
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
  ['an end that is a heartbeat', 'frame-heartbeat', { ...HEARTBEAT, stage: 1 }],
  ['a heartbeat action that is none', 'frame-heartbeat', { ...HEARTBEAT, actionType: 203 }],
  ['a time that the page did not fill in', 'frame-heartbeat', { ...HEARTBEAT, timestamp: '$now' }],
] as const)('P40 P41 P42 the schema refuses %s', (_what, place, report) => {
  expect(problemsOf(place, JSON.parse(JSON.stringify(report)))).not.toEqual([]);
});

test('P40 P41 P42 the schema accepts valid reports, and unreadable input is a report with a problem', () => {
  expect(problemsOf('stats', PULL)).toEqual([]);
  expect(problemsOf('stats', { ...PULL, psid: 'p' })).toEqual([]);
  expect(problemsOf('enter-room', ENTER)).toEqual([]);
  expect(problemsOf('enter-room', { ...ENTER, page: 5, os: 10 })).toEqual([]);
  expect(problemsOf('log', LOG)).toEqual([]);
  expect(problemsOf('frame-heartbeat', HEARTBEAT)).toEqual([]);
  expect(readReports('{log}/stats', '[{', 0, 1)).toMatchObject([{ number: 1, problems: [expect.any(String)] }]);
  for (const path of ['{log}/toString', '{log}/', '{game}/stats', '']) {
    expect(endpointAt(path)).toBeNull();
    expect(readReports(path, '{}', 0, 1)).toEqual([]);
  }
  expect(Object.keys(REPORT_SCHEMAS).sort()).toEqual(Object.keys(ENDPOINTS).sort());
});

const NOW_MS = 1_800_000_000_000;
const POLITE: ChatBehaviour = { login: 'accepted', heartbeat: 'answered', echo: true };
const serve = (behaviour: Partial<ChatBehaviour> = {}, faults: readonly Fault[] = [], log = 'chat-normal', earlier = 0) =>
  createChatServer({ log: socketLog(log), behaviour: { ...POLITE, ...behaviour }, faults: () => faults, earlier });

const LOGIN_FIELDS = {
  cmd: 201,
  roomid: 1001,
  kugouid: 880_001,
  token: 't',
  appid: '1010',
  referer: '',
  clientid: 100,
  v: 20_240_801,
  soctoken: '',
  sid: '',
  socsid: 's',
  deviceNo: 'd',
  screen: 0,
  platid: 7,
  dfid: '-',
};
const LOGIN = encodeCommand({ id: 201, fields: LOGIN_FIELDS });
const CHAT = encodeCommand({
  id: 501,
  fields: {
    cmd: 501,
    chatmsg: '你好 <b>',
    receiverid: 0,
    receiveruserid: 0,
    issecrect: 0,
    seq: 42,
    mac: 'm',
    v: 20_240_801,
    source: 'others',
    uuid: 'u-1',
    paraAbnor: 0,
  },
});

const read = (message: ChatOut) => {
  const frame = value(readFrame(message as Uint8Array));
  const envelope = value(readEnvelope(frame.payload));
  return { id: frame.command, envelope, body: readPush(frame.command, envelope) };
};
const bodies = (messages: readonly ChatOut[]) => messages.map((message) => ({ id: read(message).id, ...value(read(message).body).body }));

test('S4 S6 a login is answered by 201 and a confirming 901; heartbeats are answered', () => {
  const server = serve();
  expect(bodies(server.receive(LOGIN, NOW_MS).messages)).toMatchObject([
    { id: 201, roomid: 1001, userid: 880_001 },
    { id: 901, type: 1, status: 1 },
  ]);
  expect(server.receive(HEARTBEAT_REQUEST, NOW_MS).messages).toEqual([HEARTBEAT_RESPONSE]);
  expect(serve({ heartbeat: 'unanswered' }).receive(HEARTBEAT_REQUEST, NOW_MS).messages).toEqual([]);
});

test('S4 a login with a user id but no token is refused, and a guest needs no token', () => {
  const answer = (kugouid: number) =>
    bodies(serve().receive(encodeCommand({ id: 201, fields: { ...LOGIN_FIELDS, kugouid, token: '' } }), NOW_MS).messages);
  expect(answer(880_001)).toMatchObject([{ id: 901, type: 1, status: 0 }]);
  expect(answer(0)).toMatchObject([
    { id: 201, userid: 0 },
    { id: 901, type: 1, status: 1 },
  ]);
});

test('a star enters with the portrait of the own room and without badges of a fan', () => {
  const enters = (kugouid: number) =>
    bodies(serve().receive(encodeCommand({ id: 201, fields: { ...LOGIN_FIELDS, kugouid } }), NOW_MS).messages)[0];
  expect(enters(91_006)).toMatchObject({ userLogo: '/fixtures/images/star-dance.jpg', ext: '' });
  expect(enters(MOCK_STAR.userId)).toMatchObject({ nickname: MOCK_STAR.nickname, userLogo: MOCK_STAR.userLogo, ext: '' });
  expect(enters(880_001)).toMatchObject({ userLogo: '/fixtures/images/avatar-2.jpg', ext: expect.stringContaining('usingMedal') });
});

test('S20 an own line is echoed with its uuid and needs an acknowledgement; no line is accepted before the login', () => {
  const server = serve();
  expect(server.receive(CHAT, NOW_MS).messages).toEqual([]);
  server.receive(LOGIN, NOW_MS);
  const [echo] = server.receive(CHAT, NOW_MS).messages;
  expect(read(echo!).envelope).toMatchObject({ wantsAck: true, timeMs: NOW_MS });
  expect(bodies([echo!])).toMatchObject([{ id: 501, senderid: 880_001, uuid: 'u-1', seq: 42 }]);
  expect(serve({ echo: false }).receive(CHAT, NOW_MS).messages).toEqual([]);
});

test('S20 a secret line is passed on to its receiver alone, and to nobody without a receiver', () => {
  const passed: (number | null)[] = [];
  const server = createChatServer({
    log: socketLog('chat-normal'),
    behaviour: POLITE,
    faults: () => [],
    earlier: 0,
    onLine: ({ toUserId }) => passed.push(toUserId),
  });
  server.receive(LOGIN, NOW_MS);
  const line = { cmd: 501, chatmsg: '嘘', seq: 1, receiveruserid: 0 };
  const lines = [
    { ...line, uuid: 'public', issecrect: 0, receiverid: 9 },
    { ...line, uuid: 'secret', issecrect: 1, receiverid: 9 },
    { ...line, uuid: 'to nobody', issecrect: 1, receiverid: 0 },
  ];
  for (const one of lines) expect(server.receive(JSON.stringify(one), NOW_MS).messages).toHaveLength(1);
  expect(passed).toEqual([null, 9]);
});

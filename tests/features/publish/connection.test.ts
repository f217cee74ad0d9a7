import { expect, test } from 'vitest';
import {
  afterLoss,
  type Loss,
  readSent,
  openUplink,
  stepUplink,
  type Uplink,
  type Sent,
} from '../../../src/features/publish/rules-connection.ts';
import { type ErrorCode } from '../../../src/core/errors.ts';
import { HEARING, stepHearing, captureProblem } from '../../../src/features/publish/page-capture.ts';
import { sentOf } from './sent.ts';
import { decodeEnded, decodeGrant, decodeOnAir } from '../../../src/features/publish/room.ts';

const loss = (code: ErrorCode, given: Partial<Loss> & { status?: number } = {}): Loss => ({
  failure: { code, detail: '', ...(given.status !== undefined && { status: given.status }) },
  failures: given.failures ?? 0,
  hasBeenOnAir: given.hasBeenOnAir ?? true,
});

test.each([
  [loss('HTTP_STATUS', { status: 403 }), 'the server refuses'],
  [loss('HTTP_STATUS', { status: 401, hasBeenOnAir: false }), 'the server refuses'],
  [loss('HTTP_STATUS', { status: 404 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 409 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 429 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 503 }), 'tried again'],
  [loss('HTTP_BAD_BODY'), 'the answer cannot be used'],
  [loss('HTTP_TOO_LONG'), 'the answer cannot be used'],
  [loss('PUBLISH_UNSUPPORTED'), 'the browser cannot send'],
  [loss('HTTP_NETWORK', { hasBeenOnAir: false, failures: 1 }), 'tried again'],
  [loss('HTTP_NETWORK', { hasBeenOnAir: false, failures: 2 }), 'never connected'],
  [loss('PUBLISH_LOST', { failures: 8 }), 'tried again'],
  [loss('PUBLISH_LOST', { failures: 9 }), 'lost too often'],
] as const)('P31 after the loss %j the reason of the decision is "%s"', (given, why) => {
  expect(afterLoss(given, 0).why).toBe(why);
});

const SILENT_AFTER_MS = 6_000;

const REPORT = [
  { type: 'codec', id: 'c1', mimeType: 'video/VP8' },
  {
    type: 'outbound-rtp',
    kind: 'video',
    codecId: 'c1',
    bytesSent: 200_000,
    frameWidth: 1280,
    frameHeight: 720,
    framesPerSecond: 30,
    qualityLimitationReason: 'bandwidth',
  },
  { type: 'outbound-rtp', kind: 'audio', bytesSent: 50_000 },
  { type: 'remote-inbound-rtp', kind: 'audio', fractionLost: 0.9, roundTripTime: 9 },
  { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.02, roundTripTime: 0.08 },
  { type: 'candidate-pair', nominated: false, state: 'succeeded', currentRoundTripTime: 5 },
  { type: 'candidate-pair', id: 'p1', nominated: true, state: 'succeeded', currentRoundTripTime: 7 },
  { type: 'transport', selectedCandidatePairId: 'p2', bytesReceived: 9_000 },
  {
    type: 'candidate-pair',
    id: 'p2',
    nominated: true,
    state: 'in-progress',
    currentRoundTripTime: 0.05,
    availableOutgoingBitrate: 1_500_000,
  },
];

test('P31 the statistics of a connection: video and audio together, and the rate since the previous sample', () => {
  const first = readSent(REPORT, 1_000, null);
  expect(first.sent).toEqual({
    bytes: 250_000,
    heardBytes: 9_000,
    kilobits: Number.NaN,
    width: 1280,
    height: 720,
    pictureRate: 30,
    codec: 'VP8',
    lostShare: 0.02,
    roundTripMs: 50,
    availableKilobits: 1_500,
    limitedBy: 'bandwidth',
  });
  const second = readSent([{ type: 'outbound-rtp', kind: 'video', bytesSent: 500_000 }], 3_000, first);
  expect(second.sent.kilobits).toBe(1_000);
  // A connection whose counters restart has sent nothing yet.
  expect(readSent([], 4_000, second).sent.kilobits).toBe(0);
});

test('P31 a silent microphone is reported after a while, a clipping one immediately', () => {
  let hearing = HEARING;
  hearing = stepHearing(hearing, 0, 1_000);
  hearing = stepHearing(hearing, 0, 1_000 + SILENT_AFTER_MS - 1);
  expect(hearing.says).toBe('sound');
  hearing = stepHearing(hearing, 0, 1_000 + SILENT_AFTER_MS);
  expect(hearing.says).toBe('silent');
  expect(stepHearing(hearing, 0, 60_000)).toBe(hearing);
  expect(stepHearing(hearing, 0.2, 60_000)).toEqual({ says: 'sound', sinceMs: null });
  expect(stepHearing(HEARING, 1, 0).says).toBe('too loud');
});

const WARM_MS = 10_000;
const begun = (level = 0): Uplink => ({ ...openUplink(0), level });

/** Repeats a sample once a second from `fromMs` on. */
function hold(uplink: Uplink, sent: Partial<Sent>, fromMs: number, seconds: number): Uplink {
  let next = uplink;
  for (let second = 0; second <= seconds; second++) next = stepUplink(next, sentOf(sent), fromMs + second * 1_000);
  return next;
}

const NARROW: Partial<Sent> = { limitedBy: 'bandwidth', availableKilobits: 1_300 };
const COLLAPSED: Partial<Sent> = { limitedBy: 'bandwidth', availableKilobits: 400 };
const UNMEASURED: Partial<Sent> = { availableKilobits: Number.NaN, limitedBy: '', roundTripMs: Number.NaN, lostShare: Number.NaN };

test.each([
  ['nothing is overloaded', {}, 0, 0, 'begins'],
  ['nothing is measured', UNMEASURED, 0, 0, 'begins'],
  // 1300 kbit/s carry 1000 with headroom.
  ['the uplink gives less than the step needs', NARROW, 0, 2, 'the uplink gives less'],
  ['the uplink gives less, but the picture needs even less', { ...NARROW, limitedBy: 'none' }, 0, 0, 'begins'],
  ['the uplink is a fraction of the step', COLLAPSED, 0, 4, 'the uplink collapsed'],
  ['half of the packets are lost', { lostShare: 0.5 }, 0, 1, 'the uplink collapsed'],
  ['half of the packets are lost, and nothing else is measured', { ...UNMEASURED, lostShare: 0.5 }, 1, 3, 'the uplink collapsed'],
  ['a tenth of the packets is lost', { lostShare: 0.1 }, 2, 3, 'packets are lost'],
  ['the server is far', { roundTripMs: 600 }, 0, 0, 'begins'],
] as const)('P31 the ladder has the expected step and reason when %s', (_name, sent, level, expected, why) => {
  // Runs until the first change, which is the one under test.
  const before = begun(level);
  let uplink = before;
  for (let second = 0; second < 4 && uplink.level === level; second++) uplink = stepUplink(uplink, sentOf(sent), WARM_MS + second * 1_000);
  expect([uplink.level, uplink.why]).toEqual([expected, why]);
});

test('P31 growing round trips reduce the picture', () => {
  const quick = hold(begun(), { roundTripMs: 50 }, 0, 9);
  const queued = hold(quick, { roundTripMs: 900 }, WARM_MS, 2);
  expect([queued.level, queued.why]).toEqual([1, 'packets wait on their way']);
});

test('P31 free capacity is used step by step; a reverted climb doubles the wait before the next one, until one holds', () => {
  const low = begun(3);
  expect(hold(low, {}, WARM_MS, 9).level).toBe(3);
  const climbed = hold(low, {}, WARM_MS, 10);
  expect(climbed).toMatchObject({ level: 2, why: 'there is room again', climbWaitMs: 10_000 });
  const fell = hold(climbed, { lostShare: 0.1 }, WARM_MS + 11_000, 3);
  expect(fell).toMatchObject({ level: 3, climbWaitMs: 20_000 });
  const calmFromMs = WARM_MS + 15_000;
  expect(hold(fell, {}, calmFromMs, 19).level).toBe(3);
  const again = hold(fell, {}, calmFromMs, 20);
  expect(again.level).toBe(2);
  // At the top level there is no further climb; the longer wait is reset a minute after the last climb, which held.
  const held = hold({ ...again, level: 0 }, {}, calmFromMs + 21_000, 60);
  expect(held.climbWaitMs).toBe(10_000);
});

const DATA = { session: 's1', url: 'https://x.test/rtc/whip/1006', provider: 5, since: 1_700_000_000 };

test.each([
  {},
  { ...DATA, session: '' },
  { ...DATA, session: 'x'.repeat(1_000) },
  { ...DATA, url: 'javascript:alert(1)' },
  { ...DATA, url: 'https://x.test/a b' },
  { ...DATA, url: 'https:webrtc://x.test/a' },
  { ...DATA, url: 7 },
  { ...DATA, provider: 6 },
  { ...DATA, provider: 'x' },
])('P31 a grant with %j is not used', (data) => {
  expect(decodeGrant({ code: 0, data })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test.each(['//x.test/whip', '/whip', 'webrtc://x.test/a'])('P31 a grant sends to %s', (url) => {
  expect(decodeGrant({ code: '0', data: { ...DATA, url } })).toMatchObject({ ok: true, value: { name: 'granted', url } });
});

test.each([
  ['稍后再试', '稍后再试'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), '7'],
  ['', '7'],
  [5, '7'],
])('P31 a refusal with the text %j is reported as %s', (msg, detail) => {
  for (const decode of [decodeEnded, decodeGrant, decodeOnAir])
    expect(decode({ code: 7, msg })).toEqual({ ok: false, error: { code: 'PUBLISH_REFUSED', detail } });
});

test('P31 an answer without data: a broadcast elsewhere began at an unknown time, and neither state nor session is known', () => {
  expect(decodeGrant({ code: 1_100_010 })).toEqual({ ok: true, value: { name: 'elsewhere', sinceMs: 0 } });
  for (const [decode, detail] of [
    [decodeGrant, 'no session'],
    [decodeOnAir, 'neither on nor off'],
  ] as const)
    expect(decode({ code: 0 })).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail } });
  expect(decodeGrant({ code: 0, data: { ...DATA, session: 'x'.repeat(128) } }).ok).toBe(true);
});

test('P31 an answer that is not an object is refused', () => {
  for (const body of [null, 1, 'x', []])
    for (const decode of [decodeEnded, decodeGrant, decodeOnAir])
      expect(decode(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test.each([
  ['NotAllowedError', 'CAPTURE_DENIED'],
  ['SecurityError', 'CAPTURE_DENIED'],
  ['NotFoundError', 'CAPTURE_MISSING'],
  ['OverconstrainedError', 'CAPTURE_MISSING'],
  ['NotReadableError', 'CAPTURE_BUSY'],
  ['AbortError', 'CAPTURE_BUSY'],
  ['__proto__', 'CAPTURE_FAILED'],
  ['', 'CAPTURE_FAILED'],
])('P31 a camera error %j is reported as %s', (name, code) => {
  expect(captureProblem(name)).toBe(code);
});

import { expect, test } from 'vitest';
import { type Stay, enter, outside, resume, stayDueMs, stepStay } from '../../../../src/workers/core/reports/enter-room.ts';
import {
  MAX_BEACON_BYTES,
  OUTBOX,
  type Outbox,
  type Report,
  addReports,
  bodyOf,
  emptyOutbox,
  outboxDueMs,
  settleBatch,
  takeAll,
  takeBatch,
} from '../../../../src/workers/core/reports/outbox.ts';
import {
  type Pull,
  type PullEvent,
  type PullReport,
  REPORT_TYPE,
  notPulling,
  pullDueMs,
  stepPull,
} from '../../../../src/workers/core/reports/pull.ts';
import { TALLY, createTally } from '../../../../src/workers/core/reports/tally.ts';
import { seeded } from '../../../seeded.ts';

const web = { roomId: 1001, embed: false, url: 'https://room.test/live/1001', streamId: 's1' };

test('P40 an entry is reported at 3 s with state 0, at 10 s with state 1, then every 10 s', () => {
  let stay: Stay = enter(outside, 500);
  const reports = [];
  for (let i = 0; i < 4; i++) {
    const nowMs = stayDueMs(stay) ?? 0;
    expect(stepStay(stay, web, nowMs - 1).report).toBeNull();
    const { next, report } = stepStay(stay, web, nowMs);
    stay = next;
    reports.push([nowMs - 500, report?.type, report?.state]);
  }
  expect(reports).toEqual([
    [3_000, 1, 0],
    [10_000, 1, 1],
    [20_000, 2, 1],
    [30_000, 2, 1],
  ]);
});

test('P40 page and os: 2 and 0 on the web, 5 and 10 embedded; room and stream are named', () => {
  const report = (embed: boolean) => stepStay(enter(outside, 0), { ...web, embed }, 3_000).report;
  expect(report(false)).toEqual({ type: 1, url: web.url, page: 2, os: 0, state: 0, room_id: 1001, streamid: 's1' });
  expect(report(true)).toMatchObject({ page: 5, os: 10 });
});

test('P40 entering twice is one stay, leaving ends it, and a sleep does not make up for what was missed', () => {
  const stay = enter(outside, 0);
  expect(enter(stay, 9_000)).toBe(stay);
  expect(stayDueMs(outside)).toBeNull();
  const inside: Stay = { at: 'inside', sinceMs: 0, sent: 2 };
  const { next } = stepStay(inside, web, 3_600_000);
  expect(stayDueMs(next)).toBeGreaterThan(3_600_000);
  expect(stayDueMs(next)).toBeLessThanOrEqual(3_610_000);
});

test('P40 a stay that another stats worker began goes on with its heartbeats', () => {
  const stay = resume(50_000);
  expect(stayDueMs(stay)).toBe(60_000);
  const { next, report } = stepStay(stay, web, 60_000);
  expect(report).toMatchObject({ type: 2, state: 1 });
  expect(stayDueMs(next)).toBe(70_000);
});

function pulled(...events: readonly (readonly [nowMs: number, event: PullEvent])[]): {
  pull: Pull;
  reports: (readonly [number, PullReport])[];
} {
  let pull: Pull = notPulling;
  const reports: (readonly [number, PullReport])[] = [];
  for (const [nowMs, event] of events) {
    const step = stepPull(pull, event, nowMs);
    pull = step.next;
    for (const report of step.reports) reports.push([nowMs, report]);
  }
  return { pull, reports };
}
const start: PullEvent = { type: 'start', kind: 'h264', reason: 3 };
const frame: PullEvent = { type: 'first-frame', width: 852, height: 480 };
const progress = (bytes: number, paintedFrames = 0): PullEvent => ({
  type: 'progress',
  bytes,
  paintedFrames,
  droppedFrames: 2,
  decodeMs: 3.25,
});

test('P41 a pull that shows a picture is reported with its time, and the first screen with it', () => {
  expect(pulled([100, start], [1_300, frame]).reports).toEqual([
    [1_300, { type: REPORT_TYPE.pull, state: 0, time_length: 1_200, fs: 1_200, para: 'h264', para1: '852x480', para2: '3' }],
    [1_300, { type: REPORT_TYPE.firstScreen, state: 0, time_length: 1_200, fs: 1_200, para: 'h264', para1: '852x480', para2: '3' }],
  ]);
});

test('P41 without a picture the first screen is counted at 5 s, and the pull times out at 60 s, once each', () => {
  const { pull } = pulled([0, start]);
  expect(pullDueMs(pull)).toBe(5_000);
  const { reports, pull: after } = pulled(
    [0, start],
    [4_999, { type: 'tick' }],
    [5_000, { type: 'tick' }],
    [6_000, { type: 'tick' }],
    [60_000, { type: 'tick' }],
    [90_000, { type: 'tick' }],
  );
  expect(reports.map(([nowMs, { type, state }]) => [nowMs, type, state])).toEqual([
    [5_000, REPORT_TYPE.firstScreen, 1],
    [60_000, REPORT_TYPE.pull, 6],
  ]);
  expect(pullDueMs(after)).toBeNull();
  expect(pulled([0, start], [5_000, { type: 'tick' }], [7_000, frame]).reports.map(([, { type }]) => type)).toEqual([
    REPORT_TYPE.firstScreen,
    REPORT_TYPE.pull,
  ]);
});

test('P41 a failed pull carries its code', () => {
  expect(pulled([0, start], [900, { type: 'failed', code: 4, why: 'network' }]).reports).toMatchObject([
    [900, { type: REPORT_TYPE.pull, state: 4, time_length: 900, para1: 'network' }],
  ]);
  // Without an address nothing was started, and it is told all the same.
  expect(pulled([0, { type: 'failed', code: 7, why: 'no address' }]).reports).toMatchObject([
    [0, { type: REPORT_TYPE.pull, state: 7, time_length: 0, fs: 0, para: '', para1: 'no address' }],
  ]);
});

test('P41 a stall is reported with the time that was lost, while something plays and not before', () => {
  const stall: PullEvent = { type: 'stall', lostMs: 700 };
  expect(pulled([0, start], [500, stall]).reports).toEqual([]);
  expect(pulled([0, start], [1_000, frame], [9_000, stall]).reports.at(-1)).toEqual([
    9_000,
    { type: REPORT_TYPE.stall, state: 0, time_length: 700, fs: 1_000, para: 'h264', para1: '', para2: '' },
  ]);
});

test('P41 download speed every 5 s and performance at most every 60 s, from totals', () => {
  const events: (readonly [number, PullEvent])[] = [
    [0, start],
    [0, frame],
  ];
  for (let s = 1; s <= 121; s++) events.push([s * 1_000, progress(s * 100_000, s * 25)]);
  const { reports } = pulled(...events);
  const of = (type: number): (readonly [number, PullReport])[] => reports.filter(([, report]) => report.type === type);
  expect(of(REPORT_TYPE.speed)).toHaveLength(24);
  expect(of(REPORT_TYPE.speed).every(([, { para1 }]) => para1 === '100000')).toBe(true);
  expect(of(REPORT_TYPE.performance).map(([nowMs]) => nowMs)).toEqual([60_000, 120_000]);
  expect(of(REPORT_TYPE.performance)[0]?.[1]).toMatchObject({
    time_length: 60_000,
    para1: '1500 painted, 2 dropped',
    para2: 'decode 3.3 ms',
  });
});

test('P41 totals that go backwards (a player that started anew) give no negative speed', () => {
  const { reports } = pulled([0, start], [0, frame], [5_000, progress(9_000_000)], [10_000, progress(10)]);
  expect(reports.at(-1)?.[1].para1).toBe('0');
});

const log = (n: number): Report => ({ place: 'log', body: { n } });
const stats = (n: number): Report => ({ place: 'stats', body: { n } });

test('P42 reports gather for 2 s and leave by place, oldest first', () => {
  const box = addReports(emptyOutbox, [log(1), stats(2), log(3)], 1_000);
  expect(outboxDueMs(box)).toBe(3_000);
  expect(takeBatch(box, 2_999).batch).toEqual([]);
  const first = takeBatch(box, 3_000);
  expect(bodyOf(first.batch)).toBe('[{"n":1},{"n":3}]');
  expect(outboxDueMs(first.next)).toBeNull();
  const settled = settleBatch(first.next, true, 3_100, 0);
  expect(bodyOf(takeBatch(settled, 3_100).batch)).toBe('[{"n":2}]');
  expect(bodyOf([{ place: 'enter-room', body: { a: 1 } }])).toBe('{"a":1}');
});

test('P42 a batch that fails goes back in front and waits longer each time; after five tries it is dropped and counted', () => {
  let box: Outbox = addReports(emptyOutbox, [log(1), log(2)], 0);
  let nowMs = 2_000;
  const waits: number[] = [];
  for (let attempt = 0; attempt < OUTBOX.maxTries; attempt++) {
    const { next, batch } = takeBatch(box, nowMs);
    expect(batch).toHaveLength(2);
    box = settleBatch(next, false, nowMs, 0);
    waits.push(box.nextMs - nowMs);
    nowMs = box.nextMs;
  }
  expect(waits.slice(0, 4)).toEqual([1_000, 3_000, 7_000, 15_000]);
  expect(box).toMatchObject({ waiting: [], dropped: 2, failures: 0 });
});

test('P42 the outbox is bounded: the oldest go, counted', () => {
  const box = addReports(
    emptyOutbox,
    Array.from({ length: OUTBOX.maxWaiting + 9 }, (_, n) => log(n)),
    0,
  );
  expect(box.waiting).toHaveLength(OUTBOX.maxWaiting);
  expect(box.waiting[0]).toEqual(log(9));
  expect(box.dropped).toBe(9);
});

test('P42 beacons take what waits, within what a browser sends, and leave the rest', () => {
  const box = addReports(
    emptyOutbox,
    [...Array.from({ length: 150 }, (_, n) => ({ place: 'log', body: { n, text: '字'.repeat(400) } }) as const), stats(1)],
    0,
  );
  const { next, batches } = takeAll(box);
  const bytes = batches.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  expect(batches.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MAX_BEACON_BYTES);
  const taken = batches.reduce((sum, { body }) => sum + (JSON.parse(body) as unknown[]).length, 0);
  expect(next.waiting.length + taken).toBe(151);
  expect(takeAll(emptyOutbox).batches).toEqual([]);
});

test('P42 a random life of the outbox loses nothing uncounted', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    let box: Outbox = emptyOutbox;
    let nowMs = 0;
    let added = 0;
    let sent = 0;
    for (let i = 0; i < 400; i++) {
      nowMs += random.int(2_000);
      const some = Array.from({ length: random.int(20) }, () => random.pick([log, stats])(added++));
      box = addReports(box, some, nowMs);
      const { next, batch } = takeBatch(box, nowMs);
      box = next;
      if (batch.length > 0) {
        const isSent = random.int(3) > 0;
        if (isSent) sent += batch.length;
        box = settleBatch(box, isSent, nowMs, random.next());
      }
      expect(box.waiting.length).toBeLessThanOrEqual(OUTBOX.maxWaiting);
      expect(box.waiting.length + box.flying.length + box.dropped + sent).toBe(added);
    }
  }
});

test('P42 counters are bounded: names beyond the limit are counted together, the last failures are kept', () => {
  const tally = createTally();
  for (let i = 0; i < 5_000; i++) tally.count(`name ${i} ${'x'.repeat(200)}`, 1);
  expect(tally.counts.size).toBeLessThanOrEqual(TALLY.maxNames + 1);
  expect([...tally.counts.values()].reduce((a, b) => a + b, 0)).toBe(5_000);
  for (let i = 0; i < 100; i++) tally.fail('WIRE_BAD_JSON', 'd'.repeat(5_000), 2, i);
  expect(tally.failures.get('WIRE_BAD_JSON')).toBe(200);
  expect(tally.last).toHaveLength(TALLY.lastFailures);
  expect(tally.last.at(-1)).toEqual({ code: 'WIRE_BAD_JSON', detail: 'd'.repeat(TALLY.maxDetailChars), atMs: 99 });
});

import { assertNever } from '../core/assert-never.ts';
import { enter, outside, resume, type Stay, stayDueMs, stepStay } from '../core/reports/enter-room.ts';
import {
  addReports,
  bodyOf,
  emptyOutbox,
  type Outbox,
  outboxDueMs,
  type Place,
  type Report,
  settleBatch,
  takeAll,
  takeBatch,
} from '../core/reports/outbox.ts';
import { notPulling, type Pull, pullDueMs, type PullEvent, REPORT_TYPE, stepPull } from '../core/reports/pull.ts';
import { createTally } from '../core/reports/tally.ts';
import type { Services } from '../core/services.ts';
import type { StatsFact, StatsIdentity, StatsSnapshot } from './api.ts';

export interface StatsHands {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Milliseconds since the epoch. */
  clockMs(): number;
  random(): number;
  /** True when the server took it. Never rejects. */
  post(url: string, body: string): Promise<boolean>;
  /** Runs `act` once, after so many milliseconds; the answer cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

export interface Stats {
  take(fact: StatsFact): void;
  beacons(): readonly { readonly url: string; readonly body: string }[];
  snapshot(): StatsSnapshot;
}

/** Reports that the snapshot shows. */
const SHOWN_REPORTS = 40;
const MAX_LOG_CHARS = 500;
/** A failure of the same code is logged again after so long; it is always counted. */
const SAME_FAILURE_MS = 10_000;

/** Runs the reporters of core/reports: feeds them facts, sends what they make. */
export function createStats(services: Pick<Services, 'log'>, first: StatsIdentity, hands: StatsHands): Stats {
  const tally = createTally();
  const loggedMs = new Map<string, number>();
  let identity = first;
  let streamId = '';
  let stay: Stay = outside;
  let pull: Pull = notPulling;
  let outbox: Outbox = emptyOutbox;
  let shown: StatsSnapshot['reports'] = [];
  let cancelTimer: () => void = () => undefined;

  const urlOf = (place: Place): string => `${services.log}/${place}`;

  function take(fact: StatsFact): void {
    switch (fact.type) {
      case 'count':
        tally.count(fact.name, fact.by);
        return;
      case 'failure':
        tally.fail(fact.code, fact.detail, fact.by ?? 1, hands.clockMs());
        logFailure(fact.code, fact.detail);
        return;
      case 'identity':
        identity = { ...identity, ...fact.identity };
        streamId = fact.streamId;
        return;
      case 'room':
        tally.count(`room.${fact.event}`, 1);
        if (fact.event === 'entered') stay = enter(stay, hands.nowMs());
        if (fact.event === 'resumed') stay = resume(hands.nowMs());
        if (fact.event === 'left') stay = outside;
        schedule();
        return;
      case 'pull':
        tally.count(`pull.${fact.event}`, 1);
        takePull(fact.event, fact.fields);
        return;
      case 'log':
        tally.count(`log.${fact.level}`, 1);
        if (fact.level !== 'info') log(fact.level, fact.text);
        return;
      default:
        assertNever(fact);
    }
  }

  function takePull(name: string, fields: Readonly<Record<string, string | number>>): void {
    const event = pullEvent(name, fields);
    if (event === null) return;
    stepReports(event);
    schedule();
  }

  function stepReports(event: PullEvent): void {
    const { next, reports } = stepPull(pull, event, hands.nowMs());
    pull = next;
    if (identity.isStar === true) return;
    add(reports.map((report) => ({ place: 'stats', body: { ...report, stream_id: streamId, room_id: identity.roomId } })));
    for (const report of reports)
      if (report.type === REPORT_TYPE.performance) log('performance', `${report.para}: ${report.para1}, ${report.para2}`);
  }

  function logFailure(code: string, detail: string): void {
    const nowMs = hands.nowMs();
    const before = loggedMs.get(code);
    if (before !== undefined && nowMs - before < SAME_FAILURE_MS) return;
    loggedMs.set(code, nowMs);
    log('error', `${code} ${detail}`);
  }

  /** Document 1, section 7: error and performance logs carry the room's and the user's id. */
  function log(level: 'warn' | 'error' | 'performance', text: string): void {
    const body = { level, text: text.slice(0, MAX_LOG_CHARS), room_id: identity.roomId, user_id: identity.userId, time: hands.clockMs() };
    add([{ place: 'log', body }]);
    schedule();
  }

  function add(reports: readonly Report[]): void {
    const before = outbox.dropped;
    outbox = addReports(outbox, reports, hands.nowMs());
    countDropped(before);
  }

  function countDropped(before: number): void {
    if (outbox.dropped > before) tally.count('stats.dropped', outbox.dropped - before);
  }

  function schedule(): void {
    cancelTimer();
    const dues = [stayDueMs(stay), pullDueMs(pull), outboxDueMs(outbox)].filter((due) => due !== null);
    if (dues.length === 0) return;
    cancelTimer = hands.after(Math.max(0, Math.min(...dues) - hands.nowMs()), tick);
  }

  function tick(): void {
    const where = { roomId: identity.roomId, embed: identity.embed, url: identity.url ?? '', streamId };
    const { next, report } = stepStay(stay, where, hands.nowMs());
    stay = next;
    if (report !== null) add([{ place: 'enter-room', body: report }]);
    stepReports({ type: 'tick' });
    void sendDue();
    schedule();
  }

  async function sendDue(): Promise<void> {
    const { next, batch } = takeBatch(outbox, hands.nowMs());
    outbox = next;
    const [head] = batch;
    if (head === undefined) return;
    const url = urlOf(head.place);
    const body = bodyOf(batch);
    const sent = await hands.post(url, body);
    const before = outbox.dropped;
    outbox = settleBatch(outbox, sent, hands.nowMs(), hands.random());
    countDropped(before);
    tally.count(sent ? 'stats.sent' : 'stats.failed', batch.length);
    show(url, body, sent);
    schedule();
  }

  function show(url: string, body: string, sent: boolean): void {
    shown = [...shown, { url, body, atMs: hands.clockMs(), sent }].slice(-SHOWN_REPORTS);
  }

  return {
    take,
    beacons() {
      const { next, batches } = takeAll(outbox);
      outbox = next;
      const beacons = batches.map(({ place, body }) => ({ url: urlOf(place), body }));
      for (const { url, body } of beacons) show(url, body, true);
      schedule();
      return beacons;
    },
    snapshot: () => ({
      counts: Object.fromEntries(tally.counts),
      failures: Object.fromEntries(tally.failures),
      lastFailures: [...tally.last],
      reports: shown,
    }),
  };
}

/** What the player's owner tells (room worker), as the reporter reads it; other events are only counted. */
function pullEvent(name: string, fields: Readonly<Record<string, string | number>>): PullEvent | null {
  const count = (key: string): number => {
    const value = fields[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
  };
  const text = (key: string): string => String(fields[key] ?? '');
  switch (name) {
    case 'start':
      return { type: 'start', kind: text('kind'), reason: count('reason') };
    case 'first-frame':
      return { type: 'first-frame', width: count('width'), height: count('height') };
    case 'failed':
      return { type: 'failed', code: count('code'), why: [text('ack'), text('why')].filter(Boolean).join(': ') };
    case 'stall':
      return { type: 'stall', lostMs: count('lostMs') };
    case 'progress': {
      const [bytes, paintedFrames, droppedFrames, decodeMs] = [
        count('bytes'),
        count('paintedFrames'),
        count('droppedFrames'),
        count('decodeMs'),
      ];
      return { type: 'progress', bytes, paintedFrames, droppedFrames, decodeMs };
    }
    default:
      return null;
  }
}

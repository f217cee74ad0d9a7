/** Requests of live info after the start: when they are sent, and what their answers, or missing answers, change. */
import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../../src/core/decision-log.ts';
import type { Failure, Result } from '../../../../src/core/result.ts';
import { decodeLiveInfo, type Decoded, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import type { StartUp } from '../../../../src/core/room/start/start-up.ts';
import { createLiveCheckController } from '../../../../src/workers/room/controllers/live-check-controller.ts';
import type { RoomBase } from '../../../../src/workers/room/room-base.ts';
import { manualClock } from '../../../manual-clock.ts';
import { liveInfo } from '../harness.ts';
import { recorder } from '../recorder.ts';

type Answer = Result<Decoded<LiveInfo>>;
const decoded = (body: object): Answer => decodeLiveInfo(body);
const infoOf = (body: object): LiveInfo => {
  const read = decoded(body);
  if (!read.ok) throw new Error(read.error.detail);
  return read.value.value;
};

const KNOWN = { info: infoOf(liveInfo()), role: { isStar: false, role: 0, redirectTo: null }, isFallback: false } as const;
const FAILURE: Failure = { code: 'HTTP_STATUS', detail: '503' };
const FAILED: Answer = { ok: false, error: FAILURE };
const GUEST = { ...KNOWN, guest: 'ad', later: [], isOpen: true } as const;
const OFFLINE: StartUp = { name: 'running', shows: 'offline-video', ...KNOWN };

interface Case {
  /** One answer for each request; none: the request stays without an answer. */
  readonly answers?: readonly Answer[];
  readonly hasPlayerFailed?: boolean;
  readonly firstMs?: number;
  readonly roomId?: number | null;
}

function liveCheck({ answers = [], hasPlayerFailed = false, firstMs, roomId = 1_001 }: Case = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  /** Time and room of each request. */
  const asked: (readonly [atMs: number, roomId: number])[] = [];
  const base = {
    calls: {
      liveInfo(room: number) {
        asked.push([clock.nowMs(), room]);
        const answer = answers[asked.length - 1];
        return answer === undefined ? new Promise<Answer>(() => undefined) : Promise.resolve(answer);
      },
    },
    platform: clock,
    decisions: createDecisionLog(),
    roomId,
    stats: part('stats'),
  } as unknown as RoomBase;
  const controller = createLiveCheckController({
    base,
    firstMs: () => firstMs ?? null,
    hasPlayerFailed: () => hasPlayerFailed,
    log: record('log'),
    startUp: record('startUp'),
  });
  /** Advances the clock in steps of a second; answers arrive after each step. */
  async function pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
      clock.advance(Math.min(leftMs, 1_000));
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    }
  }
  return { controller, clock, asked, taken, pass };
}

test.each<readonly [what: string, state: StartUp, hasPlayerFailed: boolean, afterMs: number | null, byPush: boolean]>([
  ['has not started', { name: 'new' }, false, null, false],
  ['waits for live info', { name: 'live-info' }, false, null, false],
  ['is left', { name: 'gone' }, false, null, false],
  ['is limited by the server', { name: 'gone', isLimited: true }, false, 30_000, true],
  ['offers the stage', { name: 'offered', untilMs: 0, ...GUEST }, false, 60_000, true],
  ['shows an advertisement', { name: 'guest', ...GUEST }, false, 60_000, true],
  ['shows live', { name: 'running', shows: 'live', ...KNOWN }, false, null, true],
  ['shows a failed player', { name: 'running', shows: 'live', ...KNOWN }, true, 10_000, true],
  ['is offline', OFFLINE, false, 20_000, true],
  ['is offline, whatever the player did', OFFLINE, true, 20_000, true],
  ['is closed', { name: 'running', shows: 'closed', ...KNOWN }, true, 30_000, true],
  [
    'is the star’s own',
    { name: 'running', shows: 'publish', ...KNOWN, role: { isStar: true, role: 1, redirectTo: null } },
    true,
    null,
    false,
  ],
])('P6 P7 a room that %s requests live info by time and by push as its state needs', (_what, state, hasPlayerFailed, afterMs, byPush) => {
  const byTime = liveCheck({ hasPlayerFailed });
  byTime.controller.onStartUp(state === OFFLINE ? { name: 'guest', ...GUEST } : OFFLINE);
  byTime.controller.onStartUp(state);
  byTime.clock.advance(500_000);
  expect(byTime.asked).toEqual(afterMs === null ? [] : [[afterMs, 1_001]]);
  const pushed = liveCheck({ hasPlayerFailed });
  pushed.controller.onStartUp(state);
  pushed.controller.onPush(0);
  expect(pushed.asked).toEqual(byPush ? [[0, 1_001]] : []);
});

test('P6 the first interval is the one of the remote config', () => {
  const it = liveCheck({ firstMs: 4_000 });
  it.controller.onStartUp(OFFLINE);
  it.clock.advance(4_000);
  expect(it.asked).toEqual([[4_000, 1_001]]);
  expect(it.taken()).toEqual([['log', 'live info again: nobody said anything for a while']]);
});

test('P7 live info after a push is passed to start-up, in the viewer’s clock and with the state of the player', async () => {
  const serverTime = 1_700_000_000 - 100;
  const again = { ...liveInfo({ room: { liveSince: serverTime - 60 } }), serverTime };
  const it = liveCheck({ answers: [decoded(again)], hasPlayerFailed: true });
  it.controller.onStartUp(OFFLINE);
  it.controller.onPush(1);
  await it.pass(1);
  const read = infoOf(again);
  const info = { ...read, clockAheadMs: 100_000, room: { ...read.room, liveSinceS: 1_700_000_000 - 60 } };
  expect(it.taken()).toEqual([
    ['log', 'live info again: a push'],
    ['startUp', { type: 'live-info-again', info, hasPlayerFailed: true }],
  ]);
});

test('P7 P42 a push applies if live info fails three times; each failure is reported', async () => {
  const it = liveCheck({ answers: [FAILED, FAILED, FAILED] });
  it.controller.onStartUp({ name: 'running', shows: 'live', ...KNOWN });
  it.controller.onPush(0);
  await it.pass(10_000);
  const reported = ['stats.failure', FAILURE] as const;
  const contradicts = ['log', 'live info again: the answer contradicts the push'] as const;
  expect(it.taken()).toEqual([
    ['log', 'live info again: a push'],
    reported,
    contradicts,
    reported,
    contradicts,
    reported,
    ['startUp', { type: 'live-status', liveStatus: 0 }],
  ]);
});

test('P21 a check by another part is logged with its reason; a failed answer to it changes nothing', async () => {
  const it = liveCheck({ answers: [FAILED], roomId: null });
  it.controller.onStartUp({ name: 'running', shows: 'live', ...KNOWN });
  it.controller.check('the addresses say that the stream is over');
  await it.pass(1);
  expect(it.asked).toEqual([[0, 0]]);
  expect(it.taken()).toEqual([
    ['log', 'live info again: the addresses say that the stream is over'],
    ['stats.failure', FAILURE],
  ]);
});

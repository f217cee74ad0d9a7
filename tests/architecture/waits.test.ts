/**
 * Every request that the program makes by itself takes its wait from one table (src/player/base/backoff.ts). The first test fails for a file
 * that requests something and is not listed here. The second one runs the machine of each row at both ends of the random numbers.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { RESOURCES } from '../../src/core/cache/resources.ts';
import { LateParts } from '../../src/core/late-part.ts';
import { outboxMachine } from '../../src/core/reports/outbox.ts';
import { liveCheckMachine } from '../../src/core/room/start/live-check.ts';
import { dueMs } from '../../src/core/socket/connection.ts';
import { afterLoss } from '../../src/features/publish/rules-connection.ts';
import { WAITS, waitMs, type WaitName } from '../../src/player/base/backoff.ts';
import { createDecisionLog } from '../../src/player/base/decision-log.ts';
import type { Machine } from '../../src/player/base/machine.ts';
import { done } from '../../src/core/errors.ts';
import { NO_ADDRESSES } from '../../src/player/rules/recovery/candidates.ts';
import { recoveryMachine } from '../../src/player/rules/recovery/recovery.ts';
import type { RecoveryInput } from '../../src/player/rules/recovery/recovery-state.ts';
import { CONTEXT } from '../../src/player/tests/rules/harness.ts';
import { type Supervised, Supervisor } from '../../src/ui/supervisor.ts';
import { createDownloader } from '../../src/workers/cache/download.ts';
import { defineRoomPart, type FeatureContext } from '../../src/workers/room/features/feature-api.ts';
import { answer, Driven } from '../core/socket/driven.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';

/** What reaches a server. */
const REQUEST =
  /\bfetch\(|\bmonitoredJson\(|\bfetchJson\(|\.dial\(|\bcallFeature\(|\brequestFeature\(|\bfetchSwitches\(|\broom\.call\(|\bcalls\.(?:liveInfo|addresses|config|clientVersion|request)\(|\bplatform\.(?:get|post)\(|\bsendBeacon\(/;

/** Why a file that requests something has no wait of its own, or the rows of WAITS that its machine uses, by file. */
const REQUESTING: Readonly<Record<string, string | readonly (readonly [file: string, row: WaitName])[]>> = {
  'src/workers/socket/socket.ts': [
    ['src/core/socket/connection.ts', 'chatAttempt'],
    ['src/core/socket/connection.ts', 'chatReturn'],
    ['src/core/socket/connection.ts', 'chatRound'],
    ['src/core/socket/connection.ts', 'chatLaterRound'],
  ],
  'src/workers/room/controllers/live-check-controller.ts': [
    ['src/core/room/start/live-check.ts', 'livePush'],
    ['src/core/room/start/live-check.ts', 'liveAgain'],
  ],
  'src/workers/room/controllers/start-up-controller.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamRetry']],
  'src/workers/room/features/feature-api.ts': [['src/workers/room/features/feature-api.ts', 'featureState']],
  'src/workers/room/features/feature-effects.ts': [['src/workers/room/features/feature-api.ts', 'featureState']],
  'src/features/publish/room.ts': [['src/features/publish/rules-connection.ts', 'broadcast']],
  'src/workers/stats/sender.ts': [['src/core/reports/outbox.ts', 'reports']],
  'src/workers/cache/download.ts': [['src/workers/cache/download.ts', 'resource']],
  'src/player/workers/stream/stream.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamOutage']],
  'src/player/kinds/mpegts/byte-source.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamLongOutage']],
  'src/player/kinds/signalling.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamRetry']],
  'src/player/rules/recovery/candidates.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamRetry']],
  'src/player/rules/recovery/recovery.ts': [['src/player/rules/recovery/recovery-failure.ts', 'streamRetry']],
  'src/player/rules/recovery/restarts.ts': [['src/player/rules/recovery/restarts.ts', 'soon']],
  'src/ui/room-workers.ts': [['src/ui/supervisor.ts', 'worker']],
  // Each of these is started by its viewer, at a time of his own.
  'src/features/ad/room.ts': 'once, while the page opens',
  'src/features/chat-tools/room.ts': 'by the viewer',
  'src/features/fan-club/room.ts': 'by the viewer',
  'src/features/gifts/room.ts': 'by the viewer; the retries of an order follow its time',
  'src/features/lead-in/room.ts': 'while the page opens, then near the end of a video that the viewer watches',
  'src/features/login/room.ts': 'by the viewer, while the box is open',
  'src/features/ranks/room.ts': 'by the viewer',
  'src/features/singer/room.ts': 'by the viewer',
  'src/features/frames/page-bridge.ts': 'by the embedded page',
  'src/ui/lobby/use-rooms.ts': 'once, while the page opens',
  'src/ui/page/beacons.ts': 'while the page closes',
  'src/ui/start/first-answers.ts': 'once, while the page opens',
  'src/workers/room/controllers/audience-controller.ts': 'by the viewer',
  'src/workers/room/page-events.ts': 'by the viewer',
  'src/workers/stats/stats.ts': 'twice after the page opened, at times of S33',
  'src/ui/p2p/loader.ts': 'pieces of a stream that plays; a failure ends the sharing',
  'src/player/package/inspect-stream.ts': 'by the developer',
  // These execute the request of a caller.
  'src/wire/http.ts': 'executes',
  'src/workers/platform.ts': 'executes',
  'src/workers/socket/dispatch.ts': 'executes',
  'src/workers/room/clients/calls.ts': 'executes',
  'src/workers/room/features/fandom-switches.ts': 'executes',
  'src/workers/room/features/feature-context.ts': 'executes',
  'src/workers/stats/post.ts': 'executes',
  'src/workers/stats/worker.ts': 'executes',
};

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1');
const FILES = repositoryFiles().filter((file) =>
  /^src\/(?!.*(?:\/(?:tests|packing|streams|generated)\/|mock\.ts$))(?!wasm\/|playground\/)[^\s]+\.tsx?$/.test(file),
);
const read = (file: string): string => withoutComments(readFileSync(file, 'utf8'));

test('every file that requests something is listed with its wait, or with the reason why it has none', () => {
  const found = FILES.filter((file) => REQUEST.test(read(file)));
  expect(found.toSorted()).toEqual(Object.keys(REQUESTING).toSorted());
  for (const uses of Object.values(REQUESTING).filter((entry) => typeof entry !== 'string'))
    for (const [file, row] of uses) expect(read(file)).toMatch(new RegExp(String.raw`(?:WAITS|waits)\.${row}\b|'${row}'`));
});

/** Names of a file's functions that request something, also by calling one another. */
function requestingNames(source: string): readonly string[] {
  const bodies = new Map<string, string>();
  for (const found of source.matchAll(
    /(?:\bfunction |\bconst |\n +(?:async |readonly )?)(#?\w+)(?: = (?:async )?)?\([^;{}]*?\)[^;{}]*?(\{|=> )/g,
  )) {
    const [whole, name = '', last] = found;
    if (/^(?:if|for|while|switch|catch)$/.test(name)) continue;
    let at = found.index + whole.length;
    const start = at;
    if (last === '{')
      for (let depth = 1; depth > 0 && at < source.length; at++) depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
    else at = source.indexOf(';', at);
    bodies.set(name, `${bodies.get(name) ?? ''}${source.slice(start, at)}`);
  }
  const names = new Set([...bodies].filter(([, body]) => REQUEST.test(body)).map(([name]) => name));
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const [name, body] of bodies) if ([...names].some((other) => calls(body, other))) names.add(name);
  }
  return [...names];
}
const calls = (text: string, name: string): boolean => new RegExp(String.raw`(?<![\w.#])(?:this\.)?${name}\(`).test(text);

test.each([
  ['a request', 'after(5_000, () => void calls.liveInfo(1));'],
  ['a function that requests', 'async function load() { await fetch(url); }\n after(5_000, () => void load());'],
  ['the name of such a function', 'const again = () => fetch(url);\n setTimeout(again, 5_000);'],
  [
    'a method that calls one',
    'class A {\n  #get() { return fetch(url); }\n  #turn() { this.#get(); }\n  b() { setTimeout(() => this.#turn(), 9); }\n}',
  ],
])('the search finds a timer with a wait of its own that leads to %s', (_what, source) => {
  expect(ownTimers(source)).toHaveLength(1);
  expect(ownTimers(source.replace(/5_000|9\b/, 'waitMs(WAITS.soon, 0, random)'))).toEqual([]);
});

/** Timers whose callback requests something, and whose delay is not made by waitMs; timeouts of requests abort them and request nothing. */
function ownTimers(source: string): readonly string[] {
  const names = requestingNames(source);
  const leads = (inside: string): boolean =>
    REQUEST.test(inside) ||
    names.some((name) => calls(inside, name) || new RegExp(String.raw`^\s*(?:this\.)?${name}\s*,|,\s*(?:this\.)?${name}\s*$`).test(inside));
  return [...source.matchAll(/\b(?:after|setTimeout|setInterval)\(([^;]*)\)/g)]
    .filter(([, inside = '']) => leads(inside) && !/waitMs\(|afterMs\b/.test(inside))
    .map(([text]) => text);
}

test('no timer with a wait of its own leads to a request', () => {
  const requesting = FILES.filter((file) => REQUEST.test(read(file)));
  // The pieces of a shared stream follow its time, as its pictures do.
  const paced = 'src/ui/p2p/loader.ts: setTimeout(() => this.#pump(), Math.max(1, wakeMs - performance.now()))';
  expect(requesting.flatMap((file) => ownTimers(read(file)).map((text) => `${file}: ${text}`))).toEqual([paced]);
});

const LOWEST = 0.999_999_999;

/** The wait of a connection after `lose`, which a working connection that is 20 s old observes. */
function chatWait(random: number, lose: (room: Driven) => void): number {
  const room = new Driven().open();
  for (let beat = 0; beat < 2; beat++) room.wait(10_000).now({ type: 'beat-answered' });
  room.random = random;
  lose(room);
  return (dueMs(room.connection) ?? Number.NaN) - room.nowMs;
}

function failRounds(room: Driven, rounds: number): void {
  for (let round = 0; round < rounds; round++) {
    if (room.connection.link.name !== 'waiting') room.due();
    for (room.now({ type: 'lost' }); room.connection.link.name !== 'pausing';) {
      room.due();
      if (room.connection.link.name === 'addressing') room.now({ type: 'addressed', answer: answer() });
      room.now({ type: 'lost' });
    }
  }
}

function liveWait(random: number, event: Parameters<typeof liveCheckMachine.step>[1]): number {
  const context = { firstMs: null, random };
  const [shown] = liveCheckMachine.step(liveCheckMachine.initial, { type: 'shown', shown: 'live' }, 0, context);
  return liveCheckMachine.deadlineMs(liveCheckMachine.step(shown, event, 0, context)[0], context) ?? Number.NaN;
}

/** The wait of the player after `failures` failures of a stream with one address, the first one `forMs` ago. */
function streamWait(random: number, failures: number, forMs = 0): number {
  const context = { ...CONTEXT, random };
  const addresses = { ...NO_ADDRESSES, httpflv: ['/live/a.flv'] };
  let nowMs = 0;
  let state = recoveryMachine.initial;
  const send = (event: RecoveryInput): void => void ([state] = recoveryMachine.step(state, event, nowMs, context));
  send({ type: 'start', addresses });
  for (let failure = 0; failure < failures; failure++) {
    send({ type: 'failed', epoch: state.epoch, failure: 'ACK_NETWORK_FAIL', network: true, codecUnsupported: false });
    if (failure === failures - 1) break;
    nowMs += failure === 0 ? Math.max(forMs, 5_000) : 10_000;
    send({ type: 'tick' });
    if (state.name === 'fetching') send({ type: 'addresses', epoch: state.epoch, addresses });
  }
  return (recoveryMachine.deadlineMs(state, context) ?? Number.NaN) - nowMs;
}

/** The wait of a feature whose phase ends by a timer, from its step to its call. */
function featureWait(random: number): number {
  const clock = manualClock();
  let calledMs = Number.NaN;
  const machine: Machine<{ readonly name: 'on' }, { readonly type: 'never' }, { readonly type: 'snapshot' }, undefined> = {
    name: 'feature',
    initial: { name: 'on' },
    deadlineMs: () => (clock.nowMs() < 1_000 ? 1_000 : null),
    step: (state, event) => (event.type === 'tick' ? [{ ...state }, { type: 'snapshot' }] : [{ ...state }]),
  };
  const half = defineRoomPart({
    machine,
    context: () => undefined,
    view: () => null,
    onStart: () => ({ type: 'never' }) as const,
    execute: (_effect, room) => void room.callFeature('snapshot'),
  });
  const room: Partial<FeatureContext> = {
    clock,
    random: () => random,
    decisions: createDecisionLog(),
    callFeature() {
      calledMs = clock.nowMs();
      return Promise.resolve(done);
    },
  };
  half.create(room as FeatureContext, { show: () => undefined, onError: (cause) => expect.fail(String(cause)) });
  clock.advance(60_000);
  return calledMs - 1_000;
}

function reportsWait(random: number): number {
  const context = { epochMs: 0, random };
  let [outbox] = outboxMachine.step(
    outboxMachine.initial,
    { type: 'add', reports: [{ endpoint: 'log', body: {} }], firstNumber: 1 },
    0,
    context,
  );
  [outbox] = outboxMachine.step(outbox, { type: 'flush' }, 0, context);
  for (let nowMs = 0; ;) {
    [outbox] = outboxMachine.step(outbox, { type: 'tick' }, nowMs, context);
    [outbox] = outboxMachine.step(outbox, { type: 'failed' }, nowMs, context);
    if (outbox.failures > 8) return outbox.retryMs - nowMs;
    nowMs = outbox.retryMs;
  }
}

/** The second wait of a download that breaks again and again. */
async function resourceWait(random: number): Promise<number> {
  const waits: number[] = [];
  const downloader = createDownloader({
    nowMs: () => 0,
    random: () => random,
    after(delayMs, act) {
      if (delayMs !== RESOURCES.downloadTimeoutMs) {
        waits.push(delayMs);
        queueMicrotask(act);
      }
      return () => undefined;
    },
    fetch: () => Promise.reject(new TypeError('broken')),
  });
  await downloader.download({ url: '/a', isFresh: false, maxBytes: 1, onProgress: () => undefined, onResumed: () => undefined });
  return waits[1] ?? Number.NaN;
}

async function workerWait(random: number): Promise<number> {
  let waitedMs = Number.NaN;
  const supervisor = new Supervisor({
    nowMs: () => 0,
    random: () => random,
    after(delayMs) {
      waitedMs = delayMs;
      return () => undefined;
    },
    heartbeats: { watch: () => undefined },
  });
  for (let death = 0; death < 3; death++) {
    const on = { isCurrent: () => true, onDeath: () => undefined, restart: () => undefined };
    supervisor.watch('room', { died: Promise.resolve(''), threw: () => false } as Supervised, on);
    await settled();
  }
  return waitedMs;
}

/** The wait of a part of the room whose code could not be loaded. */
async function latePartWait(random: number): Promise<number> {
  let waitedMs = Number.NaN;
  const parts = new LateParts({
    clock: {
      nowMs: () => 0,
      after(delayMs) {
        waitedMs = delayMs;
        return () => undefined;
      },
    },
    random: () => random,
    load: () => Promise.reject(new TypeError('broken')),
    onNotice: () => undefined,
    onOff: () => undefined,
  });
  parts.need('gifts');
  await settled();
  return waitedMs;
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

const loss = { failure: { code: 'PUBLISH_LOST', detail: '' }, failures: 3, hasBeenOnAir: true } as const;

/** For each row the wait that its machine makes, and the failures in a row before it, for those that grow. */
const WALKS: Readonly<Record<WaitName, readonly [failures: number, walk: (random: number) => number | Promise<number>]>> = {
  chatAttempt: [1, (random) => chatWait(random, (room) => room.now({ type: 'lost' }).due().now({ type: 'lost' }))],
  chatReturn: [0, (random) => chatWait(random, (room) => room.now({ type: 'lost', closeCode: 1006 }))],
  chatRestart: [0, (random) => chatWait(random, (room) => room.now({ type: 'lost', closeCode: 1012 }))],
  chatOverload: [0, (random) => chatWait(random, (room) => room.now({ type: 'lost', closeCode: 1013 }))],
  chatRound: [0, (random) => chatWait(random, (room) => failRounds(room.now({ type: 'lost' }).due(), 1))],
  chatLaterRound: [0, (random) => chatWait(random, (room) => failRounds(room.now({ type: 'lost' }).due(), 4))],
  soon: [
    0,
    (random) =>
      chatWait(random, (room) => {
        failRounds(room.now({ type: 'lost' }).due(), 1);
        room.do({ type: 'reach', reach: 'up' });
      }),
  ],
  held: [
    0,
    (random) => chatWait(random, (room) => room.now({ type: 'lost' }).due().now({ type: 'lost' }).do({ type: 'reach', reach: 'down' })),
  ],
  livePush: [0, (random) => liveWait(random, { type: 'push', liveStatus: 1 })],
  liveAgain: [0, (random) => liveWait(random, { type: 'check', why: 'the player gave up' })],
  featureState: [0, featureWait],
  reports: [9, reportsWait],
  resource: [2, resourceWait],
  streamRetry: [0, (random) => streamWait(random, 1)],
  streamOutage: [0, (random) => streamWait(random, 3)],
  streamLongOutage: [0, (random) => streamWait(random, 3, 61_000)],
  broadcast: [
    3,
    (random) => {
      const after = afterLoss(loss, random);
      return after.does === 'retry' ? after.delayMs : Number.NaN;
    },
  ],
  worker: [2, workerWait],
  latePart: [1, latePartWait],
};

test.each(Object.entries(WALKS) as readonly (readonly [WaitName, (typeof WALKS)[WaitName]])[])(
  'the wait %s has full jitter between its bounds, from its machine',
  async (name, [failures, walk]) => {
    const [longest, middle, shortest] = [await walk(0), await walk(0.5), await walk(LOWEST)];
    expect([longest, shortest]).toEqual([waitMs(WAITS[name], failures, 0), waitMs(WAITS[name], failures, LOWEST)]);
    expect(longest).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(shortest);
    expect(longest).toBeLessThanOrEqual(WAITS[name].capMs);
  },
);

test('a Retry-After is the lower bound of a wait, spread over a quarter of it, and bounded', () => {
  const waits = (retryAfterMs: number): readonly number[] =>
    [LOWEST, 0].map((random) => waitMs(WAITS.chatAttempt, 1, random, retryAfterMs));
  expect(waits(20_000)).toEqual([20_000, 25_000]);
  expect(waits(1_000)).toEqual([1_000, 3_000]);
  expect(waits(86_400_000)).toEqual([600_000, 750_000]);
});

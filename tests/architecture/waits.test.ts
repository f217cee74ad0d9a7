/**
 * Every request that the program makes by itself takes its wait from one table (src/player/base/waits.ts). The first test fails for a file
 * that requests something and is not listed here with its row of the table.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { type Wait, WAITS, waitMs, type WaitName } from '../../src/player/base/waits.ts';

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
  'src/workers/room/controllers/start-up-controller.ts': [
    ['src/core/room/start/live-check.ts', 'livePush'],
    ['src/core/room/start/live-check.ts', 'liveAgain'],
    ['src/player/rules/recovery/recovery-failure.ts', 'streamRetry'],
  ],
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
  'src/ui/room-workers.ts': [['src/ui/room-workers.ts', 'worker']],
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
  'src/workers/room/controllers/login-controller.ts': 'by the viewer',
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

test.each(Object.entries(WAITS) as readonly (readonly [WaitName, Wait])[])(
  'the wait %s has full jitter between its bounds',
  (_name, wait) => {
    for (const failures of [1, 3, 30]) {
      const [longest = 0, middle = 0, shortest = 0] = [0, 0.5, LOWEST].map((random) => waitMs(wait, failures, random));
      expect(longest).toBe(wait.baseMs === undefined ? wait.capMs : Math.min(wait.capMs, wait.baseMs * (2 ** failures - 1)));
      expect(shortest).toBeGreaterThanOrEqual(Math.min(longest, wait.floorMs));
      expect(middle * 2).toBeCloseTo(longest + shortest, -1);
    }
  },
);

test('a Retry-After is the lower bound of a wait, spread over a quarter of it, and bounded', () => {
  const waits = (retryAfterMs: number): readonly number[] =>
    [LOWEST, 0].map((random) => waitMs(WAITS.chatAttempt, 1, random, retryAfterMs));
  expect(waits(20_000)).toEqual([20_000, 25_000]);
  expect(waits(1_000)).toEqual([1_000, 3_000]);
  expect(waits(86_400_000)).toEqual([600_000, 750_000]);
});

/**
 * Holes in the network of one viewer: the production build in a real browser, behind a proxy. For each hole: when picture and chat are back
 * after its end, whether each written line arrived once, how often the viewer asked meanwhile, and what it left in memory.
 */
import type { Browser } from 'playwright';
import { openBrowser } from '../measure/browser.ts';
import { hasProc } from '../room/processes.ts';
import type { Weather } from './gate.ts';
import { Visit, WATCH_MS } from './visit.ts';

const S = 1_000;
const HOUR_MS = 3_600_000;

interface Hole {
  readonly about: string;
  readonly lastsS: number;
  readonly begin: (visit: Visit) => Promise<void> | void;
  readonly end: (visit: Visit) => Promise<void> | void;
  /** The network works meanwhile, and reports go on as always: they do not count as requests. */
  readonly isWorking?: true;
  /** False: the page is stopped, so its viewer cannot write. */
  readonly isAwake?: false;
  /** The last `Retry-After` asks for a later return than the end of the hole. */
  readonly retryAfterS?: number;
}

const OPEN: Weather = { name: 'open' };
const PORTAL = '<!doctype html><title>Wi-Fi</title><form>Accept the terms of this network</form>';
/** Bit rate of the stream of the fixture, in bytes per second. */
const STREAM_BYTES_PER_S = 90_000;
const RETRY_AFTER_S = 20;
/** Longest wait that close code 1013 asks for (player/base/waits.ts). */
const OVERLOAD_S = 40;

const weather = (about: string, lastsS: number, kind: Weather): Hole => ({
  about,
  lastsS,
  begin: ({ gate }) => gate.set(kind),
  end: ({ gate }) => gate.set(OPEN),
});
const silent = (lastsS: number, up = true, down = true): Hole =>
  weather(up && down ? 'no byte passes; what was sent arrives later' : `no byte ${up ? 'to' : 'from'} the server passes`, lastsS, {
    name: 'silent',
    up,
    down,
  });
const status = (line: string): Hole => ({
  ...weather(`every request is answered with ${line}, Retry-After: ${RETRY_AFTER_S}`, 60, {
    name: 'answers',
    status: line,
    headers: [`retry-after: ${RETRY_AFTER_S}`],
    body: '',
  }),
  retryAfterS: RETRY_AFTER_S,
});
const clock = (hours: number): Hole => ({
  about: `the wall clock moves by ${hours} h, and back`,
  lastsS: 20,
  isWorking: true,
  begin: (visit) => visit.moveClock(hours * HOUR_MS, 0),
  end: (visit) => visit.moveClock(0, 0),
});
const asleep = (runs: boolean): Hole => ({
  about: `8 h without running${runs ? ', during which the monotonic clock runs' : ''}; the server refuses the addresses of before`,
  lastsS: 15,
  isAwake: false,
  async begin(visit) {
    await visit.moveClock(8 * HOUR_MS, runs ? 8 * HOUR_MS : 0);
    await visit.stop();
    visit.gate.expire();
  },
  end: (visit) => visit.run(),
});

const ill = (about: string, kinds: Extract<Weather, { name: 'ill' }>['kinds']): Hole => ({
  ...weather(about, 60, { name: 'ill', kinds }),
  isWorking: true,
});

/** Adding a hole is a row here. */
export const HOLES: Readonly<Record<string, Hole>> = {
  'silent-10': silent(10),
  'silent-40': silent(40),
  'silent-180': silent(180),
  'half-open': {
    about: 'no byte passes; the connections of before never return',
    lastsS: 40,
    begin({ gate }) {
      gate.forget();
      gate.set({ name: 'silent', up: true, down: true });
    },
    end: ({ gate }) => gate.set(OPEN),
  },
  'up-lost': silent(40, true, false),
  'down-lost': silent(40, false, true),
  third: {
    ...weather('a third of the bytes that the stream needs', 60, { name: 'narrow', bytesPerS: Math.round(STREAM_BYTES_PER_S / 3) }),
    isWorking: true,
  },
  resets: weather('streams and sockets are reset in mid-frame', 20, { name: 'resets' }),
  refused: weather('every connection is refused', 60, { name: 'refused' }),
  'refused-150': weather('every connection is refused', 150, { name: 'refused' }),
  'unknown-host': {
    about: 'the name of the server is unknown to the browser',
    lastsS: 60,
    async begin({ gate, context, blocked }) {
      gate.set({ name: 'refused' });
      await context.route('**', (route) => {
        // Interception turns the browser's cache off, which has the pictures.
        if (route.request().resourceType() !== 'image') blocked.push({ atMs: Date.now(), path: route.request().url() });
        return route.abort('namenotresolved');
      });
    },
    async end({ gate, context }) {
      gate.set(OPEN);
      await context.unroute('**');
    },
  },
  portal: weather('a portal answers every request with a page', 60, {
    name: 'answers',
    status: '200 OK',
    headers: ['content-type: text/html; charset=utf-8'],
    body: PORTAL,
  }),
  '500': status('500 Internal Server Error'),
  '429': status('429 Too Many Requests'),
  '408': status('408 Request Timeout'),
  'wrong-host': weather('the name leads to another server, which answers every request with 404 and a page', 60, {
    name: 'answers',
    status: '404 Not Found',
    headers: ['content-type: text/html; charset=utf-8'],
    body: PORTAL,
  }),
  'dead-hosts': ill('all addresses of streams and sockets are dead, calls work', { stream: 'reset', socket: 'reset' }),
  'empty-stream': ill('streams answer 200 and send no byte', { stream: 'empty' }),
  overloaded: { ...ill('the chat accepts the login and closes with 1013', { socket: 'overloaded' }), retryAfterS: OVERLOAD_S },
  'no-reports': ill('reports are never answered', { report: 'silent' }),
  'clock-in-wait': {
    about: 'every connection is refused, and the wall clock moves by an hour meanwhile',
    lastsS: 60,
    async begin(visit) {
      visit.gate.set({ name: 'refused' });
      await visit.moveClock(HOUR_MS, 0);
    },
    end: ({ gate }) => gate.set(OPEN),
  },
  'clock-ahead': clock(1),
  'clock-back': clock(-1),
  asleep: asleep(false),
  'asleep-counted': asleep(true),
  'other-network': {
    about: 'the browser is offline for 2 s; the connections of before never return',
    lastsS: 2,
    async begin({ gate, context }) {
      gate.forget();
      await context.setOffline(true);
    },
    end: ({ context }) => context.setOffline(false),
  },
};

export interface HoleResult {
  readonly hole: string;
  readonly about: string;
  readonly lastsS: number;
  /** After the end of the hole, in s; 0: was not gone then; null: not back within the limit. */
  readonly pictureS: number | null;
  readonly chatS: number | null;
  readonly written: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Most requests in any 60 s while the hole lasted. */
  readonly asked: number;
  /** MiB of the page's heap after a collection, more than before the hole. */
  readonly grownMiB: number;
  readonly faults: readonly string[];
}

const LIMITS = { shortS: 5, longS: 10, longHoleS: 60, asked: 12, grownMiB: 3, waitS: 120 } as const;
const SETTLE_MS = 8 * S;
const MINUTE_MS = 60 * S;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const endMs = Date.now() + limitMs; Date.now() < endMs; await pause(WATCH_MS)) if (await condition()) return true;
  return false;
}

/** The most requests in any minute between the two times. */
function askedInMinute(times: readonly number[], fromMs: number, toMs: number): number {
  const inside = times.filter((atMs) => atMs >= fromMs && atMs < toMs).sort((a, b) => a - b);
  return Math.max(0, ...inside.map((atMs, i) => inside.slice(i).filter((other) => other < atMs + MINUTE_MS).length));
}

/** Lines written at these shares of the hole. */
const WRITES = [0.1, 0.5, 0.85] as const;

// Long: one visit from its start to the judgement.
async function tryHole(browser: Browser, name: string, hole: Hole, dist: string, say: (line: string) => void): Promise<HoleResult> {
  const visit = await Visit.open(browser, dist);
  try {
    if (!(await until(async () => (await visit.movesSinceMs()) !== null && (await visit.isChatOpen()), LIMITS.waitS * S)))
      throw new Error(`${name}: the room did not start`);
    await visit.write(`${name}: before`);
    await pause(SETTLE_MS);
    const before = await visit.heapMiB();
    const fromMs = Date.now();
    await hole.begin(visit);
    for (const share of WRITES) {
      await pause(Math.max(0, fromMs + share * hole.lastsS * S - Date.now()));
      if (hole.isAwake !== false) await visit.write(`${name}: ${Math.round(share * 100)} %`);
    }
    await pause(Math.max(0, fromMs + hole.lastsS * S - Date.now()));
    const [heardBefore, loginsBefore] = [visit.accepted.length, visit.logins];
    await hole.end(visit);
    const endMs = Date.now();
    await visit.write(`${name}: after`);
    const backFromMs = endMs + (hole.retryAfterS ?? 0) * S;
    const isAllHere = async (): Promise<boolean> => {
      const { accepted, box } = await visit.arrived();
      return visit.written.every((line) => accepted.includes(line) || box.includes(line));
    };
    let chatMs: number | null = null;
    let pictureMs: number | null = null;
    await until(
      async () => {
        // Back by a login or by a line. A new line may follow later, because it waits behind those that are repeated, one in 3 s (S20).
        const isHeard = visit.logins > loginsBefore || visit.accepted.length > heardBefore;
        if (chatMs === null && isHeard && (await visit.isChatOpen())) chatMs = Date.now();
        // From the first picture that moves steadily on; a later stall is not the hole's.
        pictureMs ??= await visit.movesSinceMs();
        return chatMs !== null && pictureMs !== null && (await isAllHere());
      },
      (LIMITS.waitS + (hole.retryAfterS ?? 0)) * S,
    );
    const requests = [...visit.gate.asked, ...visit.blocked];
    const counted = requests.filter(({ path }) => hole.isWorking !== true || !/^\/(?:svc\/log|fixtures|assets)\//.test(path));
    const times = counted.map(({ atMs }) => atMs);
    const asked = askedInMinute(times, fromMs, endMs);
    for (const { atMs, path } of requests) if (atMs >= fromMs - S) say(`  ${((atMs - fromMs) / S).toFixed(1)} ${path.slice(0, 90)}`);
    await pause(SETTLE_MS);
    const grownMiB = (await visit.heapMiB()) - before;
    const { accepted, box, shown } = await visit.arrived();
    const timesIn = (all: readonly string[], line: string): number => all.filter((one) => one === line).length;
    const sinceS = (atMs: number | null): number | null => (atMs === null ? null : Math.max(0, atMs - backFromMs) / S);
    return judged({
      hole: name,
      about: hole.about,
      lastsS: hole.lastsS,
      pictureS: sinceS(pictureMs),
      chatS: sinceS(chatMs),
      written: visit.written.length,
      lost: visit.written.filter((line) => timesIn(accepted, line) === 0 && !box.includes(line)),
      doubled: visit.written.filter((line) => timesIn(accepted, line) > 1 || shown.split(line).length > 2),
      asked,
      grownMiB,
      faults: [],
    });
  } finally {
    await visit.close();
  }
}

function judged(result: HoleResult): HoleResult {
  const limitS = result.lastsS > LIMITS.longHoleS ? LIMITS.longS : LIMITS.shortS;
  const faults: string[] = [];
  const back = (what: string, atS: number | null): void => {
    if (atS === null) faults.push(`${what} is not back within ${LIMITS.waitS} s`);
    else if (atS > limitS) faults.push(`${what} is back after ${atS.toFixed(1)} s, at most ${limitS}`);
  };
  back('picture', result.pictureS);
  back('chat', result.chatS);
  for (const line of result.lost) faults.push(`lost: ${line}`);
  for (const line of result.doubled) faults.push(`doubled: ${line}`);
  if (result.asked > LIMITS.asked) faults.push(`${result.asked} requests in a minute, at most ${LIMITS.asked}`);
  if (result.grownMiB > LIMITS.grownMiB) faults.push(`the heap grew by ${result.grownMiB.toFixed(1)} MiB, at most ${LIMITS.grownMiB}`);
  return { ...result, faults };
}

/** Results in the order of the holes, `atOnce` of which are tried in parallel, each with its own server, proxy and browser. */
export async function tryHoles(
  names: readonly string[],
  { dist, atOnce, say }: { readonly dist: string; readonly atOnce: number; readonly say: (line: string) => void },
): Promise<readonly HoleResult[]> {
  const waiting = names.filter((name) => hasProc() || !name.startsWith('asleep'));
  const results: HoleResult[] = [];
  const take = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const opened = await openBrowser();
      try {
        const lines: string[] = [];
        const result = await tryHole(opened.browser, name, HOLES[name]!, dist, (line) => void lines.push(line));
        results.push(result);
        if (result.faults.length > 0) for (const line of lines) say(line);
        say(`${name}: ${result.faults.length === 0 ? 'good' : result.faults.join('; ')}`);
        say(rowOf(result));
      } finally {
        await opened.close();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  return results.sort((a, b) => names.indexOf(a.hole) - names.indexOf(b.hole));
}

const seconds = (value: number | null): string => (value === null ? 'never' : value.toFixed(1));

function rowOf({ hole, about, lastsS, pictureS, chatS, written, lost, doubled, asked, grownMiB }: HoleResult): string {
  const lines = `${written} / ${lost.length} / ${doubled.length}`;
  return `| ${[`${hole}: ${about}`, lastsS, seconds(pictureS), seconds(chatS), lines, asked, grownMiB.toFixed(1)].join(' | ')} |`;
}

/** As in docs/reliability.md. */
export const tableOf = (results: readonly HoleResult[]): string =>
  [
    '| hole | lasts, s | picture back, s | chat back, s | lines written / lost / doubled | requests in a minute | heap, MiB |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(rowOf),
  ].join('\n');

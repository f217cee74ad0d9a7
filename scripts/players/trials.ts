/** The trials of a player: each opens a new page, and returns the text of one cell of the table. */
import type { Browser, Page } from 'playwright';
import { packageOf, type Peer } from './peers.ts';
import type { TrialServer } from './server.ts';
import type { StreamName } from './streams.ts';

const LOOK_MS = 200;
/** A player that shows nothing within this time does not play the stream. */
const PLAYS_WITHIN_MS = 12_000;
/** Time after an event of a stream in which a player has to continue. */
const CONTINUES_WITHIN_MS = 15_000;
/** Pictures or seconds that have to pass before a stream counts as playing. */
const PICTURES_MIN = 25;
const POSITION_MIN_S = 1;
const FIRST_ROUNDS = 3;
const STEADY_MS = 10_000;
/** A player without a new picture for this long does not play. */
const STANDS_STILL_MS = 3_000;
const MEASURED_MS = 10_000;

export interface Reading {
  readonly painted: number;
  /** Position of the player in seconds. */
  readonly position: number;
  readonly behind: number;
  /** Width of the picture in pixels. */
  readonly width: number;
  readonly sound: number;
  readonly errors: readonly string[];
  /** Time from the call to the first picture or sound, in ms. */
  readonly firstMs: number | null;
}

interface Opened {
  readonly page: Page;
  readonly read: () => Promise<Reading>;
  /** Polls until a reading passes; null: none passed within the time. */
  readonly until: (passes: (reading: Reading) => boolean, limitMs: number) => Promise<Reading | null>;
}

export interface Trials {
  readonly peer: Peer;
  readonly browser: Browser;
  readonly server: TrialServer;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
}

type Kind = 'h264' | 'h265';

interface PageApi {
  readonly isReady?: boolean;
  prepare(scripts: readonly string[]): Promise<void>;
  open(name: string, url: string | readonly string[], kind: Kind): Promise<void>;
  readonly trial: { read(): Omit<Reading, 'firstMs'>; readonly firstMs: number | null };
}

async function withStream<T>(
  trials: Trials,
  streams: readonly (StreamName | 'gone')[],
  kind: Kind,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { browser, origin, peer } = trials;
  const context = await browser.newContext({ viewport: { width: 700, height: 420 } });
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => (globalThis as unknown as PageApi).isReady === true);
    const urls = streams.map((stream) => `${origin}/live/${stream}.flv`);
    await page.evaluate((scripts) => (globalThis as unknown as PageApi).prepare(scripts), peer.scripts);
    await page.evaluate(([name, url, which]) => (globalThis as unknown as PageApi).open(name, url, which), [
      peer.name,
      urls.length === 1 ? urls[0]! : urls,
      kind,
    ] as const);
    const read = (): Promise<Reading> =>
      page.evaluate(() => {
        const { trial } = globalThis as unknown as PageApi;
        return { ...trial.read(), firstMs: trial.firstMs };
      });
    return await use({
      page,
      read,
      async until(passes, limitMs) {
        const endMs = Date.now() + limitMs;
        for (;;) {
          const reading = await read();
          if (passes(reading)) return reading;
          if (Date.now() > endMs) return null;
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        }
      },
    });
  } finally {
    await context.close();
  }
}

const plays = ({ painted, position }: Reading): boolean => painted >= PICTURES_MIN && position >= POSITION_MIN_S;
const words = ({ errors }: Reading): string => (errors.length === 0 ? 'no error' : errors[0]!.replaceAll('|', '/').replaceAll('`', "'"));

/** Trial that passes if the stream plays; otherwise the cell contains the first error of the player. */
const form =
  (stream: StreamName, kind: Kind = 'h264') =>
  (trials: Trials): Promise<string> =>
    withStream(trials, [stream], kind, async ({ until, read }) =>
      (await until(plays, PLAYS_WITHIN_MS)) === null ? `no: ${words(await read())}` : 'plays',
    );

/** Trial of a stream whose sound codec few players support: the cell distinguishes picture with sound from picture only. */
const withSound =
  (stream: StreamName) =>
  (trials: Trials): Promise<string> =>
    withStream(trials, [stream], 'h264', async ({ until, read }) => {
      const both = await until((now) => plays(now) && now.sound > 0, PLAYS_WITHIN_MS);
      if (both !== null) return 'plays';
      const now = await read();
      return plays(now) ? `picture only, ${words(now)}` : `no: ${words(now)}`;
    });

const sound = (trials: Trials): Promise<string> =>
  withStream(trials, ['sound'], 'h264', async ({ until, read }) => {
    const played = await until(({ position, sound }) => position >= POSITION_MIN_S && sound > 0, PLAYS_WITHIN_MS);
    return played === null ? `no: ${words(await read())}` : 'plays';
  });

const picture = form('picture');

/** Trial of an event in the stream: afterwards the number of pictures has to grow and `passes` has to be true. */
const continues =
  (stream: StreamName, passes: (now: Reading, before: Reading) => boolean) =>
  (trials: Trials): Promise<string> =>
    withStream(trials, [stream], 'h264', async ({ until, read }) => {
      const before = await until(plays, PLAYS_WITHIN_MS);
      if (before === null) return `does not start: ${words(await read())}`;
      // The event is 4 s after the beginning of the connection.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      const atEvent = await read();
      const startMs = Date.now();
      let painted = 0;
      let last = atEvent.painted;
      const isMoving = (now: Reading): boolean => {
        // The element counts from 0 again for a new source.
        painted += now.painted < last ? now.painted : now.painted - last;
        last = now.painted;
        return painted >= 2 * PICTURES_MIN;
      };
      const after = await until((now) => isMoving(now) && passes(now, atEvent), CONTINUES_WITHIN_MS);
      if (after === null) {
        const now = await read();
        return isMoving(now) ? `continues, with the old size (${now.width})` : `stops: ${words(now)}`;
      }
      return `continues after ${((Date.now() - startMs) / 1_000).toFixed(0)} s`;
    });

async function retry(trials: Trials): Promise<string> {
  trials.server.takeRequests();
  return withStream(trials, ['cut'], 'h264', async ({ until, read }) => {
    if ((await until(plays, PLAYS_WITHIN_MS)) === null) return `does not start: ${words(await read())}`;
    // A further request within the time is a retry of the player: the page does nothing.
    const endMs = Date.now() + CONTINUES_WITHIN_MS;
    let requests = 0;
    while (requests < 2 && Date.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      requests += trials.server.takeRequests();
    }
    return requests < 2 ? `no further request in ${CONTINUES_WITHIN_MS / 1_000} s: ${words(await read())}` : 'connects again by itself';
  });
}

/** Other players accept only one address: their cell contains the error for an address that answers 404. */
async function fallback(trials: Trials): Promise<string> {
  const hasList = trials.peer.scripts.length === 0;
  return withStream(trials, hasList ? ['gone', 'h264'] : ['gone'], 'h264', async ({ until, read }) => {
    if (hasList) return (await until(plays, PLAYS_WITHIN_MS + 5_000)) === null ? `no: ${words(await read())}` : 'next address';
    const failed = await until(({ errors }) => errors.length > 0, PLAYS_WITHIN_MS);
    return `one address; ${failed === null ? 'no error' : words(failed)}`;
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function firstPicture(trials: Trials): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < FIRST_ROUNDS; round++) {
    const reading = await withStream(trials, ['h264'], 'h264', ({ until }) => until(({ firstMs }) => firstMs !== null, PLAYS_WITHIN_MS));
    if (reading?.firstMs == null) return 'none';
    times.push(reading.firstMs);
  }
  return `${Math.round(median(times))} ms`;
}

const behind =
  (stream: StreamName, waitMs: number) =>
  (trials: Trials): Promise<string> =>
    withStream(trials, [stream], 'h264', async ({ until, read }) => {
      if ((await until(plays, PLAYS_WITHIN_MS)) === null) return 'does not start';
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const { painted } = await read();
      if ((await until((now) => now.painted > painted, STANDS_STILL_MS)) === null) return 'stands still';
      const { behind } = await read();
      return Number.isFinite(behind) ? `${behind.toFixed(1)} s` : 'not reported';
    });

/** Processor time of all processes of the browser so far, in seconds; pages of other trials are closed. */
async function processorS(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const processor =
  (stream: StreamName, kind: Kind) =>
  (trials: Trials): Promise<string> =>
    withStream(trials, [stream], kind, async ({ until }) => {
      if ((await until(plays, PLAYS_WITHIN_MS)) === null) return 'does not play';
      const beforeS = await processorS(trials.browser);
      await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
      return `${(((await processorS(trials.browser)) - beforeS) / (MEASURED_MS / 1_000)).toFixed(2)} s/s`;
    });

async function bytes(trials: Trials, stream: StreamName, kind: Kind): Promise<string> {
  trials.server.takeLoaded();
  const isPlaying = await withStream(trials, [stream], kind, async ({ until }) => (await until(plays, PLAYS_WITHIN_MS)) !== null);
  const { gzipBytes } = trials.server.takeLoaded();
  return isPlaying ? `${(gzipBytes / 1_024).toFixed(0)} KiB` : 'does not play';
}

function types({ peer }: Trials): Promise<string> {
  const [spec] = peer.packages;
  if (spec === undefined) return Promise.resolve('yes');
  const { types, typings } = packageOf(spec.slice(0, spec.lastIndexOf('@')));
  return Promise.resolve(types !== undefined || typings !== undefined ? 'yes' : 'no');
}

function licence({ peer }: Trials): Promise<string> {
  const [spec] = peer.packages;
  return Promise.resolve(spec === undefined ? 'MIT' : (packageOf(spec.slice(0, spec.lastIndexOf('@'))).license ?? 'none named'));
}

export interface TrialRow {
  /** Name of the row on the command line. */
  readonly name: string;
  readonly title: string;
  readonly run: (trials: Trials) => Promise<string>;
  /** A player that does not play H264 is not tried. */
  readonly needsH264?: true;
}

/** First, because other rows need it. */
export const H264_ROW = 'H264 and AAC';

export const ROWS: readonly TrialRow[] = [
  { name: 'h264', title: H264_ROW, run: form('h264') },
  { name: 'id12', title: 'H265, codec id 12', run: form('id12', 'h265') },
  { name: 'hvc1', title: 'H265, Enhanced RTMP `hvc1`', run: form('hvc1', 'h265') },
  { name: 'av1', title: 'AV1, Enhanced RTMP', run: form('av1') },
  { name: 'opus', title: 'H264 and Opus, Enhanced RTMP', run: withSound('opus'), needsH264: true },
  { name: 'sound', title: 'sound without picture', run: sound, needsH264: true },
  { name: 'picture', title: 'picture without sound, promised by the FLV header', run: picture, needsH264: true },
  { name: 'fallback', title: 'first address answers 404', run: fallback, needsH264: true },
  { name: 'retry', title: 'connection is cut after 4 s', run: retry, needsH264: true },
  {
    name: 'restart',
    title: 'publisher restarts with another size, times from 0',
    run: continues('restart', ({ width }) => width === 852),
    needsH264: true,
  },
  { name: 'forward', title: 'times jump forward by an hour', run: continues('forward', () => true), needsH264: true },
  { name: 'back', title: 'times jump back by an hour', run: continues('back', () => true), needsH264: true },
  { name: 'behind', title: `behind the newest data after ${STEADY_MS / 1_000} s`, run: behind('h264', STEADY_MS), needsH264: true },
  { name: 'catch-up', title: 'the same, 20 s after 5 s without data', run: behind('silent', 25_000), needsH264: true },
  { name: 'first', title: `first picture, H264, median of ${FIRST_ROUNDS}`, run: firstPicture, needsH264: true },
  { name: 'processor-h264', title: 'processor, H264 640x360', run: processor('h264', 'h264'), needsH264: true },
  { name: 'processor-h265', title: 'processor, H265 640x360', run: processor('id12', 'h265') },
  { name: 'bytes-h264', title: 'files for H264, gzip', run: (trials) => bytes(trials, 'h264', 'h264'), needsH264: true },
  { name: 'bytes-h265', title: 'files for H265, gzip', run: (trials) => bytes(trials, 'id12', 'h265') },
  { name: 'types', title: 'types in the package', run: types },
  { name: 'licence', title: 'licence', run: licence },
];

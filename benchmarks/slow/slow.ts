/** The room on slow processors and slow networks, beside the bare page of mpegts.js. docs/reliability.md has the goals and the table. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { nameFor, Outcomes, type BenchContext, type Benchmark, type BenchOutcome, type Subject } from '../measure/benchmark.ts';
import { shareLauncher, withBrowser, type OpenBrowser } from '../measure/browser.ts';
import { CACHE, inputOfFile, ROOT } from '../measure/environment.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { bundleBarePages } from '../measure/pages.ts';
import { asShown, BARE, observe, ROOM_PATH, seen } from '../room/visit.ts';
import type { Weather } from '../soak/gate.ts';
import { Visit } from '../soak/visit.ts';

const KINDS: FigureKinds = {
  'first picture': { unit: 'ms', better: 'lower', meaning: 'Navigation to the first painted picture with an empty cache' },
  'first line': {
    unit: 'ms',
    better: 'lower',
    meaning: 'Navigation until the server has a line that the viewer writes as soon as there is a field',
  },
  gift: { unit: 'ms', better: 'lower', meaning: 'From the click on the gift shop’s button until the room shows that a gift is sent' },
  'parts off': { unit: '', better: 'lower', meaning: 'Parts of the room that are switched off at the end of the visit' },
  'workers restarted': { unit: '', better: 'lower', meaning: 'Workers of the room that were started more than once' },
  pictures: { unit: '1/s', better: 'higher', meaning: 'Painted pictures per second while the viewer only watches; the stream has 25' },
};

interface Setting {
  readonly name: string;
  readonly about: string;
  /** Share of a processor. */
  readonly share: number;
  readonly network?: Weather;
}

const share = (name: string, value: number): Setting => ({
  name: `${name} of a processor`,
  about: `All processes of the browser together get ${value} of one processor, by the quota of a control group with a period of 20 ms.`,
  share: value,
});
const ROUND_TRIP_MS = 400;
const network = (kbitPerS: number): Setting => ({
  name: `${kbitPerS} kbit/s`,
  about: `One processor. All connections share ${kbitPerS} kbit/s to the browser, with a round trip of ${ROUND_TRIP_MS} ms; the stream alone would need 613 kbit/s.`,
  share: 1,
  network: { name: 'narrow', bytesPerS: (kbitPerS * 1_000) / 8, roundTripMs: ROUND_TRIP_MS },
});

const SETTINGS: readonly Setting[] = [share('1', 1), share('1/2', 0.5), share('1/4', 0.25), network(400), network(150)];

/** Limit of each thing that the viewer waits for. */
const LIMIT_MS = 120_000;
/** A start on a whole processor takes 0.3 s, and single ones differ by half. */
const START_ROUNDS = 9;
const POLL_MS = 50;
const WATCH_MS = 10_000;
const GIFT = 101;

interface Seat {
  readonly opened: OpenBrowser;
  readonly setting: Setting;
  readonly dist: string;
}

async function watched<T>({ opened, setting, dist }: Seat, page: string, use: (visit: Visit) => Promise<T>): Promise<T> {
  const visit = await Visit.open(opened.browser, dist, {
    path: page,
    ...(setting.network && { weather: setting.network }),
    async prepare(context) {
      context.setDefaultTimeout(LIMIT_MS);
      await observe(context);
    },
  });
  try {
    return await use(visit);
  } finally {
    await visit.close();
  }
}

async function firstPictureMs({ page }: Visit): Promise<number> {
  await page.waitForFunction(() => Reflect.has(globalThis, 'benchFirstPictureMs'), undefined, { polling: POLL_MS });
  return page.evaluate(() => Reflect.get(globalThis, 'benchFirstPictureMs') as number);
}

async function picturesPerS({ page }: Visit): Promise<number> {
  const [before, fromMs] = [await seen(page), performance.now()];
  await page.waitForTimeout(WATCH_MS);
  // A player that was replaced meanwhile counts from 0.
  return (Math.max(0, (await seen(page)).painted - before.painted) / (performance.now() - fromMs)) * 1_000;
}

const BARE_PATH = asShown({ ...BARE.mpegts, path: BARE.mpegts.path.replace('?', '.html?') }).path;

const start = (name: string, seat: Seat, path: string): Contestant => ({
  name,
  measure: () => watched(seat, path, async (visit) => ({ 'first picture': await firstPictureMs(visit) })),
});

const bare = (seat: Seat): Contestant => ({
  name: BARE.mpegts.name,
  measure: () =>
    watched(seat, BARE_PATH, async (visit) => {
      await firstPictureMs(visit);
      return { pictures: await picturesPerS(visit) };
    }),
});

/** A visit of a viewer who writes at once, gives a flower and watches. */
const room = (name: string, seat: Seat): Contestant => ({
  name,
  measure: () =>
    watched(seat, ROOM_PATH, async (visit): Promise<Sample> => {
      const { page } = visit;
      const scripts: string[] = [];
      page.on('worker', (worker) => scripts.push(worker.url()));
      await visit.write('first line');
      while (visit.accepted.length === 0) await page.waitForTimeout(POLL_MS);
      const lineMs = Date.now() - (await page.evaluate(() => performance.timeOrigin));
      await firstPictureMs(visit);
      const fromMs = performance.now();
      await page.locator('[data-entry="gifts"]').click();
      await page.locator(`[data-gift="${GIFT}"]`).first().click();
      await page.locator('[data-gifts] button[type=submit]').click();
      await page.getByText('已送出 玫瑰').first().waitFor();
      const giftMs = performance.now() - fromMs;
      const pictures = await picturesPerS(visit);
      return {
        'first line': lineMs,
        gift: giftMs,
        'parts off': (await page.locator('body').innerText()).split('暂时不可用').length - 1,
        'workers restarted': scripts.length - new Set(scripts).size,
        pictures,
      };
    }),
});

/** The production build, and beside it the bare page, compressed like the build. */
async function withBarePage(subject: Subject): Promise<string> {
  const folder = path.join(CACHE, `slow-${subject.name}`);
  cpSync(await subject.dist(), folder, { recursive: true });
  const assets = path.join(folder, 'bench/assets');
  mkdirSync(assets, { recursive: true });
  const pages = await bundleBarePages(subject);
  for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const bytes = readFileSync(path.join(pages, name));
    mkdirSync(path.dirname(path.join(assets, name)), { recursive: true });
    writeFileSync(path.join(assets, name), bytes);
    writeFileSync(path.join(assets, `${name}.br`), brotliCompressSync(bytes));
  }
  writeFileSync(
    path.join(folder, 'bench/mpegts.html'),
    '<!doctype html><meta charset="utf-8"><title>mpegts</title><div id="stage"></div><script type="module" src="/bench/assets/mpegts.js"></script>',
  );
  return folder;
}

async function measureSetting(context: BenchContext, setting: Setting, outcomes: Outcomes): Promise<void> {
  const program = shareLauncher(setting.share);
  const { name, about } = setting;
  if (program === null) {
    const why = 'no browser of a known path, or no control group for processors that this process may create';
    outcomes.groups.push({ name, about, rows: [], absent: [{ contestant: 'the room', why }], series: [] });
    return;
  }
  await withBrowser(async (opened) => {
    const seats = await Promise.all(context.subjects.map(async (subject) => ({ subject, dist: await withBarePage(subject) })));
    // The first page of a browser pays for the start of its processes.
    await watched({ opened, setting: { ...setting, network: { name: 'open' } }, dist: seats[0]!.dist }, ROOM_PATH, firstPictureMs);
    const starts: Contestant[] = [];
    const visits: Contestant[] = [];
    for (const { subject, dist } of seats) {
      const seat = { opened, setting, dist };
      const contestant = nameFor(context, subject, 'the room');
      starts.push(start(contestant, seat, ROOM_PATH));
      visits.push(room(contestant, seat));
    }
    if (!context.isComparison) {
      const seat = { opened, setting, dist: seats[0]!.dist };
      starts.push(start(BARE.mpegts.name, seat, BARE_PATH));
      visits.push(bare(seat));
    }
    // A visit takes most of a minute, and the quota makes it independent of other work.
    const both = { about, kinds: KINDS, base: BARE.mpegts.name, isSteady: true };
    const [startRounds, visitRounds] = context.isQuick ? [1, 1] : [START_ROUNDS, 2];
    await outcomes.race(context, { ...both, name: `${name}, starts`, contestants: starts, rounds: startRounds });
    await outcomes.race(context, { ...both, name: `${name}, visits`, contestants: visits, rounds: visitRounds });
  }, program);
}

/** The server and the network of the visits are in this process, and the control group of the browser goes before other processes. */
function preferThisProcess(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGH);
  } catch {
    // Only root may; on a quiet machine it changes nothing.
  }
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  preferThisProcess();
  outcomes.addInput(inputOfFile(path.join(ROOT, 'fixtures/streams/stage-852x480-h264.flv'), 'played as an endless live stream'));
  for (const setting of SETTINGS.filter(({ name }) => context.takes(name)).slice(0, context.isQuick ? 1 : undefined))
    await measureSetting(context, setting, outcomes);
  return outcomes.outcome();
}

export const SLOW: Benchmark = {
  name: 'slow',
  about:
    'Whether the room is usable on a slow machine and on a slow network: production build, H264 at 480p, a new browser context for each visit of a logged-in viewer.',
  kinds: KINDS,
  run,
};

/** Kills each worker in turn while H264 and H265 play: the picture returns or never stops, and dead workers leave nothing behind. */
import { expect, test, type Page, type Worker } from '@playwright/test';
import { goesOn, workers } from './h265-page.ts';
import { readMemory } from './page-memory.ts';
import { open, plays } from './player-page.ts';
import { inSoak, isSoak } from './soak.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

const DEATHS = 50;
/** The supervisor stops restarting a worker after five deaths within a minute (src/ui/supervisor.ts). */
const MAX_ROOM_DEATHS = 4;
/** A retry keeps the decision log and mpegts.js' object URLs, which are bounded (src/player/kinds/mpegts/README.md). */
const MAX_HEAP_GROWTH_BYTES = 4_000_000;
/** Pictures after a death that count as continued playback. */
const PICTURES = 10;

/** Workers of the room, watched by the supervisor. */
const ROOM = ['room', 'socket', 'stats'] as const;
/** Workers of the player. mpegts.js starts its own from a blob: address. */
const PLAYER = { h264: ['blob'], h265: ['stream', 'decode', 'render'] } as const;
type Kind = keyof typeof PLAYER;

/** All existing workers; threads of the decoder are named `glue`. */
const living = (page: Page): string[] => workers(page).map((name) => (name.startsWith('blob:') ? 'blob' : name));

const isOfRoom = (name: string): boolean => (ROOM as readonly string[]).includes(name);

/** `silently`: no error, as when the system ends a thread. Settles when the worker is gone. */
async function kill(page: Page, name: string, how: 'throws' | 'silently'): Promise<void> {
  const isIt = (worker: Worker): boolean => (name === 'blob' ? worker.url().startsWith('blob:') : worker.url().includes(`worker-${name}-`));
  const worker = page.workers().find(isIt);
  if (worker === undefined) throw new Error(`no worker ${name} in ${living(page).join()}`);
  const gone = new Promise<void>((resolve) => worker.once('close', () => resolve()));
  await worker.evaluate((silently) => {
    setTimeout(() => {
      if (silently) self.close();
      else throw new Error('killed on purpose');
    });
  }, how === 'silently');
  await gone;
}

/** Names in the order of their deaths: each once, then again. */
function* deaths(kind: Kind, count: number): Generator<string> {
  const roomDeaths = new Map<string, number>();
  for (let made = 0; made < count;) {
    for (const name of [...PLAYER[kind], ...ROOM]) {
      if (made === count) return;
      const before = roomDeaths.get(name) ?? 0;
      if (isOfRoom(name) && before === MAX_ROOM_DEATHS) continue;
      roomDeaths.set(name, before + 1);
      made++;
      yield name;
    }
  }
}

test.describe('dying workers @player', () => {
  for (const [kind, scenario] of [
    ['h264', 'normal'],
    ['h265', 'h265'],
  ] as const)
    test(
      `P20 P24 S2 when each worker dies while ${kind} plays the picture returns or never stops, and workers, tracks and heap do not grow`,
      { tag: '@soak' },
      async ({ page }) => {
        const count = inSoak(DEATHS, PLAYER[kind].length + ROOM.length);
        if (isSoak) test.setTimeout(20 * 60_000);
        await open(page, scenario, 'stallWaitMs:1500,retryIntervalMs:100,maxRetries:8');
        let { epoch } = await plays(page, kind);
        await poll(() => ROOM.every((name) => living(page).includes(name))).toBe(true);
        const before = living(page);
        const memory = await readMemory(page);
        let heapBefore = Number.NaN;
        const seen = new Map<string, { same: number; later: number }>();
        let made = 0;
        for (const name of deaths(kind, count)) {
          // An error in the worker of mpegts.js is not reported.
          await kill(page, name, name !== 'blob' && (isOfRoom(name) || made % 2 === 0) ? 'throws' : 'silently');
          const counts = seen.get(name) ?? { same: 0, later: 0 };
          if (isOfRoom(name)) {
            // Fails if another player plays.
            await goesOn(page, PICTURES);
            counts.same++;
          } else {
            ({ epoch } = await plays(page, kind, epoch));
            counts.later++;
          }
          seen.set(name, counts);
          await poll(() => living(page).join(), { message: `the workers after ${name}` }).toBe(before.join());
          // The first deaths load code that stays in memory.
          if (++made === Math.min(count, PLAYER[kind].length + ROOM.length)) heapBefore = await memory.heap();
        }
        const grown = (await memory.heap()) - heapBefore;
        console.log(
          `${kind}, ${made} deaths: ${[...seen].map(([name, { same, later }]) => `${name} ${same} never left, ${later} came back`).join('; ')}; heap +${(grown / 1e6).toFixed(1)} MB`,
        );
        expect(grown).toBeLessThan(MAX_HEAP_GROWTH_BYTES);
        for (const held of ['MediaStreamTrackGenerator', 'MediaSource', 'AudioContext', 'HTMLVideoElement', 'HTMLCanvasElement'])
          await poll(() => memory.alive(held), { message: `${held} that are held` }).toBeLessThanOrEqual(4);
        await poll(() => memory.alive('VideoFrame'), { message: 'VideoFrames that are held' }).toBe(0);
      },
    );
});

/** Kills each worker in turn while H264 and H265 play: the picture returns or never stops, and dead workers leave nothing behind. */
import { expect, test, type Page } from '@playwright/test';
import { goesOn, kill, workerOf, workers } from './h265-page.ts';
import { readMemory } from './page-memory.ts';
import { figures, open, plays, pressControl, readLog, stored } from './player-page.ts';
import { inSoak, isSoak } from './soak.ts';
import { poll } from './watching.ts';

const DEATHS = 50;
/** The supervisor stops restarts of a worker after five deaths in a minute (src/ui/room-workers.ts): after four the test waits a minute. */
const DEATHS_A_MINUTE = 4;
const MINUTE_MS = 60_000;
/** Retries fill the decision log, which is bounded. */
const MAX_HEAP_GROWTH_BYTES = 4_000_000;
/** Pictures after a death that count as continued playback. */
const PICTURES = 10;

/** A worker that was asked to end has ended after this time. */
const GONE_MS = 30_000;

/** Workers of the room, watched by the supervisor. */
const ROOM = ['room', 'socket', 'stats'] as const;
/** Workers of the player; H264 has none. */
const PLAYER = { h264: [], h265: ['stream', 'decode', 'render'] } as const;
type Kind = keyof typeof PLAYER;

const isOfRoom = (name: string): boolean => (ROOM as readonly string[]).includes(name);

/** Kills a worker; settles when it has ended. */
async function killed(page: Page, name: string, how: 'throws' | 'silently'): Promise<void> {
  const worker = workerOf(page, name);
  const gone = new Promise<void>((resolve) => worker.once('close', () => resolve()));
  let state = 'does not run the script';
  // The page may have ended the worker meanwhile.
  const asked = kill(page, name, how).then(
    () => (state = 'was asked to end and did not'),
    (cause: unknown) => (state = String(cause)),
  );
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`worker ${name} ${state}; there are ${workers(page).join()}`)), GONE_MS);
  });
  await Promise.race([Promise.all([gone, asked]), late]);
}

/** Names in the order of their deaths: each once, then again. */
const deaths = (kind: Kind, count: number): readonly string[] => {
  const names = [...PLAYER[kind], ...ROOM];
  return Array.from({ length: count }, (_, at) => names[at % names.length]!);
};

/** Reports if the picture was removed or its box hidden in any frame since the call. */
async function watchPicture(page: Page): Promise<() => Promise<readonly string[]>> {
  const shown = page.locator('section[data-at] :is(canvas, video:not([loop])):not([hidden])').first();
  await shown.evaluate((picture) => {
    const faults = new Set<string>();
    Reflect.set(window, 'pictureFaults', faults);
    const look = (): void => {
      if (!picture.isConnected) faults.add('it left the page');
      if (picture.closest('[data-hidden]') !== null || picture.getClientRects().length === 0) faults.add('it was hidden');
      if (Reflect.get(window, 'pictureFaults') === faults) requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(Reflect.get(window, 'pictureFaults') as Set<string>)]);
}

test.describe('crashed workers @player', () => {
  for (const [kind, scenario] of [
    ['h264', 'normal'],
    ['h265', 'h265'],
  ] as const)
    test(
      `P20 P24 S2 when each worker crashes while ${kind} plays, the picture returns or, if it was one of the room, is not interrupted; workers, tracks and heap do not grow`,
      { tag: '@soak' },
      async ({ page }) => {
        const count = inSoak(DEATHS, PLAYER[kind].length + ROOM.length);
        if (isSoak) test.setTimeout(40 * 60_000);
        await open(page, scenario, 'stallWaitMs:1500,retryIntervalMs:100,maxRetries:8');
        let { epoch } = await plays(page, kind);
        await poll(() => ROOM.every((name) => workers(page).includes(name))).toBe(true);
        const before = workers(page);
        const memory = await readMemory(page);
        let heapBefore = Number.NaN;
        const seen = new Map<string, { same: number; later: number }>();
        let made = 0;
        for (const name of deaths(kind, count)) {
          const each = seen.get(name);
          // Real time: a room worker is restarted only so often in a minute.
          if (name === ROOM[0] && each !== undefined && each.same % DEATHS_A_MINUTE === 0) await page.waitForTimeout(MINUTE_MS);
          const faults = await watchPicture(page);
          await killed(page, name, isOfRoom(name) || made % 2 === 0 ? 'throws' : 'silently');
          const counts = seen.get(name) ?? { same: 0, later: 0 };
          if (isOfRoom(name)) {
            // Fails if another player plays.
            await goesOn(page, PICTURES);
            expect(await faults()).toEqual([]);
            counts.same++;
          } else {
            ({ epoch } = await plays(page, kind, epoch));
            counts.later++;
          }
          seen.set(name, counts);
          await poll(() => workers(page).join(), { message: `the workers after ${name}` }).toBe(before.join());
          if (isSoak) console.log(`${kind}: ${made + 1} of ${count}, ${name}`);
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
        // The view is that of the last room worker; the viewer's choices reach the player and the storage.
        expect((await readLog(page)).join('\n')).not.toContain('address 1 of');
        await pressControl(page, '静音');
        await poll(() => stored(page, 'muted')).toMatchObject({ value: true });
        expect((await figures(page))?.epoch).toBe(epoch);
      },
    );
});

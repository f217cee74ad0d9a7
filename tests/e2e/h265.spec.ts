import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './measured.ts';
import { own, painted, playedTo, tapSound } from './h265-page.ts';
import { readMemory } from './page-memory.ts';
import { figures } from './player-page.ts';
import { inSoak } from './soak.ts';
import { firstGift, expectMessages, inStep, syncRoom, watchSync } from './sync-page.ts';
import { LONG_MS, longest, tasksOf } from './tasks.ts';
import { poll } from './watching.ts';

const WATCHED_S = inSoak(600, 5);
const FLASHES = inSoak(300, 6);
const RESTARTS = inSoak(60, 5);
/** Memory that all restarts together may leave: as much as two decoders; each leaked one would add 50 MB. */
const MAX_GROWTH_BYTES = 100_000_000;

/** VmRSS of /proc/{pid}/status in bytes; 0 if the process has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

test.describe('H265 in the room @h265', () => {
  test(
    'P20 P29 h265 plays at the rate of the stream, and no task on the main thread exceeds 50 ms',
    { tag: ['@measured', '@soak'] },
    async ({ page, browser }) => {
      await page.goto('/live/1001?scenario=h265');
      await painted(page, 25);
      await page.mouse.click(640, 300);
      await playedTo(page, 3);
      const before = await own(page);
      // Pictures per second of real time.
      let after = before;
      const tasks = await tasksOf(browser, page, async () => {
        // Real time: the pictures and tasks of this many seconds.
        await page.waitForTimeout(WATCHED_S * 1_000);
        // Before the trace is fetched, because that work would count as playback.
        after = await own(page);
      });
      const pictures = after.progress.paintedFrames - before.progress.paintedFrames;
      const mediaS = after.progress.positionS - before.progress.positionS;
      console.log(
        `h265 ${WATCHED_S} s: ${pictures} pictures painted, ${mediaS.toFixed(1)} s of media, decode p50 ${Number(after.own['DECODE_MS_P50']).toFixed(1)} ms p95 ${Number(after.own['DECODE_MS_P95']).toFixed(1)} ms, dropped ${after.progress.droppedFrames - before.progress.droppedFrames}, longest tasks ${longest(tasks.map(({ ranMs }) => ranMs))} ms of the thread, ${longest(tasks.map(({ wallMs }) => wallMs))} ms by the clock`,
      );
      expect(after.kind).toBe('h265');
      expect(after.epoch).toBe(before.epoch);
      expect(mediaS).toBeGreaterThan(WATCHED_S * 0.92);
      expect(pictures / mediaS).toBeGreaterThan(23);
      expect(pictures / mediaS).toBeLessThan(27);
      expect(after.own['DAMAGED_PICTURES']).toBe(0);
      expect(tasks.length).toBeGreaterThan(100);
      expect(tasks.filter(({ ranMs }) => ranMs > LONG_MS)).toEqual([]);
    },
  );

  test(
    'P29 P30 flash and beep are in sync, and h265 stream messages are shown with them: gifts of script tags and of SEIs',
    { tag: ['@measured', '@soak'] },
    async ({ page }) => {
      // Measured outside the player: brightness of the canvas, loudness of the audio output, the gift's tip.
      await tapSound(page, 256);
      await page.goto(syncRoom('stream-messages', 'h265'));
      await painted(page, 10);
      await page.mouse.click(640, 300);
      // In the first seconds picture and sound are still being synchronised.
      await playedTo(page, 4);
      await firstGift(page);
      const seen = await watchSync(page, FLASHES);
      const { offsets, mostMs } = inStep(seen.flashes, seen.heard, 0.95);
      console.log(`A/V offsets over ${offsets.length} flashes, ms (picture minus sound): ${offsets.join(' ')}; p95 ${mostMs}`);
      expect(offsets.length).toBeGreaterThan(FLASHES * 0.66);
      expect(mostMs).toBeLessThanOrEqual(40);
      await expectMessages(page, 'h265', seen);
    },
  );

  test(
    'P29 restarts leak nothing: workers and canvases are removed, heap and process memory stay constant',
    { tag: '@soak' },
    async ({ page, browser }) => {
      await page.goto('/live/1001?scenario=h265&debug=1');
      await painted(page, 5);
      const { heap, alive } = await readMemory(page);
      const system = await browser.newBrowserCDPSession();
      /** Resident bytes of all renderers, including shared and wasm memory; NaN without /proc. */
      const resident = async (): Promise<number> => {
        if (process.platform !== 'linux') return Number.NaN;
        const { processInfo } = await system.send('SystemInfo.getProcessInfo');
        const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
        return pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
      };
      const restart = async (times: number): Promise<void> => {
        for (let i = 0; i < times; i++) {
          const { epoch } = await own(page);
          await page
            .getByRole('button', { name: /刷新|重新加载|reload/i })
            .first()
            .click({ force: true });
          await poll(async () => (await figures(page))?.epoch ?? epoch).not.toBe(epoch);
          await painted(page, 1);
        }
      };
      await restart(3);
      const before = await heap();
      const residentBefore = await resident();
      const ownBefore = (await own(page)).own;
      await restart(RESTARTS);
      const after = await heap();
      const ownAfter = (await own(page)).own;
      // Terminated workers end and release their memory with a delay.
      await poll(() => page.workers().length).toBeLessThan(14);
      await poll(async () => !((await resident()) - residentBefore > MAX_GROWTH_BYTES)).toBe(true);
      const residentAfter = await resident();
      console.log(
        `${RESTARTS} restarts: heap ${(before / 1e6).toFixed(1)} -> ${(after / 1e6).toFixed(1)} MB, resident ${(residentBefore / 1e6).toFixed(0)} -> ${(residentAfter / 1e6).toFixed(0)} MB, decoder ${Number(ownBefore['MEMORY_BYTES']) / 1e6} -> ${Number(ownAfter['MEMORY_BYTES']) / 1e6} MB, ${page.workers().length} workers, ${await page.locator('canvas').count()} canvases`,
      );
      expect(after - before).toBeLessThan(3_000_000);
      expect(ownAfter['MEMORY_BYTES']).toBe(ownBefore['MEMORY_BYTES']);
      expect(await page.locator('canvas').count()).toBeLessThanOrEqual(2);
      for (const name of ['HTMLCanvasElement', 'AudioContext'])
        await poll(() => alive(name), { message: `${name} that are held` }).toBeLessThanOrEqual(3);
    },
  );

  test('P20 legacy codec id 12 and hvc1 with B pictures both play', async ({ page }) => {
    for (const stream of ['stage-852x480-h265-id12', 'stage-1280x720-h265-hvc1', 'stage-540x960-h265-hvc1']) {
      await page.goto(`/live/1001?debug=1&kind=h265&src=/live/${stream}.flv`);
      const seen = await painted(page, 20);
      expect(seen.kind).toBe('h265');
      expect(seen.own['DAMAGED_PICTURES']).toBe(0);
    }
  });
});

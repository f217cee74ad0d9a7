import { createServer, type AddressInfo } from 'node:net';
import { chromium, expect, test, type Page } from '@playwright/test';
import { browserLaunch } from '../../scripts/browser.ts';
import { goesOn, logText, own } from './h265-page.ts';
import { plays } from './player-page.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * Two tabs of one window, one before the other. Playwright makes its own pages look focused and visible wherever they are; of a browser
 * that it joins with `noDefaults` it leaves them as they are.
 */
async function withTabs(use: (page: Page, hide: () => Promise<void>, show: () => Promise<void>) => Promise<void>): Promise<void> {
  const { args, executablePath } = browserLaunch();
  const port = await freePort();
  const own = await chromium.launch({
    args: [...args, `--remote-debugging-port=${port}`, '--autoplay-policy=no-user-gesture-required'],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const joined = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
    const context = joined.contexts()[0]!;
    const page = await context.newPage();
    const other = await context.newPage();
    const see = (state: string): Promise<void> => expect.poll(() => page.evaluate(() => document.visibilityState)).toBe(state);
    const show = async (): Promise<void> => {
      await page.bringToFront();
      await see('visible');
    };
    await show();
    await use(
      page,
      async () => {
        await other.bringToFront();
        await see('hidden');
      },
      show,
    );
    await joined.close();
  } finally {
    await own.close();
  }
}

test.describe('H265 in a tab behind another @h265', () => {
  test('P27 decoding stops 5 s after the tab is hidden, the stream goes on, and the picture comes back at a key picture', async ({
    baseURL,
  }) => {
    await withTabs(async (page, hide, show) => {
      await page.goto(`${baseURL}/live/1001?scenario=h265&debug=1`);
      const { epoch } = await plays(page, 'h265');
      await hide();
      const hidden = await own(page);
      await page.waitForTimeout(3_000);
      const soon = await own(page);
      expect(Number(soon.own['DECODED']) - Number(hidden.own['DECODED'])).toBeGreaterThan(40);
      await page.waitForTimeout(3_500);
      const stopped = await own(page);
      await page.waitForTimeout(2_000);
      const later = await own(page);
      expect(later.own['DECODED']).toBe(stopped.own['DECODED']);
      expect(later.progress.bytes - stopped.progress.bytes).toBeGreaterThan(50_000);
      expect(later.progress.positionS - stopped.progress.positionS).toBeGreaterThan(1);

      await show();
      const back = await goesOn(page, 25);
      expect([back.epoch, back.own['DAMAGED_PICTURES'], back.own['DEGREE']]).toEqual([epoch, 0, 0]);
      expect(back.progress.positionS - hidden.progress.positionS).toBeGreaterThan(8);
      expect(Math.abs(Number(back.own['AV_OFFSET_MS']))).toBeLessThan(250);
      const log = await logText(page);
      expect(log).toContain('decoding stopped: hidden');
      expect(log).toContain('decoding again: visible');
    });
  });

  test('P27 back with more buffered than the limit: replayed; with the relay switch off: not', async ({ baseURL }) => {
    await withTabs(async (page, hide, show) => {
      for (const [config, isReplayed] of [
        ['replayBufferMs:200', true],
        ['replayBufferMs:200,replayOnVisible:0', false],
      ] as const) {
        await page.goto(`${baseURL}/live/1001?scenario=h265&debug=1&config=${config}`);
        const { epoch } = await plays(page, 'h265');
        await hide();
        await page.waitForTimeout(1_500);
        await show();
        if (isReplayed) await plays(page, 'h265', epoch);
        else expect((await goesOn(page, 10)).epoch).toBe(epoch);
        expect((await logText(page)).includes('tab is back: too much is buffered')).toBe(isReplayed);
      }
    });
  });
});

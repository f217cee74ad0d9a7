import { chromium, expect, test, type Page } from '@playwright/test';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { goesOn, logText, playedTo } from './h265-page.ts';
import { own, plays } from './player-page.ts';
import { poll } from './watching.ts';

/**
 * Two tabs of one window, one in front of the other. Playwright makes its own pages look focused and visible; those of a browser connected
 * with `noDefaults` are unchanged.
 */
async function withTabs(use: (page: Page, hide: () => Promise<void>, show: () => Promise<void>) => Promise<void>): Promise<void> {
  const port = await freePort();
  const own = await chromium.launch(browserLaunch(`--remote-debugging-port=${port}`, '--autoplay-policy=no-user-gesture-required'));
  try {
    const joined = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
    const context = joined.contexts()[0]!;
    const page = await context.newPage();
    const other = await context.newPage();
    const see = (state: string): Promise<void> => poll(() => page.evaluate(() => document.visibilityState)).toBe(state);
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

test.describe('H265 in a background tab @h265', () => {
  test('P27 decoding stops some time after the tab is hidden, the stream continues, and the picture returns at a keyframe', async ({
    baseURL,
  }) => {
    await withTabs(async (page, hide, show) => {
      await page.goto(`${baseURL}/live/1001?lang=zh-CN&scenario=h265&debug=1&config=hiddenDecodeStopMs:2500`);
      const { epoch } = await plays(page, 'h265');
      await hide();
      const hidden = await own(page);
      const decoded = async (): Promise<number> => Number((await own(page)).own['DECODED']);
      await poll(decoded).toBeGreaterThan(Number(hidden.own['DECODED']));
      // A pause of the pictures would not prove it: the decode worker forgets its last picture when it stops.
      await poll(async () => (await own(page)).own['NEWEST_DECODED_MS']).toBeNaN();
      const stopped = await own(page);
      const later = await playedTo(page, stopped.progress.positionS + 1.5);
      expect(later.own['DECODED']).toBe(stopped.own['DECODED']);
      expect(later.progress.bytes - stopped.progress.bytes).toBeGreaterThan(30_000);

      await show();
      const back = await goesOn(page, 25);
      expect([back.epoch, back.own['DAMAGED_PICTURES']]).toEqual([epoch, 0]);
      await poll(async () => Math.abs(Number((await own(page)).own['AV_OFFSET_MS']))).toBeLessThan(250);
      const log = await logText(page);
      expect(log).toContain('decoding stopped: hidden');
      expect(log).toContain('decoding again: visible');
    });
  });
});

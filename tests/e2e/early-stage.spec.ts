import { expect, test, type Page } from '@playwright/test';
import { poll, stage } from './watching.ts';

interface Seen {
  /** Pauses of the player's <video>, which is always the same element. */
  readonly pauses: number;
  /** Position of the picture before the page was drawn. */
  readonly early: readonly number[] | null;
  /** Layout shifts that moved the stage or its picture. */
  readonly shifts: number;
}

/** As text, because the helpers that the compiler inserts do not exist in the page. */
const OBSERVER = `(() => {
  const seen = (window.seenEarly = { pauses: 0, early: null, shifts: 0 });
  const isStage = ({ node }) => node?.matches?.('section[data-at], #early-stage, #early-stage > div, video') === true;
  addEventListener('pause', ({ target }) => { if (!target.loop) seen.pauses++; }, true);
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) if (sources.some(isStage)) seen.shifts++;
  }).observe({ type: 'layout-shift', buffered: true });
  const poll = () => {
    const box = document.querySelector('#early-stage > div');
    if (box && box.style.visibility === 'visible') {
      const { x, y, width, height } = box.getBoundingClientRect();
      seen.early = [x, y, width, height].map(Math.round);
    }
    requestAnimationFrame(poll);
  };
  requestAnimationFrame(poll);
})();`;

const drawn = async (page: Page): Promise<readonly number[]> => {
  const box = (await stage(page, 'live').locator('video').first().boundingBox())!;
  return [box.x, box.y, box.width, box.height].map(Math.round);
};

/** In all layouts: tests/browser/ui/room-page-sizes.test.tsx. */
test('P3 P4 the picture continues in its position when the page is drawn around it @player', async ({ page }) => {
  await page.addInitScript(OBSERVER);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/live/1001?scenario=normal');
  await expect(stage(page, 'live')).toBeVisible();
  const video = stage(page, 'live').locator('video').first();
  await poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.5);
  await expect(page.locator('#early-stage')).toHaveCount(0);
  const { pauses, early, shifts } = await page.evaluate(() => Reflect.get(window, 'seenEarly') as Seen);
  expect({ pauses, shifts }).toEqual({ pauses: 0, shifts: 0 });
  // A slow machine draws the page before the picture.
  expect(early ?? (await drawn(page))).toEqual(await drawn(page));
});

import { expect, type Page } from '@playwright/test';
import { test } from './measured.ts';
import { course, enter, inject } from './module-page.ts';
import { tasksOf } from './tasks.ts';
import { expectMovingPicture, poll } from './watching.ts';

/** Row 5 of the modules: what a running module may cost the main thread when nothing changes, in milliseconds a second. */
const MODULE_MS_PER_S = 2;
const WATCHED_S = 3;
/** As many as the dock of a desktop draws at once: their countdowns go on, and at the slowest speed of a course nothing is sent to them. */
const RESTING = ['music-pk', 'music-guess', 'red-packets', 'confession'] as const;
/** Of every kind: strips, cards, a board, a banner; each lasts longer than it is watched. */
const TEN = [
  'battle',
  'music-pk',
  'music-guess',
  'clan-pk',
  'number-lucky',
  'red-packets',
  'mic',
  'confession',
  'star-game',
  'headline',
] as const;

/** As the player reports them. */
const pictures = (page: Page): Promise<{ readonly total: number; readonly dropped: number }> =>
  page.evaluate(() => {
    const { totalVideoFrames: total = 0, droppedVideoFrames: dropped = 0 } =
      document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')?.getVideoPlaybackQuality() ?? {};
    return { total, dropped };
  });

test.describe('cost of the modules @modules', { tag: '@measured' }, () => {
  test('S37 running modules whose state does not change cost the main thread less than 2 ms a second each', async ({
    browser,
    context,
  }) => {
    const page = await enter(context, '/live/1001?scenario=modules-still');
    const spentMs = async (): Promise<number> => {
      // Time itself: the tasks of so many seconds.
      const tasks = await tasksOf(browser, page, () => page.waitForTimeout(WATCHED_S * 1_000));
      return tasks.reduce((sum, { ranMs }) => sum + ranMs, 0) / WATCHED_S;
    };
    for (const name of RESTING) await course(page, name, { speed: 0.1 }, 'start');
    for (const name of RESTING) await expect(page.locator(`[data-docked="${name}"] [data-module]`)).toBeVisible();
    // Nothing more comes, of the chat neither: the countdowns alone go on.
    await inject(page, { on: 'socket', kind: 'stall', afterMs: 0 });
    const withAll = await spentMs();
    // Put away they are not drawn: what is left is the room itself.
    for (const name of RESTING) await page.locator(`[data-docked="${name}"] > button`).press('Enter');
    await expect(page.locator('[data-docked]')).toHaveCount(0);
    const without = await spentMs();
    const eachMs = (withAll - without) / RESTING.length;
    console.log(
      `main thread: ${without.toFixed(1)} ms a second without modules, ${withAll.toFixed(1)} with ${RESTING.length}: ${eachMs.toFixed(2)} each`,
    );
    expect(eachMs).toBeLessThan(MODULE_MS_PER_S);
  });

  test('S37 ten modules at once beside video and 100 messages a second drop no picture of the video', async ({ context }) => {
    const page = await enter(context, '/live/1001?scenario=chat-busy');
    await expectMovingPicture(page);
    for (const name of TEN) await course(page, name, 'start');
    await expect(page.locator('[data-dock-button]')).toContainText(String(TEN.length));
    const before = await pictures(page);
    await poll(async () => (await pictures(page)).total - before.total).toBeGreaterThan(WATCHED_S * 25);
    const after = await pictures(page);
    console.log(`${after.total - before.total} pictures beside ${TEN.length} modules, ${after.dropped - before.dropped} dropped`);
    expect(after.dropped - before.dropped).toBe(0);
  });
});

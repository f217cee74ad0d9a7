import { expect, type Page } from '@playwright/test';
import { test } from './measured.ts';
import { commandSession, enter, inject } from './feature-page.ts';
import { tasksOf } from './tasks.ts';
import { expectMovingPicture, poll } from './watching.ts';

/** Maximum cost of a running but unchanged feature on the main thread, in milliseconds per second. */
const FEATURE_MS_PER_S = 2;
const WATCHED_S = 3;
/** Odd; one more before them is not counted, because the page still settles after the change. */
const WINDOWS = 5;
/** As many as the dock of a desktop shows at once: their countdowns run, and at the slowest session speed no message arrives. */
const RESTING = ['music-pk', 'music-guess', 'red-packets', 'confession'] as const;
/** Strips, cards, a board and a banner; each lasts longer than the observation. */
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

/** As reported by the player. */
const pictures = (page: Page): Promise<{ readonly total: number; readonly dropped: number }> =>
  page.evaluate(() => {
    const { totalVideoFrames: total = 0, droppedVideoFrames: dropped = 0 } =
      document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')?.getVideoPlaybackQuality() ?? {};
    return { total, dropped };
  });

test.describe('cost of the features @features', { tag: '@measured' }, () => {
  test('S37 running features with an unchanged state cost the main thread less than 2 ms per second each', async ({ browser, context }) => {
    const page = await enter(context, '/live/1001?scenario=features-still');
    /** The median of the windows: a task that runs once, such as a collection, is not the cost of an unchanged feature. */
    const spentMs = async (): Promise<number> => {
      const windows: number[] = [];
      for (let at = 0; at <= WINDOWS; at++) {
        // Real time: the tasks of this many seconds.
        const tasks = await tasksOf(browser, page, () => page.waitForTimeout(WATCHED_S * 1_000));
        windows.push(tasks.reduce((sum, { ranMs }) => sum + ranMs, 0) / WATCHED_S);
      }
      return windows.slice(1).toSorted((a, b) => a - b)[(WINDOWS - 1) / 2]!;
    };
    for (const name of RESTING) await commandSession(page, name, { speed: 0.1 }, 'start');
    for (const name of RESTING) await expect(page.locator(`[data-docked="${name}"] [data-feature]`)).toBeVisible();
    // No more messages arrive, not even chat; only the countdowns run.
    await inject(page, { on: 'socket', kind: 'stall', afterMs: 0 });
    const withAll = await spentMs();
    // Collapsed features are not drawn; the rest is the cost of the room itself.
    for (const name of RESTING) await page.locator(`[data-docked="${name}"] > button`).press('Enter');
    await expect(page.locator('[data-docked]')).toHaveCount(0);
    const without = await spentMs();
    const eachMs = (withAll - without) / RESTING.length;
    console.log(
      `main thread: ${without.toFixed(1)} ms a second without features, ${withAll.toFixed(1)} with ${RESTING.length}: ${eachMs.toFixed(2)} each`,
    );
    expect(eachMs).toBeLessThan(FEATURE_MS_PER_S);
  });

  test('S37 ten features at once beside video and 100 messages per second drop no picture of the video', async ({ context }) => {
    const page = await enter(context, '/live/1001?scenario=chat-busy');
    await expectMovingPicture(page);
    for (const name of TEN) await commandSession(page, name, 'start');
    await expect(page.locator('[data-dock-button]')).toContainText(String(TEN.length));
    const before = await pictures(page);
    await poll(async () => (await pictures(page)).total - before.total).toBeGreaterThan(WATCHED_S * 25);
    const after = await pictures(page);
    console.log(`${after.total - before.total} pictures beside ${TEN.length} features, ${after.dropped - before.dropped} dropped`);
    expect(after.dropped - before.dropped).toBe(0);
  });
});

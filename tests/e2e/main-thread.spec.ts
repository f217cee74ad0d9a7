import { expect, test, type Browser, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import { commandSession, enter, RESTING, startResting } from './feature-page.ts';
import { open, plays } from './player-page.ts';
import { inSoak } from './soak.ts';
import { LONG_MS, longest, tasksOf } from './tasks.ts';
import { chatList, poll } from './watching.ts';

const WATCHED_MS = inSoak(300_000, 5_000);

/** The tasks of this time. Judged by the thread's CPU time, which other processes do not change, and by the pace of the machine. */
async function expectNoLongTask(browser: Browser, page: Page, what: string): Promise<void> {
  // Real time: the tasks of this many milliseconds.
  const tasks = await tasksOf(browser, page, () => page.waitForTimeout(WATCHED_MS));
  const busy = tasks.reduce((sum, { ranMs }) => sum + ranMs, 0);
  console.log(
    `main thread, ${WATCHED_MS / 1_000} s with ${what}: ${tasks.length} tasks, ${((busy / WATCHED_MS) * 100).toFixed(1)} % busy, ` +
      `longest ${longest(tasks.map(({ ranMs }) => ranMs))} ms of the thread, ${longest(tasks.map(({ wallMs }) => wallMs))} ms by the clock`,
  );
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks.filter(({ ranMs }) => ranMs > limitMs(LONG_MS))).toEqual([]);
}

// All pixels, as viewers have them.
test.use({ deviceScaleFactor: 1 });

test.describe('main thread @foundation', { tag: '@soak' }, () => {
  test('with video and 100 messages a second no task takes more than 50 ms', async ({ browser, page }) => {
    await open(page, 'chat-busy');
    await plays(page, 'h264');
    // The list is full: from now on rows replace others, in blocks of thirty.
    await poll(() => chatList(page).locator('[data-id]').count()).toBeGreaterThanOrEqual(90);
    await expectNoLongTask(browser, page, 'video and 100 messages a second');
  });

  test('P20 P29 beside h265 no task takes more than 50 ms, and one player shows every picture', async ({ browser, page }) => {
    await open(page, 'h265');
    const { epoch } = await plays(page, 'h265');
    await page.mouse.click(640, 300);
    await expectNoLongTask(browser, page, 'h265');
    const after = await plays(page, 'h265');
    expect([after.epoch, after.own['DAMAGED_PICTURES']]).toEqual([epoch, 0]);
  });
});

/** Strips, cards, a board and a banner; each lasts longer than the observation. */
const TEN = [...RESTING, 'battle', 'clan-pk', 'number-lucky', 'mic', 'star-game', 'headline'] as const;
/** Maximum cost of a running but unchanged feature on the main thread, in milliseconds per second. */
const FEATURE_MS_PER_S = 2;
const WINDOW_S = 3;
/** Odd; one more before them is not counted, because the page still settles after the change. */
const WINDOWS = 5;

/** What the four do in every run is counted in idle-page.spec.ts. */
test.describe('cost of the features @features', { tag: '@soak-only' }, () => {
  test('S37 running features with an unchanged state cost the main thread less than 2 ms per second each', async ({ browser, context }) => {
    const page = await enter(context, '/live/1001?scenario=features-still');
    /** The median of the windows: a task that runs once, such as a collection, is not the cost of an unchanged feature. */
    const spentMs = async (): Promise<number> => {
      const windows: number[] = [];
      for (let at = 0; at <= WINDOWS; at++) {
        // Real time: the tasks of this many seconds.
        const tasks = await tasksOf(browser, page, () => page.waitForTimeout(WINDOW_S * 1_000));
        windows.push(tasks.reduce((sum, { ranMs }) => sum + ranMs, 0) / WINDOW_S);
      }
      return windows.slice(1).toSorted((a, b) => a - b)[(WINDOWS - 1) / 2]!;
    };
    await startResting(page);
    const withAll = await spentMs();
    // Collapsed features are not drawn; the rest is the cost of the room itself.
    for (const name of RESTING) await page.locator(`[data-docked="${name}"] > button`).press('Enter');
    await expect(page.locator('[data-docked]')).toHaveCount(0);
    const eachMs = (withAll - (await spentMs())) / RESTING.length;
    console.log(`main thread: ${withAll.toFixed(1)} ms a second with ${RESTING.length} features, ${eachMs.toFixed(2)} each`);
    expect(eachMs).toBeLessThan(FEATURE_MS_PER_S);
  });

  test('S37 ten features at once beside video and 100 messages per second drop no picture of the video', async ({ context }) => {
    const page = await enter(context, '/live/1001?scenario=chat-busy');
    const { progress } = await plays(page, 'h264');
    for (const name of TEN) await commandSession(page, name, 'start');
    await expect(page.locator('[data-dock-button]')).toContainText(String(TEN.length));
    const now = async () => (await plays(page, 'h264')).progress;
    await poll(async () => (await now()).paintedFrames - progress.paintedFrames).toBeGreaterThan(WINDOW_S * 25);
    expect((await now()).droppedFrames).toBe(progress.droppedFrames);
  });
});

import { expect, test } from '@playwright/test';
import { inSoak } from './soak.ts';
import { LONG_MS, longest, tasksOf } from './tasks.ts';
import { chatList, expectMovingPicture, poll } from './watching.ts';

const WATCHED_MS = inSoak(300_000, 5_000);

test(
  'main thread with video and 100 messages a second: no task over 50 ms @foundation',
  // Judged by the thread's CPU time, which other processes do not change.
  { tag: '@soak' },
  async ({ browser, page }) => {
    await page.goto('/live/1001?scenario=chat-busy');
    await expectMovingPicture(page);
    // The list is full: from now on rows replace others, in blocks of thirty.
    await poll(() => chatList(page).locator('[data-id]').count()).toBeGreaterThanOrEqual(90);
    // Real time: the tasks of this many milliseconds.
    const tasks = await tasksOf(browser, page, () => page.waitForTimeout(WATCHED_MS));
    const busy = tasks.reduce((sum, { ranMs }) => sum + ranMs, 0);
    console.log(
      `main thread, ${WATCHED_MS / 1_000} s with video and 100 messages a second: ${tasks.length} tasks, ${((busy / WATCHED_MS) * 100).toFixed(1)} % busy, ` +
        `longest ${longest(tasks.map(({ ranMs }) => ranMs))} ms of the thread, ${longest(tasks.map(({ wallMs }) => wallMs))} ms by the clock`,
    );
    expect(tasks.length).toBeGreaterThan(100);
    expect(tasks.filter(({ ranMs }) => ranMs > LONG_MS)).toEqual([]);
  },
);

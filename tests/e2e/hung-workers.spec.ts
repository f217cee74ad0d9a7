import { expect, test, type Page, type Worker } from '@playwright/test';
import { HEARTBEAT } from '../../src/player/base/heartbeat.ts';
import { logText, workerOf, workers } from './h265-page.ts';
import { figures, KEEPS_H265, open, plays } from './player-page.ts';
import { chatList, expectMovingPicture, poll } from './watching.ts';

/** An endless loop: it throws no error, answers nothing and cannot end by itself. */
async function hang(page: Page, name: string): Promise<Worker> {
  const worker = workerOf(page, name);
  await worker.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  return worker;
}

/** Workers with a heartbeat; threads of the decoder sleep between two pictures and have none. */
const ASKED = ['room', 'socket', 'stats', 'stream', 'decode', 'render'];

const STEP_MS = 2_500;

/** Advances the page's clock without waiting. After each second every running worker has had time to answer. */
async function pass(page: Page, ms: number, hung?: Worker): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
    await page.clock.runFor(STEP_MS);
    const running = page.workers().filter((one) => one !== hung && ASKED.some((name) => one.url().includes(`worker-${name}-`)));
    await Promise.all(running.map((one) => one.evaluate(() => 0).catch(() => 0)));
  }
}

/** Advances until a hanging worker has been detected and terminated. */
async function untilFound(page: Page, hung: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => hung.once('close', () => resolve()));
  await pass(page, HEARTBEAT.everyMs + HEARTBEAT.answerMs + 2_000, hung);
  await gone;
}

test.describe('hanging workers @page', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test('P24 S1 a hanging chat worker and then a hanging room worker are restarted, nothing else is, and the room recovers', async ({
    page,
  }) => {
    await open(page, 'logged-in');
    await expectMovingPicture(page);
    const chatOpen = page.locator('aside [data-at="open"]');
    await expect(chatOpen).toBeVisible();
    const before = await figures(page);
    await untilFound(page, await hang(page, 'socket'));
    await poll(() => workers(page).includes('socket')).toBe(true);
    await expect(chatOpen).toBeVisible();
    expect((await figures(page))?.epoch).toBe(before?.epoch);
    await page.getByPlaceholder('和大家聊聊吧').fill('还在吗');
    await page.keyboard.press('Enter');
    await expect(chatList(page)).toContainText('还在吗');

    await untilFound(page, await hang(page, 'room'));
    await poll(() => workers(page).includes('room')).toBe(true);
    expect((await figures(page))?.epoch).toBe(before?.epoch);
    await expectMovingPicture(page);
    await expect(chatOpen).toBeVisible();
  });

  test('P23 P24 a decode worker that hangs during playback ends the player like a crash, and h264 plays', async ({ page }) => {
    // The page's clock jumps while the stream keeps its pace, which is a stall for the player each time.
    await open(page, 'all-kinds', KEEPS_H265);
    const { epoch } = await plays(page, 'h265');
    await pass(page, HEARTBEAT.everyMs + HEARTBEAT.answerMs);
    expect((await figures(page))?.epoch).toBe(epoch);
    await untilFound(page, await hang(page, 'decode'));
    await plays(page, 'h264', epoch);
    expect(await logText(page)).toContain('WORKER_CRASHED: decode: does not answer');
  });
});

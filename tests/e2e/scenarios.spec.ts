import { expect, test, type Page } from '@playwright/test';
import { addressOf, type ScenarioName } from '../../mocks/scenarios.ts';
import { chatList, expectMovingPicture } from './watching.ts';

/** Scenarios that other files do not look at closer: each opens by its own name, and the picture plays whatever the chat goes through. */
const open = (page: Page, name: ScenarioName): Promise<unknown> => page.goto(addressOf(name));
const lines = (page: Page): ReturnType<Page['locator']> => chatList(page).locator('[data-id]');

test.describe('scenarios @foundation', () => {
  test('S7 S20 chat-flood: a thousand messages a second, the picture plays and the list stays bounded', async ({ page }) => {
    await open(page, 'chat-flood');
    await expectMovingPicture(page);
    await expect.poll(() => lines(page).count(), { timeout: 15_000 }).toBeGreaterThan(20);
    await page.waitForTimeout(5_000);
    expect(await lines(page).count()).toBeLessThanOrEqual(200);
    await expectMovingPicture(page);
  });

  test('S9 all-pushes: every message of the registry arrives without harm', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await open(page, 'all-pushes');
    await expectMovingPicture(page);
    await page.waitForTimeout(4_000);
    expect(errors).toEqual([]);
  });

  test('S8 hostile-chat: markup shows as text and runs nothing', async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await open(page, 'hostile-chat');
    await expect(chatList(page)).toContainText('<script>', { timeout: 20_000 });
    expect(dialogs).toEqual([]);
    expect(await chatList(page).locator('script, img[src="x"], svg[onload]').count()).toBe(0);
    await expectMovingPicture(page);
  });

  test('S3 bad-frames: damaged frames are skipped, the others are shown', async ({ page }) => {
    await open(page, 'bad-frames');
    await expectMovingPicture(page);
    await expect.poll(() => lines(page).count(), { timeout: 20_000 }).toBeGreaterThan(2);
  });

  for (const name of ['socket-refused', 'socket-silent', 'socket-drops', 'login-refused', 'address-1100005'] as const) {
    test(`S1 S2 S6 ${name}: the chat has trouble, the picture does not`, async ({ page }) => {
      await open(page, name);
      await expectMovingPicture(page);
      await page.waitForTimeout(6_000);
      await expectMovingPicture(page);
    });
  }

  test('S23 dangerous-user: the slider check shows in the chat area', async ({ page }) => {
    await open(page, 'dangerous-user');
    await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 15_000 });
  });

  for (const name of ['slow-network', 'stream-corrupt', 'bad-answers'] as const) {
    test(`P24 ${name}: the picture comes all the same`, async ({ page }) => {
      test.setTimeout(90_000);
      await open(page, name);
      await expectMovingPicture(page, 60_000);
    });
  }
});

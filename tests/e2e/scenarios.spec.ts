import { expect, test, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import { addressOf, type ScenarioName } from '../../mocks/scenarios.ts';
import { ROWS } from '../../src/wire/registry.ts';
import { isSoak } from './soak.ts';
import { chatList, expectMovingPicture, poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

/** Scenarios without another test: each opens by its name, and the picture plays under every chat condition. */
const open = (page: Page, name: ScenarioName): Promise<unknown> => page.goto(addressOf(name));
const lines = (page: Page): ReturnType<Page['locator']> => chatList(page).locator('[data-id]');

/** Notes the states of the chat from the page's start: a lost connection may be open again before the picture moves. */
const noteChatStates = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const states = new Set<string>();
    Reflect.set(window, 'chatStates', states);
    new MutationObserver(() => {
      for (const part of document.querySelectorAll<HTMLElement>('aside [data-at]')) states.add(part.dataset['at'] ?? '');
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-at'] });
  });

/** The recording names other rooms, whose messages of one room are dropped. */
const LAST = ROWS.findLast(({ isOfThisRoom }) => !isOfThisRoom)!;

test.describe('scenarios @foundation', () => {
  test('S9 S10 all-pushes: every message of the registry arrives without errors, and the debug view shows, counts and finds it', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // `cmd`: the debug view shows the last message of the registry once it has arrived.
    await page.goto(`${addressOf('all-pushes')}&debug=1&cmd=${LAST.id}`);
    await expectMovingPicture(page);
    // Messages open dialogs in front of the page, one after the other.
    await expect(page.getByRole('dialog').first()).toBeVisible();
    const lines = page.getByLabel('连接日志');
    await expect(async () => {
      await page.keyboard.press('Escape');
      if (!(await lines.isVisible())) await page.getByText(/^连接日志/).click({ timeout: 1_000 });
      await expect(lines).toContainText(`← ${LAST.id} `, { timeout: 1_000 });
    }).toPass();
    // All messages are counted, independent of `cmd`.
    await expect(page.getByRole('group', { name: '按消息计数' })).toContainText('chat');
    await page.getByRole('searchbox', { name: '按名称或内容筛选' }).fill(LAST.name);
    await expect(lines).toContainText(LAST.name);
    await page.getByRole('searchbox', { name: '按名称或内容筛选' }).fill('nothing like it');
    await expect(lines).toHaveText('');
    expect(errors).toEqual([]);
  });

  for (const [name, mark] of [
    ['socket-drops', 'waiting'],
    ['address-1100005', 'failed'],
  ] as const) {
    test(`S1 S2 S6 ${name}: the chat is ${mark}, the picture continues`, { tag: '@soak' }, async ({ page }) => {
      // `npm run soak` does not shorten the waits.
      if (!isSoak) await hurry(page, 'socket', 8);
      await noteChatStates(page);
      await open(page, name);
      await expectMovingPicture(page);
      await poll(() => page.evaluate(() => [...(Reflect.get(window, 'chatStates') as ReadonlySet<string>)]), {
        timeout: limitMs(60_000),
      }).toContain(mark);
      await expectMovingPicture(page);
    });
  }

  test('P24 stream-corrupt: the picture is shown nevertheless', async ({ page }) => {
    // Each player shows its picture for about a second until a damaged tag, so it is sampled in the page at every frame.
    await page.addInitScript(() => {
      const look = (): void => {
        const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])');
        const { totalVideoFrames = 0, droppedVideoFrames = 0 } = video?.getVideoPlaybackQuality() ?? {};
        if (video && totalVideoFrames - droppedVideoFrames > 10 && video.currentTime > 0.3) Reflect.set(window, 'hasMoved', true);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await open(page, 'stream-corrupt');
    await poll(() => page.evaluate(() => Reflect.get(window, 'hasMoved') as unknown), { timeout: limitMs(60_000) }).toBe(true);
  });

  test('S3 bad-frames: damaged frames are skipped, the others are shown', async ({ page }) => {
    await open(page, 'bad-frames');
    await expectMovingPicture(page);
    await poll(() => lines(page).count()).toBeGreaterThan(2);
  });

  test('S23 dangerous-user: the slider check is shown in the chat area', async ({ page }) => {
    await open(page, 'dangerous-user');
    await expect(page.getByRole('slider').first()).toBeVisible();
  });

  test('P24 bad-answers: the picture is shown nevertheless', async ({ page }) => {
    await page.goto(`${addressOf('bad-answers')}&debug=1&config=retryIntervalMs:200`);
    await expectMovingPicture(page);
  });
});

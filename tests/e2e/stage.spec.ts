import { expect, test, type Locator, type Page } from '@playwright/test';
import { poll, stage } from './watching.ts';

const panel = (page: Page): Locator => page.getByRole('complementary', { name: '播放统计' });
const row = (page: Page, name: string): Locator => panel(page).locator(`[data-row="${name}"] dd`);

async function openNerdStats(page: Page): Promise<void> {
  await page.locator('section[data-at]').click({ button: 'right', position: { x: 400, y: 200 } });
  await page.getByRole('menuitem', { name: '播放统计' }).click();
  await expect(panel(page)).toBeVisible();
}

/** Records what the page requests from the device. */
const watchDevice = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const asked = { locks: 0, held: 0, handlers: {} as Record<string, (() => void) | null> };
    Reflect.set(window, 'asked', asked);
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          asked.locks++;
          asked.held++;
          return Promise.resolve({ release: () => Promise.resolve(asked.held--) });
        },
      },
    });
    MediaSession.prototype.setActionHandler = (name, handler) => {
      asked.handlers[name] = handler as (() => void) | null;
    };
  });

const held = (page: Page): Promise<number> => page.evaluate(() => (Reflect.get(window, 'asked') as { held: number }).held);
const pressKey = (page: Page, name: string): Promise<void> =>
  page.evaluate((key) => (Reflect.get(window, 'asked') as { handlers: Record<string, () => void> }).handlers[key]!(), name);

async function goDownTo(page: Page, item: Locator): Promise<void> {
  for (let left = await page.getByRole('menuitem').count(); left > 0 && (await item.and(page.locator(':focus')).count()) === 0; left--)
    await page.keyboard.press('ArrowDown');
  await expect(item).toBeFocused();
}

test.describe('nerd stats @h265 @page', () => {
  test('P3 P22 P29 one visit with H265: the overlay, and the device integration', async ({ page, context }) => {
    await watchDevice(page);
    // Stored by an earlier visit: one thread takes 2 ms per megapixel, below the `easy` limit.
    await page.addInitScript(() => {
      localStorage.setItem('footlight.decodeThreads', JSON.stringify({ value: ['1:2.00'], untilMs: null }));
    });
    await page.goto('/live/1001?scenario=h265');
    await expect(stage(page, 'live')).toBeVisible();

    await test.step('the overlay shows what plays and why, keeps counting, and can be closed by keyboard', async () => {
      await openNerdStats(page);
      await expect(row(page, 'kind')).toContainText('(h265)');
      await expect(row(page, 'why')).toContainText('h265 address 1 of 1: first address');
      await expect(row(page, 'resolution')).toContainText('852×480');
      await expect(row(page, 'decode')).toContainText(/p50 (?!0\.0+ )[\d.]+ ms · p95 [\d.]+ ms/);
      // The number measured earlier on this machine.
      await expect(row(page, 'threads')).toContainText('1 · 较少线程已足够');
      await expect(row(page, 'pace')).toContainText('×');
      await expect(row(page, 'decodeLevel')).toContainText(/^\d · /);
      await expect(row(page, 'speed')).toContainText('/s');
      const first = await row(page, 'speed').innerText();
      await poll(() => row(page, 'speed').innerText()).not.toBe(first);
      await expect(panel(page)).not.toContainText('NaN');

      const saved = page.waitForEvent('download');
      await panel(page).getByRole('button', { name: '下载' }).click();
      expect((await saved).suggestedFilename()).toBe('footlight-player-1001.log');

      await page.keyboard.press('Escape');
      await expect(panel(page)).toHaveCount(0);

      // By keyboard only: the menu key on the focused element of the stage, the first item, from there its item, the close button.
      await page.getByRole('button', { name: '全屏' }).focus();
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await goDownTo(page, page.getByRole('menuitem', { name: '播放统计' }));
      await page.keyboard.press('Enter');
      await expect(panel(page).getByRole('button', { name: '关闭' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(panel(page)).toHaveCount(0);
    });

    await test.step('the page uses the device: wake lock beside a canvas, media keys, network state, start-up phases', async () => {
      await poll(() => held(page)).toBe(1);
      await poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing');
      const info = await page.evaluate(() => {
        const { title, artist, artwork } = navigator.mediaSession.metadata!;
        return { title, artist, pictures: artwork.length };
      });
      expect(info).toEqual({ title: '星光不打烊 · 点歌专场', artist: '小喵Momo', pictures: 2 });

      await pressKey(page, 'pause');
      await expect(page.getByRole('button', { name: '播放', exact: true })).toBeAttached();
      await poll(() => held(page)).toBe(0);
      await pressKey(page, 'play');
      await poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing');
      await poll(() => held(page)).toBe(1);

      const notice = page.locator('[data-notice=offline]');
      await context.setOffline(true);
      await expect(notice).toHaveText('网络已断开，恢复后自动继续');
      await context.setOffline(false);
      await expect(notice).toHaveCount(0);

      const names = await page.evaluate(() =>
        performance.getEntriesByType('measure').flatMap(({ name }) => (name.startsWith('footlight:') ? [name] : [])),
      );
      expect(names.toSorted()).toEqual([
        'footlight:capabilities',
        'footlight:first picture',
        'footlight:let go',
        'footlight:page',
        'footlight:room',
        'footlight:stream asked',
        'footlight:workers',
      ]);
    });
  });
});

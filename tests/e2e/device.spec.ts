import { expect, test, type Page } from '@playwright/test';
import { poll, stage } from './watching.ts';

/** Remembers what the page asks of the device. */
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
const press = (page: Page, name: string): Promise<void> =>
  page.evaluate((key) => (Reflect.get(window, 'asked') as { handlers: Record<string, () => void> }).handlers[key]!(), name);

test('P3 the device knows the show: screen kept on beside a canvas, media keys, the network, the phases of the start @page', async ({
  page,
  context,
}) => {
  await watchDevice(page);
  await page.goto('/live/1001?scenario=h265');
  await expect(stage(page, 'live')).toBeVisible();
  await poll(() => held(page)).toBe(1);
  await poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing');
  const info = await page.evaluate(() => {
    const { title, artist, artwork } = navigator.mediaSession.metadata!;
    return { title, artist, pictures: artwork.length };
  });
  expect(info).toEqual({ title: '星光不打烊 · 点歌专场', artist: '小喵Momo', pictures: 2 });

  await press(page, 'pause');
  await expect(page.getByRole('button', { name: '播放', exact: true })).toBeAttached();
  await poll(() => held(page)).toBe(0);
  await press(page, 'play');
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

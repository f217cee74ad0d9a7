import { expect, type Locator, type Page } from '@playwright/test';

/** What a viewer can see of the player, read from the page without changing it. */
export interface Watched {
  readonly positionS: number;
  readonly painted: number;
  readonly audioBytes: number;
  readonly width: number;
  readonly height: number;
}

export const watched = (page: Page): Promise<Watched | null> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])');
    if (video === null) return null;
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    const audioBytes: unknown = Reflect.get(video, 'webkitAudioDecodedByteCount');
    return {
      positionS: video.currentTime,
      painted: totalVideoFrames - droppedVideoFrames,
      audioBytes: typeof audioBytes === 'number' ? audioBytes : 0,
      width: video.videoWidth,
      height: video.videoHeight,
    };
  });

/**
 * A quarter of the pixels in the same layout, for tests that do not check the look of the page: drawing a picture without a GPU is a large
 * part of a playing page's cost.
 */
export const FEW_PIXELS = { deviceScaleFactor: 0.5 } as const;

/** Sampling interval, so that each test ends as soon as its condition holds; `expect.poll` soon samples only once a second. */
const LOOK_MS = [100];

/** `expect.poll` with these intervals by default. */
export const poll = <T>(look: () => T | Promise<T>, options: { message?: string; timeout?: number; intervals?: number[] } = {}) =>
  expect.poll(look, { intervals: LOOK_MS, ...options });

/** Waits until the picture moves: the position and the number of painted pictures both advance. */
export async function expectMovingPicture(page: Page): Promise<Watched> {
  const first = { positionS: Infinity, painted: Infinity };
  let seen: Watched | null = null;
  await poll(
    async () => {
      seen = await watched(page);
      if (seen === null || seen.painted === 0) return 'no picture';
      if (first.painted === Infinity) Object.assign(first, seen);
      return seen.painted > first.painted + 10 && seen.positionS > first.positionS + 0.3 ? 'moving' : 'still';
    },
    { message: 'a moving picture' },
  ).toBe('moving');
  return seen ?? { positionS: 0, painted: 0, audioBytes: 0, width: 0, height: 0 };
}

export async function expectSoundDecoded(page: Page): Promise<void> {
  const first = (await watched(page))?.audioBytes ?? 0;
  await poll(async () => (await watched(page))?.audioBytes ?? 0, { message: 'decoded sound' }).toBeGreaterThan(first);
}

export const stage = (page: Page, at: string): Locator => page.locator(`section[data-at="${at}"]`);
export const chatList = (page: Page): Locator => page.getByRole('log', { name: '聊天消息' });

/** Opens the player log as a viewer does: right click on the video, then the log. It stays open and is updated. */
export async function openPlayerLog(page: Page): Promise<Locator> {
  await page.locator('section[data-at]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '播放日志' }).click();
  const lines = page.locator('pre');
  await expect(lines).toBeVisible();
  return lines;
}

import { resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { startOrigin, type Origin, type OriginOptions } from '../../mocks/origin/server.ts';
import { VIEWER } from '../../mocks/scenario.ts';

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

/** Replaces the share of pictures that the browser counts as lost: motion over the picture depends on it, and a busy machine loses some. */
export async function losePictures(page: Page, share: number): Promise<void> {
  const replace = (lost: number): void => {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const original = HTMLVideoElement.prototype.getVideoPlaybackQuality;
    HTMLVideoElement.prototype.getVideoPlaybackQuality = function (this: HTMLVideoElement): VideoPlaybackQuality {
      const { totalVideoFrames, creationTime, corruptedVideoFrames } = original.call(this);
      return { totalVideoFrames, creationTime, corruptedVideoFrames, droppedVideoFrames: totalVideoFrames * lost };
    };
  };
  await page.addInitScript(replace, share);
  await page.evaluate(replace, share);
}

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

/** Own lines that wait to be sent have a mark with a name. */
export const waitingLines = (page: Page): Locator => chatList(page).getByRole('img', { name: '等待发送' });

export const chatArrives = (page: Page): Promise<void> =>
  poll(async () => (await chatList(page).innerText()).split('\n').length, { message: 'chat rows' }).toBeGreaterThan(3);

/** Writes a line; its echo replaces the waiting line, so that it is there once. */
export async function say(page: Page, line: string): Promise<void> {
  await page.getByPlaceholder('和大家聊聊吧').fill(line);
  await page.keyboard.press('Enter');
  await expect(waitingLines(page)).toHaveCount(0);
  await expect(chatList(page).getByText(line)).toHaveCount(1);
}

/** Opens the player log as a viewer does: right click on the video, then the log. It stays open and is updated. */
export async function openPlayerLog(page: Page): Promise<Locator> {
  await page.locator('section[data-at]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '播放日志' }).click();
  const lines = page.locator('pre');
  await expect(lines).toBeVisible();
  return lines;
}

/** The production build and a real server of this test. */
export async function serve(options: Partial<OriginOptions> = {}): Promise<Origin> {
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: resolve('dist'), ...options });
  if (!origin.ok) throw new Error(origin.error.detail);
  return origin.value;
}

export async function withOrigin<T>(use: (origin: Origin) => Promise<T>, options?: Partial<OriginOptions>): Promise<T> {
  const origin = await serve(options);
  try {
    return await use(origin);
  } finally {
    await origin.close();
  }
}

/** Cookies of a login at a server. */
export const loginOf = (url: string, login: Readonly<Record<string, string>> = VIEWER) =>
  Object.entries(login).map(([name, value]) => ({ name, value, url }));

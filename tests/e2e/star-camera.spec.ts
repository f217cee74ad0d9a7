import { expect, test, type Locator, type Page } from '@playwright/test';
import { everyReportFits, open, pulls, reports } from './player-page.ts';
import { poll, stage } from './watching.ts';

const tool = (page: Page): Locator => page.locator('[data-publishing]');
const pressed = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

interface Preview {
  readonly positionS: number;
  readonly isMuted: boolean;
  readonly width: number;
  readonly tracks: readonly string[];
}

/** The preview in the page; its tracks are those of the camera. */
const preview = (page: Page): Promise<Preview | null> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-publishing] video');
    const stream = video?.srcObject;
    if (!video || !(stream instanceof MediaStream)) return null;
    return {
      positionS: video.currentTime,
      isMuted: video.muted,
      width: video.videoWidth,
      tracks: stream.getTracks().map(({ kind, readyState, label }) => `${kind} ${readyState} ${label.replace(/^Fake.*/i, 'fake')}`),
    };
  });

test('P31 the star goes live with camera and microphone after a refused first attempt; off air the camera stays on until it is changed @player', async ({
  page,
}) => {
  await open(page, 'star-refused');
  await expect(stage(page, 'publish')).toBeVisible();
  await pressed(page, '摄像头');
  await poll(async () => (await preview(page))?.positionS ?? 0).toBeGreaterThan(0.5);
  const seen = (await preview(page))!;
  expect(seen.isMuted).toBe(true);
  expect(seen.width).toBeGreaterThan(0);
  expect([...seen.tracks].sort()).toEqual([expect.stringMatching(/^audio live/), expect.stringMatching(/^video live/)]);

  await pressed(page, '开始直播');
  await expect(page.getByRole('alert')).toContainText('开播失败，请稍后再试');
  await expect(tool(page)).toHaveAttribute('data-publishing', 'ready');
  // After a refusal the camera stays on for a retry.
  expect((await preview(page))!.tracks).toEqual(seen.tracks);
  await pressed(page, '开始直播');
  await expect(tool(page)).toHaveAttribute('data-publishing', 'live');
  await expect(tool(page).locator('[role=status][data-live]')).toContainText(/正在直播\s*00:0[1-9]/);
  const live = (await preview(page))!.positionS;
  await poll(async () => (await preview(page))?.positionS ?? 0).toBeGreaterThan(live + 0.5);

  await pressed(page, '结束直播');
  await expect(tool(page)).toHaveAttribute('data-publishing', 'ready');
  const camera = await page.evaluateHandle(
    () => document.querySelector<HTMLVideoElement>('[data-publishing] video')!.srcObject as MediaStream,
  );
  await pressed(page, '绘制画面');
  await poll(() => camera.evaluate((stream) => stream.getTracks().map(({ readyState }) => readyState))).toEqual(['ended', 'ended']);
  await expect(page.getByRole('button', { name: '绘制画面' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '摄像头' })).toHaveAttribute('aria-pressed', 'false');
  expect((await preview(page))!.tracks.join()).not.toContain('fake');

  // The visit is reported, and no pull.
  await poll(async () => (await reports(page)).length).toBeGreaterThan(0);
  expect(await pulls(page)).toEqual([]);
  await everyReportFits(page);
});

import { expect, test, type Locator, type Page } from '@playwright/test';
import { FEW_PIXELS, poll, stage } from './watching.ts';

const panel = (page: Page): Locator => page.getByRole('complementary', { name: '播放统计' });
const row = (page: Page, name: string): Locator => panel(page).locator(`[data-row="${name}"] dd`);

async function openNerdStats(page: Page): Promise<void> {
  await page.locator('section[data-at]').click({ button: 'right', position: { x: 400, y: 200 } });
  await page.getByRole('menuitem', { name: '播放统计' }).click();
  await expect(panel(page)).toBeVisible();
}

test.describe('nerd stats @h265', () => {
  test('P22 P29 the overlay says what plays and why, goes on counting, and is closed by keyboard', async ({ page }) => {
    await page.goto('/live/1001?scenario=h265');
    await expect(stage(page, 'live')).toBeVisible();
    await openNerdStats(page);
    await expect(row(page, 'kind')).toContainText('(h265)');
    await expect(row(page, 'why')).toContainText('h265 address 1 of 1: first address');
    await expect(row(page, 'resolution')).toContainText('852×480');
    await expect(row(page, 'decode')).toContainText(/p50 [\d.]+ ms · p95 [\d.]+ ms/);
    await expect(row(page, 'threads')).toContainText(/^[1-9]/);
    await expect(row(page, 'pace')).toContainText('×');
    await expect(row(page, 'decodeLevel')).toContainText(/^\d · /);
    await expect(row(page, 'speed')).toContainText('/s');
    const first = await row(page, 'speed').innerText();
    await poll(() => row(page, 'speed').innerText()).not.toBe(first);
    await expect(panel(page)).not.toContainText('NaN');

    const saved = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: '下载' }).click();
    expect((await saved).suggestedFilename()).toBe('footlight-player-1001.log');

    await page.setViewportSize({ width: 390, height: 844 });
    const box = (await panel(page).boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);

    // By keyboard alone: the menu key of whatever has the focus in the stage, the first item, the close button.
    await page.getByRole('button', { name: '全屏' }).focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: '播放统计' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('button', { name: '关闭' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toHaveCount(0);
  });
});

test.describe('the star @player', () => {
  test.use(FEW_PIXELS);

  const state = (page: Page): Locator => page.locator('[data-publishing]');
  const pressed = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const previewMoves = (page: Page): Promise<boolean> =>
    page.locator('[data-publishing] video').evaluate((video: HTMLVideoElement) => video.muted && video.currentTime > 0.5);
  const tracks = (page: Page): Promise<string[]> =>
    page.evaluate(() => (Reflect.get(window, 'captured') as MediaStreamTrack[]).map(({ readyState }) => readyState));

  /** Remembers every track that a canvas gives, and puts a drawn stream in the place of a camera. */
  const watchTracks = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      const captured: MediaStreamTrack[] = [];
      Reflect.set(window, 'captured', captured);
      // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
      const { captureStream } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.captureStream = function remembered(rate?: number) {
        const stream = Reflect.apply(captureStream, this, [rate]);
        captured.push(...stream.getTracks());
        return stream;
      };
    });

  test('P31 previews a drawn source, goes live and off again; nothing is pulled', async ({ page }) => {
    await watchTracks(page);
    await page.goto('/room/star/1006?scenario=star');
    await expect(stage(page, 'publish')).toBeVisible();
    await expect(state(page)).toHaveAttribute('data-publishing', 'ready');
    const start = page.getByRole('button', { name: '开始直播' });
    await expect(start).toBeDisabled();

    await pressed(page, '绘制画面');
    await poll(() => previewMoves(page)).toBe(true);
    await start.click();
    await expect(state(page)).toHaveAttribute('data-publishing', 'live');
    await expect(state(page).getByRole('status')).toContainText(/正在直播\s*00:0[1-9]/);
    await expect(page.getByRole('button', { name: '摄像头', exact: true })).toHaveCount(0);
    expect(await page.evaluate(() => (window as never as { appFigures: () => unknown }).appFigures())).toBeNull();

    await pressed(page, '结束直播');
    await expect(state(page)).toHaveAttribute('data-publishing', 'ready');
    expect(await tracks(page)).toEqual(['live']);
    await expect(page.locator('section[data-at] > div video').first()).toHaveJSProperty('currentSrc', '');
  });

  test('P31 another source stops the one before; a source that goes away ends the broadcast and says so', async ({ page }) => {
    await watchTracks(page);
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => {
        const canvas = document.createElement('canvas');
        canvas.getContext('2d');
        return Promise.resolve(canvas.captureStream(10));
      };
    });
    await page.goto('/room/star/1006?scenario=star');
    await pressed(page, '绘制画面');
    await poll(() => tracks(page)).toEqual(['live']);
    await pressed(page, '摄像头');
    await poll(() => tracks(page)).toEqual(['ended', 'live']);
    await pressed(page, '开始直播');
    await expect(state(page)).toHaveAttribute('data-publishing', 'live');
    await page.evaluate(() => (Reflect.get(window, 'captured') as MediaStreamTrack[])[1]!.dispatchEvent(new Event('ended')));
    await expect(page.getByRole('alert')).toContainText('已断开');
    await expect(state(page)).toHaveAttribute('data-publishing', 'ready');
    expect(await tracks(page)).toEqual(['ended', 'ended']);
  });

  test('P31 a camera that may not be used and a server that refuses are said in words, and both can be tried again', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.goto('/room/star/1006?scenario=star-refused');
    await pressed(page, '摄像头');
    await expect(page.getByRole('alert')).toContainText('不允许使用摄像头或麦克风');
    await expect(page.getByRole('button', { name: '开始直播' })).toBeDisabled();
    await pressed(page, '绘制画面');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await pressed(page, '开始直播');
    await expect(page.getByRole('alert')).toContainText('开播失败，请稍后再试');
    await pressed(page, '开始直播');
    await expect(state(page)).toHaveAttribute('data-publishing', 'live');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

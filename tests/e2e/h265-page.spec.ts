import { expect } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import { test } from './measured.ts';
import { goesOn, own, painted, playedTo, withoutTracks, withPictureInPicture } from './h265-page.ts';
import { figures, pulled, pulls, stored } from './player-page.ts';
import { firstGift, expectMessages, inStep, syncRoom, watchSync } from './sync-page.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

test.describe('H265 and the page @h265', () => {
  test(
    'P30 h264 stream messages are shown with their pictures: gifts of script tags and of SEIs with the flashes',
    { tag: '@measured' },
    async ({ page }) => {
      await page.goto(syncRoom('stream-messages', 'h264'));
      await painted(page, 25);
      await page.mouse.click(640, 300);
      await firstGift(page);
      await expectMessages(page, 'h264', await watchSync(page, limitMs(60_000) / 1_000, 6));
    },
  );

  test('P23 picture-in-picture of the canvas: h264 by PIP 8 plays in the window, no stall is counted, and h265 returns', async ({
    page,
  }) => {
    await withoutTracks(page);
    await withPictureInPicture(page);
    await page.goto('/live/1001?scenario=all-kinds');
    expect((await painted(page)).kind).toBe('h265');
    const stage = page.locator('section[data-at=live]');
    const inWindow = (): Promise<boolean> => page.evaluate(() => document.pictureInPictureElement !== null);
    await stage.hover();
    await stage.getByRole('button', { name: '画中画' }).click();
    await poll(inWindow).toBe(true);
    expect((await painted(page)).kind).toBe('h264');
    await pulled(page, { state: 0, para: 'h265' }, { state: 0, para: 'h264', para2: '8' });
    expect(await stored(page, 'playerType')).toBeNull();
    await stage.click({ button: 'right' });
    await page.getByRole('menuitem', { name: '播放统计' }).click();
    await expect(page.locator('[data-row=why]')).toContainText('画中画 (8)');
    await page.keyboard.press('Escape');
    await stage.hover();
    await stage.getByRole('button', { name: '画中画' }).click();
    await poll(async () => (await figures(page))?.kind).toBe('h265');
    await painted(page);
    expect(await inWindow()).toBe(false);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /stall|stayOnH264/i.test(key)))).toEqual([]);
  });

  test('P23 picture-in-picture of a track of frames: the same player continues, in the window and in the page again', async ({ page }) => {
    await withPictureInPicture(page);
    await page.goto('/live/1001?scenario=all-kinds');
    const before = await painted(page);
    expect(before.kind).toBe('h265');
    const stage = page.locator('section[data-at=live]');
    const video = stage.locator('video:not([loop]):not([hidden])');
    await expect(stage.locator('canvas:not([data-still])')).toHaveCount(0);
    const size = (): Promise<number[]> => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]);
    expect(await size()).toEqual([before.own['WIDTH'], before.own['HEIGHT']]);
    const inWindow = (): Promise<boolean> => page.evaluate(() => document.pictureInPictureElement !== null);
    for (const isOpen of [true, false]) {
      // By keyboard: the controls are hidden when the pointer rests for some seconds, and a slow machine needs that long for a click.
      await stage.getByRole('button', { name: '画中画' }).press('Enter');
      await poll(inWindow).toBe(isOpen);
      expect((await goesOn(page, 10)).epoch).toBe(before.epoch);
    }
    await poll(async () => (await pulls(page)).map(({ state, para }) => [state, para])).toEqual([[0, 'h265']]);
  });

  test('P29 if workers cannot draw, the page draws the same pictures', async ({ page }) => {
    await page.goto('/live/1001?scenario=no-offscreen-canvas');
    const before = await painted(page, 20);
    expect(before.kind).toBe('h265');
    expect(page.workers().filter((worker) => worker.url().includes('worker-render'))).toEqual([]);
    const canvas = page.locator('section[data-at=live] canvas');
    const first = await canvas.screenshot();
    expect((await goesOn(page, 20)).epoch).toBe(before.epoch);
    expect((await canvas.screenshot()).equals(first)).toBe(false);
  });

  test('P29 if a worker has the canvas but no WebGL2, the canvas stays with the page, which draws', async ({ page }) => {
    await withoutTracks(page);
    await page.route(/\/worker-render-[\w-]+\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `OffscreenCanvas.prototype.getContext = () => null;${await response.text()}` });
    });
    await page.goto('/live/1001?scenario=h265');
    expect((await painted(page, 20)).kind).toBe('h265');
    // A transferred canvas has no context.
    expect(
      await page
        .locator('section[data-at=live] canvas')
        .evaluate((canvas: HTMLCanvasElement) => (canvas.getContext('webgl2') ?? canvas.getContext('2d')) !== null),
    ).toBe(true);
  });

  test('P29 an audio thread that hangs although its context runs does not stop the pictures', async ({ page }) => {
    await page.addInitScript(() => {
      // Replaces the audio worklet by a node that never reads the sound.
      Reflect.set(window, 'AudioWorkletNode', function standing(context: BaseAudioContext) {
        return Object.assign(context.createGain(), { port: new MessageChannel().port1 });
      });
    });
    await page.goto(syncRoom('normal', 'h265'));
    await painted(page, 5);
    // The sound is allowed from here on.
    await page.mouse.click(640, 300);
    const before = await goesOn(page, 25);
    const after = await goesOn(page, 75);
    expect(after.progress.positionS).toBeGreaterThan(before.progress.positionS + 2);
    expect(after.epoch).toBe(before.epoch);
  });

  test(
    'P29 without AudioDecoder an audio element plays the sound, and the pictures are in sync with it',
    { tag: '@measured' },
    async ({ page }) => {
      // The output of the element is tapped; one loop reads the brightness of the canvas and the loudness.
      await page.addInitScript(() => {
        // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
        const { play } = HTMLMediaElement.prototype;
        HTMLMediaElement.prototype.play = function tapped(this: HTMLMediaElement) {
          if (this instanceof HTMLAudioElement && !('tap' in window)) {
            const context = new AudioContext();
            const analyser = context.createAnalyser();
            analyser.fftSize = 256;
            context.createMediaElementSource(this).connect(analyser).connect(context.destination);
            addEventListener('pointerdown', () => void context.resume());
            Object.assign(window, { tap: analyser, sound: this });
          }
          return play.call(this);
        };
      });
      await page.goto(syncRoom('no-audio-decoder', 'h265'));
      await painted(page, 10);
      await page.mouse.click(640, 300);
      // In the first seconds pictures and element are still being synchronised.
      await playedTo(page, 4);
      const position = (): Promise<number> => page.evaluate(() => (window as never as { sound: HTMLAudioElement }).sound.currentTime);
      const from = await position();
      const { flashes, tapped } = await watchSync(page, 6);
      const playedS = (await position()) - from;
      const { offsets, mostMs } = inStep(flashes, tapped, 0.9);
      console.log(`audio element: ${playedS.toFixed(1)} s played; picture minus sound, ms: ${offsets.join(' ')}`);
      expect(playedS).toBeGreaterThan(4.8);
      expect(offsets.length).toBeGreaterThan(3);
      expect(mostMs).toBeLessThan(150);
      const after = await own(page);
      expect(after.kind).toBe('h265');
      expect(after.own['CLOCK_SOURCE']).toBe(3);
    },
  );

  test('P29 the number of decoding threads is the one measured earlier on this machine, and is measured again', async ({ page }) => {
    // Stored by an earlier visit: one thread takes 2 ms per megapixel, below the `easy` limit.
    await page.addInitScript(() => {
      if (localStorage.getItem('footlight.decodeThreads') === null)
        localStorage.setItem('footlight.decodeThreads', JSON.stringify({ value: ['1:2.00'], untilMs: null }));
    });
    await page.goto('/live/1001?scenario=h265');
    const { own } = await painted(page);
    expect([own['THREADS'], own['THREADS_WHY']]).toEqual([1, 'fewer do']);
    const stored = (): Promise<string> => page.evaluate(() => localStorage.getItem('footlight.decodeThreads') ?? '');
    await poll(stored).toMatch(/^\{"value":\["1:\d+\.\d\d"\],"untilMs":\d+\}$/);
    await page.locator('section[data-at=live]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '播放统计' }).click();
    await expect(page.locator('[data-row=threads]')).toContainText('1 · 较少线程已足够');
    const decode = await page.locator('[data-row=decode]').innerText();
    expect(Number(/p50 ([\d.]+) ms/.exec(decode)?.[1])).toBeGreaterThan(0);
  });
});

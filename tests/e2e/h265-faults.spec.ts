import { expect, test, type Page } from '@playwright/test';
import { goesOn, logText, loudness, playedTo, roomWith, tapSound, workers } from './h265-page.ts';
import { everyReportFits, figures, open, own, plays, pulled, pulls, stored } from './player-page.ts';
import { poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

const HVC1 = 'stage-852x480-h265-hvc1';
/** Canvases, and elements with a track of frames. */
const surfaces = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll('section[data-at] canvas').length +
      [...document.querySelectorAll('video')].filter(({ srcObject }) => srcObject instanceof MediaStream).length,
  );

test.describe('H265 failures @h265', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P23 P29 damaged pictures are concealed and counted, and playback continues', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'stream-corrupt'));
    const { epoch } = await plays(page, 'h265');
    await poll(async () => (await own(page)).own['DAMAGED_PICTURES']).toBeGreaterThan(0);
    expect((await goesOn(page, 50)).epoch).toBe(epoch);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
  });

  test('P23 pictures that the decoder does not support (4:4:4, separate planes) lead to h264 by NO_SUPPORT 9, without the track', async ({
    page,
  }) => {
    await open(page, 'h265-unusual');
    await plays(page, 'h264');
    await pulled(page, { state: 3, para: 'h265', para1: 'h265 cannot be decoded, h264' }, { state: 0, para: 'h264', para2: '9' });
    expect(await logText(page)).toContain('DECODER_UNSUPPORTED');
    expect(await stored(page, 'stallCount')).toBeNull();
    expect(await surfaces(page)).toBe(0);
    await poll(() => workers(page).filter((name) => ['stream', 'decode', 'glue', 'render'].includes(name))).toEqual([]);
  });

  test('P29 on a slow network one player continues, slower or buffering, with picture and sound in sync', async ({ page }) => {
    await page.goto(roomWith('stage-852x480-h265-id12', 'slow-network'));
    const { epoch } = await plays(page, 'h265');
    await poll(async () => (await own(page)).own['PACE']).toMatch(/^(?:buffering|stretching)$/);
    await poll(async () => Math.abs(Number((await own(page)).own['AV_OFFSET_MS']))).toBeLessThan(250);
    const after = await goesOn(page, 10);
    expect([after.epoch, after.own['DAMAGED_PICTURES']]).toEqual([epoch, 0]);
  });

  test('P25 P29 after a size change the same player continues, with STREAM_PIXED_CHANGED', async ({ page }) => {
    await open(page, 'size-change');
    const { epoch } = await plays(page, 'h265');
    const element = page.locator('section[data-at] video:not([hidden])');
    await element.evaluate((video: HTMLVideoElement) => Reflect.set(video.srcObject!, 'mark', 1));
    // The displayed pictures until both sizes have been seen; an unfilled plane would be green.
    const seen = await page.evaluate(async () => {
      const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([hidden])')!;
      const context = new OffscreenCanvas(16, 16).getContext('2d', { willReadFrequently: true })!;
      const sizes = new Set<string>();
      let last = '';
      let green = 0;
      let shown = 0;
      const endMs = performance.now() + 90_000;
      while (performance.now() < endMs && (sizes.size < 2 || shown < 30)) {
        await new Promise(requestAnimationFrame);
        const { own: said } = (window as never as { appFigures: () => { own: Record<string, number> } }).appFigures();
        const size = `${said['WIDTH']}x${said['HEIGHT']}`;
        if (size !== last) {
          sizes.add(size);
          last = size;
          shown = 0;
        }
        context.drawImage(video, 0, 0, 16, 16);
        const { data } = context.getImageData(0, 0, 16, 16);
        let greens = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 1]! > data[i]! + 60 && data[i + 1]! > data[i + 2]! + 60) greens++;
        if (greens > 16) green++;
        shown++;
      }
      return { sizes: [...sizes].toSorted(), green };
    });
    expect(seen).toEqual({ sizes: ['360x640', '640x360'], green: 0 });
    const after = await goesOn(page, 10);
    expect([after.epoch, after.own['DAMAGED_PICTURES']]).toEqual([epoch, 0]);
    expect(await element.evaluate((video: HTMLVideoElement) => Reflect.get(video.srcObject!, 'mark') as unknown)).toBe(1);
    expect(await logText(page)).toMatch(/STREAM_PIXED_CHANGED: (640x360 to 360x640|360x640 to 640x360)/);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
  });

  test('P20 P29 without sound the pictures follow the wall clock, each at its time', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'no-sound'));
    await plays(page, 'h265');
    const before = await own(page);
    const after = await goesOn(page, 75);
    // Counts of the player: a slow machine drops a picture, and the clock continues.
    const pictures = ({ progress }: typeof after): number => progress.paintedFrames + progress.droppedFrames;
    const rate = (pictures(after) - pictures(before)) / (after.progress.positionS - before.progress.positionS);
    expect(rate).toBeGreaterThan(20);
    expect(rate).toBeLessThan(30);
    expect(after.progress.audioS).toBeNaN();
  });

  test('P20 P24 without pictures the sound plays, and neither wait reports a failure', async ({ page }) => {
    await tapSound(page);
    await page.goto(roomWith(HVC1, 'no-picture', 'firstFailWaitMs:2000,stallWaitMs:2000'));
    await poll(async () => (await figures(page))?.progress.positionS ?? 0).toBeGreaterThan(1);
    const before = await own(page);
    await page.mouse.click(640, 300);
    expect(await loudness(page, 10, 0.01)).toBeGreaterThan(0.01);
    const after = await playedTo(page, before.progress.positionS + 2);
    expect([after.kind, after.epoch, after.progress.paintedFrames]).toEqual(['h265', before.epoch, 0]);
    await expect(page.locator('[data-tip=live-fail]')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /缓冲中|正在连接/ })).toHaveCount(0);
    await pulled(page, { state: 0, para: 'h265', para1: '0x0' });
  });

  test('P20 P24 when the server ends the stream it is requested again, with its own reason', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'stream-ends', 'retryIntervalMs:100'));
    const { epoch } = await plays(page, 'h265');
    await plays(page, 'h265', epoch);
    const log = await logText(page);
    expect(log).toContain('player: the stream ended');
    expect(log).toContain('ACK_NETWORK_FAIL: all addresses failed, a fresh list');
    await pulled(page, { state: 4, para: 'h265' }, { state: 0, para: 'h265' });
  });
});

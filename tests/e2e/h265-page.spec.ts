import { expect, test, type Page } from '@playwright/test';
import { goesOn, painted, playedTo, tapSound, withoutTracks, withPictureInPicture } from './h265-page.ts';
import { figures, KEEPS_H265, open, own, pressControl, pulled, pulls, stored } from './player-page.ts';
import { test as measured } from './measured.ts';
import { inSoak } from './soak.ts';
import { poll } from './watching.ts';

const FLASHES = inSoak(300, 6);

/** The room of the sync streams: a flash and a beep at each full second; one address of one kind. */
const syncRoom = (scenario: string, kind: 'h264' | 'h265'): string => {
  const stream = kind === 'h264' ? 'sync-640x360-h264' : 'sync-640x360-h265-hvc1';
  const src = encodeURIComponent(`/live/${stream}.flv?scenario=${scenario}`);
  return `/live/1007?scenario=${scenario}&debug=1&kind=${kind}&src=${src}`;
};

/** Start and end of the observation, and event times, in milliseconds of the page. */
interface SyncSeen {
  readonly startMs: number;
  readonly endMs: number;
  /** Longest gap between two samples: two things that are drawn together may be seen this far apart. */
  readonly lateMs: number;
  readonly flashes: readonly number[];
  /** Times at which the loudspeaker plays the tapped sound. */
  readonly heard: readonly number[];
  /** New texts of the gift's tip; the number is the second of the flash. */
  readonly gifts: readonly { readonly atMs: number; readonly count: number }[];
}

/**
 * Measured outside the player: brightness of the picture, loudness of the tap and the gift's tip, read by one loop.
 */
const watchSync = (page: Page, seconds: number): Promise<SyncSeen> =>
  page.evaluate(async (watchedS) => {
    const picture = document.querySelector<HTMLCanvasElement>('section[data-at] canvas') ?? document.querySelector('video')!;
    const small = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
    const { tap } = window as never as { tap?: AnalyserNode };
    const wave = new Float32Array(tap?.fftSize ?? 0);
    const giftText = (): string => document.querySelector('[data-stream-info=gift]')?.textContent ?? '';
    const flashes: number[] = [];
    const heard: number[] = [];
    const gifts: { atMs: number; count: number }[] = [];
    let wasBright = true;
    let wasLoud = true;
    let before = giftText();
    const startMs = performance.now();
    const endMs = startMs + watchedS * 1_000;
    let lateMs = 0;
    let lookedMs = startMs;
    while (performance.now() < endMs) {
      await new Promise(requestAnimationFrame);
      lateMs = Math.max(lateMs, performance.now() - lookedMs);
      lookedMs = performance.now();
      small.drawImage(picture, 0, 0, 8, 8);
      const { data } = small.getImageData(0, 0, 8, 8);
      let light = 0;
      for (let i = 0; i < data.length; i += 4) light += data[i + 1]!;
      const isBright = light / 64 > 140;
      tap?.getFloatTimeDomainData(wave);
      const isLoud = wave.some((value) => Math.abs(value) > 0.05);
      const now = performance.now();
      if (isBright && !wasBright) flashes.push(now);
      if (tap !== undefined && isLoud && !wasLoud) {
        const audio = tap.context as AudioContext;
        heard.push(now + ((audio.outputLatency || 0) + audio.baseLatency) * 1_000);
      }
      wasBright = isBright;
      wasLoud = isLoud;
      const text = giftText();
      if (text !== before && text !== '') gifts.push({ atMs: now, count: Number(/×(\d)$/.exec(text)?.[1] ?? 1) });
      before = text;
    }
    return { startMs, endMs, lateMs, flashes, heard, gifts };
  }, seconds);

/** `offsets`: ms from the nearest beep to each flash, if less than 500. `mostMs`: the share `most` of them (0 to 1) is not larger. */
function inStep(flashes: readonly number[], beeps: readonly number[], most: number): { offsets: readonly number[]; mostMs: number } {
  const offsets = flashes.flatMap((flash) => {
    const [nearest] = beeps.map((beep) => flash - beep).toSorted((a, b) => Math.abs(a) - Math.abs(b));
    return nearest !== undefined && Math.abs(nearest) < 500 ? [Math.round(nearest)] : [];
  });
  const sizes = offsets.map(Math.abs).toSorted((a, b) => a - b);
  return { offsets, mostMs: sizes[Math.floor(sizes.length * most)] ?? Number.NaN };
}

/** Waits for so many new texts of the gift's tip; their numbers are the seconds of the flashes. */
const watchGifts = (page: Page, enough: number): Promise<readonly number[]> =>
  page.evaluate(
    (gifts) =>
      new Promise<readonly number[]>((resolve) => {
        const counts: number[] = [];
        let before = '';
        new MutationObserver(() => {
          const text = document.querySelector('[data-stream-info=gift]')?.textContent ?? '';
          if (text !== before && text !== '') counts.push(Number(/×(\d)$/.exec(text)?.[1] ?? 1));
          before = text;
          if (counts.length === gifts) resolve(counts);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    enough,
  );

/** Checks that gifts of script tags and of SEIs appear with the flashes. */
function expectWithFlashes({ startMs, endMs, lateMs, flashes, gifts }: SyncSeen): void {
  // The gift of a flash at the very start or end may be outside the observed time.
  const whole = flashes.filter((flash) => flash - startMs > 500 && endMs - flash > 500);
  const apart = whole.map((flash) => Math.round(Math.min(...gifts.map(({ atMs }) => Math.abs(atMs - flash)))));
  console.log(`gifts apart from their flashes, ms: ${apart.join(' ')}, looks ${Math.round(lateMs)} ms apart at most`);
  expect(apart.length).toBeGreaterThan(3);
  expect(Math.max(...apart)).toBeLessThan(250 + lateMs);
}

/** Checks that both carriers arrive in the order of the stream without a gap, and that the other messages are shown. */
async function expectMessages(page: Page, kind: string, counts: readonly number[]): Promise<void> {
  expect(counts.length).toBeGreaterThan(3);
  for (const [i, count] of counts.entries()) if (i > 0) expect(count).toBe((counts[i - 1]! % 8) + 1);
  await expect(page.locator('[data-stream-info=song]')).toHaveText('星光 · 校音台');
  await page.locator('section[data-at]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '播放统计' }).click();
  await expect(page.locator('[data-row=bitrate]')).toContainText('1800 kbit/s');
  await expect(page.locator('[data-row=pitch]')).toContainText('440 Hz');
  await expect(page.locator('[data-row=latency]')).toContainText('主播端 0.35 s');
  await expect(page.locator('[data-row=messages]')).toContainText(/未知 [1-9]\d* · 无法读取 [1-9]/);
  expect((await figures(page))?.kind).toBe(kind);
}

test.describe('H265 and the page @h265', () => {
  test('P30 h264 stream messages are shown in their order: gifts of script tags and of SEIs', async ({ page }) => {
    await page.goto(syncRoom('stream-messages', 'h264'));
    await painted(page, 25);
    await expectMessages(page, 'h264', await watchGifts(page, 5));
  });

  measured(
    'P29 P30 flash and beep are in sync, and h265 stream messages are shown with them: gifts of script tags and of SEIs',
    { tag: ['@measured', '@soak'] },
    async ({ page }) => {
      // Measured outside the player: brightness of the canvas, loudness of the audio output, the gift's tip.
      await tapSound(page, 256);
      await page.goto(syncRoom('stream-messages', 'h265'));
      await painted(page, 10);
      await page.mouse.click(640, 300);
      // In the first seconds picture and sound are still being synchronised.
      await playedTo(page, 4);
      await expect(page.locator('[data-stream-info=gift]')).toContainText('×');
      const seen = await watchSync(page, FLASHES);
      const { offsets, mostMs } = inStep(seen.flashes, seen.heard, 0.95);
      console.log(`A/V offsets over ${offsets.length} flashes, ms (picture minus sound): ${offsets.join(' ')}; p95 ${mostMs}`);
      expect(offsets.length).toBeGreaterThan(FLASHES * 0.66);
      expect(mostMs).toBeLessThanOrEqual(40);
      expectWithFlashes(seen);
      await expectMessages(
        page,
        'h265',
        seen.gifts.map(({ count }) => count),
      );
    },
  );

  test('P23 picture-in-picture of the canvas: h264 by PIP 8 plays in the window, no stall is counted, and h265 returns', async ({
    page,
  }) => {
    await withoutTracks(page);
    await withPictureInPicture(page);
    await open(page, 'all-kinds', KEEPS_H265);
    expect((await painted(page)).kind).toBe('h265');
    const stage = page.locator('section[data-at=live]');
    const inWindow = (): Promise<boolean> => page.evaluate(() => document.pictureInPictureElement !== null);
    await pressControl(page, '画中画');
    await poll(inWindow).toBe(true);
    expect((await painted(page)).kind).toBe('h264');
    await pulled(page, { state: 0, para: 'h265' }, { state: 0, para: 'h264', para2: '8' });
    expect(await stored(page, 'playerType')).toBeNull();
    await stage.click({ button: 'right' });
    await page.getByRole('menuitem', { name: '播放统计' }).click();
    await expect(page.locator('[data-row=why]')).toContainText('画中画 (8)');
    await page.keyboard.press('Escape');
    await pressControl(page, '画中画');
    await poll(async () => (await figures(page))?.kind).toBe('h265');
    await painted(page);
    expect(await inWindow()).toBe(false);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /stall|stayOnH264/i.test(key)))).toEqual([]);
  });

  test('P23 picture-in-picture of a track of frames: the same player continues, in the window and in the page again', async ({ page }) => {
    await withPictureInPicture(page);
    await open(page, 'all-kinds', KEEPS_H265);
    const before = await painted(page);
    expect(before.kind).toBe('h265');
    const stage = page.locator('section[data-at=live]');
    const video = stage.locator('video:not([loop]):not([hidden])');
    await expect(stage.locator('canvas:not([data-still])')).toHaveCount(0);
    const size = (): Promise<number[]> => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]);
    expect(await size()).toEqual([before.own['WIDTH'], before.own['HEIGHT']]);
    const inWindow = (): Promise<boolean> => page.evaluate(() => document.pictureInPictureElement !== null);
    for (const isOpen of [true, false]) {
      await pressControl(page, '画中画');
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

  test('P29 without AudioDecoder an audio element plays the sound and is the clock of the pictures', async ({ page }) => {
    await page.goto(syncRoom('no-audio-decoder', 'h265'));
    await painted(page, 10);
    await page.mouse.click(640, 300);
    await poll(async () => (await own(page)).own['CLOCK_SOURCE']).toBe(3);
    await poll(async () => Math.abs(Number((await own(page)).own['AV_OFFSET_MS']))).toBeLessThan(150);
    expect((await goesOn(page, 50)).kind).toBe('h265');
  });
});

import { expect, test } from '@playwright/test';
import { goesOn, own, painted, playedTo } from './h265-page.ts';
import { figures, pulled, pulls, stored } from './player-page.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

/** Room 1007 (a flash at each full second), one address of one kind. */
const syncRoom = (scenario: string, kind: 'h264' | 'h265'): string => {
  const stream = kind === 'h264' ? 'sync-640x360-h264' : 'sync-640x360-h265-hvc1';
  const src = encodeURIComponent(`/live/${stream}.flv?scenario=${scenario}`);
  return `/live/1007?scenario=${scenario}&debug=1&kind=${kind}&src=${src}`;
};

test.describe('H265 and the page @h265', () => {
  for (const kind of ['h264', 'h265'] as const) {
    test(
      `P30 stream messages of ${kind} come with their pictures: gifts of script tags and of SEIs with the flashes`,
      { tag: '@measured' },
      async ({ page }) => {
        await page.goto(syncRoom('stream-messages', kind));
        await painted(page, 25);
        await page.mouse.click(640, 300);
        await expect(page.locator('[data-stream-info=gift]')).toContainText('×', { timeout: 15_000 });
        // Seen from outside: when the picture turns bright, and when the gift's tip is in the page. Its number is the second of the flash.
        const seen = await page.evaluate(async () => {
          const picture = document.querySelector<HTMLCanvasElement>('section[data-at] canvas') ?? document.querySelector('video')!;
          const small = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
          const flashes: number[] = [];
          const gifts: { atMs: number; count: number }[] = [];
          let wasBright = true;
          let before = document.querySelector('[data-stream-info=gift]')?.textContent ?? '';
          const startMs = performance.now();
          const endMs = startMs + 6_000;
          // Between two looks: what a busy machine may put between two things that are drawn together.
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
            if (isBright && !wasBright) flashes.push(performance.now());
            wasBright = isBright;
            const text = document.querySelector('[data-stream-info=gift]')?.textContent ?? '';
            if (text !== before && text !== '') gifts.push({ atMs: performance.now(), count: Number(/×(\d)$/.exec(text)?.[1] ?? 1) });
            before = text;
          }
          // The gift of a flash at the very start or end may lie outside of what was watched.
          const whole = flashes.filter((flash) => flash - startMs > 500 && endMs - flash > 500);
          const apart = whole.map((flash) => Math.round(Math.min(...gifts.map(({ atMs }) => Math.abs(atMs - flash)))));
          return { apart, lateMs, counts: gifts.map(({ count }) => count) };
        });
        console.log(
          `${kind} gifts apart from their flashes, ms: ${seen.apart.join(' ')}, looks ${Math.round(seen.lateMs)} ms apart at most; gifts ${seen.counts.join(' ')}`,
        );
        expect(seen.apart.length).toBeGreaterThan(3);
        expect(Math.max(...seen.apart)).toBeLessThan(250 + seen.lateMs);
        // One after the other, none left out: both carriers, in the order of the stream.
        expect(seen.counts.length).toBeGreaterThan(3);
        for (const [i, count] of seen.counts.entries()) if (i > 0) expect(count).toBe((seen.counts[i - 1]! % 8) + 1);
        await expect(page.locator('[data-stream-info=song]')).toHaveText('星光 · 校音台');
        await page.locator('section[data-at]').click({ button: 'right' });
        await page.getByRole('menuitem', { name: '播放统计' }).click();
        await expect(page.locator('[data-row=bitrate]')).toContainText('1800 kbit/s');
        await expect(page.locator('[data-row=pitch]')).toContainText('440 Hz');
        await expect(page.locator('[data-row=latency]')).toContainText('主播端 0.35 s');
        await expect(page.locator('[data-row=messages]')).toContainText(/未知 [1-9]\d* · 无法读取 [1-9]/);
        expect((await figures(page))?.kind).toBe(kind);
      },
    );
  }

  test('P23 picture-in-picture of the canvas: h264 by PIP 8 takes over into the window, no stall counted, and h265 comes back', async ({
    page,
  }) => {
    // A headless browser has no such window: only its verb is replaced, and says what the real one would.
    await page.addInitScript(() => {
      let inWindow: HTMLVideoElement | null = null;
      Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => inWindow, configurable: true });
      const show = (video: HTMLVideoElement): void => {
        inWindow = video;
        video.dispatchEvent(new Event('enterpictureinpicture'));
      };
      HTMLVideoElement.prototype.requestPictureInPicture = function open(this: HTMLVideoElement) {
        if (!navigator.userActivation.isActive || this.readyState === 0) return Promise.reject(new DOMException('', 'NotAllowedError'));
        show(this);
        return Promise.resolve({} as PictureInPictureWindow);
      };
      Document.prototype.exitPictureInPicture = () => {
        const video = inWindow;
        inWindow = null;
        video?.dispatchEvent(new Event('leavepictureinpicture'));
        return Promise.resolve();
      };
    });
    await page.goto('/live/1001?scenario=all-kinds');
    expect((await painted(page)).kind).toBe('h265');
    const stage = page.locator('section[data-at=live]');
    const inWindow = (): Promise<boolean> => page.evaluate(() => document.pictureInPictureElement !== null);
    await stage.hover();
    await stage.getByRole('button', { name: '画中画' }).click();
    await poll(inWindow, { timeout: 15_000 }).toBe(true);
    expect((await painted(page)).kind).toBe('h264');
    await pulled(page, { state: 0, para: 'h265' }, { state: 0, para: 'h264', para2: '8' });
    expect(await stored(page, 'playerType')).toBeNull();
    await stage.click({ button: 'right' });
    await page.getByRole('menuitem', { name: '播放统计' }).click();
    await expect(page.locator('[data-row=why]')).toContainText('画中画 (8)');
    await page.keyboard.press('Escape');
    await stage.hover();
    await stage.getByRole('button', { name: '画中画' }).click();
    await poll(async () => (await figures(page))?.kind, { timeout: 15_000 }).toBe('h265');
    await painted(page);
    expect(await inWindow()).toBe(false);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /stall|stayOnH264/i.test(key)))).toEqual([]);
  });

  test('P29 where no worker can draw the page draws the same pictures', async ({ page }) => {
    await page.goto('/live/1001?scenario=no-offscreen-canvas');
    const before = await painted(page, 20);
    expect(before.kind).toBe('h265');
    expect(page.workers().filter((worker) => worker.url().includes('worker-render'))).toEqual([]);
    const canvas = page.locator('section[data-at=live] canvas');
    const first = await canvas.screenshot();
    expect((await goesOn(page, 20)).epoch).toBe(before.epoch);
    expect((await canvas.screenshot()).equals(first)).toBe(false);
  });

  test('P29 where a worker has the canvas but no WebGL2 the canvas stays with the page, which draws', async ({ page }) => {
    await page.route(/\/worker-render-[\w-]+\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `OffscreenCanvas.prototype.getContext = () => null;${await response.text()}` });
    });
    await page.goto('/live/1001?scenario=h265');
    expect((await painted(page, 20)).kind).toBe('h265');
    // A canvas that was handed over has no context to give.
    expect(
      await page
        .locator('section[data-at=live] canvas')
        .evaluate((canvas: HTMLCanvasElement) => (canvas.getContext('webgl2') ?? canvas.getContext('2d')) !== null),
    ).toBe(true);
  });

  test('P29 an audio thread that stands although its context runs does not hold the pictures', async ({ page }) => {
    await page.addInitScript(() => {
      // In the place of the node that would consume the sound: nothing pulls it.
      Reflect.set(window, 'AudioWorkletNode', function standing(context: BaseAudioContext) {
        return Object.assign(context.createGain(), { port: new MessageChannel().port1 });
      });
    });
    await page.goto(syncRoom('normal', 'h265'));
    await painted(page, 5);
    // The sound may run from here on.
    await page.mouse.click(640, 300);
    const before = await goesOn(page, 25);
    const after = await goesOn(page, 75);
    expect(after.progress.droppedFrames - before.progress.droppedFrames).toBeLessThan(40);
  });

  test(
    'P29 without AudioDecoder an audio element plays the sound, and the pictures keep in step with it',
    { tag: '@measured' },
    async ({ page }) => {
      test.setTimeout(90_000);
      // What the element plays is tapped on its way out; brightness of the canvas and loudness are read by one loop.
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
      // The element's first seconds come in step.
      await playedTo(page, 4);
      const seen = await page.evaluate(async () => {
        const canvas = document.querySelector('canvas')!;
        const small = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
        const { tap, sound } = window as never as { tap: AnalyserNode; sound: HTMLAudioElement };
        const wave = new Float32Array(tap.fftSize);
        const flashes: number[] = [];
        const beeps: number[] = [];
        let wasBright = true;
        let wasLoud = true;
        const from = sound.currentTime;
        const endMs = performance.now() + 6_000;
        while (performance.now() < endMs) {
          await new Promise(requestAnimationFrame);
          small.drawImage(canvas, 0, 0, 8, 8);
          const { data } = small.getImageData(0, 0, 8, 8);
          let light = 0;
          for (let i = 0; i < data.length; i += 4) light += data[i + 1]!;
          const isBright = light / 64 > 140;
          tap.getFloatTimeDomainData(wave);
          const isLoud = wave.some((value) => Math.abs(value) > 0.05);
          if (isBright && !wasBright) flashes.push(performance.now());
          if (isLoud && !wasLoud) beeps.push(performance.now());
          wasBright = isBright;
          wasLoud = isLoud;
        }
        const offsets = flashes.flatMap((flash) => {
          const apart = beeps.map((beep) => Math.round(flash - beep)).sort((a, b) => Math.abs(a) - Math.abs(b))[0];
          return apart !== undefined && Math.abs(apart) < 500 ? [apart] : [];
        });
        return { offsets, playedS: sound.currentTime - from, state: (tap.context as AudioContext).state };
      });
      console.log(`audio element: ${seen.playedS.toFixed(1)} s played; picture minus sound, ms: ${seen.offsets.join(' ')}`);
      expect(seen.playedS).toBeGreaterThan(4.8);
      expect(seen.offsets.length).toBeGreaterThan(3);
      const sizes = seen.offsets.map(Math.abs).sort((a, b) => a - b);
      expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThan(150);
      const after = await own(page);
      expect(after.kind).toBe('h265');
      expect(after.own['CLOCK_SOURCE']).toBe(3);
    },
  );

  test('P29 the number of decoding threads is what was measured on this machine before, and is measured again', async ({ page }) => {
    // Remembered from an earlier visit: one thread takes 2 ms for a megapixel, which is easy.
    await page.addInitScript(() => {
      if (localStorage.getItem('footlight.decodeThreads') === null)
        localStorage.setItem('footlight.decodeThreads', JSON.stringify({ value: ['1:2.00'], untilMs: null }));
    });
    await page.goto('/live/1001?scenario=h265');
    const { own } = await painted(page);
    expect([own['THREADS'], own['THREADS_WHY']]).toEqual([1, 'fewer do']);
    const stored = (): Promise<string> => page.evaluate(() => localStorage.getItem('footlight.decodeThreads') ?? '');
    await poll(stored, { timeout: 30_000 }).toMatch(/^\{"value":\["1:\d+\.\d\d"\],"untilMs":\d+\}$/);
    await page.locator('section[data-at=live]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '播放统计' }).click();
    await expect(page.locator('[data-row=threads]')).toContainText('1 · 较少线程已足够');
    const decode = await page.locator('[data-row=decode]').innerText();
    expect(Number(/p50 ([\d.]+) ms/.exec(decode)?.[1])).toBeGreaterThan(0);
  });
});

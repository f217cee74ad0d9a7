import { expect, test, type Page } from '@playwright/test';

// Figures of a shared machine: a run that something else disturbed is measured once more.
test.describe.configure({ retries: 1 });

interface Figures {
  readonly kind: string;
  readonly epoch: number;
  readonly progress: { readonly positionS: number; readonly paintedFrames: number };
  readonly own: Readonly<Record<string, number | string>>;
}
const figures = (page: Page): Promise<Figures | null> =>
  page.evaluate(() => (window as never as { appFigures?: () => Figures | null }).appFigures?.() ?? null);

async function plays(page: Page, pictures = 10): Promise<Figures> {
  await expect.poll(async () => (await figures(page))?.progress.paintedFrames ?? 0, { timeout: 30_000 }).toBeGreaterThan(pictures);
  return (await figures(page))!;
}

/** Room 1007 (a flash at each full second), one address of one kind. */
const syncRoom = (scenario: string, kind: 'h264' | 'h265'): string => {
  const stream = kind === 'h264' ? 'sync-640x360-h264' : 'sync-640x360-h265-hvc1';
  const src = encodeURIComponent(`/live/${stream}.flv?scenario=${scenario}`);
  return `/live/1007?scenario=${scenario}&debug=1&kind=${kind}&src=${src}`;
};

test.describe('H265 and the page @h265', () => {
  for (const kind of ['h264', 'h265'] as const) {
    test(`P30 stream messages of ${kind} come with their pictures: gifts of script tags and of SEIs with the flashes`, async ({ page }) => {
      await page.goto(syncRoom('stream-messages', kind));
      await plays(page, 25);
      await page.mouse.click(640, 300);
      await page.waitForTimeout(3_000);
      // Seen from outside: when the picture turns bright, and when the gift's tip is in the page. Its number is the second of the flash.
      const seen = await page.evaluate(async () => {
        const picture = document.querySelector<HTMLCanvasElement>('section[data-at] canvas') ?? document.querySelector('video')!;
        const small = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
        const flashes: number[] = [];
        const gifts: { atMs: number; count: number }[] = [];
        let wasBright = true;
        let before = document.querySelector('[data-sign=gift]')?.textContent ?? '';
        const endMs = performance.now() + 9_000;
        while (performance.now() < endMs) {
          await new Promise(requestAnimationFrame);
          small.drawImage(picture, 0, 0, 8, 8);
          const { data } = small.getImageData(0, 0, 8, 8);
          let light = 0;
          for (let i = 0; i < data.length; i += 4) light += data[i + 1]!;
          const isBright = light / 64 > 140;
          if (isBright && !wasBright) flashes.push(performance.now());
          wasBright = isBright;
          const text = document.querySelector('[data-sign=gift]')?.textContent ?? '';
          if (text !== before && text !== '') gifts.push({ atMs: performance.now(), count: Number(/×(\d)$/.exec(text)?.[1] ?? 1) });
          before = text;
        }
        const apart = flashes.map((flash) => Math.round(Math.min(...gifts.map(({ atMs }) => Math.abs(atMs - flash)))));
        return { apart, counts: gifts.map(({ count }) => count) };
      });
      console.log(`${kind} gifts apart from their flashes, ms: ${seen.apart.join(' ')}; gifts ${seen.counts.join(' ')}`);
      expect(seen.apart.length).toBeGreaterThan(5);
      expect(Math.max(...seen.apart)).toBeLessThan(250);
      // One after the other, none left out: both carriers, in the order of the stream.
      expect(seen.counts.length).toBeGreaterThan(5);
      for (const [i, count] of seen.counts.entries()) if (i > 0) expect(count).toBe((seen.counts[i - 1]! % 8) + 1);
      await expect(page.locator('[data-sign=song]')).toHaveText('星光 · 校音台');
      await page.locator('section[data-at]').click({ button: 'right' });
      await page.getByRole('menuitem', { name: '播放统计' }).click();
      await expect(page.locator('[data-row=bitrate]')).toContainText('1800 kbit/s');
      await expect(page.locator('[data-row=pitch]')).toContainText('440 Hz');
      await expect(page.locator('[data-row=latency]')).toContainText('主播端 0.35 s');
      await expect(page.locator('[data-row=messages]')).toContainText(/未知 [1-9]\d* · 无法读取 [1-9]/);
      expect((await figures(page))?.kind).toBe(kind);
    });
  }
});

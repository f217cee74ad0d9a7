import { expect, type Page } from '@playwright/test';
import { figures } from './player-page.ts';

/** The room of the sync streams: a flash and a beep at each full second; one address of one kind. */
export const syncRoom = (scenario: string, kind: 'h264' | 'h265'): string => {
  const stream = kind === 'h264' ? 'sync-640x360-h264' : 'sync-640x360-h265-hvc1';
  const src = encodeURIComponent(`/live/${stream}.flv?scenario=${scenario}`);
  return `/live/1007?scenario=${scenario}&debug=1&kind=${kind}&src=${src}`;
};

/** Start and end of the observation, and event times, in milliseconds of the page. */
export interface SyncSeen {
  readonly startMs: number;
  readonly endMs: number;
  /** Longest gap between two samples: two things that are drawn together may be seen this far apart. */
  readonly lateMs: number;
  readonly flashes: readonly number[];
  /** Times at which the sound is tapped (none without a tap), and at which the loudspeaker plays it. */
  readonly tapped: readonly number[];
  readonly heard: readonly number[];
  /** New texts of the gift's tip; the number is the second of the flash. */
  readonly gifts: readonly { readonly atMs: number; readonly count: number }[];
}

/** The observation ends this long after the last flash, so that the gift of that flash is seen; milliseconds. */
const AFTER_FLASH_MS = 600;

/**
 * Measured outside the player: brightness of the picture, loudness of the tap and the gift's tip, read by one loop for `seconds`, or until
 * `enough` flashes were seen.
 */
export const watchSync = (page: Page, seconds: number, enough = Infinity): Promise<SyncSeen> =>
  page.evaluate(
    async ([watchedS, enoughFlashes, afterMs]) => {
      const picture = document.querySelector<HTMLCanvasElement>('section[data-at] canvas') ?? document.querySelector('video')!;
      const small = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })!;
      const { tap } = window as never as { tap?: AnalyserNode };
      const wave = new Float32Array(tap?.fftSize ?? 0);
      const giftText = (): string => document.querySelector('[data-stream-info=gift]')?.textContent ?? '';
      const flashes: number[] = [];
      const tapped: number[] = [];
      const heard: number[] = [];
      const gifts: { atMs: number; count: number }[] = [];
      let wasBright = true;
      let wasLoud = true;
      let before = giftText();
      const startMs = performance.now();
      let endMs = startMs + watchedS * 1_000;
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
        if (isBright && !wasBright && flashes.push(now) === enoughFlashes) endMs = Math.min(endMs, now + afterMs);
        if (tap !== undefined && isLoud && !wasLoud) {
          const audio = tap.context as AudioContext;
          tapped.push(now);
          heard.push(now + ((audio.outputLatency || 0) + audio.baseLatency) * 1_000);
        }
        wasBright = isBright;
        wasLoud = isLoud;
        const text = giftText();
        if (text !== before && text !== '') gifts.push({ atMs: now, count: Number(/×(\d)$/.exec(text)?.[1] ?? 1) });
        before = text;
      }
      return { startMs, endMs, lateMs, flashes, tapped, heard, gifts };
    },
    [seconds, enough, AFTER_FLASH_MS] as const,
  );

/** `offsets`: ms from the nearest beep to each flash, if less than 500. `mostMs`: the share `most` of them (0 to 1) is not larger. */
export function inStep(flashes: readonly number[], beeps: readonly number[], most: number): { offsets: readonly number[]; mostMs: number } {
  const offsets = flashes.flatMap((flash) => {
    const [nearest] = beeps.map((beep) => flash - beep).toSorted((a, b) => Math.abs(a) - Math.abs(b));
    return nearest !== undefined && Math.abs(nearest) < 500 ? [Math.round(nearest)] : [];
  });
  const sizes = offsets.map(Math.abs).toSorted((a, b) => a - b);
  return { offsets, mostMs: sizes[Math.floor(sizes.length * most)] ?? Number.NaN };
}

/** The tip of the first gift is shown. */
export const firstGift = (page: Page): Promise<void> => expect(page.locator('[data-stream-info=gift]')).toContainText('×');

/** Checks that gifts of script tags and of SEIs appear with the flashes in order, and that the other messages are shown. */
export async function expectMessages(page: Page, kind: string, { startMs, endMs, lateMs, flashes, gifts }: SyncSeen): Promise<void> {
  // The gift of a flash at the very start or end may be outside the observed time.
  const whole = flashes.filter((flash) => flash - startMs > 500 && endMs - flash > 500);
  const apart = whole.map((flash) => Math.round(Math.min(...gifts.map(({ atMs }) => Math.abs(atMs - flash)))));
  const counts = gifts.map(({ count }) => count);
  console.log(
    `${kind} gifts apart from their flashes, ms: ${apart.join(' ')}, looks ${Math.round(lateMs)} ms apart at most; gifts ${counts.join(' ')}`,
  );
  expect(apart.length).toBeGreaterThan(3);
  expect(Math.max(...apart)).toBeLessThan(250 + lateMs);
  // In sequence without a gap: both carriers, in the order of the stream.
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

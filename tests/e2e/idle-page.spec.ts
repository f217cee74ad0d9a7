import { expect, test, type Page } from '@playwright/test';
import { FEW_PIXELS, poll, stage } from './watching.ts';

test.use(FEW_PIXELS);

/** How long an idle page is observed, in seconds. */
const WATCHED_S = 3;

interface Ran {
  /** Timer callbacks by the line that started the timer. */
  readonly timers: Record<string, number>;
  readonly frames: number;
  /** Messages of workers to the page without those of ports, by worker name. */
  readonly messages: Record<string, number>;
}

/**
 * Counts what runs on the page without input: timer callbacks by the line that set them, requested animation frames, messages of workers.
 */
const countCallbacks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ran = { timers: {} as Record<string, number>, frames: 0, messages: {} as Record<string, number> };
    Reflect.set(window, 'ran', ran);
    const site = (): string => new Error().stack?.split('\n')[3]?.trim() ?? '';
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const original = window[name].bind(window) as (act: () => void, delayMs?: number) => number;
      Reflect.set(window, name, (act: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) => {
        const from = `${name} ${delayMs ?? 0} ms ${site()}`;
        return original(() => {
          ran.timers[from] = (ran.timers[from] ?? 0) + 1;
          act(...args);
        }, delayMs);
      });
    }
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => {
      ran.frames++;
      return frame(act);
    };
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        const name = options?.name ?? '';
        this.addEventListener('message', () => (ran.messages[name] = (ran.messages[name] ?? 0) + 1));
      }
    };
  });

/** Observes an untouched page in real time. */
async function watchRest(page: Page): Promise<Ran> {
  const read = (): Promise<Ran> => page.evaluate(() => structuredClone(Reflect.get(window, 'ran') as Ran));
  const before = await read();
  // Real time: the callbacks of this many seconds.
  await page.waitForTimeout(WATCHED_S * 1_000);
  const after = await read();
  const since = (late: Record<string, number>, early: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(late).flatMap(([from, count]) => (count > (early[from] ?? 0) ? [[from, count - (early[from] ?? 0)]] : [])),
    );
  return {
    timers: since(after.timers, before.timers),
    frames: after.frames - before.frames,
    messages: since(after.messages, before.messages),
  };
}

/** Names of animations that have not ended. */
const running = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.constructor.name)),
  );

test.describe('the idle page @page', () => {
  // Motion enabled, as for viewers without a preference.
  test.use({ reducedMotion: 'no-preference' });
  for (const [name, scenario] of [
    ['H264', 'normal'],
    ['H265', 'h265'],
  ] as const)
    test(`P3 beside ${name} no timer of the page runs more than once a second, except the reads of the stream, and nothing is animated`, async ({
      page,
    }) => {
      await countCallbacks(page);
      await page.goto(`/live/1001?scenario=${scenario}`);
      await expect(stage(page, 'live')).toBeVisible();
      await expect(page.locator('[data-tip=busy], [data-tip=loading]')).toHaveCount(0);
      // Chat over the picture is on, and its lines are animated; it is switched off, so that nothing moves.
      const lines = stage(page, 'live').locator('[aria-keyshortcuts="D"]');
      await expect(lines).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('d');
      await expect(lines).toHaveAttribute('aria-pressed', 'false');
      await poll(() => running(page)).toEqual([]);
      const ran = await watchRest(page);
      const fast = Object.entries(ran.timers).filter(([, count]) => count > WATCHED_S + 1);
      // An H264 stream (src/player/kinds/mpegts/byte-source.ts): the pause between two reads, and after each piece the end of its task.
      const reads = (delayMs: number) => (from: string) => name === 'H264' && from.startsWith(`setTimeout ${delayMs} ms`);
      expect(fast.filter(([from]) => !reads(150)(from) && !reads(0)(from))).toEqual([]);
      for (const [from, count] of fast) expect(count).toBeLessThanOrEqual(WATCHED_S * (reads(0)(from) ? 21 : 7) + 1);
      // A batch of chat renders once; a loop would request sixty frames per second.
      expect(ran.frames).toBeLessThan(WATCHED_S * 12);
      // Answers to heartbeats and calls. Events of workers use ports, which are not counted.
      expect(Object.entries(ran.messages).filter(([, count]) => count > WATCHED_S + 1)).toEqual([]);
    });
});

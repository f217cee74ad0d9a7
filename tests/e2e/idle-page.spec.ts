import { expect, test, type Page } from '@playwright/test';
import { startResting } from './feature-page.ts';
import { poll, stage } from './watching.ts';

/** How long an idle page is observed, in milliseconds. */
const WATCHED_MS = 3_000;

interface Ran {
  readonly atMs: number;
  /** Timer callbacks by the line that started the timer. */
  readonly timers: Record<string, number>;
  readonly frames: number;
  /** Messages of workers to the page without those of ports, by worker name. */
  readonly messages: Record<string, number>;
  /** Elements that were added or removed in the features. */
  readonly elements: number;
}

/** Counts what runs on the page without input. */
const countCallbacks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ran = { timers: {} as Record<string, number>, frames: 0, messages: {} as Record<string, number>, elements: 0 };
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
    new MutationObserver((changes) => {
      for (const { target, addedNodes, removedNodes } of changes)
        if (target instanceof Element && target.closest('[data-docked]') !== null)
          ran.elements += [...addedNodes, ...removedNodes].filter((node) => node instanceof Element).length;
    }).observe(document, { subtree: true, childList: true });
  });

/** Observes an untouched page in real time. `most`: how often something that runs `perS` times a second may have run. */
async function watchRest(page: Page): Promise<Ran & { readonly most: (perS: number) => number }> {
  const read = (): Promise<Ran> =>
    page.evaluate(() => ({ ...structuredClone(Reflect.get(window, 'ran') as Omit<Ran, 'atMs'>), atMs: performance.now() }));
  const before = await read();
  // Real time: the callbacks of this many seconds.
  await page.waitForTimeout(WATCHED_MS);
  const after = await read();
  const since = (late: Record<string, number>, early: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(late).flatMap(([from, count]) => (count > (early[from] ?? 0) ? [[from, count - (early[from] ?? 0)]] : [])),
    );
  const passedMs = after.atMs - before.atMs;
  return {
    atMs: after.atMs,
    timers: since(after.timers, before.timers),
    frames: after.frames - before.frames,
    messages: since(after.messages, before.messages),
    elements: after.elements - before.elements,
    most: (perS) => Math.ceil((passedMs / 1_000) * perS) + 1,
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
      const { timers, frames, messages, most } = await watchRest(page);
      // An H264 stream (src/player/kinds/mpegts/byte-source.ts): the pause between two reads, and after each piece the end of its task.
      const perS = (from: string): number =>
        name !== 'H264' ? 1 : from.startsWith('setTimeout 150 ms') ? 7 : from.startsWith('setTimeout 0 ms') ? 21 : 1;
      expect(Object.entries(timers).filter(([from, count]) => count > most(perS(from)))).toEqual([]);
      // A batch of chat renders once; a loop would request sixty frames per second.
      expect(frames).toBeLessThan(most(12));
      // Answers to heartbeats and calls. Events of workers use ports, which are not counted.
      expect(Object.entries(messages).filter(([, count]) => count > most(1))).toEqual([]);
    });

  test('S37 running features with an unchanged state need one timer of the page a second, which writes their seconds: nothing is rendered', async ({
    page,
  }) => {
    await countCallbacks(page);
    await page.goto('/live/1001?scenario=features-still');
    await page.waitForFunction(() => 'offlineRoom' in window);
    await startResting(page);
    const texts = (): Promise<string[]> => page.locator('[data-docked]').allInnerTexts();
    const before = await texts();
    const { timers, frames, elements, most } = await watchRest(page);
    expect(await texts()).not.toEqual(before);
    expect(Object.entries(timers).filter(([, count]) => count > most(1))).toEqual([]);
    // A loop would request sixty a second.
    expect(frames).toBeLessThan(most(6));
    expect(elements).toBe(0);
  });
});

/** The room worker decides what is on the stage; the player is the page's. */
import { expect, test, type Page } from '@playwright/test';
import { goesOn, workers } from './h265-page.ts';
import { figures, open, plays, pressControl, pulls, readLog, stored } from './player-page.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

/** An error that nothing catches; settles when the worker is gone. */
async function crashRoom(page: Page): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes('worker-room-'));
  if (worker === undefined) throw new Error('no room worker');
  const gone = new Promise<void>((resolve) => worker.once('close', () => resolve()));
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('crashed on purpose');
    });
  });
  await gone;
}

/** Whether the picture left the page, or its box was hidden, at any frame since this was called. */
async function watchPicture(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const faults = new Set<string>();
    Reflect.set(window, 'pictureFaults', faults);
    const picture = document.querySelector('section[data-at] canvas:not([hidden]), section[data-at] video:not([loop]):not([hidden])')!;
    const look = (): void => {
      if (!picture.isConnected) faults.add('it left the page');
      if (picture.closest('[data-hidden]') !== null || picture.getClientRects().length === 0) faults.add('it was hidden');
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(Reflect.get(window, 'pictureFaults') as Set<string>)]);
}

test.describe('the room worker dies while the player plays @player', () => {
  for (const [kind, scenario] of [
    ['h264', 'normal'],
    ['h265', 'all-kinds'],
  ] as const)
    test(`P20 S2 a room worker that is killed while ${kind} plays costs no picture: the same player goes on, and the next worker knows it`, async ({
      page,
    }) => {
      await open(page, scenario);
      const { epoch } = await plays(page, kind);
      await expect(page.locator('section[data-at=live]')).toBeVisible();
      await poll(async () => (await pulls(page)).length).toBeGreaterThan(0);
      const faults = await watchPicture(page);
      for (let death = 0; death < 2; death++) {
        await crashRoom(page);
        await poll(() => workers(page).includes('room')).toBe(true);
        expect((await goesOn(page)).epoch).toBe(epoch);
      }
      // The view is that of the new worker, and what the viewer chooses reaches the player and the storage.
      expect((await readLog(page)).map(({ text }) => text).join('\n')).not.toContain('address 1 of');
      await page.keyboard.press('Escape');
      await pressControl(page, '静音');
      await poll(() => stored(page, 'muted')).toMatchObject({ value: true });
      expect((await figures(page))?.epoch).toBe(epoch);
      expect(await faults()).toEqual([]);
    });
});

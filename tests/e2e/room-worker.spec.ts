/** The room worker decides what the stage shows; the player belongs to the page. */
import { expect, test, type Page } from '@playwright/test';
import { goesOn, workers } from './h265-page.ts';
import { figures, open, plays, pressControl, pulls, readLog, stored } from './player-page.ts';
import { poll } from './watching.ts';

/** Throws an uncaught error; settles when the worker has ended. */
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

/** Reports if the picture was removed or its box hidden in any frame since the call. */
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

test.describe('crash of the room worker during playback @player', () => {
  for (const [kind, scenario] of [
    ['h264', 'normal'],
    ['h265', 'all-kinds'],
  ] as const)
    test(`P20 S2 a room worker that ends while ${kind} plays interrupts no picture: the same player continues, and the next worker adopts it`, async ({
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
      // The view is that of the new worker; the viewer's choices reach the player and the storage.
      expect((await readLog(page)).join('\n')).not.toContain('address 1 of');
      await pressControl(page, '静音');
      await poll(() => stored(page, 'muted')).toMatchObject({ value: true });
      expect((await figures(page))?.epoch).toBe(epoch);
      expect(await faults()).toEqual([]);
    });
});

/** Helpers for tests of the features: scripted sessions, the dock. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { MockControl } from '../../mocks/control.ts';
import type { SessionCommand } from '../../mocks/sessions/session-host.ts';
import { inject } from './player-page.ts';

export const featureOf = (page: Page, name: string): Locator => page.locator(`[data-feature="${name}"]`);

/** A new tab. `size`: window size other than a desktop's. */
export async function enter(
  context: BrowserContext,
  address: string,
  size?: { readonly width: number; readonly height: number },
): Promise<Page> {
  const page = await context.newPage();
  if (size !== undefined) await page.setViewportSize(size);
  await page.goto(address);
  await page.waitForFunction(() => 'offlineRoom' in window);
  return page;
}

/** Starts, ends or speeds up a scripted session, like the developer panel. */
export const commandSession = (page: Page, name: string, ...commands: readonly SessionCommand[]): Promise<void> =>
  page.evaluate(
    ([name, commands]) => {
      for (const command of commands) (Reflect.get(window, 'offlineRoom') as MockControl).session(name, command);
    },
    [name, commands] as const,
  );

/** The parts of the page that features draw; the rest has its own test (accessibility.spec.ts). */
export const FEATURE_PARTS = '[data-region-host], [data-feature], [data-notice], header, dialog[open]';

/** As many as the dock of a desktop shows at once: their countdowns run, and at the slowest session speed no message arrives. */
export const RESTING = ['music-pk', 'music-guess', 'red-packets', 'confession'] as const;

/** Features that only count down: no more messages arrive, not even chat. */
export async function startResting(page: Page): Promise<void> {
  for (const name of RESTING) await commandSession(page, name, { speed: 0.1 }, 'start');
  for (const name of RESTING) await expect(page.locator(`[data-docked="${name}"] [data-feature]`)).toBeVisible();
  await inject(page, { on: 'socket', kind: 'stall', afterMs: 0 });
}

/** Helpers for tests of the features: scripted sessions, the dock, axe. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { MockControl } from '../../mocks/control.ts';
import type { SessionCommand } from '../../mocks/sessions/session-host.ts';
import type { Fault } from '../../mocks/backend/faults.ts';
import { seriousFaults } from './axe.ts';

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

export const inject = (page: Page, fault: Fault): Promise<void> =>
  page.evaluate((fault) => (Reflect.get(window, 'offlineRoom') as MockControl).inject(fault), fault);

/** Serious or critical faults of axe within these parts of the page. */
export async function expectNoFaults(
  page: Page,
  parts = '[data-region-host], [data-feature], [data-notice], header, dialog[open]',
): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one.effect?.getTiming().iterations === Infinity ? [] : [one.finished]))),
  );
  // The rest of the page has its own test (accessibility.spec.ts), with an anonymous visitor.
  expect((await seriousFaults(page, parts)).map(({ id, html }) => `${id}: ${html.slice(0, 200)}`)).toEqual([]);
}

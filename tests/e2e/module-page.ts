/** What the tests of the modules do with a page: courses by the developer's panel's way, the dock, axe. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { MockControl } from '../../mocks/control.ts';
import type { CourseCommand } from '../../mocks/course-host.ts';
import type { Fault } from '../../mocks/faults.ts';
import { seriousFaults } from './axe.ts';

export const moduleOf = (page: Page, name: string): Locator => page.locator(`[data-module="${name}"]`);

/** A tab of its own. `size`: of its window, where it is not a desktop's. */
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

/** As the developer's panel does. */
export const course = (page: Page, name: string, ...commands: readonly CourseCommand[]): Promise<void> =>
  page.evaluate(
    ([name, commands]) => {
      for (const command of commands) (Reflect.get(window, 'offlineRoom') as MockControl).course(name, command);
    },
    [name, commands] as const,
  );

export const inject = (page: Page, fault: Fault): Promise<void> =>
  page.evaluate((fault) => (Reflect.get(window, 'offlineRoom') as MockControl).inject(fault), fault);

/** What axe calls serious or critical within these parts of the page, in words. */
export async function expectNoFaults(
  page: Page,
  parts = '[data-region-host], [data-module], [data-notice], header, dialog[open]',
): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one.effect?.getTiming().iterations === Infinity ? [] : [one.finished]))),
  );
  // The page around the modules has a test of its own (accessibility.spec.ts), without anybody logged in.
  expect((await seriousFaults(page, parts)).map(({ id, html }) => `${id}: ${html.slice(0, 200)}`)).toEqual([]);
}

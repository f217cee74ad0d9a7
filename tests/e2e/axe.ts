import type { Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

interface Axe {
  run(within: { readonly include: readonly Element[] } | Document, options: object): Promise<AxeResults>;
}
interface Fault {
  readonly id: string;
  readonly html: string;
  readonly how: string;
}

/** Faults that axe rates serious or critical, on the page or within the elements of a selector. */
export async function seriousFaults(page: Page, parts?: string): Promise<readonly Fault[]> {
  // Evaluated by the debugger, because the page's own policy forbids scripts. Half a megabyte, once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (selector) =>
      (window as never as { axe: Axe }).axe.run(selector === undefined ? document : { include: [...document.querySelectorAll(selector)] }, {
        resultTypes: ['violations'],
      }),
    parts,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, how: failureSummary?.split('\n')[1] ?? '' })));
}

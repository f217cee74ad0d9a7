import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

interface Axe {
  run(within: { readonly include: readonly Element[] } | Document, options: object): Promise<AxeResults>;
}

/** No fault that axe rates serious or critical, on the page or within the elements of a selector. */
export async function expectNoFaults(page: Page, state = '', parts?: string): Promise<void> {
  // A text that fades in has its final contrast only at the end. Animations that run for seconds (chat over the picture) are excluded.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((one) => {
        const { iterations, duration } = one.effect?.getTiming() ?? {};
        return iterations === Infinity || Number(duration) > 1_000 ? [] : [one.finished];
      }),
    ),
  );
  // Evaluated by the debugger, because the page's own policy forbids scripts. Half a megabyte, once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (selector) =>
      (window as never as { axe: Axe }).axe.run(selector === undefined ? document : { include: [...document.querySelectorAll(selector)] }, {
        resultTypes: ['violations'],
      }),
    parts,
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const faults = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
  );
  expect(faults, state).toEqual([]);
}

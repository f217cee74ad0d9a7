/** The page /bench: a quick run has plausible figures, and its result can be saved, linked and compared. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { readResult, type BenchmarkResult } from '../../benchmarks/measure/schema.ts';
import { expectNoFaults } from './axe.ts';

/** The figure of a contestant; NaN if it was not measured. */
const figureOf = ({ groups }: BenchmarkResult, group: string, contestant: string, figure: string): number =>
  groups
    .find(({ name }) => name === group)
    ?.rows.find((row) => row.contestant === contestant)
    ?.figures.find((one) => one.figure === figure)?.median ?? Number.NaN;

test('@bench a run stops at any time and keeps what it has measured: its file and link show the same result', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The headers of the server allow the inline style of every page.
  const violations: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()));
  await page.goto('/bench?quick&lang=en');
  await page.getByRole('textbox').fill('test machine');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'footlight x1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The run has ended')).toBeVisible();
  await expectNoFaults(page);
  expect(violations).toEqual([]);
  const { file, result } = await save(page);
  expect(result).toMatchObject({ benchmark: 'device', isQuick: true, device: { isIsolated: true } });
  expect(result.device?.words).toContain('test machine');
  expect(figureOf(result, 'Decode: 720p Main', 'footlight x1', 'speed')).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link is copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(result.device!.words)).toBeVisible();
  await other.locator('input[type=file]').setInputFiles([file, 'budgets.json']);
  await expect(other.getByRole('alert')).toContainText('budgets.json is no result');
  for (const run of ['A', 'B']) await expect(other.getByRole('rowheader', { name: `${run} footlight x1`, exact: true })).toHaveCount(1);
});

/** Saves the result as a viewer does, and reads the file. */
async function save(page: Page): Promise<{ readonly file: string; readonly result: BenchmarkResult }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const file = await (await saved).path();
  const read = readResult(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) throw new Error(read.why);
  return { file, result: read.value };
}

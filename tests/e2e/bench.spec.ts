/** The page /bench: a quick run has plausible figures, and its result can be saved, linked and compared. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator } from '@playwright/test';
import { readResult, type BenchmarkResult } from '../../benchmarks/measure/schema.ts';
import { expectNoFaults } from './axe.ts';

// All pixels, as a device paints them.
test.use({ deviceScaleFactor: 1 });

/** The figure of a contestant; NaN if it was not measured. */
const figureOf = ({ groups }: BenchmarkResult, group: string, contestant: string, figure: string): number =>
  groups
    .find(({ name }) => name === group)
    ?.rows.find((row) => row.contestant === contestant)
    ?.figures.find((one) => one.figure === figure)?.median ?? Number.NaN;

test('@bench a quick run measures every part, and its file and link show the same result', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The headers of the server allow the inline style of every page.
  const violations: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()));
  await page.goto('/bench?quick&lang=en');
  await page.getByRole('textbox').fill('test machine');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('The run has ended')).toBeVisible({ timeout: 240_000 });
  await expectNoFaults(page);
  expect(violations).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const file = await (await saved).path();
  const read = readResult(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) throw new Error(read.why);
  const result = read.value;

  await test.step('figures are plausible', () => {
    expect(result).toMatchObject({ benchmark: 'device', isQuick: true, device: { isIsolated: true } });
    expect(result.device?.words).toContain('test machine');
    // Every build shows the right pictures; a decoder that shows none would be absent.
    for (const contestant of ['footlight x1', 'footlight x1 unshared', 'footlight x1 no SIMD']) {
      const [speed, cost] = ['speed', 'cost'].map((figure) => figureOf(result, 'Decode: 480p Main', contestant, figure));
      expect(speed).toBeGreaterThan(0);
      // 852 x 480 pixels: the two figures describe the same pass.
      expect(cost! * speed! * 0.40896).toBeCloseTo(1_000, 0);
    }
    expect(figureOf(result, 'Paint', '2D, worker', 'presented')).toBeGreaterThan(0);
    expect(figureOf(result, 'Paint', '2D, worker', 'busy')).toBeLessThanOrEqual(100);
    expect(figureOf(result, 'Play: H264 852x480', 'mpegts.js', 'start')).toBeGreaterThan(0);
    expect(result.groups.find(({ name }) => name === 'Play: H265 852x480')?.rows).toHaveLength(1);
    expect(figureOf(result, 'Network: constant', 'mpegts.js', 'start')).toBeGreaterThan(0);
    for (const chat of ['0 messages/s', '30 messages/s', '300 messages/s']) {
      expect(figureOf(result, 'Room', chat, 'frame p95')).toBeGreaterThan(0);
      expect(figureOf(result, 'Room', chat, 'main thread')).toBeLessThanOrEqual(100);
    }
  });

  await test.step('the link opens the same result, and dropped files stand beside it', async () => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('The link is copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByText(result.device!.words)).toBeVisible();
    await other.locator('input[type=file]').setInputFiles([file, 'budgets.json']);
    await expect(other.getByRole('alert')).toContainText('budgets.json is no result');
    // On one processor more than one part measures one thread.
    const rows = (letter: string): Locator => other.getByRole('rowheader', { name: `${letter} footlight x1`, exact: true });
    await expect(rows('A').first()).toBeVisible();
    await expect(rows('B')).toHaveCount(await rows('A').count());
  });
});

test('@bench a run stops at any time and keeps what it has measured', async ({ page }) => {
  await page.goto('/bench?quick&lang=en');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('rowheader', { name: 'footlight x1', exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The run has ended')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'footlight x1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as file' })).toBeEnabled();
});

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { poll } from './watching.ts';
import { readStream } from '../../src/wasm/streams/folder.ts';

// Pictures are compared by their pixels.
test.use({ deviceScaleFactor: 1 });

/** Opens the page with a file of the fixtures and analyses it completely. */
async function open(page: Page, file: string, pictures: number): Promise<void> {
  await page.goto('/playground?lang=en');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: basename(file), mimeType: 'video/h265', buffer: Buffer.from(readStream(file)) });
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuemax', String(pictures));
  await expect(page.getByTestId('md5')).toHaveText(/^[0-9a-f]{32}$/);
}

const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')!;
    const copy = new OffscreenCanvas(64, 36);
    const context = copy.getContext('2d')!;
    context.drawImage(canvas, 0, 0, 64, 36);
    return context.getImageData(0, 0, 64, 36).data.reduce((sum, value) => sum + value, 0);
  });

test('@playground each kind of file is decoded, can be stepped through, and is compared by its md5s', async ({ page }) => {
  for (const [file, pictures, container, codec] of [
    ['fixtures/streams/sizes-h265-hvc1.flv', 200, 'FLV', 'hvc1.1.6.L63.90'],
    ['fixtures/clips/stage-h265.mp4', 75, 'MP4', 'hvc1.1.6.L63.90'],
    ['fixtures/clips/stage-h265-fragments.mp4', 75, 'MP4', 'hvc1.2.4.L63.90'],
    ['src/wasm/fixtures/hevc/b8-pyramid.265', 16, 'ANNEXB', 'hev1.1.6.L60.90'],
  ] as const) {
    await open(page, file, pictures);
    await expect(page.getByText(`· ${container} ·`)).toBeVisible();
    await expect(page.getByText(codec, { exact: true })).toBeVisible();
    const first = await page.getByTestId('md5').textContent();
    await page.getByRole('button', { name: 'Next picture' }).click();
    await expect(page.getByText(`Picture 2 of ${pictures}`)).toBeVisible();
    await expect(page.getByTestId('md5')).not.toHaveText(first!);
    await page.getByRole('button', { name: 'Previous picture' }).click();
    await expect(page.getByTestId('md5')).toHaveText(first!);
    expect(await brightness(page)).toBeGreaterThan(64 * 36 * 255); // More than the alpha channel: a picture was drawn.
  }
});

test('@playground the export contains every picture with the md5 of its planes', async ({ page }) => {
  await open(page, 'src/wasm/fixtures/hevc/b8-pyramid.265', 16);
  await page.getByRole('button', { name: 'MD5 of each picture' }).click();
  await page.getByRole('tab', { name: 'Pictures' }).click();
  await expect(page.locator('tbody tr').last().locator('td').last()).toHaveText(/^[0-9a-f]{12}$/);
  await page.getByRole('button', { name: 'Decode at full speed' }).click();
  await expect(page.getByTestId('race')).toHaveText(/pictures\/s/);
  await page.getByRole('button', { name: 'Compare with the browser' }).click();
  await expect(page.getByTestId('comparison')).toHaveText(/no H\.265 decoder|16 of 16 pictures are identical/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export JSON' }).click()]);
  const report = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    decoder: { threads: number };
    race: { pictures: number };
    pictures: { type: string; md5: string }[];
  };
  expect(
    report.pictures
      .map(({ type }) => type)
      .sort()
      .join(''),
  ).toBe(`${'B'.repeat(13)}IPP`);
  expect(new Set(report.pictures.map(({ md5 }) => md5)).size).toBe(16);
  expect(report.race.pictures).toBe(16);
  // The page has shared memory.
  expect(report.decoder.threads).toBe(Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 4));
});

test('@playground layers show the blocks of each picture, by a wasm module loaded only for them', async ({ page }) => {
  const debugging: string[] = [];
  page.on('request', (request) => {
    if (/hevc-simd-(?!mt-)/.test(request.url())) debugging.push(request.url());
  });
  await open(page, 'src/wasm/fixtures/hevc/b8-pyramid.265', 16);
  const md5 = await page.getByTestId('md5').textContent();
  const plain = await brightness(page);
  // On one processor the decoder without threads is loaded, and its file name matches the pattern above too.
  const own = (await page.evaluate(() => navigator.hardwareConcurrency)) === 1 ? 1 : 0;
  expect(debugging).toHaveLength(own);
  const layers = page.getByRole('group', { name: 'Layers' }).getByRole('button');
  await expect(layers).toHaveText(['CTB', 'TB', 'PU', 'QP', 'MV']);
  for (const layer of await layers.all()) {
    await layer.click();
    await expect(layer).toHaveAttribute('aria-pressed', 'true');
  }
  const blocks = page.getByTestId('blocks');
  await expect(blocks).toHaveText(/^\d+ CU, \d+ PU, \d+ TB · 100 % intra, 0 % skipped · QP \d+–\d+ · MV 0\.0 px$/);
  expect(debugging).toHaveLength(own + 1);
  expect(await brightness(page)).not.toBe(plain);
  await expect(page.getByTestId('md5')).toHaveText(md5!);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(blocks).not.toContainText('100 % intra');
  await page.getByRole('button', { name: 'Previous picture' }).click();
  for (const layer of await layers.all()) await layer.click();
  await expect(blocks).toHaveCount(0);
  await poll(() => brightness(page)).toBe(plain);
});

test('@playground an address is read and played to its end; keys move the timeline', async ({ page }) => {
  await page.goto('/playground?lang=en&src=/fixtures/clips/stage-h265.mp4');
  const slider = page.getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuemax', '75');
  await expect(page.getByTestId('md5')).toHaveText(/^[0-9a-f]{32}$/);
  await slider.press('End');
  await expect(page.getByText('Picture 75 of 75')).toBeVisible();
  await slider.press('Home');
  await slider.press('ArrowRight');
  await expect(page.getByText('Picture 2 of 75')).toBeVisible();
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText('Picture 75 of 75')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
});

test('@playground a file that cannot be decoded or read is reported, and the next file works', async ({ page }) => {
  await page.goto('/playground?lang=en&src=http://127.0.0.1:9/nothing.flv');
  await expect(page.getByRole('alert')).toContainText('Not to be read');
  await page.locator('input[type=file]').setInputFiles('fixtures/clips/ad.mp4');
  await expect(page.getByRole('alert')).toContainText('no H.265 video');
  await page.locator('input[type=file]').setInputFiles('fixtures/streams/yuv444-h265-hvc1.flv');
  await expect(page.getByRole('alert')).toContainText('no H.265 video');
  await open(page, 'src/wasm/fixtures/hevc/main10.265', 16);
});

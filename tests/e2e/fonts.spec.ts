/** Every page and dialog in every size that it is made for, with fonts that have no Chinese characters, and with a font that has them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { shellLaunch } from '../../scripts/browser.ts';
import { poll } from './watching.ts';

/**
 * Desktops, a phone on its side, a tablet, 1280x720 at 200 % zoom, phones. Each is narrower than the one before, so that a page which is not
 * laid out anew yet is too wide.
 */
const SIZES = [
  [1920, 1080],
  [1366, 768],
  [844, 390],
  [768, 1024],
  [640, 360],
  [390, 844],
  [360, 740],
] as const;
/** A dialog has no layouts of its own between these. */
const DIALOG_SIZES = SIZES.filter(([width]) => [360, 844, 1366, 640].includes(width));

const room = (page: Page) => expect(page.locator('section[data-at=live], section[data-at=radio]').first()).toBeVisible();
const press = (selector: string) => async (page: Page) => {
  await room(page);
  await page
    .locator(selector)
    .first()
    .evaluate((button: HTMLElement) => button.click());
};

/** What is opened on which address. A dialog stays open while the window changes its size. */
const STATES: readonly (readonly [name: string, address: string, open: (page: Page) => Promise<unknown>])[] = [
  ['a room with modules', '/live/1001?scenario=modules', room],
  ['a vertical room', '/live/1003?scenario=vertical', room],
  ['the gift shop', '/live/1001?scenario=logged-in', press('[data-entry=gifts]')],
  ['the ranks', '/live/1001?scenario=ranks', press('[data-entry=ranks]')],
  ['the login', '/live/1001?scenario=normal', press('header button:last-of-type')],
  ['a room that is not there', '/live/4040?scenario=room-missing', (page) => expect(page.getByRole('heading').first()).toBeVisible()],
  ['a stream that fails', '/live/1001?scenario=no-addresses', (page) => expect(page.locator('[data-tip=live-fail]')).toBeVisible()],
  ['the lobby', '/', (page) => expect(page.getByRole('heading').first()).toBeVisible()],
  ['the playground', '/playground', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
];

/** What a visitor of this window could not see; nothing when the page is right. Runs in the page. */
async function problemsOf(): Promise<string[]> {
  // Time itself: the room lays a window out once it has kept its size for 200 ms.
  await new Promise((resolve) => setTimeout(resolve, 260));
  const problems: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide`);
  const dialog = document.querySelector('dialog[open]');
  for (const box of dialog === null ? [] : [dialog]) {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) problems.push('the dialog reaches beyond the window');
  }
  for (const button of (dialog ?? document).querySelectorAll<HTMLElement>('button, a')) {
    if (!button.checkVisibility({ visibilityProperty: true }) || button.closest('[aria-hidden=true]') !== null) continue;
    // Rows that are scrolled sideways on purpose, and words that end in an ellipsis on purpose.
    if (button.closest('[role=tablist], [data-scrolls]') !== null || getComputedStyle(button).textOverflow === 'ellipsis') continue;
    if (button.scrollWidth > button.clientWidth + 2 && getComputedStyle(button).overflowX !== 'visible')
      problems.push(`cut: ${button.textContent.trim().slice(0, 30)}`);
  }
  return problems;
}

/** A browser with no fonts but those of these folders. */
function launchWith(fontsConf: string | null): Promise<Browser> {
  const { args, executablePath } = shellLaunch();
  return chromium.launch({
    args: [...args],
    ...(executablePath !== undefined && { executablePath }),
    env: { ...(process.env as Record<string, string>), ...(fontsConf !== null && { FONTCONFIG_FILE: fontsConf }) },
  });
}

/** A fontconfig file with the folder of DejaVu alone. */
function onlyDejaVu(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fonts.conf');
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  return path;
}

test.describe('fonts @page', () => {
  for (const fonts of ['DejaVu alone', 'the fonts of this machine'] as const)
    test(`P3 every page and dialog fits every window, in both languages, with ${fonts}`, async ({ baseURL }, info) => {
      test.skip(fonts === 'DejaVu alone' && process.platform !== 'linux', 'fontconfig belongs to Linux');
      test.slow();
      const browser = await launchWith(fonts === 'DejaVu alone' ? onlyDejaVu(info.outputPath('fonts')) : null);
      try {
        for (const [name, address, open] of STATES)
          await test.step(name, async () => {
            const page = await browser.newPage({ locale: 'zh-CN', reducedMotion: 'reduce', ...(baseURL !== undefined && { baseURL }) });
            // English words need no Chinese font.
            for (const lang of fonts === 'DejaVu alone' ? ['zh-CN', 'en'] : ['zh-CN']) {
              await page.setViewportSize({ width: 2_000, height: 1_100 });
              await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${lang}`);
              await open(page);
              for (const [width, height] of (await page.locator('dialog[open]').count()) > 0 ? DIALOG_SIZES : SIZES) {
                await page.setViewportSize({ width, height });
                await poll(() => page.evaluate(problemsOf), { message: `${name}, ${width}x${height} ${lang}` }).toEqual([]);
              }
            }
            await page.close();
          });
      } finally {
        await browser.close();
      }
    });
});

/** Checks every page and dialog in every supported size, with fonts without Chinese characters and with a font that has them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { shellLaunch } from '../../scripts/lib/browser.ts';
import { poll } from './watching.ts';

/**
 * A desktop, a phone in landscape, 1280x720 at 200 % zoom, a phone. Each size is narrower than the previous one, so that a page without a
 * new layout is too wide. Eleven sizes of a room: screens.spec.ts.
 */
const SIZES = [
  [1366, 768],
  [844, 390],
  [640, 360],
  [360, 740],
] as const;
const WIDEST = { width: 2_000, height: 1_100 };
const room = (page: Page) => expect(page.locator('section[data-at=live], section[data-at=radio]').first()).toBeVisible();
const heading = (page: Page) => expect(page.getByRole('heading').first()).toBeVisible();

/** Pages, and the dialogs opened over each, one after the other. */
interface State {
  readonly name: string;
  /** Null: the page of the state before, because a start costs more than all sizes of a page. */
  readonly address: string | null;
  readonly isReady: (page: Page) => Promise<void>;
  readonly dialogs?: Readonly<Record<string, string>>;
}
const STATES: readonly State[] = [
  {
    name: 'a room with features',
    address: '/live/1001?scenario=features',
    isReady: room,
    dialogs: { 'the ranks': '[data-entry=ranks]' },
  },
  {
    name: 'the gift shop over that room',
    address: null,
    isReady: async (page) => {
      await page.locator('[data-entry=gifts]').click();
      await expect(page.locator('[data-gifts]')).toBeVisible();
    },
  },
  {
    name: 'a vertical room',
    address: '/live/1003?scenario=vertical',
    isReady: room,
  },
  { name: 'a room that does not exist', address: '/live/4040?scenario=room-missing', isReady: heading },
  {
    name: 'a stream that fails',
    address: '/live/1001?scenario=no-addresses',
    isReady: (page) => expect(page.locator('[data-tip=live-fail]')).toBeVisible(),
    dialogs: { 'the login': 'header > button:last-of-type' },
  },
  { name: 'the lobby', address: '/', isReady: heading },
  { name: 'the playground', address: '/playground', isReady: heading },
  { name: 'the stream check', address: '/player', isReady: heading },
];

/** Problems of the page in this window; empty if there are none. Runs in the page. */
async function problemsOf(): Promise<string[]> {
  // Real time: the layout is recomputed 200 ms after the last resize.
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
    // Rows that scroll sideways, and texts that end in an ellipsis, are intended.
    if (button.closest('[role=tablist], [data-scrolls]') !== null || getComputedStyle(button).textOverflow === 'ellipsis') continue;
    if (button.scrollWidth > button.clientWidth + 2 && getComputedStyle(button).overflowX !== 'visible')
      problems.push(`cut: ${button.textContent.trim().slice(0, 30)}`);
  }
  return problems;
}

async function expectFits(page: Page, what: string, sizes: readonly (readonly [number, number])[]): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await poll(() => page.evaluate(problemsOf), { message: `${what}, ${width}x${height}` }).toEqual([]);
  }
}

/** Texts of the language button. */
const ENGLISH = /^\s*(English|EN)\s*$/;
const CHINESE = /^\s*中文\s*$/;

/** Uses the language button, because a second start of each page would cost more than all its sizes. */
async function switchTo(page: Page, lang: 'zh-CN' | 'en'): Promise<void> {
  await page.setViewportSize(WIDEST);
  const button = (words: RegExp) => page.locator('header button').filter({ hasText: words });
  const [there, after] = lang === 'en' ? ([ENGLISH, CHINESE] as const) : ([CHINESE, ENGLISH] as const);
  await button(there).evaluate((one: HTMLElement) => one.click());
  await expect(button(after)).toBeAttached();
}

/** Also true if `fc-list` is missing. */
function hasChineseFont(): boolean {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return status !== 0 || stdout.trim() !== '';
}

/** A browser with the fonts of this fontconfig file; null: with those of the machine. */
function launchWith(fontsConf: string | null): Promise<Browser> {
  return chromium.launch({
    ...shellLaunch(),
    env: { ...(process.env as Record<string, string>), ...(fontsConf !== null && { FONTCONFIG_FILE: fontsConf }) },
  });
}

/** A fontconfig file with only the folder of DejaVu. */
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
      test.skip(fonts !== 'DejaVu alone' && !hasChineseFont(), 'this machine has no Chinese font');
      test.slow();
      const browser = await launchWith(fonts === 'DejaVu alone' ? onlyDejaVu(info.outputPath('fonts')) : null);
      try {
        // English texts need no Chinese font.
        const languages = fonts === 'DejaVu alone' ? (['zh-CN', 'en'] as const) : (['zh-CN'] as const);
        // The widths of a Chinese font matter most in narrow windows.
        const sizes = fonts === 'DejaVu alone' ? SIZES : SIZES.slice(-2);
        const context = { locale: 'zh-CN', reducedMotion: 'reduce', ...(baseURL !== undefined && { baseURL }) } as const;
        let page = await browser.newPage(context);
        let shown: string = languages[0];
        for (const { name, address, isReady, dialogs = {} } of STATES)
          await test.step(name, async () => {
            if (address !== null) {
              await page.context().close();
              page = await browser.newPage(context);
              shown = languages[0];
            }
            await page.setViewportSize(WIDEST);
            if (address !== null) await page.goto(address);
            await isReady(page);
            for (const lang of languages) {
              if (lang !== shown) await switchTo(page, lang);
              shown = lang;
              await expectFits(page, `${name}, ${lang}`, sizes);
              for (const [dialog, button] of Object.entries(dialogs)) {
                await page.setViewportSize(WIDEST);
                await page
                  .locator(button)
                  .first()
                  .evaluate((opener: HTMLElement) => opener.click());
                await expect(page.locator('dialog[open]')).toBeVisible();
                await expectFits(page, `${dialog}, ${lang}`, sizes);
                await page.keyboard.press('Escape');
                await expect(page.locator('dialog[open]')).toHaveCount(0);
              }
            }
          });
      } finally {
        await browser.close();
      }
    });
});

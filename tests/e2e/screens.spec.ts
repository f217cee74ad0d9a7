import { expect, test } from '@playwright/test';
import { poll } from './watching.ts';

/** Desktops, tablets and phones in both orientations, split screens, an open keyboard, and 640x400 as 1280x800 at 200 % zoom. */
const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1180, 820],
  [820, 1180],
  [760, 900],
  [640, 400],
  [844, 390],
  [568, 320],
  [390, 844],
  [390, 420],
  [320, 568],
] as const;
const ROOMS = [
  ['a horizontal room', '/live/1001?scenario=normal'],
  ['a vertical room', '/live/1003?scenario=normal'],
  ['a radio room', '/live/1001?scenario=radio'],
] as const;

/** Invisible or unreachable parts of the page in this window; empty if there are none. Runs in the page. */
function problemsOf(): string[] {
  const problems: string[] = [];
  const stage = document.querySelector('section[data-at]')!.getBoundingClientRect();
  const share = (stage.width * stage.height) / (innerWidth * innerHeight);
  if (share < 0.2) problems.push(`the stage has ${(share * 100).toFixed(0)} % of the window`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push(`${document.documentElement.scrollWidth} px wide`);
  const parts = {
    brand: 'header a',
    // A narrow header has one menu for theme, language and hand.
    language: 'header :is(button[lang], [data-header-menu])',
    login: 'header > button:last-of-type',
    field: 'form input[enterkeyhint=send]',
  };
  for (const [name, selector] of Object.entries(parts)) {
    const element = document.querySelector(selector);
    if (element === null) {
      problems.push(`${name} is missing`);
      continue;
    }
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // The page may scroll vertically, but not sideways.
    if (left < -1 || right > innerWidth + 1) problems.push(`${name} is outside of the window`);
    if (bottom > innerHeight || top < 0) {
      if (document.documentElement.scrollHeight <= innerHeight) problems.push(`${name} cannot be reached`);
      continue;
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit === null || !(element.contains(hit) || hit.contains(element))) problems.push(`${name} is under ${hit?.tagName ?? 'nothing'}`);
  }
  // The developer's tab: in a vertical room on a phone the header is over the picture.
  const tab = document.querySelector('aside > button[aria-controls]')?.getBoundingClientRect();
  if (tab === undefined) return [...problems, "the developer's tab is missing"];
  const isHeaderOver = document.querySelector('header')!.hasAttribute('data-over');
  const free = [
    '[data-room-part=star]',
    'aside form',
    'header a',
    parts.language,
    parts.login,
    ...(isHeaderOver ? [] : ['section[data-at]']),
  ];
  for (const selector of free) {
    const { left, top, right, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    if (tab.left < right && tab.right > left && tab.top < bottom && tab.bottom > top)
      problems.push(`the developer's tab is over ${selector}`);
  }
  return problems;
}

// Motion enabled, as for most viewers.
test.use({ reducedMotion: 'no-preference' });

test.describe('screens @page', () => {
  for (const [name, address] of ROOMS)
    test(`P3 P4 ${name} on eleven screens, small ones in both languages: picture large, nothing outside the window, nothing covered`, async ({
      page,
    }) => {
      await page.goto(address);
      await expect(page.locator('section[data-at=live], section[data-at=radio]')).toBeVisible();
      for (const language of ['zh-CN', 'en']) {
        // English texts are longer, so narrow windows are checked in both languages.
        for (const [width, height] of language === 'zh-CN' ? SIZES : SIZES.filter(([wide]) => wide < 800)) {
          await page.setViewportSize({ width, height });
          await poll(() => page.evaluate(problemsOf), { message: `${width}x${height} ${language}` }).toEqual([]);
        }
        await page.setViewportSize({ width: 1_280, height: 800 });
        if (language === 'zh-CN') await page.getByRole('button', { name: 'English' }).click();
      }
      // The developer's panel lies beside the room of a wide window.
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.locator('aside > button[aria-controls]').click();
      await poll(() => page.evaluate(problemsOf), { message: 'with the panel' }).toEqual([]);
    });
});

import { expect, test, type Page } from '@playwright/test';
import { seriousFaults } from './axe.ts';
import { open, plays, pressControl } from './player-page.ts';
import { FEW_PIXELS } from './watching.ts';

/** Waits for animations to end, because a text that fades in has its final contrast only then. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((one) => {
        const { iterations, duration } = one.effect?.getTiming() ?? {};
        // Animations that run for seconds (chat over the picture) are excluded; they pause while the picture is stopped.
        return iterations === Infinity || Number(duration) > 1_000 ? [] : [one.finished];
      }),
    ),
  );

async function expectNoFaults(page: Page, state: string): Promise<void> {
  await settle(page);
  const faults = await seriousFaults(page);
  expect(
    faults.map(({ id, html, how }) => `${id}: ${html.slice(0, 160)} ${how}`),
    state,
  ).toEqual([]);
}

/** One page with everything around the room; the states of the room alone: tests/browser/ui/accessibility.test.tsx. Motion as for most viewers. */
test.use({ ...FEW_PIXELS, reducedMotion: 'no-preference' });

test.describe('accessibility @page', () => {
  test('P3 a live room has no serious accessibility faults: playing, with a menu, its log, the keys, and stopped', async ({ page }) => {
    await open(page, 'all-kinds');
    await plays(page, 'h265');
    await page.mouse.move(300, 300);
    await expectNoFaults(page, 'live');
    await page.mouse.move(320, 320);
    await page.getByRole('button', { name: '播放器菜单' }).click();
    await expectNoFaults(page, 'menu');
    await page.getByRole('menuitem', { name: '播放日志' }).click();
    await expect(page.getByRole('dialog', { name: '播放日志' })).toBeVisible();
    await expectNoFaults(page, 'log');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible();
    await expectNoFaults(page, 'keys');
    await page.keyboard.press('Escape');
    await pressControl(page, '停止');
    await expect(page.locator('[data-tip="stopped"]')).toBeVisible();
    await expectNoFaults(page, 'stopped');
  });

  test('P3 P7 a refused room and a vertical room on a phone have no serious accessibility faults', async ({ page }) => {
    await open(page, 'live-info-20000');
    await expect(page.locator('[data-unavailable="refused"]')).toBeVisible();
    await expectNoFaults(page, 'refused');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/live/1003?scenario=normal&lang=en');
    await plays(page, 'h264');
    await expectNoFaults(page, 'vertical, phone, English');
  });
});

import { expect, test, type Locator, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/time-limit.ts';
import { PRESS_SETTLES_MS } from '../../src/core/room/dock.ts';
import { course, enter, expectNoFaults, inject, moduleOf } from './module-page.ts';
import { MODULES, VISITS, type ModuleRow } from './module-table.ts';
import { poll } from './watching.ts';

/** No picture plays in it: what costs is the modules alone. */
const ROOM = '/live/1001?scenario=modules-still';

/** Whose own deadlines are half a minute and more, for when the message of their end is lost: small-modules.test.ts waits for them by a clock of its own. */
const SLOW_TO_END: readonly string[] = ['pet', 'star-game', 'real-sing', 'mic', 'confession'];

/** They stand as long as their messages said, which in a course that is slowed down is a minute. */
const SLOWED: readonly string[] = ['shooting', 'headline'];

/** How one viewer looks and acts: with a mouse and keys on a desktop, or by touch on a phone. */
interface Input {
  readonly language: 'zh-CN' | 'en';
  readonly nickname: string;
  readonly close: string;
  readonly press: (button: Locator) => Promise<void>;
}
/**
 * The message of an end may be lost: then a module's own deadline ends it, half a minute after the last that came; of an order that did not
 * say how long it lasts a minute, and ten seconds for the answer.
 */
const END_MS = limitMs(85_000);
/** Something else may end what is pressed: it is looked for again. */
const PRESS_MS = limitMs(5_000);
const KEYS: Input = {
  language: 'zh-CN',
  nickname: '观众0001',
  close: '关闭',
  press: (button) => button.press('Enter', { timeout: PRESS_MS }),
};
const FINGER: Input = { language: 'en', nickname: '观众0002', close: 'Close', press: (button) => button.tap({ timeout: PRESS_MS }) };

function panelOf(page: Page, { feature, stands }: ModuleRow): Locator {
  if (stands === 'dialog') return page.getByRole('dialog').filter({ has: moduleOf(page, feature) });
  return feature === 'notices' ? page.locator('[data-notice]') : moduleOf(page, feature);
}

/** From the list of what runs where the dock has no room for it: there in its place, on a phone as a sheet. */
async function show(page: Page, row: ModuleRow, input: Input): Promise<void> {
  const { press, language } = input;
  if (row.stands === 'entry') return enterBy(page, row.feature, press);
  if (row.stands !== 'dock' || (await moduleOf(page, row.feature).isVisible())) return undefined;
  await press(page.locator('[data-dock-button]'));
  const listed = page.locator(`[data-listed="${row.feature}"]`);
  await expect(listed).toBeVisible();
  // What ends meanwhile makes room: a module may stand on the page by the time its row is pressed, which then puts it away.
  await expect(async () => {
    if ((await listed.count()) === 0) return undefined;
    if ((await listed.getAttribute('data-place')) !== 'list') return closeDialogs(page, input);
    if (language === 'zh-CN') await makeRoom(page, press);
    await press(listed.getByRole('button'));
    return expect(listed).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ intervals: [100] });
}

/** Each that is put away gives its place to another one. */
async function makeRoom(page: Page, press: Input['press']): Promise<void> {
  const shown = page.locator('[data-listed]:not([data-place="list"])').getByRole('button');
  while ((await shown.count()) > 0) {
    await press(shown.first());
    // Time itself: a row that has just moved up means what it meant before.
    await page.waitForTimeout(PRESS_SETTLES_MS);
  }
}

/** Where the row of entries is too narrow, they are listed behind its last button. */
async function enterBy(page: Page, feature: string, press: Input['press']): Promise<void> {
  const more = page.locator('[data-more-entries]');
  const isListed = await more.isVisible();
  if (isListed) await press(more);
  await press(page.locator(isListed ? `[data-listed-entry="${feature}"]` : `[data-entry="${feature}"]`));
}

/** Shown, understood, done: by the row. */
async function play(page: Page, row: ModuleRow, input: Input): Promise<void> {
  const { seen, act, acted, opens, hasFrame } = row[input.language](input.nickname);
  await show(page, row, input);
  const panel = panelOf(page, row).first();
  await expect(panel).toContainText(seen);
  if (act === undefined) return;
  if (opens !== undefined) await input.press(panel.getByRole('button').first());
  const place = opens === undefined ? panel : page.getByRole('dialog', { name: opens }).last();
  await input.press(place.getByRole('button', { name: act, exact: typeof act === 'string' }).first());
  if (acted === null) await expect(place).toHaveCount(0);
  else if (acted !== undefined) await expect(place).toContainText(acted);
  if (hasFrame) await expect(page.locator('[data-frame]')).toBeVisible();
}

/** Ends it, and sees how it came out in the place that is open. */
async function settle(page: Page, row: ModuleRow, input: Input): Promise<void> {
  const { settled, opens } = row[input.language](input.nickname);
  await course(page, row.feature, 'end');
  const place = opens === undefined ? panelOf(page, row) : page.getByRole('dialog', { name: opens }).last();
  if (settled !== undefined) await expect(place.filter({ hasText: settled }).first()).toBeVisible();
  await course(page, row.feature, { speed: 100 });
}

/** Those of what ends meanwhile go by themselves. */
async function closeDialogs(page: Page, { close, press }: Input): Promise<void> {
  const dialogs = page.locator('dialog[open], section[data-frame]');
  await expect(async () => {
    if ((await dialogs.count()) > 0) await press(dialogs.last().getByRole('button', { name: close, exact: true }));
    expect(await dialogs.count()).toBe(0);
  }).toPass({ intervals: [100] });
}

/** Nothing else runs any more; opens the list of what does. */
async function expectEnd(page: Page, { press }: Input, butFor: readonly string[]): Promise<void> {
  const button = page.locator('[data-dock-button]');
  // It goes with the last module, which may be while it is pressed.
  await expect(async () => {
    if (await button.isVisible()) await press(button);
  }).toPass({ intervals: [100] });
  await expectListed(page, butFor);
}

async function expectListed(page: Page, butFor: readonly string[]): Promise<void> {
  const listed = (): Promise<string[]> =>
    page.evaluate(() => {
      const names = [...document.querySelectorAll<HTMLElement>('[data-listed]')].map((row) => row.dataset['listed'] ?? '');
      // Its button goes with the last of them: until then an empty list is one that is not open yet.
      return names.length === 0 && document.querySelector('[data-dock-button]') !== null ? ['not open yet'] : names;
    });
  await poll(async () => (await listed()).filter((name) => !butFor.includes(name)), { timeout: END_MS }).toEqual([]);
}

test.describe('every module @modules', () => {
  test.use({ hasTouch: true });
  // Five modules, each from start to settlement on two devices: half a minute on two quiet processors.
  test.describe.configure({ timeout: limitMs(150_000) });

  for (const visit of VISITS) {
    const rows = MODULES.filter((row) => row.visit === visit);
    test(`S9 S37 ${visit}: by keys on a desktop, joined late by touch on a phone, to the settlement: ${rows.map(({ feature }) => feature).join(', ')}`, async ({
      context,
    }) => {
      const page = await enter(context, ROOM);
      for (const row of rows)
        await test.step(`${row.feature} starts`, async () => {
          await course(page, row.feature, 'start', { speed: row.first === undefined ? 0.2 : 4 });
          if (row.first !== undefined) {
            await show(page, row, KEYS);
            await expect(panelOf(page, row)).toContainText(row.first);
            await course(page, row.feature, { speed: 0.2 });
          }
          await play(page, row, KEYS);
          if (row === rows[0] || row.stands !== 'dock') await expectNoFaults(page);
          await closeDialogs(page, KEYS);
        });
      await expectNoFaults(page);

      const phone = await enter(context, `${ROOM}&viewer=2&lang=en`, { width: 390, height: 844 });
      // The courses go on as long as one tab is open.
      await page.close();
      for (const row of rows)
        await test.step(`${row.feature} is joined late and settled`, async () => {
          if (row.late === 'missed') await course(phone, row.feature, 'start', { speed: 1 });
          await play(phone, row, FINGER);
          if (row === rows[0] || row.stands !== 'dock') await expectNoFaults(phone);
          await settle(phone, row, FINGER);
          await closeDialogs(phone, FINGER);
        });
      await expectEnd(phone, FINGER, SLOWED);
      await expect(phone.locator('[data-feature-off]')).toHaveCount(0);
    });
  }

  test('S37 with messages lost, doubled and out of order every module is seen, nothing breaks, and they end by themselves', async ({
    context,
  }) => {
    const page = await enter(context, ROOM);
    await inject(page, { on: 'socket', kind: 'disorder', share: 0.6 });
    const docked = MODULES.filter(({ stands }) => stands === 'dock').map(({ feature }) => feature);
    for (const name of docked) await course(page, name, { speed: 10 }, 'start');
    await page.locator('[data-dock-button]').click();
    // The one message of some may be what is lost.
    await poll(() => page.locator('[data-listed]').count()).toBeGreaterThan(docked.length / 2);
    for (const name of docked) await course(page, name, { speed: 100 });
    await expectListed(page, SLOW_TO_END);
    await expect(page.locator('[data-feature-off]')).toHaveCount(0);
  });
});

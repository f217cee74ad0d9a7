import { expect, test, type Locator, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import { PRESS_SETTLES_MS } from '../../src/core/room/feature/dock.ts';
import { expectNoFaults } from './axe.ts';
import { commandSession, enter, FEATURE_PARTS, featureOf } from './feature-page.ts';
import { VISITS } from './feature-row.ts';
import { FEATURE_ROWS, type FeatureRow } from './feature-table.ts';
import { poll } from './watching.ts';

/** No picture plays, so only the features cost time. */
const ROOM = '/live/1001?scenario=features-still';

/** Features that are shown for the time in their messages, which is a minute in a slowed-down session. */
const SLOWED: readonly string[] = ['shooting', 'headline'];

/** One viewer's input: mouse and keys on a desktop, or touch on a phone. */
interface Input {
  readonly language: 'zh-CN' | 'en';
  readonly nickname: string;
  readonly close: string;
  readonly press: (button: Locator) => Promise<void>;
}
/**
 * If the end message is lost, a feature's own deadline ends it half a minute after the last message; an order without a duration ends after
 * a minute, plus ten seconds for the answer.
 */
const END_MS = limitMs(85_000);
/** Limit of one press: the end of another feature may remove the pressed element, which is then searched again. */
const PRESS_MS = limitMs(5_000);
const KEYS: Input = {
  language: 'zh-CN',
  nickname: '观众0001',
  close: '关闭',
  press: (button) => button.press('Enter', { timeout: PRESS_MS }),
};
const FINGER: Input = { language: 'en', nickname: 'Viewer 0002', close: 'Close', press: (button) => button.tap({ timeout: PRESS_MS }) };

function panelOf(page: Page, { feature, stands }: FeatureRow): Locator {
  if (stands === 'dialog') return page.getByRole('dialog').filter({ has: featureOf(page, feature) });
  return feature === 'notices' ? page.locator('[data-notice]') : featureOf(page, feature);
}

/** Opens a feature from the list of running ones if the dock has no room for it; on a phone as a sheet. */
async function show(page: Page, row: FeatureRow, input: Input): Promise<void> {
  const { press, language } = input;
  if (row.stands === 'entry') return press(page.locator(`[data-entry="${row.feature}"]`));
  if (row.stands !== 'dock') return undefined;
  const [docked, list] = [featureOf(page, row.feature), page.locator('[data-dock-button]')];
  // The first feature of a visit may start later than the test looks for it; the list exists when any feature runs.
  await expect(docked.or(list).first()).toBeVisible();
  if (await docked.isVisible()) return undefined;
  await press(list);
  const listed = page.locator(`[data-listed="${row.feature}"]`);
  await expect(listed).toBeVisible();
  // A feature that ends makes room: the chosen one may be on the page already when its row is pressed, which would then collapse it.
  await expect(async () => {
    if ((await listed.count()) === 0) return undefined;
    if ((await listed.getAttribute('data-place')) !== 'list') return closeDialogs(page, input);
    if (language === 'zh-CN') await makeRoom(page, press);
    await press(listed.getByRole('button'));
    return expect(listed).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ intervals: [100] });
}

/** Each collapsed feature makes room for another one. */
async function makeRoom(page: Page, press: Input['press']): Promise<void> {
  const shown = page.locator('[data-listed]:not([data-place="list"])').getByRole('button');
  while ((await shown.count()) > 0) {
    await press(shown.first());
    // Real time: a row that has just moved up is ignored for a moment.
    await page.waitForTimeout(PRESS_SETTLES_MS);
  }
}

/** Shows the feature, checks its texts and performs the action, by the row. */
async function play(page: Page, row: FeatureRow, input: Input): Promise<void> {
  const { seen, act, acted, opens, hasFrame } = row[input.language](input.nickname);
  const panel = panelOf(page, row).first();
  if (row.late === 'missed' && row.stands !== 'dialog') {
    // Its messages are shown for some seconds only: what a slow machine has missed is sent again.
    let tries = 0;
    await expect(async () => {
      if (tries++ > 0) await commandSession(page, row.feature, 'start', { speed: 1 });
      await show(page, row, input);
      await expect(panel).toContainText(seen, { timeout: 10_000 });
    }).toPass({ intervals: [100] });
  } else {
    await show(page, row, input);
    await expect(panel).toContainText(seen);
  }
  if (act === undefined) return;
  if (opens !== undefined) await input.press(panel.getByRole('button').first());
  const place = opens === undefined ? panel : page.getByRole('dialog', { name: opens }).last();
  await input.press(place.getByRole('button', { name: act, exact: typeof act === 'string' }).first());
  if (acted === null) await expect(place).toHaveCount(0);
  else if (acted !== undefined) await expect(place).toContainText(acted);
  if (hasFrame) await expect(page.locator('[data-frame]')).toBeVisible();
}

/** Ends the feature and checks the result in the place that is open. */
async function settle(page: Page, row: FeatureRow, input: Input): Promise<void> {
  const { settled, opens } = row[input.language](input.nickname);
  await commandSession(page, row.feature, 'end');
  const place = opens === undefined ? panelOf(page, row) : page.getByRole('dialog', { name: opens }).last();
  if (settled !== undefined) await expect(place.filter({ hasText: settled }).first()).toBeVisible();
  await commandSession(page, row.feature, { speed: 100 });
}

/** Dialogs of features that end close by themselves. */
async function closeDialogs(page: Page, { close, press }: Input): Promise<void> {
  const dialogs = page.locator('dialog[open], section[data-frame]');
  await expect(async () => {
    if ((await dialogs.count()) > 0) await press(dialogs.last().getByRole('button', { name: close, exact: true }));
    expect(await dialogs.count()).toBe(0);
  }).toPass({ intervals: [100] });
}

/** Checks that no other feature runs; opens the list of running ones. */
async function expectEnd(page: Page, { press }: Input, butFor: readonly string[]): Promise<void> {
  const button = page.locator('[data-dock-button]');
  // The button disappears with the last feature, possibly while it is pressed.
  await expect(async () => {
    if (await button.isVisible()) await press(button);
  }).toPass({ intervals: [100] });
  await expectListed(page, butFor);
}

async function expectListed(page: Page, butFor: readonly string[]): Promise<void> {
  const listed = (): Promise<string[]> =>
    page.evaluate(() => {
      const names = [...document.querySelectorAll<HTMLElement>('[data-listed]')].map((row) => row.dataset['listed'] ?? '');
      // Its button disappears with the last feature; until then an empty list is one that is not open yet.
      return names.length === 0 && document.querySelector('[data-dock-button]') !== null ? ['not open yet'] : names;
    });
  await poll(async () => (await listed()).filter((name) => !butFor.includes(name)), { timeout: END_MS }).toEqual([]);
}

test.describe('every feature @features', () => {
  test.use({ hasTouch: true });
  // Five features, each from start to settlement on two devices: half a minute on two idle cores.
  test.describe.configure({ timeout: limitMs(150_000) });

  for (const visit of VISITS) {
    const rows = FEATURE_ROWS.filter((row) => row.visit === visit);
    test(`S9 S37 ${visit}: by keys on a desktop, joined late by touch on a phone, to the settlement: ${rows.map(({ feature }) => feature).join(', ')}`, async ({
      context,
    }) => {
      const page = await enter(context, ROOM);
      for (const row of rows)
        await test.step(`${row.feature} starts`, async () => {
          await commandSession(page, row.feature, 'start', { speed: row.first === undefined ? 0.2 : 4 });
          if (row.first !== undefined) {
            await show(page, row, KEYS);
            await expect(panelOf(page, row)).toContainText(row.first);
            await commandSession(page, row.feature, { speed: 0.2 });
          }
          await play(page, row, KEYS);
          await closeDialogs(page, KEYS);
        });
      // All at once; each state of each feature alone: tests/browser/ui/accessibility.test.tsx.
      await expectNoFaults(page, 'all at once', FEATURE_PARTS);

      const phone = await enter(context, `${ROOM}&viewer=2&lang=en`, { width: 390, height: 844 });
      // The sessions continue while one tab is open.
      await page.close();
      for (const row of rows)
        await test.step(`${row.feature} is joined late and settled`, async () => {
          if (row.late === 'missed') await commandSession(phone, row.feature, 'start', { speed: 1 });
          await play(phone, row, FINGER);
          if (row === rows[0]) await expectNoFaults(phone, row.feature, FEATURE_PARTS);
          await settle(phone, row, FINGER);
          await closeDialogs(phone, FINGER);
        });
      await expectEnd(phone, FINGER, SLOWED);
      await expect(phone.locator('[data-feature-off]')).toHaveCount(0);
    });
  }
});

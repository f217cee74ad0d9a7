import { expect, type Page } from '@playwright/test';
import type { MockControl, PushedMessage } from '../../mocks/control.ts';
import type { Fault } from '../../mocks/backend/faults.ts';
import type { ListedReport } from '../../mocks/backend/reports.ts';
import { addressOf, type ScenarioName } from '../../mocks/scenarios.ts';
import type { PlayerFigures } from '../../src/player/page-player.ts';
import { STORED_KEYS } from '../../src/core/room/start/stored.ts';
import { openPlayerLog, poll } from './watching.ts';

// What the player layer shows, stores and reports, read from the page.

/** The current player; null if there is none. */
export const figures = (page: Page): Promise<PlayerFigures | null> =>
  page.evaluate(() => (window as never as { appFigures?: () => PlayerFigures | null }).appFigures?.() ?? null);

/** For a page with a player. */
export async function own(page: Page): Promise<PlayerFigures> {
  const now = await figures(page);
  if (now === null) throw new Error('no player');
  return now;
}

/** Opens a scenario by name, with remote config overrides. */
export const open = (page: Page, name: ScenarioName, config = ''): Promise<unknown> => {
  const address = addressOf(name);
  return page.goto(config === '' ? address : `${address}&debug=1&config=${config}`);
};

/** A config with which H265 goes on, although a slow machine decodes its keyframes only. */
export const KEEPS_H265 = 'keyPicturesMs:120000,stallCount:100';

/** Waits until this kind plays: pictures are painted and their number grows. With an epoch, only a newer player counts. */
export async function plays(page: Page, kind: string, after = 0): Promise<PlayerFigures> {
  const seen: PlayerFigures[] = [];
  await poll(
    async () => {
      const now = await figures(page);
      if (now === null || now.kind !== kind || now.epoch <= after) return now === null ? 'no player' : `${now.kind} ${now.epoch}`;
      if (seen[0]?.epoch !== now.epoch) seen.splice(0);
      seen.push(now);
      return now.progress.paintedFrames > Math.max(0, seen[0]!.progress.paintedFrames) + 5 ? 'moving' : 'still';
    },
    { message: `a moving picture by ${kind}` },
  ).toBe('moving');
  return seen.at(-1)!;
}

export const reports = (page: Page): Promise<readonly ListedReport[]> =>
  page.evaluate(() => (window as never as { offlineRoom?: MockControl }).offlineRoom?.get().reports ?? []);

/** Pull reports of the stats reporter, oldest first, with their fields as sent. */
export const pulls = async (page: Page): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await reports(page)).filter(({ type }) => type === 'pull').map(({ fields }) => fields);

/** Waits for pull reports with these fields in this order; others may be between them. */
export async function pulled(page: Page, ...expected: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const matches = (report: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(wanted).every(([name, value]) => report[name] === value);
  await poll(
    async () => {
      const sent = await pulls(page);
      let at = 0;
      for (const report of sent) if (at < expected.length && matches(report, expected[at]!)) at++;
      return at === expected.length ? [] : { missing: expected[at], sent };
    },
    { message: 'reports of pulls' },
  ).toEqual([]);
}

/** Checks that every report of this page fits the schema. */
export async function everyReportFits(page: Page): Promise<void> {
  const bad = (await reports(page)).filter(({ problems }) => problems.length > 0);
  expect(bad).toEqual([]);
}

export interface Kept {
  readonly value: unknown;
  readonly untilMs: number | null;
}
/** Value stored for the next visit; null if there is none. */
export const stored = (page: Page, key: keyof typeof STORED_KEYS): Promise<Kept | null> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null, STORED_KEYS[key]);

export const inject = (page: Page, fault: Fault): Promise<void> =>
  page.evaluate((given) => (window as never as { offlineRoom: MockControl }).offlineRoom.inject(given), fault);

export const push = (page: Page, message: PushedMessage): Promise<void> =>
  page.evaluate((given) => (window as never as { offlineRoom: MockControl }).offlineRoom.push(given), message);

/** Simulates a tab that is hidden behind another one; a headless browser never hides one. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** By keyboard: the controls are hidden when the pointer rests for some seconds, and a slow machine needs that long for a click. */
export const pressControl = (page: Page, name: string | RegExp): Promise<void> =>
  page.locator('section[data-at]').getByRole('button', { name, exact: true }).press('Enter');

/** The lines of the player log without their times, read once as by a viewer. */
export async function readLog(page: Page): Promise<readonly string[]> {
  const text = await (await openPlayerLog(page)).innerText();
  await page.keyboard.press('Escape');
  return text.split('\n').map((line) => line.replace(/^\+[\d.]+s /, ''));
}

/** The viewer has agreed to show his network address to others. */
export const agreesToShare = (page: Page): Promise<unknown> => page.addInitScript(() => localStorage.setItem('footlight-sharing', 'yes'));

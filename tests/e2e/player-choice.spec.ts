import { expect, test, type Page } from '@playwright/test';
import type { ScenarioName } from '../../mocks/scenarios.ts';
import { SWITCH_REASON, type SwitchReasonName } from '../../src/player/rules/names.ts';
import { everyReportFits, figures, KEEPS_H265, open, plays, pressControl, pulled, pulls, readLog, stored } from './player-page.ts';
import { openPlayerLog, poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

interface Choice {
  readonly scenario: ScenarioName;
  readonly kind: string;
  readonly reason: SwitchReasonName;
  readonly why: string;
  /** Expected values stored afterwards: stalls, and the result of native decoding. */
  readonly stalls?: number;
  readonly nativeHevc?: boolean;
}

/** One choice for each source of the decision: config, browser, storage, capabilities. All rows of the table: tests/spec/document-1-player.ts. */
const CHOICES: readonly Choice[] = [
  { scenario: 'h265-off', kind: 'h264', reason: 'APOLLO_CLOSED', why: 'h265 is switched off' },
  { scenario: 'h265-stalled-before', kind: 'h264', reason: 'HISTORY_STALL', why: 'h265 stalled too often before', stalls: 3 },
  { scenario: 'safari', kind: 'h264', reason: 'SAFARI_SHIELD', why: 'Safari without Chrome' },
  { scenario: 'no-shared-memory', kind: 'h264', reason: 'NO_SUPPORT', why: 'no shared memory' },
  { scenario: 'native-hevc', kind: 'h265-native', reason: 'NATIVE_H265', why: 'the browser decodes h265 itself', nativeHevc: true },
];

async function expectChoice(page: Page, choice: Choice): Promise<void> {
  const { scenario, kind, reason, why, stalls = null, nativeHevc = null } = choice;
  const code = SWITCH_REASON[reason];
  await open(page, scenario);
  await plays(page, kind);
  const reported = `(${code} ${reason}${why === '' ? '' : `: ${why}`})`;
  await expect(await openPlayerLog(page)).toContainText(new RegExp(`${kind} address 1 of \\d: first address ${escaped(reported)}`));
  await pulled(page, { state: 0, para: kind, para2: String(code) });
  expect((await stored(page, 'stallCount'))?.value ?? null).toBe(stalls);
  expect((await stored(page, 'nativeHevc'))?.value ?? null).toBe(nativeHevc);
  await everyReportFits(page);
}

/** Pictures that the earlier part has shown; null while the live picture is shown. */
const paintedEarlier = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-look-back] video');
    return video?.getVideoPlaybackQuality().totalVideoFrames ?? null;
  });

/** Looks at the last seconds again while the same live player goes on, and comes back to it. */
async function looksBack(page: Page, kind: string): Promise<void> {
  await pulled(page, { state: 0, para: kind });
  const before = (await figures(page))!;
  const sent = (await pulls(page)).length;
  const bar = page.locator('[data-look-back-bar]');
  // Until some groups of pictures are kept, the key has nothing to show.
  await poll(async () => {
    if (!(await bar.isVisible())) await page.keyboard.press('ArrowLeft');
    return bar.isVisible();
  }).toBe(true);
  await poll(async () => (await paintedEarlier(page)) ?? 0, { message: `earlier pictures by ${kind}` }).toBeGreaterThan(30);
  await expect(bar.getByRole('slider')).toHaveAttribute('aria-valuetext', /秒前$/);
  const below = (await figures(page))!;
  expect([below.kind, below.epoch]).toEqual([kind, before.epoch]);
  await poll(async () => (await figures(page))!.progress.positionS, { message: 'live goes on below' }).toBeGreaterThan(
    below.progress.positionS + 1,
  );
  await bar.getByRole('button', { name: '回到直播' }).click();
  await expect(bar).toBeHidden();
  await poll(() => paintedEarlier(page)).toBeNull();
  const live = await plays(page, kind);
  expect(live.epoch).toBe(before.epoch);
  expect(live.progress.positionS).toBeGreaterThan(below.progress.positionS);
  expect((await pulls(page)).slice(sent), 'reports of the earlier part').toEqual([]);
}

test.describe('candidates @player', () => {
  test(`P22 P23 kind and reason are logged and reported, and values are stored (${CHOICES.map(({ scenario }) => scenario).join(', ')})`, async ({
    page,
  }) => {
    await hurry(page, 'stats', 4);
    // Each visit is the first of its viewer.
    await page.addInitScript(() => localStorage.clear());
    for (const choice of CHOICES) await test.step(choice.scenario, () => expectChoice(page, choice));
  });

  test('P20 P22 the viewer’s choice has priority, by USER_OPERATION 2, now and in the next visit, and each kind can be looked back at', async ({
    page,
  }) => {
    await hurry(page, 'stats', 4);
    await open(page, 'all-kinds', KEEPS_H265);
    await plays(page, 'h265');
    await test.step('looks back at h265', () => looksBack(page, 'h265'));
    await pressControl(page, /^线路/);
    await page.getByRole('menuitemradio', { name: /H\.?264/i }).click();
    await plays(page, 'h264');
    await test.step('looks back at h264', () => looksBack(page, 'h264'));
    await pulled(page, { state: 0, para: 'h265', para2: '0' }, { state: 0, para: 'h264', para2: '2' });
    const kept = (await stored(page, 'playerType'))!;
    expect(kept.value).toBe('h264');
    // About 36500 days (P13).
    expect((kept.untilMs! - Date.now()) / 86_400_000).toBeCloseTo(36_500, 0);
    expect(await stored(page, 'stallCount')).toBeNull();
    await page.reload();
    await plays(page, 'h264');
    expect(await readLog(page)).toContain('h264 address 1 of 1: first address (2 USER_OPERATION: the viewer chose it)');
    await everyReportFits(page);
  });
});

const escaped = (text: string): string => text.replace(/[()]/g, '\\$&');

import { expect, test } from '@playwright/test';
import { agreesToShare, figures, everyReportFits, open, plays, pulled, pulls, readLog, stored } from './player-page.ts';
import { hurry } from './worker-clock.ts';
import { FEW_PIXELS } from './watching.ts';

test.use(FEW_PIXELS);

const QUICK = 'retryIntervalMs:200,stallWaitMs:1500';
const DAY_MS = 86_400_000;

test.describe('fallbacks @player', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P22 P23 an unsupported codec switches from h264 to h265 at once and once, although h265 is switched off', async ({ page }) => {
    await open(page, 'codec-unsupported');
    await plays(page, 'h265');
    await pulled(
      page,
      { state: 3, para: 'h264', para1: 'h264 is not supported, h265 once', para2: '6' },
      { state: 0, para: 'h265', para2: '9' },
    );
    const log = await readLog(page);
    const failed = log.find(({ text }) => text.startsWith('NO_SUPPORT: h264 is not supported'))!;
    const next = log.find(({ text }) => text.startsWith('h265 address 1 of 1: h264 is not supported, h265 once (9 NO_SUPPORT'))!;
    // Well within the 5 s before a retry.
    expect(next.atS - failed.atS).toBeLessThan(4);
    expect(await stored(page, 'stallCount')).toBeNull();
  });

  test('P23 P26 a WebRTC failure falls back to flv', async ({ page }) => {
    await open(page, 'webrtc-fails');
    await plays(page, 'h264');
    await pulled(page, { state: 4, para: 'webrtc', para1: 'webrtc failed, flv', para2: '0' }, { state: 0, para: 'h264', para2: '0' });
    expect((await pulls(page)).filter(({ para }) => para === 'webrtc')).toHaveLength(1);
  });

  test('P23 P25 a WebRTC picture that freezes while its sound continues falls back to flv, and the stall is counted', async ({ page }) => {
    await open(page, 'webrtc-freezes', 'webrtcPatienceMs:1500,webrtcWindowMs:1500');
    await plays(page, 'webrtc');
    await plays(page, 'h264');
    await pulled(page, { state: 0, para: 'webrtc' }, { state: 0, para: 'h264', para2: '1' });
    const log = (await readLog(page)).map(({ text }) => text);
    expect(log).toContainEqual(expect.stringContaining('h264 address 1 of 1: webrtc pictures freeze (1 STALL_CHECKER'));
    expect((await stored(page, 'stallCount'))?.value).toBe(1);
  });

  test('P23 undecodable h265 falls back to h264, and no stall is counted', async ({ page }) => {
    await open(page, 'h265-undecodable');
    await plays(page, 'h264');
    await pulled(page, { state: 3, para: 'h265', para1: 'h265 cannot be decoded, h264' }, { state: 0, para: 'h264', para2: '9' });
    expect(await stored(page, 'stallCount')).toBeNull();
    expect(await stored(page, 'stayOnH264')).toBeNull();
  });

  test('P22 P23 native h265 that does not work falls back to h264, and the next visit does not try it', async ({ page }) => {
    await open(page, 'native-hevc-claimed');
    await plays(page, 'h264');
    await pulled(
      page,
      { state: 3, para: 'h265-native', para1: 'h265 cannot be decoded, h264', para2: '10' },
      { state: 0, para: 'h264', para2: '9' },
    );
    expect((await stored(page, 'nativeHevc'))?.value).toBe(false);
    await page.reload();
    await plays(page, 'h265');
  });

  test('P23 P25 a stall takes h265 to h264, counts one stall, and h264 stays for a day', async ({ page }) => {
    await open(page, 'h265-stall', QUICK);
    await plays(page, 'h264');
    await pulled(page, { state: 6, para: 'h265', para1: 'STALL_TIMEOUT: h265 stalled, h264' }, { state: 0, para: 'h264', para2: '1' });
    expect((await stored(page, 'stallCount'))?.value).toBe(1);
    const stays = (await stored(page, 'stayOnH264'))!;
    expect(stays.value).toBe(true);
    expect(Math.abs(stays.untilMs! - Date.now() - DAY_MS)).toBeLessThan(60_000);
    await open(page, 'all-kinds');
    await plays(page, 'h264');
    await pulled(page, { state: 0, para: 'h264', para2: '3' });
  });

  test('P23 without the picture-in-picture API there is no button for it, and the key has no effect', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await open(page, 'no-picture-in-picture');
    const { epoch } = await plays(page, 'h264');
    await expect(page.getByRole('button', { name: '全屏' })).toBeAttached();
    await expect(page.getByRole('button', { name: '画中画' })).toHaveCount(0);
    await page.keyboard.press('p');
    expect((await plays(page, 'h264')).epoch).toBe(epoch);
    expect(errors).toEqual([]);
  });

  test('P23 P26 a P2P error is code 8 and retries once without P2P', async ({ page }) => {
    await agreesToShare(page);
    await open(page, 'p2p-broken');
    await plays(page, 'h264');
    await pulled(page, { state: 8, para: 'h264', para1: 'sharing failed, once more without it' }, { state: 0, para: 'h264' });
    expect(await pulls(page)).toHaveLength(2);
    expect((await figures(page))?.epoch).toBe(2);
  });

  test('P23 P26 a player script that fails to load is code 1, and another kind plays', async ({ page }) => {
    await page.route(/\/assets\/h265-[\w-]+\.js/, (route) => route.abort());
    await open(page, 'all-kinds');
    await plays(page, 'h264');
    await pulled(page, { state: 1, para: 'h265', para1: 'the player script did not load, another kind' }, { state: 0, para: 'h264' });
  });
});

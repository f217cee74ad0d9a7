import { expect, test, type Page } from '@playwright/test';
import { PANEL_MESSAGES } from '../../mocks/control.ts';
import type { ReturnWhy } from '../../src/player/rules/recovery/stall-watch.ts';
import {
  everyReportFits,
  figures,
  inject,
  open,
  plays,
  pressControl,
  pulled,
  pulls,
  push,
  readLog,
  reports,
  setHidden,
} from './player-page.ts';
import { hurry } from './worker-clock.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

/** The position is sampled once a second; a shorter wait would report a stall between two samples. */
const STALL = 'stallWaitMs:1500,retryIntervalMs:100';
/** Longer than the stall wait plus one sample interval. */
const WATCHED_MS = 3_000;

test.describe('stalls @player', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P24 P25 an unchanged position is no stall in a hidden page, and STALL_TIMEOUT after the stall wait in a visible one', async ({
    page,
  }) => {
    await open(page, 'normal', STALL);
    const { epoch } = await plays(page, 'h264');
    await setHidden(page, true);
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, times: 1 });
    // Real time: a stall would have been detected by now.
    await page.waitForTimeout(WATCHED_MS);
    expect((await figures(page))?.epoch).toBe(epoch);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    await setHidden(page, false);
    await plays(page, 'h264', epoch);
    await pulled(
      page,
      { state: 0, para: 'h264' },
      { state: 6, para: 'h264', para1: 'STALL_TIMEOUT: all addresses failed, a fresh list' },
      { state: 0, para: 'h264' },
    );
  });

  test('P25 P41 a stall that ends by itself restarts nothing and is reported with its length', async ({ page }) => {
    await open(page, 'normal');
    const { epoch } = await plays(page, 'h264');
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, forMs: 3_500 });
    const stalls = async (): Promise<readonly number[]> =>
      (await reports(page)).filter(({ type }) => type === 'stall').map(({ fields }) => Number(fields['time_length']));
    await poll(async () => (await stalls()).length).toBeGreaterThan(0);
    for (const ms of await stalls()) {
      expect(ms).toBeGreaterThanOrEqual(200);
      expect(ms).toBeLessThan(20_000);
    }
    expect((await plays(page, 'h264')).epoch).toBe(epoch);
  });

  test('P25 P26 a negative position is CURRENT_TIME_ERROR, code 2, and another player plays', async ({ page }) => {
    await open(page, 'negative-position', 'retryIntervalMs:100');
    await plays(page, 'h264', 1);
    await pulled(
      page,
      { state: 0, para: 'h264' },
      { state: 2, para: 'h264', para1: 'CURRENT_TIME_ERROR: all addresses failed, a fresh list' },
      { state: 0, para: 'h264' },
    );
  });

  test('P24 P25 P26 a stream without bytes within the first-fail wait is TIMEOUT, code 6, and the next address plays', async ({ page }) => {
    await open(page, 'stream-silent', 'firstFailWaitMs:1500,retryIntervalMs:100');
    await plays(page, 'h264', 1);
    await pulled(page, { state: 6, fs: 0, para: 'h264', para1: 'TIMEOUT: another address' }, { state: 0, para1: '1280x720' });
    const log = await readLog(page);
    const [from, to] = ['h264 address 1 of 3', 'TIMEOUT (TIMEOUT): another address'].map((text) =>
      log.find((line) => line.text.startsWith(text))!,
    );
    expect(to!.atS - from!.atS).toBeGreaterThanOrEqual(1.4);
  });

  test('P25 P26 a picture of another size restarts the native player by STREAM_PIXED_CHANGED, code 5', async ({ page }) => {
    await open(page, 'native-hevc');
    const { epoch } = await plays(page, 'h265-native');
    // Waits until the element has moved into the page.
    await page.locator('section[data-at] video:not([loop])').evaluate((video) => {
      Object.defineProperty(video, 'videoWidth', { value: 640, configurable: true });
      Object.defineProperty(video, 'videoHeight', { value: 360, configurable: true });
      video.dispatchEvent(new Event('resize'));
      Reflect.deleteProperty(video, 'videoWidth');
      Reflect.deleteProperty(video, 'videoHeight');
    });
    await plays(page, 'h265-native', epoch);
    await pulled(
      page,
      { state: 5, para: 'h265-native', para1: 'STREAM_PIXED_CHANGED: the same address again', para2: '10' },
      { state: 0, para: 'h265-native' },
    );
    expect((await readLog(page)).map(({ text }) => text)).toContain('the picture is 640x360 now');
  });
});

/** P27: the tab is hidden and becomes visible again. */
async function leaveAndReturn(page: Page, away: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await setHidden(page, true);
  await away();
  await setHidden(page, false);
}

/** Real time: the room evaluates the player's last sample, one per second. */
const nextSample = (page: Page): Promise<void> => page.waitForTimeout(1_200);

/** Checks that the player restarts for this reason when the tab becomes visible. */
async function expectReplay(page: Page, epoch: number, why: ReturnWhy): Promise<void> {
  await plays(page, 'h264', epoch);
  await pulled(page, { state: 0, para: 'h264' }, { state: 0, para: 'h264' });
  expect((await readLog(page)).map(({ text }) => text)).toContain(`h264 address 1 of 1: tab is back: ${why} (0 UNKNOW)`);
  await page.keyboard.press('Escape');
}

test.describe('the tab becomes visible @player', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P27 the player is restarted if the audio length is negative, not if it is stopped or the room is not live (negative-sound)', async ({
    page,
  }) => {
    await open(page, 'negative-sound');
    const { epoch } = await plays(page, 'h264');
    await nextSample(page);
    await leaveAndReturn(page);
    await expectReplay(page, epoch, 'audio length is negative');

    await test.step('the player is stopped', async () => {
      await nextSample(page);
      await pressControl(page, '停止');
      await poll(() => figures(page)).toBeNull();
      await leaveAndReturn(page);
      // Real time: the player was not restarted.
      await page.waitForTimeout(1_000);
      expect(await figures(page)).toBeNull();
      await poll(async () => (await pulls(page)).length).toBe(2);
    });

    await test.step('the room is not live', async () => {
      await page.getByRole('button', { name: '继续播放' }).click();
      await plays(page, 'h264', epoch + 1);
      await nextSample(page);
      await push(page, PANEL_MESSAGES.find(({ title }) => title === 'offline')!.message);
      await poll(() => figures(page)).toBeNull();
      await leaveAndReturn(page);
      // Real time: the player was not restarted.
      await page.waitForTimeout(1_000);
      expect(await figures(page)).toBeNull();
      await poll(async () => (await pulls(page)).length).toBe(3);
    });
  });

  test('P27 the player is restarted: audio and video differ too much (sound-apart)', async ({ page }) => {
    await open(page, 'sound-apart');
    const { epoch } = await plays(page, 'h264');
    await nextSample(page);
    await leaveAndReturn(page);
    await expectReplay(page, epoch, 'audio and video are apart');
  });

  test('P27 the player is restarted: too much is buffered (normal)', async ({ page }) => {
    await open(page, 'normal', 'replayBufferMs:2000');
    const { epoch } = await plays(page, 'h264');
    await leaveAndReturn(page, async () => {
      // Browsers pause a muted video that is not visible.
      await page.locator('section[data-at] video:not([loop])').evaluate((video: HTMLVideoElement) => video.pause());
      await poll(async () => (await figures(page))?.progress.bufferedS ?? 0).toBeGreaterThan(2.2);
      await nextSample(page);
    });
    await expectReplay(page, epoch, 'too much is buffered');
  });

  for (const [scenario, config, why] of [
    ['sound-apart', 'audioVideoDiffMs:30000', 'in step'],
    ['negative-sound', 'replayOnVisible:0', 'replay is switched off'],
  ] as const)
    test(`P27 the player is not restarted: ${why} (${scenario})`, async ({ page }) => {
      await open(page, scenario, config);
      const { epoch } = await plays(page, 'h264');
      await nextSample(page);
      await leaveAndReturn(page);
      // Real time: the player was not restarted.
      await page.waitForTimeout(1_000);
      expect((await plays(page, 'h264')).epoch).toBe(epoch);
      await poll(async () => (await pulls(page)).length).toBe(1);
    });
});

import { expect, test } from '@playwright/test';
import { PANEL_MESSAGES } from '../../mocks/control.ts';
import type { ScenarioName } from '../../mocks/scenarios.ts';
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

/** The position is looked at once a second: a shorter wait would see a stall between two looks. */
const STALL = 'stallWaitMs:2500,retryIntervalMs:100';
/** Longer than the stall wait and the second between two looks at the position. */
const WATCHED_MS = 4_500;

test.describe('stalls @player', () => {
  test.afterEach(({ page }) => everyReportFits(page));

  test('P25 a position that stands still while the page is visible: STALL_TIMEOUT, and a fresh list plays', async ({ page }) => {
    await open(page, 'normal', STALL);
    await plays(page, 'h264');
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, times: 1 });
    await plays(page, 'h264', 1);
    await pulled(
      page,
      { state: 0, para: 'h264' },
      { state: 6, para: 'h264', para1: 'STALL_TIMEOUT: all addresses failed, a fresh list' },
      { state: 0, para: 'h264' },
    );
  });

  test('P25 hidden, the same is no stall; visible again it is one after the stall wait', async ({ page }) => {
    await open(page, 'normal', STALL);
    const { epoch } = await plays(page, 'h264');
    await setHidden(page, true);
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, times: 1 });
    await page.waitForTimeout(WATCHED_MS);
    expect((await figures(page))?.epoch).toBe(epoch);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    await setHidden(page, false);
    await plays(page, 'h264', epoch);
    await pulled(page, { state: 6, para1: 'STALL_TIMEOUT: all addresses failed, a fresh list' });
  });

  test('P25 P41 a stall that ends by itself restarts nothing and is reported with its length', async ({ page }) => {
    await open(page, 'normal');
    const { epoch } = await plays(page, 'h264');
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, forMs: 4_000 });
    const stalls = async (): Promise<readonly number[]> =>
      (await reports(page)).filter(({ type }) => type === 'stall').map(({ fields }) => Number(fields['time_length']));
    await expect.poll(async () => (await stalls()).length, { timeout: 15_000 }).toBeGreaterThan(0);
    for (const ms of await stalls()) {
      expect(ms).toBeGreaterThanOrEqual(200);
      expect(ms).toBeLessThan(20_000);
    }
    expect((await plays(page, 'h264')).epoch).toBe(epoch);
  });

  test('P25 P26 a negative position: CURRENT_TIME_ERROR, code 2, and another player plays', async ({ page }) => {
    await open(page, 'negative-position', 'retryIntervalMs:100');
    await plays(page, 'h264', 1);
    await pulled(
      page,
      { state: 0, para: 'h264' },
      { state: 2, para: 'h264', para1: 'CURRENT_TIME_ERROR: all addresses failed, a fresh list' },
      { state: 0, para: 'h264' },
    );
  });

  test('P24 P25 P26 nothing arrives within the first-fail wait: TIMEOUT, code 6, and the next address plays', async ({ page }) => {
    await open(page, 'stream-silent', 'firstFailWaitMs:1500,retryIntervalMs:100');
    await plays(page, 'h264', 1);
    await pulled(page, { state: 6, fs: 0, para: 'h264', para1: 'TIMEOUT: another address' }, { state: 0, para1: '1280x720' });
    const log = await readLog(page);
    const [from, to] = ['h264 address 1 of 3', 'TIMEOUT (TIMEOUT): another address'].map((text) =>
      log.find((line) => line.text.startsWith(text))!,
    );
    expect(to!.atS - from!.atS).toBeGreaterThanOrEqual(1.4);
  });

  test('P25 P26 a picture of another size starts the native player again: STREAM_PIXED_CHANGED, code 5', async ({ page }) => {
    await open(page, 'native-hevc');
    const { epoch } = await plays(page, 'h265-native');
    await page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')!;
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

/** P27: the tab goes and comes back. `first` happens before it goes, `away` while it is gone. */
const RETURNS: readonly {
  readonly scenario: ScenarioName;
  readonly config?: string;
  readonly act?: 'pause' | 'stop' | 'star leaves';
  readonly why: string;
  readonly replays: boolean;
}[] = [
  { scenario: 'negative-sound', why: 'audio length is negative', replays: true },
  { scenario: 'sound-apart', why: 'audio and video are apart', replays: true },
  { scenario: 'normal', config: 'replayBufferMs:2000', act: 'pause', why: 'too much is buffered', replays: true },
  { scenario: 'sound-apart', config: 'audioVideoDiffMs:30000', why: 'in step', replays: false },
  { scenario: 'negative-sound', config: 'replayOnVisible:0', why: 'replay is switched off', replays: false },
  { scenario: 'negative-sound', act: 'star leaves', why: 'the room is not live', replays: false },
  { scenario: 'negative-sound', act: 'stop', why: 'the player is stopped', replays: false },
];

test.describe('the tab comes back @player', () => {
  test.afterEach(({ page }) => everyReportFits(page));

  for (const { scenario, config = '', act, why, replays } of RETURNS)
    test(`P27 ${replays ? 'played anew' : 'left alone'}: ${why} (${scenario})`, async ({ page }) => {
      await open(page, scenario, config);
      const { epoch } = await plays(page, 'h264');
      // The room judges by what the player told last, once a second.
      await page.waitForTimeout(1_200);
      if (act === 'stop') await pressControl(page, '停止');
      if (act === 'star leaves') await push(page, PANEL_MESSAGES.find(({ title }) => title === '主播下播')!.message);
      if (act === 'stop' || act === 'star leaves') await expect.poll(() => figures(page)).toBeNull();
      await setHidden(page, true);
      if (act === 'pause') {
        // As browsers do with a muted picture that nobody sees.
        await page.locator('section[data-at] video:not([loop])').evaluate((video: HTMLVideoElement) => video.pause());
        await expect.poll(async () => (await figures(page))?.progress.bufferedS ?? 0).toBeGreaterThan(2.2);
        await page.waitForTimeout(1_200);
      }
      await setHidden(page, false);
      if (replays) {
        await plays(page, 'h264', epoch);
        await pulled(page, { state: 0, para: 'h264' }, { state: 0, para: 'h264' });
        expect((await readLog(page)).map(({ text }) => text)).toContain(`h264 address 1 of 1: tab is back: ${why} (0 UNKNOW)`);
        return;
      }
      await page.waitForTimeout(1_500);
      if (act === undefined) expect((await plays(page, 'h264')).epoch).toBe(epoch);
      else expect(await figures(page)).toBeNull();
      expect(await pulls(page)).toHaveLength(1);
    });
});

import { expect, test, type Page } from '@playwright/test';
import { goesOn } from './h265-page.ts';
import {
  everyReportFits,
  figures,
  inject,
  open,
  plays,
  pressControl,
  pulled,
  pulls,
  readLog,
  reports,
  setHidden,
  stored,
} from './player-page.ts';
import { hurry } from './worker-clock.ts';
import { poll } from './watching.ts';

const SENTENCE = '播放时出现异常，请稍候再试';
const tip = '[data-tip="live-fail"]';
const noLive = '[data-tip="no-live"]';
const DAY_MS = 86_400_000;
/** The position is sampled once a second; a shorter wait would report a stall between two samples. */
const QUICK = 'retryIntervalMs:100,stallWaitMs:1500';
/** Longer than the stall wait plus one sample interval. */
const WATCHED_MS = 3_000;

/** Reason of each address list request from now on. */
function askedLists(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/addresses')) asked.push(searchParams.get('type') ?? '');
  });
  return asked;
}

const hasGivenUp = async (page: Page): Promise<boolean> =>
  (await reports(page)).some(({ place, fields }) => place === 'log' && fields['text'] === 'the player gave up');

test.beforeEach(({ page }) => hurry(page, 'stats', 4));
test.afterEach(({ page }) => everyReportFits(page));

test.describe('retry @player', () => {
  test('P24 P26 P28 if all addresses fail, a maximum of fresh lists, fail callback and tip follow; a forced retry resets budgets', async ({
    page,
  }) => {
    const asked = askedLists(page);
    await open(page, 'all-addresses-fail', 'retryIntervalMs:300,maxRetries:1,reviveMs:60000');
    await expect(page.locator(tip)).toContainText(SENTENCE);
    await expect(page.locator('[data-tip="failure-hint"]')).toHaveText(/^(\d+ 秒后|正在)自动重试$/);
    await expect(page.locator(`${noLive}, [data-tip="busy-hint"], [data-tip="busy"]`)).toHaveCount(0);
    expect(await figures(page)).toBeNull();
    // Two lists of three addresses; the first list is part of the live info.
    expect(asked).toEqual(['retry']);
    const next = { state: 4, para: 'h264', para1: 'another address' };
    const [list, last] = [
      { ...next, para1: 'all addresses failed, a fresh list' },
      { ...next, para1: 'every retry is used' },
    ];
    const round = [next, next, list, next, next, last];
    await pulled(page, ...round);
    expect(await pulls(page)).toHaveLength(6);
    await poll(() => hasGivenUp(page)).toBe(true);

    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.locator(tip)).toHaveCount(0);
    await expect(page.locator(tip)).toBeVisible();
    await pulled(page, ...round, ...round);
    expect(asked).toEqual(['retry', 'start', 'retry']);
    const log = await readLog(page);
    expect(log.filter((text) => /^gave up: ACK_NETWORK_FAIL, next try in \d+ s$/.test(text))).toHaveLength(2);
    expect(log.filter((text) => text.startsWith('h264 address 1 of 3: first address'))).toHaveLength(4);
  });

  test('P21 P24 P28 no address causes tip and STREAM_ADDR_ERROR 7 at once, fresh lists, then fail callback; a click retries at once', async ({
    page,
  }) => {
    const asked = askedLists(page);
    await open(page, 'no-addresses', 'retryIntervalMs:3000,maxRetries:1');
    await expect(page.locator(tip)).toContainText(SENTENCE);
    await expect(page.locator(noLive)).toHaveCount(0);
    await pulled(page, { state: 7, para: '', para1: 'no address' }, { state: 7, para: '', para1: 'no address' });
    await poll(() => hasGivenUp(page)).toBe(true);
    await expect(page.locator(tip)).toBeVisible();
    expect(asked).toEqual(['start', 'retry']);
    await page.getByRole('button', { name: '重试' }).click();
    await poll(() => asked.slice(0, 3)).toEqual(['start', 'retry', 'start']);
  });

  test('P26 each network error status, a refusal and a missing answer have code 4 or 5, one address after the other', async ({ page }) => {
    await open(page, 'every-answer', 'retryIntervalMs:0');
    const seen = await plays(page, 'h264', 7);
    expect(seen.epoch).toBe(8);
    // 404, 500, 502, 503, 504; 403, which is not an outage; a connection that fails.
    const codes = [4, 4, 4, 4, 4, 5, 4];
    await pulled(page, ...codes.map((state) => ({ state, para1: 'another address' })), { state: 0, para1: '852x480' });
    const log = await readLog(page);
    for (const status of [404, 500, 502, 503, 504, 403])
      expect(
        log.filter((text) => text.includes(` ${status} `) || text.endsWith(` ${status}`)),
        String(status),
      ).toHaveLength(1);
  });

  test('P26 P28 a script of the only kind that cannot be loaded shows the tip without a message; another kind plays; an old browser is told so', async ({
    page,
  }) => {
    await page.route(/\/assets\/(?:engine|h265)-[\w-]+\.js/, (route) => route.abort());
    await open(page, 'normal', 'retryIntervalMs:100,maxRetries:1');
    await expect(page.locator(tip)).toContainText('直播加载失败');
    await expect(page.locator(noLive)).toHaveCount(0);
    await expect(page.getByText(SENTENCE)).toHaveCount(0);
    await pulled(page, { state: 1, para: 'h264' });
    await page.unroute(/\/assets\/(?:engine|h265)-[\w-]+\.js/);
    await page.route(/\/assets\/h265-[\w-]+\.js/, (route) => route.abort());
    await open(page, 'all-kinds');
    await plays(page, 'h264');
    await pulled(page, { state: 1, para: 'h265', para1: 'the player script did not load, another kind' }, { state: 0, para: 'h264' });
    await open(page, 'no-media-source');
    await expect(page.locator(tip)).toContainText('你的浏览器版本较低，请升级你的浏览器');
    await pulled(page, { state: 3, para: '', para1: 'no media source' });
    expect(await figures(page)).toBeNull();
  });
});

test.describe('fallbacks @player', () => {
  test('P22 P23 an unsupported codec switches from h264 to h265 at once and once, although h265 is switched off', async ({ page }) => {
    await open(page, 'codec-unsupported');
    await plays(page, 'h265');
    await pulled(
      page,
      { state: 3, para: 'h264', para1: 'h264 is not supported, h265 once', para2: '6' },
      { state: 0, para: 'h265', para2: '9' },
    );
    expect(await stored(page, 'stallCount')).toBeNull();
  });

  test('P23 P25 P26 a WebRTC picture that freezes while its sound continues falls back to flv, and the stall is counted', async ({
    page,
  }) => {
    await open(page, 'webrtc-freezes', 'webrtcPatienceMs:1500,webrtcWindowMs:1500');
    await plays(page, 'webrtc');
    await plays(page, 'h264');
    await pulled(page, { state: 0, para: 'webrtc' }, { state: 0, para: 'h264', para2: '1' });
    expect(await readLog(page)).toContainEqual(expect.stringContaining('h264 address 1 of 1: webrtc pictures freeze (1 STALL_CHECKER'));
    expect((await stored(page, 'stallCount'))?.value).toBe(1);
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
    expect(Math.round((stays.untilMs! - Date.now()) / DAY_MS)).toBe(1);
    await open(page, 'all-kinds');
    await plays(page, 'h264');
    await pulled(page, { state: 0, para: 'h264', para2: '3' });
  });
});

test.describe('stalls and hidden tabs @player', () => {
  test('P24 P25 an unchanged position is no stall in a hidden page, and STALL_TIMEOUT after the stall wait in a visible one', async ({
    page,
  }) => {
    await open(page, 'normal', QUICK);
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

  test('P27 a tab that becomes visible with too much buffered restarts the player, unless it is stopped or the replay is switched off', async ({
    page,
  }) => {
    /** Browsers pause a muted video that is not visible. The last sample of a second, or of two on a slow machine, is over the limit too. */
    const comesBackWithABuffer = async (): Promise<void> => {
      await setHidden(page, true);
      await page.locator('section[data-at] video:not([loop])').evaluate((video: HTMLVideoElement) => video.pause());
      await poll(async () => (await figures(page))?.progress.bufferedS ?? 0).toBeGreaterThan(4.5);
      await setHidden(page, false);
    };
    await open(page, 'normal', 'replayBufferMs:2000');
    const { epoch } = await plays(page, 'h264');
    await comesBackWithABuffer();
    await plays(page, 'h264', epoch);
    await pulled(page, { state: 0, para: 'h264' }, { state: 0, para: 'h264' });
    expect(await readLog(page)).toContain('h264 address 1 of 1: tab is back: too much is buffered (0 UNKNOW)');
    await pressControl(page, '停止');
    await poll(() => figures(page)).toBeNull();
    await setHidden(page, true);
    await setHidden(page, false);
    expect(await figures(page)).toBeNull();
    await page.getByRole('button', { name: '继续播放' }).click();
    await plays(page, 'h264', epoch + 1);

    await open(page, 'normal', 'replayBufferMs:2000,replayOnVisible:0');
    const other = await plays(page, 'h264');
    await comesBackWithABuffer();
    expect((await goesOn(page, 25)).epoch).toBe(other.epoch);
  });
});

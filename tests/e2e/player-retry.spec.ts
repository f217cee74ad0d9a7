import { expect, test, type Page } from '@playwright/test';
import { everyReportFits, figures, open, plays, pulled, pulls, readLog, reports } from './player-page.ts';
import { hurry } from './worker-clock.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

const SENTENCE = '播放时出现异常，请稍候再试';
const tip = '[data-tip="live-fail"]';
const noLive = '[data-tip="no-live"]';

/** Reason of each address list request from now on. */
function askedLists(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/addresses')) asked.push(searchParams.get('type') ?? '');
  });
  return asked;
}

test.describe('retry @player', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P24 the next address is tried within the interval, and plays', async ({ page }) => {
    await open(page, 'stream-404', 'retryIntervalMs:1500');
    const seen = await plays(page, 'h264', 1);
    expect(seen.epoch).toBe(2);
    await pulled(page, { state: 4, para: 'h264', para1: 'another address' }, { state: 0, para: 'h264', para1: '1280x720' });
    const log = await readLog(page);
    const [failed, next] = ['ACK_NETWORK_FAIL: another address', 'h264 address 2 of 3: another address'].map((text) =>
      log.find((line) => line.text.startsWith(text))!,
    );
    // The wait is drawn between nothing and the interval.
    expect(next!.atS - failed!.atS).toBeGreaterThanOrEqual(0);
    expect(next!.atS - failed!.atS).toBeLessThan(4);
  });

  test('P24 P26 P28 if all addresses fail, a maximum of fresh lists, fail callback and tip follow; a forced retry resets budgets', async ({
    page,
  }) => {
    const asked = askedLists(page);
    await open(page, 'all-addresses-fail', 'retryIntervalMs:300,maxRetries:1');
    await expect(page.locator(tip)).toContainText(SENTENCE);
    await expect(page.locator(noLive)).toHaveCount(0);
    expect(await figures(page)).toBeNull();
    // Two lists of three addresses; the first list is part of the live info.
    expect(asked).toEqual(['retry']);
    const round = [
      ...Array.from({ length: 2 }, () => ({ state: 4, para: 'h264', para1: 'another address' })),
      { state: 4, para: 'h264', para1: 'all addresses failed, a fresh list' },
      ...Array.from({ length: 2 }, () => ({ state: 4, para: 'h264', para1: 'another address' })),
      { state: 4, para: 'h264', para1: 'every retry is used' },
    ];
    await pulled(page, ...round);
    expect(await pulls(page)).toHaveLength(6);
    const callbacks = async (): Promise<readonly unknown[]> =>
      (await reports(page))
        .filter(({ place, fields }) => place === 'log' && fields['text'] === 'the player gave up')
        .map(({ fields }) => [fields['level'], fields['room_id']]);
    await poll(callbacks).toEqual([['error', 1001]]);

    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.locator(tip)).toHaveCount(0);
    await expect(page.locator(tip)).toBeVisible();
    await pulled(page, ...round, ...round);
    expect(asked).toEqual(['retry', 'start', 'retry']);
    const log = await readLog(page);
    const gaveUp = log.filter(({ text }) => /^gave up: ACK_NETWORK_FAIL, next try in \d+ s$/.test(text));
    expect(gaveUp).toHaveLength(2);
    expect(log.filter(({ text }) => text.startsWith('h264 address 1 of 3: first address'))).toHaveLength(4);
  });

  test('P21 P24 P28 no address causes tip and STREAM_ADDR_ERROR 7 at once, fresh lists, then fail callback; a click retries at once', async ({
    page,
  }) => {
    const asked = askedLists(page);
    await open(page, 'no-addresses', 'retryIntervalMs:3000,maxRetries:1');
    await expect(page.locator(tip)).toContainText(SENTENCE);
    await expect(page.locator(noLive)).toHaveCount(0);
    // The tip is shown before the retries are used up.
    expect((await reports(page)).some(({ fields }) => fields['text'] === 'the player gave up')).toBe(false);
    await pulled(page, { state: 7, para: '', para1: 'no address' }, { state: 7, para: '', para1: 'no address' });
    await poll(async () => (await reports(page)).some(({ fields }) => fields['text'] === 'the player gave up')).toBe(true);
    await expect(page.locator(tip)).toBeVisible();
    // A click retries at once, well within the interval.
    expect(asked).toEqual(['start', 'retry']);
    await page.getByRole('button', { name: '重试' }).click();
    await poll(() => asked, { intervals: [50] }).toEqual(['start', 'retry', 'start']);
  });

  test('P26 each network error status, a refusal and a missing answer have code 4 or 5, one address after the other', async ({ page }) => {
    await open(page, 'every-answer', 'retryIntervalMs:0');
    const seen = await plays(page, 'h264', 7);
    expect(seen.epoch).toBe(8);
    // 404, 500, 502, 503, 504; 403, which is not an outage; a connection that fails.
    const codes = [4, 4, 4, 4, 4, 5, 4];
    await pulled(page, ...codes.map((state) => ({ state, para1: 'another address' })), { state: 0, para1: '852x480' });
    const log = (await readLog(page)).map(({ text }) => text);
    for (const status of [404, 500, 502, 503, 504, 403])
      expect(
        log.filter((text) => text.includes(` ${status} `) || text.endsWith(` ${status}`)),
        String(status),
      ).toHaveLength(1);
  });

  test('P24 P26 a connection that ends within a picture is code 4, and a fresh list plays', async ({ page }) => {
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(error.message));
    await open(page, 'stream-cut', 'retryIntervalMs:100');
    const { epoch } = await plays(page, 'h264');
    await plays(page, 'h264', epoch);
    await pulled(page, { state: 0 }, { state: 4, para: 'h264', para1: 'all addresses failed, a fresh list' }, { state: 0 });
    expect(trouble).toEqual([]);
  });

  const scripts = [
    { what: 'a player script', file: /\/assets\/h265-[\w-]+\.js/, scenario: 'h265', kind: 'h265' },
    { what: 'the script with mpegts.js', file: /\/assets\/engine-[\w-]+\.js/, scenario: 'normal', kind: 'h264' },
  ] as const;
  for (const { what, file, scenario, kind } of scripts)
    test(`P28 ${what} that cannot be loaded shows the tip without any of the messages`, async ({ page }) => {
      await page.route(file, (route) => route.abort());
      await open(page, scenario, 'retryIntervalMs:100,maxRetries:1');
      await expect(page.locator(tip)).toBeVisible();
      await expect(page.locator(tip)).toContainText('直播加载失败');
      await expect(page.locator(noLive)).toHaveCount(0);
      await expect(page.getByText(SENTENCE)).toHaveCount(0);
      await expect(page.getByText('你的浏览器版本较低')).toHaveCount(0);
      await pulled(page, { state: 1, para: kind });
    });

  test('P26 P28 a browser that plays nothing shows the upgrade message, reports code 3, and makes no further attempt', async ({ page }) => {
    await open(page, 'no-media-source');
    await expect(page.locator(tip)).toContainText('你的浏览器版本较低，请升级你的浏览器');
    await expect(page.locator(noLive)).toHaveCount(0);
    await pulled(page, { state: 3, para: '', para1: 'no media source' });
    expect(await pulls(page)).toHaveLength(1);
  });
});

import { expect, test, type Page, type Worker } from '@playwright/test';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { startOrigin } from '../../mocks/origin/server.ts';
import { plays } from './player-page.ts';
import { chatList, expectMovingPicture, expectSoundDecoded, FEW_PIXELS, openPlayerLog, poll, stage, watched } from './watching.ts';

test.use(FEW_PIXELS);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => 'appIdle' in window);
  await page.evaluate(async () => {
    const idle: unknown = Reflect.get(window, 'appIdle');
    if (typeof idle === 'function') await idle();
  });
}

test.describe('@foundation', () => {
  test('P5 P20 S7 S20 the room plays picture and sound and chats; crashed workers are restarted, and restarted players leave nothing', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const live = new Set<string>();
      Reflect.set(window, 'liveBlobs', live);
      const create = URL.createObjectURL.bind(URL);
      const revoke = URL.revokeObjectURL.bind(URL);
      URL.createObjectURL = (made: Blob | MediaSource) => {
        const url = create(made);
        live.add(url);
        return url;
      };
      URL.revokeObjectURL = (url: string) => {
        live.delete(url);
        revoke(url);
      };
    });
    await open(page, '/live/1001?scenario=logged-in');
    const seen = await expectMovingPicture(page);
    expect([seen.width, seen.height]).toEqual([852, 480]);
    await expectSoundDecoded(page);

    const rows = chatList(page);
    await poll(async () => (await rows.innerText()).split('\n').length, { message: 'chat rows' }).toBeGreaterThan(3);

    const said = '你好 <b>Momo</b> 👋';
    await page.getByPlaceholder('和大家聊聊吧').fill(said);
    await page.getByRole('button', { name: '发送' }).click();
    await expect(rows.getByText(said)).toBeVisible();
    // The echo replaces the waiting line: one line, without markup.
    await expect(rows.getByText(said)).toHaveCount(1);
    await expect(waitingLines(page)).toHaveCount(0);
    expect(await rows.locator('b').count()).toBe(0);

    await test.step('a socket, stats or room worker that crashes is restarted: the picture does not stop, and the room recovers', async () => {
      const { epoch } = await plays(page, 'h264');
      for (const name of ['socket', 'stats', 'room'])
        await test.step(name, async () => {
          await crash(page, name);
          await poll(async () => (await named(page, name)) !== null).toBe(true);
          await expect(chatMark(page, 'open')).toBeVisible();
          expect((await plays(page, 'h264')).epoch).toBe(epoch);
        });
    });

    await test.step('restarted players leave no workers and no addresses behind', async () => {
      await expectMovingPicture(page);
      const workers = page.workers().length;
      const blobs = await page.evaluate(() => (Reflect.get(window, 'liveBlobs') as Set<string>).size);
      for (let turn = 0; turn < 3; turn++) {
        await page.locator('section[data-at]').click({ button: 'right' });
        await page.getByRole('menuitem', { name: '刷新画面' }).click();
        await expectMovingPicture(page);
      }
      await poll(() => page.workers().length).toBe(workers);
      await poll(() => page.evaluate(() => (Reflect.get(window, 'liveBlobs') as Set<string>).size)).toBe(blobs);
      expect(await page.locator('section[data-at] video').count()).toBe(1);
    });
  });

  test('P1 P7 another user on the star route is redirected to the viewer room; the star stays and publishes', async ({ page }) => {
    await page.goto('/room/star/1006');
    await expect(page).toHaveURL(/\/live\/1006/);
    await open(page, '/room/star/1006?scenario=star');
    await expect(stage(page, 'publish')).toBeVisible();
    await expect(page).toHaveURL(/\/room\/star\/1006/);
  });

  test('P7 an offline room shows the offline video and the no-live tip', async ({ page }) => {
    await open(page, '/live/1004?scenario=offline');
    await expect(stage(page, 'offline-video')).toBeVisible();
    await expect(page.locator('[data-tip="no-live"]')).toBeVisible();
  });

  test('P4 a vertical room has a vertical stage, in a wide window and on a phone', async ({ page }) => {
    await open(page, '/live/1003?scenario=vertical');
    const seen = await expectMovingPicture(page);
    expect([seen.width, seen.height]).toEqual([540, 960]);
    const box = await page.locator('section[data-at]').boundingBox();
    expect(box && box.height > box.width).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await poll(async () => (await page.locator('section[data-at]').boundingBox())?.width).toBe(390);
  });

  test('P7 a radio room plays sound without a picture', async ({ page }) => {
    await open(page, '/live/1005?scenario=radio');
    await expect(stage(page, 'radio')).toBeVisible();
    await poll(async () => (await watched(page))?.positionS ?? 0).toBeGreaterThan(1);
    await expectSoundDecoded(page);
  });

  test('P2 P6 bad parameters are named in the log and change nothing else; failed live info causes the fallback start', async ({
    page,
  }) => {
    await open(page, '/live/1001?scenario=live-info-fails&type=abc&r=nowhere&lite=maybe&config=%3Cscript%3E');
    await expectMovingPicture(page);
    const log = await openPlayerLog(page);
    await expect(log).toContainText('type: must be 0 to 99');
    await expect(log).toContainText('fallback start');
  });

  test('P6 a normal room that is send-limited shows the back-to-live popup', async ({ page }) => {
    await open(page, '/live/1001?scenario=back-to-live&r=liveroom');
    await expect(page.getByRole('dialog').getByRole('button', { name: '回到直播' })).toBeVisible();
  });

  test('P8 live waits only for the end of the advertisement; an ad query without an answer does not block it', async ({ page }) => {
    await page.goto('/live/1002?scenario=ad');
    await expect(stage(page, 'ad')).toBeVisible();
    await expect(stage(page, 'live')).toBeVisible();
    await expectMovingPicture(page);
    await open(page, '/live/1002?scenario=ad-fails');
    await expectMovingPicture(page);
  });

  test('P9 the lead-in plays before live, and the viewer can go back to live', async ({ page }) => {
    await page.goto('/live/1001?type=3&songName=%E6%98%9F%E5%85%89%7C1&playuuid=demo-1&scenario=lead-in');
    await expect(stage(page, 'lead-in')).toBeVisible();
    await page.getByRole('button', { name: '回到直播' }).click();
    await expect(stage(page, 'live')).toBeVisible();
    await expectMovingPicture(page);
  });

  test('P20 if the browser refuses sound before a click, the picture plays muted, and one click unmutes', async ({ page }) => {
    await open(page, '/live/1001?scenario=autoplay');
    await expectMovingPicture(page);
    const unmute = page.getByRole('button', { name: '点击开启声音' });
    await expect(unmute).toBeVisible();
    await unmute.click();
    await expect(unmute).toHaveCount(0);
    await poll(() => page.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
    await expectMovingPicture(page);
  });
});

/** Own lines that wait to be sent have a mark with a name. */
const waitingLines = (page: Page) => chatList(page).getByRole('img', { name: '等待发送' });
const chatMark = (page: Page, at: string) => page.locator(`aside [data-at="${at}"]`);

async function named(page: Page, name: string): Promise<Worker | null> {
  for (const worker of page.workers()) if ((await worker.evaluate(() => self.name).catch(() => '')) === name) return worker;
  return null;
}

async function crash(page: Page, name: string): Promise<void> {
  const worker = await named(page, name);
  if (worker === null) throw new Error(`no worker ${name}`);
  const gone = new Promise<void>((resolve) => worker.once('close', () => resolve()));
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('crashed on purpose');
    });
  });
  await gone;
}

test('P5 P20 S7 S20 @foundation the production build plays and chats against a real server (npm run origin)', async ({ page, context }) => {
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: resolve('dist') });
  if (!origin.ok) throw new Error(origin.error.detail);
  const { address, close } = origin.value;
  try {
    const login = { fx_userid: '880001', fx_token: 'offline-viewer', fx_appid: '1010' };
    await context.addCookies(Object.entries(login).map(([name, value]) => ({ name, value, url: address })));
    await open(page, `${address}/live/1001`);
    await expectMovingPicture(page);
    await expectSoundDecoded(page);
    const rows = chatList(page);
    await poll(async () => (await rows.innerText()).split('\n').length, { message: 'chat rows' }).toBeGreaterThan(3);
    await page.getByPlaceholder('和大家聊聊吧').fill('你好，真实的服务器');
    await page.getByRole('button', { name: '发送' }).click();
    await expect(rows.getByText('你好，真实的服务器')).toHaveCount(1);
    await expect(waitingLines(page)).toHaveCount(0);
  } finally {
    await close();
  }
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

test('P20 @foundation debug=1&kind=h264&src= plays from a foreign server (ffmpeg -listen)', async ({ page }) => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed');
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const address = `http://127.0.0.1:${port}/live.flv`;
  const open = 'Access-Control-Allow-Origin: *\r\n';
  const input = ['-re', '-stream_loop', '-1', '-i', 'fixtures/streams/stage-852x480-h264.flv'];
  const server: ChildProcess = spawn(
    'ffmpeg',
    ['-loglevel', 'error', ...input, '-c', 'copy', '-f', 'flv', '-listen', '1', '-headers', open, address],
    { stdio: 'ignore' },
  );
  try {
    await page.goto(`/live/1001?debug=1&kind=h264&src=${encodeURIComponent(address)}&config=retryIntervalMs:500`);
    const seen = await expectMovingPicture(page);
    expect([seen.width, seen.height]).toEqual([852, 480]);
    await expectSoundDecoded(page);
  } finally {
    server.kill();
  }
});

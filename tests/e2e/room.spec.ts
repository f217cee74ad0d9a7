import { expect, test, type Page } from '@playwright/test';
import { chatArrives, chatList, expectMovingPicture, expectSoundDecoded, openPlayerLog, poll, say, stage, watched } from './watching.ts';

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => 'appIdle' in window);
  await page.evaluate(async () => {
    const idle: unknown = Reflect.get(window, 'appIdle');
    if (typeof idle === 'function') await idle();
  });
}

test.describe('@foundation', () => {
  test('P5 P20 S7 S20 the room plays picture and sound and chats, and restarted players leave nothing', async ({ page }) => {
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

    await chatArrives(page);
    await say(page, '你好 <b>Momo</b> 👋');
    expect(await chatList(page).locator('b').count()).toBe(0);

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

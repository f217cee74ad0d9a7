import { expect, test, type Locator, type Page } from '@playwright/test';
import { chatList, losePictures, poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

const sheet = (page: Page): Locator => page.locator('[data-gifts]');
const balance = (page: Page): Locator => sheet(page).locator('form b').first();
const gift = (page: Page, id: number): Locator => sheet(page).locator(`[data-gift="${id}"]`);
const send = (page: Page): Promise<void> => sheet(page).locator('button[type=submit]').click();
const ownBanner = (page: Page): Locator => page.locator('[data-banner][data-own]');

async function openShop(page: Page, scenario: string): Promise<void> {
  await page.goto(`/live/1001?scenario=${scenario}`);
  await page.locator('[data-entry="gifts"]').click();
  await expect(sheet(page).locator('[data-gift]').first()).toBeVisible();
}

async function give(page: Page, tab: string, id: number): Promise<void> {
  await sheet(page).getByRole('tab', { name: tab }).click();
  await gift(page, id).click();
  await send(page);
}

/** Records on the page how the effect looks, because on a slow machine the test may check it only after its end. */
const watchEffect = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { isFull: false, isTransparent: false };
    Reflect.set(window, 'seenEffect', seen);
    const side = 64;
    const copy = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!;
    setInterval(() => {
      if (document.querySelector('[data-effect-kind="video"][data-tier="full"]') !== null) seen.isFull = true;
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-effect]');
      if (canvas === null || seen.isTransparent) return;
      copy.clearRect(0, 0, side, side);
      copy.drawImage(canvas, 0, 0, side, side);
      const { data } = copy.getImageData(0, 0, side, side);
      let [opaque, clear] = [0, 0];
      for (let at = 3; at < data.length; at += 4) {
        if (data[at]! > 200) opaque++;
        if (data[at]! < 20) clear++;
      }
      seen.isTransparent = Math.min(opaque, clear) > side ** 2 / 10;
    }, 100);
  });

/** Motion is enabled, as for most viewers, only where something moves: it repaints the window sixty times a second. */
async function withMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await losePictures(page, 0);
}

test.describe('gifts @realtime', () => {
  test('S21 S24 a guest is asked to log in; a viewer gives with a combo, pays once per gift, and the banner counts up', async ({
    page,
  }) => {
    // Slowed down, so that combo, banner and message stay until they have been read.
    await hurry(page, 'room', 0.1);
    await openShop(page, 'normal');
    await give(page, '热门', 101);
    await expect(page.getByRole('dialog', { name: '登录 Footlight' })).toBeVisible();

    await openShop(page, 'logged-in');
    await expect(balance(page)).toHaveText('20,000');
    await gift(page, 101).click();
    await sheet(page).getByRole('button', { name: '10 个' }).click();
    await expect(sheet(page).getByText('共 100 星币')).toBeVisible();
    await send(page);
    await expect(page.getByText('已送出 玫瑰 ×10')).toBeVisible();
    await sheet(page).locator('[data-combo="1"]').click();
    await expect(balance(page)).toHaveText('19,800');
    await expect(ownBanner(page)).toContainText('×20');
    await expect(chatList(page).getByText('玫瑰 ×10')).toHaveCount(2);

    // Owned gifts count down and cost nothing; the last one disappears.
    await sheet(page).getByRole('tab', { name: '包裹' }).click();
    await gift(page, 203).click();
    await sheet(page).getByRole('button', { name: '1 个', exact: true }).click();
    await send(page);
    await expect(gift(page, 203)).toContainText('×1');
    await sheet(page).locator('[data-combo="1"]').click();
    await expect(gift(page, 203)).toHaveCount(0);
    await expect(balance(page)).toHaveText('19,800');

    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.locator('[data-entry="gifts"]')).toBeFocused();
  });

  test('S21 a refusal shows its text; too few coins lead to the recharge page and back', async ({ page, context }) => {
    // Slowed down, so that the text stays until it has been read.
    await hurry(page, 'room', 0.1);
    await openShop(page, 'gift-errors');
    // The texts of all errors: tests/spec/document-2.test.ts.
    await gift(page, 9_002).click();
    await send(page);
    await expect(sheet(page).getByRole('status')).toHaveText('此礼物仅守护尊享');
    await gift(page, 9_001).click();
    await send(page);
    const popUp = page.getByRole('dialog', { name: '充值提示' });
    await expect(popUp).toContainText('你当前星币不足。');
    const [paying] = await Promise.all([context.waitForEvent('page'), popUp.getByRole('button', { name: '去充值' }).click()]);
    await paying.getByRole('button', { name: '充值 10000 星币' }).click();
    await expect(paying.getByRole('status')).toContainText('已充值 10000');
    await paying.close();
    await popUp.getByRole('button', { name: '已完成充值' }).click();
    await expect(popUp).toHaveCount(0);
    await expect(balance(page)).toHaveText('30,000');
  });

  test('S21 the own effect is painted with transparency among many gifts of others; the switch survives a reload', async ({ page }) => {
    await withMotion(page);
    // Slowed down, so that the effect lasts until a busy page has seen it.
    await hurry(page, 'effects', 0.25);
    await openShop(page, 'logged-in');
    await watchEffect(page);
    await page.evaluate(() => {
      const room = Reflect.get(window, 'offlineRoom') as { push(message: object): void };
      let sent = 0;
      // 1,000 per second for 3 s, each with its own combo.
      const timer = setInterval(() => {
        for (let i = 0; i < 20; i++)
          room.push({
            id: 601,
            body: { giftid: 1, giftname: '星星', num: 9, price: 900, senderid: 10_000 + sent, sendername: `风暴${sent++}`, iconUrl: '' },
          });
        if (sent >= 3_000) clearInterval(timer);
      }, 20);
    });
    await give(page, '豪华', 205);
    await expect(ownBanner(page)).toContainText('王冠');
    await poll(() => page.evaluate(() => Reflect.get(window, 'seenEffect') as object)).toEqual({ isFull: true, isTransparent: true });
    const effects = sheet(page).getByRole('switch', { name: '礼物特效' });
    // The switch changes after the room's answer.
    await effects.click();
    await expect(effects).not.toBeChecked();
    await expect(page.locator('[data-effect-id]')).toHaveCount(0);
    await page.reload();
    await page.locator('[data-entry="gifts"]').click();
    await expect(effects).not.toBeChecked();
    await give(page, '豪华', 202);
    await expect(ownBanner(page)).toContainText('火箭');
    await expect(page.locator('[data-effect-id]')).toHaveCount(0);
  });

  test('S21 with reduced motion, or without drawing in workers, the gift is a still picture', async ({ page }) => {
    /** Gives a rocket; returns whether its picture is drawn. Read and skipped in the page, because the effect ends by itself after some seconds. */
    const giveRocket = async (): Promise<boolean> => {
      const seen = page.waitForFunction(() => {
        // Gifts of others have their own effects, before and after.
        const skip = document.querySelector<HTMLElement>('[data-effect-kind="still"][data-effect-gift="火箭"] [aria-label="跳过特效"]');
        if (skip === null) return null;
        const isDrawn = document.querySelector('canvas[data-effect]') !== null;
        skip.click();
        return { isDrawn };
      });
      await give(page, '豪华', 202);
      return (await (await seen).jsonValue())!.isDrawn;
    };
    await openShop(page, 'logged-in');
    expect(await giveRocket()).toBe(false);
    await withMotion(page);
    await page.addInitScript(() => Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'));
    await openShop(page, 'logged-in');
    expect(await giveRocket()).toBe(false);
    await expect(page.locator('[data-effect-kind="still"][data-effect-gift="火箭"]')).toHaveCount(0);
  });
});

// The other layers: tests/browser/ui/stage-layers.test.tsx.
test('P3 S20 S21 on a phone with a PK no gift covers the sound button @page @realtime', async ({ page }) => {
  await withMotion(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function refuseSound(this: HTMLMediaElement) {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('sound before a click', 'NotAllowedError'));
    };
  });
  await page.goto('/live/1001?scenario=features');
  await expect(page.getByRole('button', { name: '点击开启声音' })).toBeVisible();
  await expect(page.locator('[data-place="stage-strip"]')).toBeVisible();
  // Gifts of others arrive by themselves, at different times: a horizontal picture of a phone shows one banner. A banner and a caption are read
  // once each, while they are shown.
  const overlaps = await page.waitForFunction(() => {
    const captions = [...document.querySelectorAll('[data-region=lower] p')];
    const banners = [...document.querySelectorAll('[data-banner]')];
    const seen = ((window as { seen?: Set<string> }).seen ??= new Set());
    if (captions.length > 0) seen.add('caption');
    if (banners.length > 0) seen.add('banner');
    const button = document.querySelector('[data-unmute]')!.getBoundingClientRect();
    const under = [...captions, ...banners].filter((one) => {
      const box = one.getBoundingClientRect();
      return (
        Math.min(button.right, box.right) > Math.max(button.left, box.left) &&
        Math.min(button.bottom, box.bottom) > Math.max(button.top, box.top)
      );
    });
    return under.length === 0 && seen.size < 2 ? null : { under: under.length };
  });
  expect(await overlaps.jsonValue()).toEqual({ under: 0 });
});

test('P3 S20 on a phone the shown controls are below the strip, and no banner is in their place @page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/live/1001?scenario=features');
  const strip = page.locator('[data-place="stage-strip"]').first();
  const controls = page.locator('section[data-at="live"] > [role="group"]');
  await expect(strip).toBeVisible();
  await expect(page.locator('section[data-at="live"][data-idle]')).toHaveCount(1);
  // A movement shows the controls.
  await page.mouse.move(300, 90);
  await expect
    .poll(async () => {
      const [above, below] = [(await strip.boundingBox())!, (await controls.boundingBox())!];
      return above.y + above.height <= below.y;
    })
    .toBe(true);
  await expect(page.locator('[data-region="banners"]')).toHaveCSS('visibility', 'hidden');
});

import { expect, test, type Page } from '@playwright/test';
import { chatList, expectMovingPicture, poll, stage } from './watching.ts';

// The distance of a wheel is in pixels of the screen.
test.use({ deviceScaleFactor: 1 });

const stageBox = async (page: Page) => (await page.locator('section[data-at]').boundingBox())!;
/** Box of the stage once it no longer changes: fonts, chat and tools are loaded, and the layout of the room is applied. */
async function settledBox(page: Page): Promise<Awaited<ReturnType<typeof stageBox>>> {
  let last = '';
  // Real time: longer than the 200 ms for which the room waits before it changes the layout.
  await poll(async () => last === (last = JSON.stringify(await stageBox(page))), { intervals: [400] }).toBe(true);
  return stageBox(page);
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectTheatre(page: Page): Promise<void> {
  const before = await settledBox(page);
  await page.keyboard.press('t');
  await poll(async () => (await stageBox(page)).width).toBeGreaterThan(before.width + 40);
  await expect(button(page, '登录')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('form input[enterkeyhint=send]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('c');
  await expect(chatList(page)).toBeHidden();
  await poll(async () => Math.round((await stageBox(page)).width)).toBe(1_280);

  await page.reload();
  await expect(stage(page, 'live')).toBeVisible();
  await expect(chatList(page)).toBeHidden();
  await poll(async () => Math.round((await stageBox(page)).width)).toBe(1_280);
  await button(page, '聊天').click();
  await expect(chatList(page)).toBeVisible();
  await button(page, '剧场模式').press('Enter');
  await poll(async () => (await stageBox(page)).width).toBe(before.width);
  await page.keyboard.press('c');
  await poll(async () => (await stageBox(page)).x).not.toBe(before.x);
  await page.locator('section[data-at]').click({ button: 'right', position: { x: 300, y: 200 } });
  await page.getByRole('menuitem', { name: '显示聊天' }).click();
  await expect(chatList(page)).toBeVisible();
}

async function expectVolumeAndFullScreen(page: Page): Promise<void> {
  const asked = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'asked') as string[]);
  await expectMovingPicture(page);
  const slider = page.getByRole('slider', { name: '音量' });
  const volume = async () => Number(await slider.inputValue());
  await slider.fill('50');
  await expect(slider).toHaveValue('50');
  // The volume is shown for one second, which a slow machine may miss, so all shown texts are recorded.
  await page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(window, 'volumeSaid', said);
    new MutationObserver(() => said.push(document.querySelector('output')?.textContent ?? '')).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -200);
  await expect(slider).toHaveValue('60');
  await poll(() => page.evaluate(() => Reflect.get(window, 'volumeSaid') as string[])).toContain('音量 60%');
  await expect(page.locator('output')).toHaveCount(0);

  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await poll(volume).toBeGreaterThan(60);
  // Keys of the player work from the slider too.
  await page.keyboard.press('f');
  await poll(asked).toEqual(['landscape']);
  await page.keyboard.press('f');
  await expect(button(page, '全屏')).toBeAttached();
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.keyboard.press('f');
  await poll(asked).toEqual(['landscape', 'video']);
}

async function expectOwnColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const mark = page.locator('h2 > [data-at]');
  await expect(mark).toHaveAttribute('data-at', 'open');
  const style = (name: string) => mark.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const shape = async () => [await style('background-color'), await style('border-radius')];
  const open = await shape();
  for (const name of ['停止', '静音', '全屏', '剧场模式']) {
    const tool = button(page, name);
    expect(await tool.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
    const [ink, ground] = await tool.locator('svg').evaluate((svg) => {
      const button = svg.closest('button')!;
      return [getComputedStyle(svg.querySelector('path')!).color, getComputedStyle(button).backgroundColor];
    });
    expect(ink).not.toBe(ground);
  }
  await page.mouse.move(400, 300);
  // With the chat addresses of the first visit, which are in the session storage, the page would connect.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/live/1001?scenario=socket-refused');
  await expect(mark).not.toHaveAttribute('data-at', 'open');
  // The mark is a ring while the connection waits, and a full square once it has failed.
  await poll(shape).not.toEqual(open);
}

interface Seen {
  /** Pauses of the player's <video>, which is always the same element. */
  readonly pauses: number;
  /** Position of the picture before the page was drawn. */
  readonly early: readonly number[] | null;
  /** Layout shifts that moved the stage or its picture. */
  readonly shifts: number;
}

/** As text, because the helpers that the compiler inserts do not exist in the page. */
const OBSERVER = `(() => {
  const seen = (window.seenEarly = { pauses: 0, early: null, shifts: 0 });
  const isStage = ({ node }) => node?.matches?.('section[data-at], #early-stage, #early-stage > div, video') === true;
  addEventListener('pause', ({ target }) => { if (!target.loop) seen.pauses++; }, true);
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) if (sources.some(isStage)) seen.shifts++;
  }).observe({ type: 'layout-shift', buffered: true });
  const poll = () => {
    const box = document.querySelector('#early-stage > div');
    if (box && box.style.visibility === 'visible') {
      const { x, y, width, height } = box.getBoundingClientRect();
      seen.early = [x, y, width, height].map(Math.round);
    }
    requestAnimationFrame(poll);
  };
  requestAnimationFrame(poll);
})();`;

const drawn = async (page: Page): Promise<readonly number[]> => {
  const box = (await stage(page, 'live').locator('video').first().boundingBox())!;
  return [box.x, box.y, box.width, box.height].map(Math.round);
};

/** In all layouts: tests/browser/ui/room-page-sizes.test.tsx. */
async function expectEarlyPlace(page: Page): Promise<void> {
  await expect(page.locator('#early-stage')).toHaveCount(0);
  const { pauses, early, shifts } = await page.evaluate(() => Reflect.get(window, 'seenEarly') as Seen);
  expect({ pauses, shifts }).toEqual({ pauses: 0, shifts: 0 });
  // A slow machine draws the page before the picture.
  expect(early ?? (await drawn(page))).toEqual(await drawn(page));
}

async function expectTaps(page: Page): Promise<void> {
  const frame = page.locator('section[data-at]');
  await expect(frame).toHaveAttribute('data-idle');
  await frame.tap({ position: { x: 200, y: 60 } });
  await expect(frame).not.toHaveAttribute('data-idle');
  // At different positions: two taps at one position open full screen.
  await frame.tap({ position: { x: 60, y: 110 } });
  await expect(frame).toHaveAttribute('data-idle');
  await frame.tap({ position: { x: 300, y: 60 } });
  await expect(frame).not.toHaveAttribute('data-woken');
  await button(page, '静音').tap();
  await button(page, '取消静音').tap();
  const slider = page.getByRole('slider', { name: '音量' });
  const box = (await slider.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 2);
  await poll(async () => Number(await slider.inputValue())).toBeLessThan(40);
}

async function expectUncovered(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const cover = (insets: object) => devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await cover({ left: 47, right: 47, bottom: 21 });
  await page.setViewportSize({ width: 844, height: 390 });
  const stage = await settledBox(page);
  const chat = (await page.locator('main > aside').boundingBox())!;
  expect(stage.x + stage.width).toBeLessThanOrEqual(chat.x);
  expect(chat.x + chat.width).toBeLessThanOrEqual(844 - 47);
  expect((await button(page, '停止').boundingBox())!.x).toBeGreaterThanOrEqual(47);

  await cover({ bottom: 34 });
  await page.setViewportSize({ width: 390, height: 844 });
  await settledBox(page);
  const share = (await page.locator('[data-evid="room_share"]').boundingBox())!;
  expect(share.y + share.height).toBeLessThanOrEqual(844 - 34);
}

test.describe('theatre, volume, full screen and touch @page', () => {
  test('P3 P4 one visit: theatre and chat by keys, volume by the wheel, full screen turned to the picture, forced colours', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const asked: string[] = [];
      Reflect.set(window, 'asked', asked);
      ScreenOrientation.prototype.lock = (orientation) => {
        asked.push(orientation);
        return Promise.resolve();
      };
      // The API of an iPhone.
      Reflect.set(HTMLVideoElement.prototype, 'webkitEnterFullscreen', () => asked.push('video'));
    });
    await page.goto('/live/1001?scenario=normal');
    await expect(stage(page, 'live')).toBeVisible();
    await expect(chatList(page)).toBeVisible();

    await test.step('T toggles the theatre and C hides the chat, also for the next visit; without the chat the picture fills the window', () =>
      expectTheatre(page));

    await test.step('the wheel sets the volume, keys work after the slider, full screen turns the screen or is requested for the video itself', () =>
      expectVolumeAndFullScreen(page));

    await test.step('with forced colours buttons have a shape, icons are visible, and marks distinguish the states of the connection', () =>
      expectOwnColours(page));
  });

  test('P3 P4 on a phone: the picture stays where it began, a tap shows the controls, the sound has its slider, and the notch covers nothing', async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' });
    const page = await context.newPage();
    await page.addInitScript(OBSERVER);
    // Without chat and gifts: a name that appears over the picture would receive the tap.
    await page.goto('/live/1001?scenario=socket-refused');
    await expectMovingPicture(page);
    await test.step('the picture continues in its position when the page is drawn around it', () => expectEarlyPlace(page));
    await test.step('a tap shows the controls, another on the picture hides them', () => expectTaps(page));
    await test.step('the notch and the home indicator cover no controls, and the picture does not cover the column', () =>
      expectUncovered(page));
    await context.close();
  });

  test('P4 on a phone a swipe over the picture opens the next room; a short one, a sideways one and a second finger do not', async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const touch = (type: string, ...points: readonly { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points.map((at, id) => ({ ...at, id })) });
    const hint = page.locator('[data-next-room]');
    await page.goto('/live/1001?scenario=normal');
    await expect(page.locator('[data-swipes]')).toBeVisible();
    const swipe = async (byX: number, byY: number): Promise<void> => {
      await touch('touchStart', { x: 200, y: 190 });
      for (const share of [0.3, 0.7, 1]) await touch('touchMove', { x: 200 + byX * share, y: 190 + byY * share });
    };
    await swipe(0, -60);
    await expect(hint).toContainText('下一个直播间');
    await touch('touchEnd');
    await expect(hint).toHaveCount(0);
    await swipe(120, -30);
    await expect(hint).toHaveCount(0);
    await touch('touchEnd');
    await swipe(0, -120);
    await expect(hint).toContainText('松手进入');
    await touch('touchStart', { x: 200, y: 70 }, { x: 240, y: 120 });
    await touch('touchEnd');
    await expect(page).toHaveURL(/\/live\/1001/);

    await page.reload();
    await expect(page.locator('[data-swipes]')).toBeVisible();
    await swipe(0, -120);
    await touch('touchEnd');
    await expect(page).not.toHaveURL(/\/live\/1001/);
    const next = page.url();
    await expect(page.locator('[data-swipes]')).toBeVisible();
    await swipe(0, 120);
    await touch('touchEnd');
    await expect(page).toHaveURL(/\/live\/1001/);
    // The same without a gesture.
    await expect(page.locator('[data-swipes]')).toBeVisible();
    await page.locator('section[data-at]').dispatchEvent('contextmenu', { clientX: 200, clientY: 160, bubbles: true });
    await page.getByRole('menuitem', { name: '下一个直播间' }).click();
    await expect(page).toHaveURL(next);
    await context.close();
  });
});

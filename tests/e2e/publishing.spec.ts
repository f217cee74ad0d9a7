import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Origin } from '../../mocks/origin/server.ts';
import { heard } from './h265-page.ts';
import { open, plays } from './player-page.ts';
import { loginOf, poll, serve, stage } from './watching.ts';

const tool = (page: Page): Locator => page.locator('[data-publishing]');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const isAt = (page: Page, at: string): Promise<void> => expect(tool(page)).toHaveAttribute('data-publishing', at);

async function goLive(page: Page, source: string): Promise<void> {
  await press(page, source);
  await press(page, '开始直播');
  await isAt(page, 'live');
}

test('P31 P20 a star who goes live in one tab is visible and audible in another, without a server @around', async ({
  page: viewer,
  context,
}) => {
  await open(viewer, 'star-watched');
  await expect(stage(viewer, 'offline-video')).toBeVisible();
  const star = await context.newPage();
  await open(star, 'star');
  await goLive(star, '绘制画面');
  await expect(stage(viewer, 'live')).toBeVisible();
  await plays(viewer, 'webrtc');
  await viewer.mouse.click(640, 300);
  expect(await heard(viewer)).toBeGreaterThan(0.01);

  await press(star, '结束直播');
  await isAt(star, 'ready');
  await expect(stage(viewer, 'offline-video')).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [683, 384],
] as const)
  test(`P31 at ${width} x ${height} the tools are below the whole picture, beside a chat that has its field @around`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, 'star');
    await goLive(page, '绘制画面');
    await expect(page.getByRole('textbox').last()).toBeInViewport({ ratio: 1 });
    const bottom = await tool(page)
      .locator('video')
      .evaluate((video) => video.getBoundingClientRect().bottom);
    for (const button of await tool(page).getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())!.y).toBeGreaterThanOrEqual(bottom);
    }
  });

test('P31 a lost connection is restored automatically, and the picture continues @around', async ({ page }) => {
  // Recorded in the page, because the connection is restored too fast to be observed from outside.
  await page.addInitScript(() => {
    const states: string[] = [];
    Reflect.set(window, 'publishingStates', states);
    new MutationObserver(() => {
      const state = document.querySelector('[data-publishing]')?.getAttribute('data-publishing');
      if (state && state !== states.at(-1)) states.push(state);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-publishing'] });
  });
  await open(page, 'star-cut');
  await goLive(page, '绘制画面');
  await poll(() => page.evaluate(() => Reflect.get(window, 'publishingStates') as string[])).toEqual([
    'ready',
    'starting',
    'live',
    'returning',
    'live',
  ]);
  // The second connection sends: its figures are shown.
  await expect(tool(page).getByRole('button', { name: /kbit\/s|Mbit\/s/ })).toBeVisible();
});

test('P31 the star publishes by the SRS protocol, changes the microphone while live, and the meter shows sound until muted @around', async ({
  page,
}) => {
  await open(page, 'star-srs');
  await goLive(page, '摄像头');
  const microphone = (): Promise<string> =>
    page.evaluate(() => {
      const { srcObject } = document.querySelector<HTMLVideoElement>('[data-publishing] video')!;
      return (srcObject as MediaStream).getAudioTracks()[0]!.getSettings().deviceId ?? '';
    });
  const before = await microphone();
  // The connection sends: its figures are shown, and the bar is not rendered again.
  await tool(page)
    .getByRole('button', { name: /kbit\/s|Mbit\/s/, expanded: false })
    .click();
  await expect(tool(page).getByRole('button', { expanded: true })).toBeVisible();
  const choice = page.getByRole('combobox', { name: '麦克风' });
  await expect(choice).toBeEnabled();
  const other = await choice.locator('option').evaluateAll((options, used) => {
    const values = options.map((option) => (option as HTMLOptionElement).value);
    return values.find((value) => value !== used && value !== 'default') ?? '';
  }, before);
  await choice.selectOption(other);
  await poll(microphone).toBe(other);
  await isAt(page, 'live');
  const level = page.getByRole('meter', { name: '麦克风音量' });
  await poll(async () => Number(await level.getAttribute('aria-valuenow'))).toBeGreaterThan(10);
  await page.getByRole('button', { name: '麦克风静音' }).click();
  await expect(level).toHaveAttribute('aria-valuenow', '0');
});

test.describe('with a real server @around', () => {
  let origin: Origin;
  test.beforeAll(async () => void (origin = await serve({ scenario: 'star-watched' })));
  test.afterAll(() => origin.close());

  const comes = async (context: BrowserContext, path: string, userId: string): Promise<Page> => {
    await context.addCookies(loginOf(origin.address, { fx_userid: userId, fx_token: 'offline', fx_appid: '1010' }));
    const page = await context.newPage();
    await page.goto(`${origin.address}${path}`);
    return page;
  };

  test('P31 P20 camera and microphone are sent by WHIP and received by WHEP; after a reload the star sees the running broadcast and takes it over', async ({
    context,
    browser,
  }) => {
    const viewers = await browser.newContext({ locale: 'zh-CN' });
    const viewer = await comes(viewers, '/live/1006', '880001');
    const star = await comes(context, '/room/star/1006', '91006');
    await expect(star.getByRole('button', { name: '绘制画面' })).toHaveCount(0);
    await goLive(star, '摄像头');
    await expect(stage(viewer, 'live')).toBeVisible();
    await plays(viewer, 'webrtc');
    await viewer.mouse.click(640, 300);
    expect(await heard(viewer)).toBeGreaterThan(0.01);

    await star.reload();
    await isAt(star, 'elsewhere');
    await expect(tool(star)).toContainText('正在别处直播');
    await press(star, '摄像头');
    await press(star, '在这里继续直播');
    await isAt(star, 'live');
    await plays(viewer, 'webrtc');

    await press(star, '结束直播');
    await isAt(star, 'ready');
    await expect(stage(viewer, 'offline-video')).toBeVisible();
    await viewers.close();
  });
});

/** A room with another backend: examples/backend with a media server from npm, and ffmpeg as the star. */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { fieldsOf } from '../../scripts/api/contract.ts';
import {
  H264_AAC,
  liveInput,
  missingForCluster,
  missingForExample,
  startExample,
  type RunningExample,
} from '../../scripts/example-server.ts';
import { chatList, expectMovingPicture, expectSoundDecoded, loginOf, poll, stage } from './watching.ts';

const ROOM = 1_001;

async function enter(context: BrowserContext, { address }: RunningExample, userId: number): Promise<Page> {
  await context.addCookies(loginOf(address, { fx_userid: String(userId), fx_token: `word-of-${userId}` }));
  const page = await context.newPage();
  await page.goto(`${address}/live/${ROOM}`);
  return page;
}

test.describe('a foreign server @real', () => {
  const missing = missingForExample();
  test.skip(missing !== null, missing ?? '');

  test('P6 P20 S4 S20 S21 two viewers watch a stream of ffmpeg, chat, give and follow; it stops and returns', async ({ browser }) => {
    const example = await startExample();
    const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
    try {
      const [he, she] = await Promise.all([enter(contexts[0], example, 7_001), enter(contexts[1], example, 7_002)]);
      // There is no publisher yet.
      await expect(he.getByText('未开播').first()).toBeVisible();
      const publisher = example.publish(ROOM, [...liveInput('640x360', 25), ...H264_AAC]);
      for (const page of [he, she]) {
        await expect(stage(page, 'live')).toBeVisible();
        expect(await expectMovingPicture(page)).toMatchObject({ width: 640, height: 360 });
      }
      await he.locator('section[data-at]').click();
      await expectSoundDecoded(he);

      await he.getByLabel('和大家聊聊吧').fill('你好，<b>世界</b>');
      await he.keyboard.press('Enter');
      for (const page of [he, she]) await expect(chatList(page).getByText('你好，<b>世界</b>')).toHaveCount(1);

      await she.getByRole('button', { name: '关注', exact: true }).click();
      await expect(she.getByRole('button', { name: '已关注' })).toBeVisible();
      await expect(he.getByText('1 粉丝')).toBeVisible();

      await she.locator('[data-entry="gifts"]').click();
      const shop = she.locator('[data-gifts]');
      await shop.locator('[data-gift="2"]').click();
      await shop.locator('button[type=submit]').click();
      await expect(shop.locator('form b').first()).toHaveText('9,990');
      await expect(chatList(he).getByText(/星星/).first()).toBeVisible();
      const picture = process.env['FOOTLIGHT_EXAMPLE_PICTURE'];
      if (picture !== undefined) await he.screenshot({ path: picture, type: 'jpeg', quality: 80 });

      // The star leaves, and returns with another picture.
      publisher.stop();
      await expect(he.getByText('未开播').first()).toBeVisible();
      example.publish(ROOM, [...liveInput('480x270', 25), ...H264_AAC]);
      await expect(stage(he, 'live')).toBeVisible();
      await expect.poll(async () => (await expectMovingPicture(he)).width).toBe(480);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
      await example.close();
    }
  });

  test('P23 P24 one of two media servers is killed: the room requests the other one, and the picture moves on', async ({ browser }) => {
    const lacking = missingForCluster();
    test.skip(lacking !== null, lacking ?? '');
    const example = await startExample(undefined, ['--cluster']);
    const context = await browser.newContext();
    try {
      example.publish(ROOM, [...liveInput('640x360', 25), ...H264_AAC]);
      const addresses = async (): Promise<unknown> =>
        fieldsOf(fieldsOf(await (await fetch(`${example.address}/svc/live/room/${ROOM}/addresses`)).json())['data'])['httpflv'];
      await poll(addresses).toHaveLength(2);
      const requested: string[] = [];
      context.on('request', (request) => requested.push(...(/\/media\/(\d)\//.exec(request.url())?.slice(1) ?? [])));
      const page = await enter(context, example, 7_005);
      await expectMovingPicture(page);
      const first = requested.at(-1)!;
      for (const pid of example.processes(`media-${first}`)) process.kill(pid, 'SIGKILL');
      await poll(() => requested.at(-1)).toBe(first === '0' ? '1' : '0');
      await expectMovingPicture(page);
      await expect(stage(page, 'live')).toBeVisible();
    } finally {
      await context.close();
      await example.close();
    }
  });
});

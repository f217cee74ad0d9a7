/** A real deployment: nginx with the files of a build for a path of its host, the origin behind it, and a page of another site around the room. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Origin } from '../../mocks/origin/server.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { nodeArguments, ROOT } from '../../scripts/lib/tool.ts';
import { hasNginx, plainServer, startNginx, stopServer } from '../deploy/nginx.ts';
import { chatList, expectMovingPicture, poll, serve, stage } from './watching.ts';

const BASE = '/rooms/';
const ROOM = `${BASE}live/1001`;
const BUILD_MS = 180_000;
/** Name of the chunk with the messages of the feature `number-lucky`; `deployAgain` puts `new-` before it. */
const LUCKY_NUMBER_CODE = /^(?:new-)*games-/;

interface Deployment {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Folder of the build. */
  readonly files: string;
  /** Address of a page of another site with the room in a frame. */
  readonly friend: string;
  readonly stranger: string;
  readonly close: () => Promise<void>;
}

/** A page with the room in a frame. `localhost` is another site than 127.0.0.1. */
async function hostPage(room: string, host: string): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<iframe allow="autoplay" width="1000" height="700" src="${room}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://${host}:${(server.address() as AddressInfo).port}/` };
}

async function deploy(folder: string, origin: Origin): Promise<Deployment> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const files = join(folder, BASE);
  const [friend, stranger] = await Promise.all([
    hostPage(`${address}${BASE}e/1001`, 'localhost'),
    hostPage(`${address}${BASE}e/1001`, '127.0.0.1'),
  ]);
  const env = { ...process.env, FOOTLIGHT_BASE: BASE, FOOTLIGHT_FRAME_ANCESTORS: new URL(friend.address).origin };
  const built = spawnSync(process.execPath, nodeArguments(`vite build --outDir ${files} --logLevel warn`), {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const behind = origin.address.replace('http://', '');
  // The recordings name streams, pictures and chat addresses outside of /svc and /chat.
  const socket = 'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;';
  const also = `location ~ ^/(?:live|fixtures|chat)/ { proxy_pass http://${behind}; proxy_set_header Host $http_host; proxy_buffering off; ${socket} }`;
  const server = plainServer(readFileSync(join(files, 'deploy/nginx.conf'), 'utf8'), port)
    .replaceAll('127.0.0.1:8100', behind)
    .replaceAll('/srv/footlight', folder)
    // Also for the address of this machine in its network, which is no secure context.
    .replace(`listen 127.0.0.1:${port};`, `listen ${port};`)
    .replace(/\}\s*$/, `${also}\n}\n`);
  const nginx: ChildProcess = await startNginx(server, folder, join(files, 'deploy'), address);
  return {
    address,
    files,
    friend: friend.address,
    stranger: stranger.address,
    async close() {
      await stopServer(nginx);
      for (const { server: page } of [friend, stranger]) page.close();
    },
  };
}

/** The same build as a new version: each script and style sheet has another name. Old files for which `isGone` is true are missing. */
function deployAgain(files: string, isGone: (name: string) => boolean): void {
  const assets = join(files, 'assets');
  const isText = (name: string): boolean => /\.(?:js|css)$/.test(name);
  for (const name of readdirSync(assets)) if (/\.(?:gz|br)$/.test(name)) rmSync(join(assets, name));
  const names = new Set(readdirSync(assets).filter(isText));
  const rename = (text: string): string => text.replaceAll(/[\w.-]+\.(?:js|css)/g, (name) => (names.has(name) ? `new-${name}` : name));
  for (const name of names) {
    writeFileSync(join(assets, `new-${name}`), rename(readFileSync(join(assets, name), 'utf8')));
    if (isGone(name)) rmSync(join(assets, name));
  }
  const index = join(files, 'index.html');
  writeFileSync(index, rename(readFileSync(index, 'utf8')));
}

test.describe('a deployment below a path of its host @foundation', () => {
  // In one process, so that all tests share one build.
  test.describe.configure({ mode: 'default' });
  test.skip(!hasNginx(), 'nginx is not installed');
  test.setTimeout(BUILD_MS);

  let folder = '';
  let origin: Origin;
  let deployed: Deployment;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footlight-deployed-'));
    // nginx started by root reads files as another user.
    chmodSync(folder, 0o755);
    origin = await serve({ dist: folder });
    deployed = await deploy(folder, origin);
  });
  test.afterAll(async () => {
    await deployed.close();
    await origin.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('P1 P5 the room plays, its links stay below the path, and a missing file of an older version leads to the new one', async ({
    page,
    browser,
  }) => {
    await page.goto(`${deployed.address}${ROOM}`);
    await expectMovingPicture(page);
    await expect(chatList(page).locator('[data-type]').first()).toBeVisible();
    const brand = page.locator('header a').first();
    await expect(brand).toHaveAttribute('href', BASE);
    await brand.click();
    await expect(page.locator(`a[href^="${ROOM.replace(/\d+$/, '')}"]`).first()).toBeVisible();
    await page.getByRole('button', { name: '关闭小窗并停止播放' }).click();
    await page.waitForURL(`${deployed.address}${BASE}`);
    await page.locator(`a[href="${ROOM}"]`).click();
    await expectMovingPicture(page);

    const old = await (await fetch(`${deployed.address}${ROOM}`)).text();
    deployAgain(deployed.files, () => true);
    await page.keyboard.press('?');
    const notice = page.locator('[data-notice="new-version"]');
    await expect(notice).toContainText('页面已有新版本');
    await expect(page.locator('#notices > p')).toHaveCount(1);
    await expectMovingPicture(page);
    await notice.getByRole('button', { name: '更新页面' }).click();
    await expect(notice).toHaveCount(0);
    await expectMovingPicture(page);
    await page.keyboard.press('?');
    await expect(page.getByText('显示快捷键')).toBeVisible();

    // The browser has the old page in its cache, but the start script of that page is deleted.
    const context = await browser.newContext();
    const late = await context.newPage();
    await late.route(`${deployed.address}${ROOM}`, (route) => route.fulfill({ body: old, contentType: 'text/html' }), { times: 1 });
    await late.goto(`${deployed.address}${ROOM}`);
    // After the page has reloaded itself.
    await expect(stage(late, 'live')).toBeVisible();
    await expectMovingPicture(late);
    await context.close();
  });

  test('P1 P5 two versions are behind one address; the new one is loaded when no line is half written', async ({ page, browser }) => {
    await page.goto(`${deployed.address}${ROOM}`);
    await expectMovingPicture(page);
    const old = await page.locator('script[type=module]').first().getAttribute('src');
    deployAgain(deployed.files, () => false);
    // The older tab loads its own late code.
    await page.keyboard.press('?');
    await expect(page.getByText('显示快捷键')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-notice="new-version"]')).toHaveCount(0);
    const context = await browser.newContext();
    const next = await context.newPage();
    await next.goto(`${deployed.address}${ROOM}`);
    await expectMovingPicture(next);
    expect(await next.locator('script[type=module]').first().getAttribute('src')).not.toBe(old);
    await context.close();
    // A day later the older files are removed.
    deployAgain(deployed.files, (name) => !name.startsWith('new-new-'));
    await page.locator('input[data-field="chat"], form input').first().fill('还没写完');
    await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
    const notice = page.locator('[data-notice="new-version"]');
    await notice.getByRole('button', { name: '更新页面' }).click();
    await expect(notice).toContainText('发出或清空正在写的内容后自动更新');
    await expect(page.locator('form input').first()).toHaveValue('还没写完');
    await page.locator('form input').first().fill('');
    await expect(notice).toHaveCount(0);
    await expectMovingPicture(page);
    expect(await page.locator('script[type=module]').first().getAttribute('src')).not.toBe(old);
  });

  test('P1 a service worker that an older version left is removed', async ({ page }) => {
    writeFileSync(join(deployed.files, 'old-worker.js'), 'addEventListener("fetch", () => undefined);');
    await page.goto(`${deployed.address}${BASE}`);
    const registered = (): Promise<number> => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await page.evaluate(async (base) => void (await navigator.serviceWorker.register(`${base}old-worker.js`, { scope: base })), BASE);
    expect(await registered()).toBe(1);
    await page.goto(`${deployed.address}${ROOM}`);
    await expectMovingPicture(page);
    await poll(registered).toBe(0);
  });

  const [lan] = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === 'IPv4' && !one.internal);
  test('P1 by plain http from the local network the room plays and says in one sentence what the browser refuses', async ({ page }) => {
    test.skip(lan === undefined, 'this machine has no address in a network');
    await page.goto(deployed.address.replace('127.0.0.1', lan!.address) + ROOM);
    const notice = page.locator('[data-notice="plain-http"]');
    await expect(notice).toContainText('本页通过普通 http 打开');
    await expectMovingPicture(page);
    await notice.getByRole('button', { name: '知道了' }).click();
    await expect(notice).toHaveCount(0);
  });

  test('P1 P5 a missing file of the socket worker, which has the code of a family of messages, leads to the new version', async ({
    page,
  }) => {
    await page.goto(`${deployed.address}${ROOM}`);
    await expectMovingPicture(page);
    await expect(chatList(page).locator('[data-type]').first()).toBeVisible();
    deployAgain(deployed.files, (name) => LUCKY_NUMBER_CODE.test(name));
    const started = await fetch(`${origin.address}/__origin/session/1001/number-lucky`, { method: 'POST', body: 'start' });
    expect(started.status).toBe(204);
    await expect(page.locator('[data-notice="new-version"]')).toContainText('页面已有新版本');
    await expect(page.locator('#notices > p')).toHaveCount(1);
    await expectMovingPicture(page);
  });

  test('P1 P5 a page of another site that the deployment names has the room in a frame, any other page has not', async ({ page }) => {
    await page.goto(deployed.friend);
    const room = page.frameLocator('iframe');
    await expect(room.locator('section[data-at="live"]')).toBeVisible();
    const position = (): Promise<number> =>
      room
        .locator('section[data-at] video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.currentTime);
    await poll(position).toBeGreaterThan(1);
    await expect(room.getByRole('log', { name: '聊天消息' }).locator('[data-type]').first()).toBeVisible();
    await page.goto(deployed.stranger);
    await poll(() => page.frames()[1]?.url() ?? '').toContain('chrome-error:');
    await expect(stage(page, 'live')).toHaveCount(0);
  });
});

/** Takes the pictures of the README: the offline room of the production build, and its gallery on a desktop and a phone. */
import { mkdirSync, statSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import {
  EXIT,
  flag,
  oneOf,
  outputFolder,
  runTool as runCommand,
  someOf,
  UsageError,
  type Tool,
  type ValuesOf,
} from './lib/command-line.ts';
import { browserLaunch, requireBrowser } from './suite/browser.ts';
import { freePort } from './suite/free-port.ts';
import { STATES, takeStates } from './screenshot-states.ts';
import { runTool, startTool } from './suite/tool.ts';

const ROOM = '/live/1001?scenario=logged-in';
/** Attempts of the first request, 500 ms apart, while the server starts. */
const MAX_TRIES = 20;
/** Time until the chat is filled. */
const EVENING_MS = 9_000;
/** Time until the picture plays with a few chat lines. */
const MOMENT_MS = 5_000;
/** Time after which a room has tried to play with sound. */
const REFUSAL_MS = 4_000;
const GALLERY = 'docs/gallery';
/** Size limit, so that a page with ten of them loads on a slow network. */
const MAX_PICTURE_BYTES = 80_000;

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.75 },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** How each picture's state is reached: by a viewer's actions or by pushes of the chat server. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async shop(page) {
    await openShop(page);
  },
  async effect(page) {
    await openShop(page);
    await page.getByRole('tab', { name: '豪华' }).click();
    await page.locator('[data-gift="205"]').click();
    await page.locator('[data-gifts] button[type=submit]').click();
    await page.locator('[data-effect-kind="video"]').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(1_500);
  },
  async danmaku(page) {
    const said = [
      '副歌要来了',
      '今晚的声音好稳',
      '单曲循环一整天',
      '灯光太美了',
      '第一次来，不走了',
      '安可安可',
      '后排也听得到',
      '再来一首老歌',
    ];
    for (const [at, chatmsg] of said.entries()) {
      await push(page, 501, { senderid: 4_700 + at, sendername: `听众${at}`, chatmsg });
      await page.waitForTimeout(400);
    }
  },
  async tips(page) {
    await push(page, 201, { userid: 4_401, kugouid: 4_401, nickname: '山海远客', richlevel: 22, wellcomes: '驾到' });
    await push(page, 490_020, { userid: 4_402, nickname: '远山', richlevel: 30 });
    await page.locator('[data-tip]').first().waitFor();
    await page.waitForTimeout(400);
  },
  async card(page) {
    const ext = encodeURIComponent(
      JSON.stringify({
        usingMedal: { medalList: [{ id: 1, name: '歌王', level: 3 }] },
        plate: { id: 3, name: '星光团', level: 16, lightUp: true, iconUrl: '' },
      }),
    );
    await push(page, 501, { senderid: 4_501, sendername: '阿澈', richlevelV2: 23, chatmsg: '今晚唱什么都好听', ext });
    await page.getByRole('log').getByRole('button', { name: '阿澈' }).first().click();
    await page.locator('[data-user-card]').waitFor();
  },
};

async function openShop(page: Page): Promise<void> {
  await page.locator('[data-entry="gifts"]').click();
  await page.locator('[data-gift]').first().waitFor();
  await page.waitForTimeout(500);
}

const push = (page: Page, id: number, body: object): Promise<unknown> =>
  page.evaluate(`window.offlineRoom.push(${JSON.stringify({ id, body })})`);

async function untilServed(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage();
  for (let tries = 0; ; tries++) {
    try {
      await page.goto(origin);
      return await page.close();
    } catch (cause) {
      if (tries > MAX_TRIES) throw cause;
      await page.waitForTimeout(500);
    }
  }
}

async function open(browser: Browser, room: string, screen: BrowserContextOptions, waitMs: number): Promise<Page> {
  const context = await browser.newContext({ ...screen, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(room);
  // A headless browser blocks sound until a click. The locator's check counts as a gesture, so the button must be rendered first.
  await page.waitForTimeout(REFUSAL_MS);
  await page.getByRole('button', { name: '点击开启声音' }).click();
  await page.waitForTimeout(waitMs);
  return page;
}

async function take(page: Page, path: string, quality: number): Promise<void> {
  await page.screenshot({ path, type: 'jpeg', quality });
  console.log(path, statSync(path).size);
  await page.context().close();
}

const OPTIONS = {
  'all-states': flag('every state in six windows into a folder, instead of the README’s pictures'),
  only: someOf('states of them', Object.keys(STATES)),
  folder: outputFolder('where they go (.cache/states)'),
  language: oneOf('of the page (zh-CN)', ['zh-CN', 'en']),
  theme: oneOf('of the page (dark)', ['dark', 'light']),
};

const SCREENSHOT: Tool<typeof OPTIONS> = {
  name: 'npm run screenshot --',
  takes: '',
  about:
    'Builds the offline room, opens it and writes README.jpg and docs/gallery; or, with --all-states, pictures for a review of its looks.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['--all-states --language en', '--all-states --only shop,card --theme light'],
  run: takePictures,
};

async function takePictures(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  const { 'all-states': isReview, only, folder, language, theme } = values;
  const isChosen = only.length < Object.keys(STATES).length || [folder, language, theme].some((value) => value !== undefined);
  if (isChosen && !isReview) throw new UsageError('--only, --folder, --language and --theme need --all-states');
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
  if (!(isPrebuilt || runTool('vite build --mode offline'))) return EXIT.WRONG;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { executablePath, args } = browserLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath !== undefined && { executablePath }) });
  const server = startTool(`vite preview --mode offline --port ${port} --strictPort`, { stdio: 'ignore' });
  try {
    await untilServed(browser, origin);
    if (!isReview) return await takeGallery(browser, origin);
    const missed = await takeStates(browser, {
      origin,
      folder: folder ?? '.cache/states',
      language: language ?? 'zh-CN',
      theme: theme ?? 'dark',
      states: only,
    });
    for (const line of missed) console.error(line);
    return missed.length > 0 ? EXIT.WRONG : EXIT.DONE;
  } finally {
    await browser.close();
    server.kill();
  }
}

async function takeGallery(browser: Browser, origin: string): Promise<number> {
  const room = origin + ROOM;
  await take(await open(browser, room, { viewport: { width: 1280, height: 760 } }, EVENING_MS), 'README.jpg', 82);
  mkdirSync(GALLERY, { recursive: true });
  for (const [screen, options] of Object.entries(SCREENS))
    for (const [name, show] of Object.entries(PICTURES)) {
      const page = await open(browser, room, options, MOMENT_MS);
      await show(page);
      const path = `${GALLERY}/${name}-${screen}.jpg`;
      await take(page, path, 72);
      if (statSync(path).size > MAX_PICTURE_BYTES) throw new Error(`${path} is larger than ${MAX_PICTURE_BYTES} bytes`);
    }
  return EXIT.DONE;
}

process.exitCode = await runCommand(SCREENSHOT, process.argv.slice(2));

/** Takes the pictures of the README: the offline room of the production build, and its gallery on a desktop and a phone. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { addressOf, SCENARIO_NAMES } from '../mocks/scenarios.ts';
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
import { browserLaunch, requireBrowser } from './lib/browser.ts';
import { serveOfflineBuild } from './lib/offline-preview.ts';
import { runTool } from './lib/tool.ts';

// Takes screenshots of states of the offline room in six windows, for reviews of visual changes.

type Window = readonly [width: number, height: number];

/** A page is opened once for each kind of device and then resized, because opening it costs more than its pictures. */
const DEVICES: readonly { readonly options: BrowserContextOptions; readonly windows: readonly Window[] }[] = [
  {
    options: {},
    windows: [
      [1440, 900],
      [1920, 1080],
      // A desktop at a zoom of 200 %.
      [683, 384],
    ],
  },
  {
    options: { hasTouch: true, isMobile: true },
    windows: [
      [390, 844],
      [844, 390],
      [768, 1024],
    ],
  },
];
/** Time in ms until the room has drawn its features and the chat has some lines. */
const SETTLE_MS = 6_000;
/** Time in ms until the page has followed a new size of the window. */
const RESIZE_MS = 700;

interface State {
  readonly path: string;
  /** Opens the state. */
  readonly show?: (page: Page) => Promise<void>;
  /** The state covers the page: it is closed and opened again when the window changes. */
  readonly again?: true;
}

/** Presses the first of these elements and waits for what it opens. */
const opens =
  (opener: string, part = 'dialog[open]') =>
  async (page: Page): Promise<void> => {
    await page.locator(opener).first().click();
    await page.locator(part).first().waitFor();
  };

const STATES: Readonly<Record<string, State>> = {
  lobby: { path: '/' },
  scenarios: { path: '/', show: opens('summary', 'details[open]') },
  missing: { path: '/live/4040?scenario=room-missing' },
  live: { path: '/live/1001?scenario=logged-in' },
  guest: { path: '/live/1002?scenario=normal' },
  vertical: { path: '/live/1003?scenario=logged-in' },
  offline: { path: '/live/1004?scenario=normal' },
  // The star ends the broadcast.
  ended: { path: '/live/1001?scenario=normal', show: async (page) => void (await push(page, 490_002, { status: 0 })) },
  radio: { path: '/live/1005?scenario=radio' },
  star: { path: '/room/star/1006?scenario=star' },
  panel: { path: '/live/1001?scenario=normal', show: opens('aside > button[aria-controls]', 'aside select') },
  player: { path: '/player' },
  api: { path: '/api' },
  shop: { path: '/live/1001?scenario=logged-in', show: openShop },
  login: { path: '/live/1001?scenario=normal', show: opens('header > button:last-of-type', '[data-way]') },
  share: { path: '/live/1001?scenario=logged-in', show: opens('[data-evid="room_share"]', '[data-share]') },
  settings: { path: '/live/1001?scenario=logged-in', show: opens('[data-entry="chat-tools"]') },
  activities: { path: '/live/1001?scenario=logged-in', show: opens('[data-entry="frames"]') },
  card: { path: '/live/1001?scenario=logged-in', show: opens('[role="log"] button', '[data-user-card]') },
  people: { path: '/live/1001?scenario=community', show: opens('[data-people-strip]') },
  'earlier-part': { path: '/live/1001?scenario=logged-in', show: lookBack },
  features: { path: '/live/1001?scenario=features' },
  battle: { path: '/live/1001?scenario=multi-pk' },
  menu: {
    path: '/live/1001?scenario=all-kinds',
    again: true,
    async show(page) {
      await page
        .locator('section[data-at]')
        .first()
        .click({ button: 'right', position: { x: 200, y: 60 }, force: true });
      await page.getByRole('menu').waitFor();
    },
  },
  mount: {
    path: '/live/1001?scenario=logged-in',
    again: true,
    // A mystic guest, whose name is in the message and must not be on the page.
    show: async (page) => {
      const ext = encodeURIComponent(JSON.stringify({ mystic: true, usingMount: { id: 7, n: '银河列车', s: 1 } }));
      await push(page, 201, { userid: 4_701, kugouid: 4_701, nickname: '真实姓名', richlevel: 30, wellcomes: '驾到', ext });
      await page.locator('[data-mount]').waitFor({ state: 'attached' });
    },
  },
  packet: {
    path: '/live/1001?scenario=normal',
    async show(page) {
      const sender = { userId: 91_001, nickname: '小喵Momo' };
      const packet = { packetId: '9', version: 1, kind: 2, audience: 4, status: 2, leftMs: 300_000, coin: 888, num: 8, numLeft: 5 };
      await push(page, 490_030, { ...packet, sender, title: '房管辛苦了' });
      const card = page.locator('[data-feature="red-packets"]').first();
      const list = page.locator('[data-dock-button]');
      await card.or(list).first().waitFor();
      if (await card.isVisible()) return;
      // On a phone the card is behind the button of the running features.
      await list.click();
      if (!(await card.isVisible())) await page.locator('[data-listed="red-packets"] button').first().click();
    },
  },
  'fan-club': {
    path: '/live/1001?scenario=logged-in',
    async show(page) {
      await page.locator('[data-entry="fan-club"]').first().click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(`window.offlineRoom.inject({ on: 'http', kind: 'status', status: 500, match: '/fandom/' })`);
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  failure: { path: '/live/1001?scenario=all-addresses-fail&debug=1&config=retryIntervalMs:50,reviveMs:60000' },
};

/** Time in ms after which a scenario shows what it is about; faults begin some seconds after the picture. */
const SCENARIO_MS = 7_000;
const AT_ONCE = 4;
const THUMB = { width: 144, height: 90 };
const SHEET = { picture: 'mocks/gallery/scenarios.jpg', names: 'mocks/gallery/scenarios.json' };

/** Writes one sheet with a small picture of each scenario, and their names in its order, for the offline room's lobby. */
async function takeScenarios(browser: Browser, origin: string): Promise<number> {
  const shots: string[] = [];
  const left = [...SCENARIO_NAMES.entries()];
  const takeNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, name] = next;
      // Half of the pixels in each direction and no motion: without a GPU drawing is most of the cost.
      const page = await browser.newPage({
        viewport: { width: 1152, height: 720 },
        deviceScaleFactor: 0.5,
        reducedMotion: 'reduce',
        locale: 'zh-CN',
        colorScheme: 'dark',
      });
      await page.goto(origin + addressOf(name));
      await page.waitForTimeout(SCENARIO_MS);
      shots[at] = (await page.screenshot({ type: 'jpeg', quality: 90 })).toString('base64');
      await page.context().close();
      console.log(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  const sheet = await browser.newPage({ viewport: { width: THUMB.width, height: THUMB.height * shots.length } });
  const images = shots.map((shot) => `<img width=${THUMB.width} height=${THUMB.height} src="data:image/jpeg;base64,${shot}">`);
  await sheet.setContent(`<body style="margin:0;display:grid">${images.join('')}`);
  await take(sheet, SHEET.picture, 60);
  writeFileSync(SHEET.names, `${JSON.stringify(SCENARIO_NAMES, null, 2)}\n`);
  return EXIT.DONE;
}

interface Tour {
  readonly origin: string;
  readonly folder: string;
  readonly language: 'zh-CN' | 'en';
  readonly theme: 'dark' | 'light';
  readonly states: readonly string[];
}

/** Writes `live-1366x768.png` and so on into the folder; a state that fails to open is reported, and the others are taken. */
async function takeStates(browser: Browser, tour: Tour): Promise<readonly string[]> {
  mkdirSync(tour.folder, { recursive: true });
  const missed: string[] = [];
  // Most of the time of a page is waiting, so the devices of a state are opened together.
  for (const name of tour.states)
    missed.push(...(await Promise.all(DEVICES.map((device) => takeState(browser, tour, name, device)))).flat());
  return missed;
}

async function takeState(
  browser: Browser,
  { origin, folder, language, theme }: Tour,
  name: string,
  { options, windows }: (typeof DEVICES)[number],
): Promise<readonly string[]> {
  const state = STATES[name]!;
  const missed: string[] = [];
  const context = await browser.newContext({ ...options, locale: language, colorScheme: theme });
  const page = await context.newPage();
  await page.setViewportSize({ width: windows[0]![0], height: windows[0]![1] });
  await page.goto(origin + state.path);
  await page.waitForTimeout(SETTLE_MS);
  for (const [at, [width, height]] of windows.entries()) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(RESIZE_MS);
    try {
      if (at > 0 && state.again) await page.keyboard.press('Escape');
      if (at === 0 || state.again) await state.show?.(page);
    } catch (cause) {
      missed.push(`${name} ${width}x${height}: ${String(cause).split('\n')[0]}`);
    }
    await page.waitForTimeout(RESIZE_MS);
    const path = `${folder}/${name}-${width}x${height}.png`;
    await page.screenshot({ path });
    console.log(path);
  }
  await context.close();
  return missed;
}

const ROOM = '/live/1001?scenario=logged-in';
/** Attempts, a second apart, until the first groups of pictures are kept. */
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
    const lines = [
      '副歌要来了',
      '今晚的声音好稳',
      '单曲循环一整天',
      '灯光太美了',
      '第一次来，不走了',
      '安可安可',
      '后排也听得到',
      '再来一首老歌',
    ];
    for (const [at, chatmsg] of lines.entries()) {
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

/** The first groups of pictures are kept some seconds after the start. */
async function lookBack(page: Page): Promise<void> {
  const bar = page.locator('[data-look-back-bar]');
  for (let tries = 0; tries < MAX_TRIES && !(await bar.isVisible()); tries++) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(1_000);
  }
}

/** Sends a message of the chat server to the room. */
const push = (page: Page, id: number, body: object): Promise<unknown> =>
  page.evaluate(`window.offlineRoom.push(${JSON.stringify({ id, body })})`);

async function open(browser: Browser, room: string, screen: BrowserContextOptions, waitMs: number): Promise<Page> {
  const context = await browser.newContext({ ...screen, locale: 'zh-CN', colorScheme: 'dark' });
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
  scenarios: flag('the small pictures of all scenarios in the lobby, instead of the README’s pictures'),
  only: someOf('states of them', Object.keys(STATES)),
  folder: outputFolder('where they go (.cache/states)'),
  language: oneOf('of the page (zh-CN)', ['zh-CN', 'en']),
  theme: oneOf('of the page (dark)', ['dark', 'light']),
};

const SCREENSHOT: Tool<typeof OPTIONS> = {
  name: 'npm run readme -- screenshot',
  takes: '',
  about:
    'Builds the offline room, opens it and writes README.jpg and docs/gallery; with --scenarios, the lobby’s pictures; with --all-states, pictures for a review of its looks.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['--all-states --language en', '--all-states --only shop,card --theme light'],
  run: takePictures,
};

async function takePictures(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  const { 'all-states': isReview, scenarios, only, folder, language, theme } = values;
  const isChosen = only.length < Object.keys(STATES).length || [folder, language, theme].some((value) => value !== undefined);
  if (isChosen && !isReview) throw new UsageError('--only, --folder, --language and --theme need --all-states');
  requireBrowser();
  const isPrebuilt = process.env['FOOTLIGHT_PREBUILT'] === '1';
  if (!(isPrebuilt || runTool('vite build --mode offline'))) return EXIT.WRONG;
  const browser = await chromium.launch(browserLaunch());
  const { origin, close } = await serveOfflineBuild();
  try {
    if (scenarios) return await takeScenarios(browser, origin);
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
    await close();
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

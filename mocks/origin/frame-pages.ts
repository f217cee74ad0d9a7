/**
 * The embedded pages of the offline room: small real pages (mocks/frames) that use public/frame-client.js. Styles and scripts are separate
 * files, because the content policy of the room's page forbids inline code; parameters of a page are attributes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES } from '../../src/core/reports/business-ids.ts';
import { fileAt, sendFile } from './files.ts';

// The embedded pages on a separate origin (another port), so that the room's origin check and sandbox are tested for real.

export interface RunningFrames {
  /** `http://127.0.0.1:port/frames` */
  readonly address: string;
  readonly close: () => Promise<void>;
}

const CLIENT = '/frame-client.js';
/** Pages below this path are never answered, so that their load times out. */
const SILENT = '/silent/';

export async function startFrames(dist: string): Promise<RunningFrames> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    if (path.startsWith(SILENT)) return;
    const page = path.startsWith(FRAMES_PATH) ? framePageAt(path.slice(FRAMES_PATH.length)) : null;
    const script = path === CLIENT ? fileAt(dist, CLIENT) : null;
    if (page !== null) response.writeHead(200, { 'content-type': frameTypeOf(path) }).end(page);
    else if (script !== null) sendFile(script, request, response);
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('no such page\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${FRAMES_PATH.replace(/\/$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Path of the frame pages on the page's server; `npm run origin` also serves them from a separate origin. */
export const FRAMES_PATH = '/frames/';

interface PageText {
  readonly title: readonly [zh: string, en: string];
  readonly about: readonly [zh: string, en: string];
  readonly colours: readonly [string, string];
}

const ACTIVITY_TEXT: Readonly<Record<(typeof ACTIVITY_KEYS)[number], PageText>> = {
  sunshineFarm: {
    title: ['阳光农场', 'Sunshine farm'],
    about: ['浇水、施肥，收获阳光', 'Water, feed and reap the sunshine'],
    colours: ['#2f7d32', '#a5d86a'],
  },
  sunshineFarmV2: {
    title: ['阳光农场 2', 'Sunshine farm 2'],
    about: ['更大的农场，更多的作物', 'A larger farm with more crops'],
    colours: ['#1b6e5a', '#7fe0b4'],
  },
  MysteriousGiftBag: {
    title: ['神秘礼包', 'Mysterious gift bag'],
    about: ['打开看看里面是什么', 'Open it and see what is inside'],
    colours: ['#5a2a82', '#d58bff'],
  },
  FlippedShooter: {
    title: ['翻转射手', 'Flip shooter'],
    about: ['翻转、瞄准、射击', 'Flip, aim, shoot'],
    colours: ['#123a7a', '#6fb0ff'],
  },
  TowerDefense: {
    title: ['塔防大战', 'Tower defence'],
    about: ['守住主播的舞台', 'Defend the stage of the star'],
    colours: ['#6b3f13', '#f2b766'],
  },
  shake: { title: ['摇一摇', 'Shake'], about: ['摇出今天的好运', 'Shake for today’s luck'], colours: ['#8a1f45', '#ff8fb1'] },
  HappyNewYear: {
    title: ['新年快乐', 'Happy New Year'],
    about: ['一起倒数，一起许愿', 'Count down and make a wish together'],
    colours: ['#8c1414', '#ffc46b'],
  },
  NewXunBaoGame: {
    title: ['寻宝游戏', 'Treasure hunt'],
    about: ['地图上的每一格都藏着惊喜', 'A surprise in every square of the map'],
    colours: ['#0f5a66', '#78dcea'],
  },
  Archeological: {
    title: ['考古行动', 'Excavation'],
    about: ['一层一层挖出来', 'Dig it out, layer by layer'],
    colours: ['#5b4a2a', '#dec28a'],
  },
  GiftBagCome: {
    title: ['礼包来了', 'Lucky bags'],
    about: ['接住落下来的礼包', 'Catch the gifts that fall'],
    colours: ['#7a1d6b', '#ff9be9'],
  },
  WarPeak: {
    title: ['巅峰之战', 'Battle for the summit'],
    about: ['看谁先到山顶', 'Who is first on the mountain'],
    colours: ['#2c3550', '#a9b8e6'],
  },
};

const PAGES: ReadonlyMap<string, PageText> = new Map<string, PageText>([
  ...ACTIVITY_KEYS.map((key): [string, PageText] => [activityPage(key), ACTIVITY_TEXT[key]]),
  [
    MINI_APP_PAGES[0],
    { title: ['小程序大厅', 'Mini-apps'], about: ['观众的小程序', 'Mini-apps for viewers'], colours: ['#16324f', '#7ec8ff'] },
  ],
  [
    MINI_APP_PAGES[1],
    { title: ['主播小程序', 'Mini-apps of the star'], about: ['主播的小程序', 'Mini-apps for the star'], colours: ['#3d1f5c', '#c79bff'] },
  ],
  [
    CLUB_PAGE,
    {
      title: ['星钻俱乐部', 'Star Diamond Club'],
      about: ['传说中的神秘嘉宾，星钻用户专属', 'Legendary mystic guests, for star-diamond members'],
      colours: ['#3a2a08', '#ffd982'],
    },
  ],
]);

const FOLDER = fileURLToPath(new URL('../frames/', import.meta.url));
const FILES = [
  'page.js',
  'page.css',
  'language.js',
  'app/index.html',
  'recharge/index.html',
  'recharge/pay.js',
  'login/index.html',
  'login/scan.js',
  'login/terms.html',
];
export const FRAME_PAGES: readonly string[] = [...PAGES.keys(), ...FILES];

const fileOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** `path` is below FRAMES_PATH; null if there is no such page. With `?ready=never` the page never sends its ready signal. */
export function framePageAt(path: string): string | null {
  const page = PAGES.get(path);
  if (page === undefined) return FILES.includes(path) ? fileOf(path) : null;
  const [title, titleEn] = page.title;
  const [about, aboutEn] = page.about;
  const [dark, light] = page.colours;
  const base = '../'.repeat(path.split('/').length - 1);
  const values: Readonly<Record<string, string>> = { path, title, titleEn, about, aboutEn, dark, light, base };
  return fileOf('page.html').replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}

export function frameTypeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8';
}

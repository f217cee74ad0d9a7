/** The embedded pages of the offline room: small real pages that use public/frame-client.js. */
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES } from '../../src/core/reports/business-ids.ts';

/** Path of the frame pages on the page's server; `npm run origin` also serves them from a separate origin. */
export const FRAMES_PATH = '/frames/';

interface PageText {
  readonly title: string;
  readonly about: string;
  readonly colours: readonly [string, string];
}

const ACTIVITY_TEXT: Readonly<Record<(typeof ACTIVITY_KEYS)[number], PageText>> = {
  sunshineFarm: { title: '阳光农场', about: '浇水、施肥，收获阳光', colours: ['#2f7d32', '#a5d86a'] },
  sunshineFarmV2: { title: '阳光农场 2', about: '更大的农场，更多的作物', colours: ['#1b6e5a', '#7fe0b4'] },
  MysteriousGiftBag: { title: '神秘礼包', about: '打开看看里面是什么', colours: ['#5a2a82', '#d58bff'] },
  FlippedShooter: { title: '翻转射手', about: '翻转、瞄准、射击', colours: ['#123a7a', '#6fb0ff'] },
  TowerDefense: { title: '塔防大战', about: '守住主播的舞台', colours: ['#6b3f13', '#f2b766'] },
  shake: { title: '摇一摇', about: '摇出今天的好运', colours: ['#8a1f45', '#ff8fb1'] },
  HappyNewYear: { title: '新年快乐', about: '一起倒数，一起许愿', colours: ['#8c1414', '#ffc46b'] },
  NewXunBaoGame: { title: '寻宝游戏', about: '地图上的每一格都藏着惊喜', colours: ['#0f5a66', '#78dcea'] },
  Archeological: { title: '考古行动', about: '一层一层挖出来', colours: ['#5b4a2a', '#dec28a'] },
  GiftBagCome: { title: '礼包来了', about: '接住落下来的礼包', colours: ['#7a1d6b', '#ff9be9'] },
  WarPeak: { title: '巅峰之战', about: '看谁先到山顶', colours: ['#2c3550', '#a9b8e6'] },
};

const PAGES: ReadonlyMap<string, PageText> = new Map<string, PageText>([
  ...ACTIVITY_KEYS.map((key): [string, PageText] => [activityPage(key), ACTIVITY_TEXT[key]]),
  [MINI_APP_PAGES[0], { title: '小程序大厅', about: '观众的小程序', colours: ['#16324f', '#7ec8ff'] }],
  [MINI_APP_PAGES[1], { title: '主播小程序', about: '主播的小程序', colours: ['#3d1f5c', '#c79bff'] }],
  [CLUB_PAGE, { title: '星钻俱乐部', about: '传说中的神秘嘉宾，星钻用户专属', colours: ['#3a2a08', '#ffd982'] }],
]);

const RECHARGE_COINS = 10_000;
/** The recharge page, opened in a new tab. */
const RECHARGE_PAGE = 'recharge/index.html';
/**
 * Styles and scripts are separate files, because the content policy of the room's page forbids inline code. Parameters of a page are
 * attributes.
 */
const PAGE_SCRIPT = 'page.js';
const PAGE_LOOKS = 'page.css';
const RECHARGE_SCRIPT = 'recharge/pay.js';

const FILES: ReadonlyMap<string, string> = new Map([
  [RECHARGE_PAGE, rechargePage()],
  [RECHARGE_SCRIPT, rechargeScript()],
  [PAGE_SCRIPT, pageScript()],
  [PAGE_LOOKS, pageLooks()],
]);
export const FRAME_PAGES: readonly string[] = [...PAGES.keys(), ...FILES.keys()];

/** `path` is below FRAMES_PATH; null if there is no such page. With `?ready=never` the page never sends its ready signal. */
export function framePageAt(path: string): string | null {
  const text = PAGES.get(path);
  return text === undefined ? (FILES.get(path) ?? null) : pageOf(path, text);
}

export function frameTypeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8';
}

function pageOf(path: string, { title, about, colours: [dark, light] }: PageText): string {
  const base = '../'.repeat(path.split('/').length - 1);
  return `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="${base}${PAGE_LOOKS}" />
    <script src="/frame-client.js"></script>
    <script src="${base}${PAGE_SCRIPT}" defer></script>
  </head>
  <body data-page="${path}" data-dark="${dark}" data-light="${light}">
    <h1>${title}</h1>
    <p>${about}</p>
    <button class="disc" type="button" aria-label="得分" id="score">0</button>
    <p id="where">…</p>
    <nav>
      <button type="button" id="toast">提示</button>
      <button type="button" id="rank">查询</button>
      <button type="button" id="close">关闭</button>
    </nav>
  </body>
</html>
`;
}

function pageLooks(): string {
  return `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; gap: 18px; align-items: center; justify-content: center; box-sizing: border-box; padding: 28px;
  background: linear-gradient(165deg, var(--dark, #2c3550), #0b0c11 78%); color: #f3f4f8; font: 15px/1.6 system-ui, sans-serif; text-align: center; }
.disc { display: grid; place-items: center; width: 132px; height: 132px; border-radius: 50%; border: 0; cursor: pointer;
  background: radial-gradient(circle at 34% 28%, #fff8, var(--light, #a9b8e6) 46%, var(--dark, #2c3550)); color: #0b0c11; font-size: 46px; font-weight: 700; }
.disc:active { transform: scale(.95); }
h1 { margin: 0; font-size: 22px; }
p { margin: 0; color: #b4bac9; }
nav { display: flex; gap: 10px; flex-wrap: wrap; justify-content: center; }
nav button { height: 44px; padding: 0 18px; border: 1px solid #fff3; border-radius: 999px; background: #fff1; color: inherit; font: inherit; cursor: pointer; }
`;
}

function pageScript(): string {
  return `const room = window.footlightFrame;
const { dark, light } = document.body.dataset;
document.body.style.setProperty('--dark', dark);
document.body.style.setProperty('--light', light);
const element = (id) => document.getElementById(id);
const show = (text) => { element('where').textContent = text; };
let points = 0;
element('score').addEventListener('click', (event) => { event.currentTarget.textContent = String(++points); });
element('toast').addEventListener('click', () => room.toast(document.title + '：' + points).catch((cause) => show(String(cause))));
element('rank').addEventListener('click', () => room.ajax('/game/rpt/biz_config').then((answer) => show('code ' + answer.code), (cause) => show(String(cause))));
element('close').addEventListener('click', () => room.close());
if (new URLSearchParams(location.search).get('ready') !== 'never')
  room.ready().then(() => room.info()).then(({ roomId, userId }) => show('房间 ' + roomId + ' · 用户 ' + (userId || '游客')), (cause) => show(String(cause)));
`;
}

/** Pays immediately and notifies the room's tab over the mock channel (control.ts). */
function rechargePage(): string {
  return `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>充值</title>
  </head>
  <body>
    <h1>星币充值</h1>
    <button type="button" id="pay">充值 ${RECHARGE_COINS} 星币</button>
    <p id="done" role="status"></p>
    <script src="pay.js"></script>
  </body>
</html>
`;
}

function rechargeScript(): string {
  return `const look = new CSSStyleSheet();
look.replaceSync('html, body { height: 100%; margin: 0 } body { display: grid; gap: 18px; place-content: center; text-align: center; background: linear-gradient(165deg, #3a2a08, #0b0c11 78%); color: #f3f4f8; font: 16px/1.6 system-ui, sans-serif } button { height: 48px; padding: 0 28px; border: 0; border-radius: 24px; background: #ffb765; color: #2a1a02; font: inherit; cursor: pointer }');
document.adoptedStyleSheets = [look];
let paid = 0;
document.getElementById('pay').addEventListener('click', () => {
  new BroadcastChannel('footlight-mock').postMessage({ kind: 'recharge', coins: ${RECHARGE_COINS} });
  document.getElementById('done').textContent = '已充值 ' + (paid += ${RECHARGE_COINS}) + ' 星币，请回到直播间';
});
`;
}

import { userEvent } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';

import { NO_DESK } from '../../../src/features/publish/rules-desk.ts';
import { MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { embedded, showEmbedded } from './embedded-pages.ts';
import { openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => {
  // A test that failed before it restored its spy is repeated.
  vi.restoreAllMocks();
});

test.each([
  ['zh-CN', '欢迎 今夜星光 驾到', '欢迎 神秘嘉宾 驾到'],
  ['en', 'Welcome, 今夜星光', 'Welcome, Mystic guest'],
] as const)('P11 S35 a mount welcomes its rider by the nickname, and a mystic guest without one: %s', async (language, named, mystic) => {
  page = await openPage('live', undefined, language);
  const mount = { id: 1, name: '飞马', isVideo: false, src: '' };
  const text = () => page.maybe('[data-region="lower"]')?.textContent;
  await page.features({ mounts: { ...mount, welcome: '今夜星光' } });
  await page.until(() => text() === `飞马${named}`);
  await page.features({ mounts: { ...mount, id: 2, welcome: MYSTIC_NAME } });
  await page.until(() => text() === `飞马${mystic}`);
  expect(text()).not.toContain('今夜星光');
});

test('S9 a viewer who may not grab a red packet sees its audience, and no prompt to grab it', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  const packet = {
    packetId: '9',
    kind: 2,
    giver: 'admin',
    audience: 'admins',
    status: 'open',
    sender: '小喵Momo',
    title: '',
    coin: 888,
    num: 8,
    numLeft: 5,
    shares: [],
    leftMs: 60_000,
    mine: null,
    more: 0,
    canGrab: false,
  };
  const show = (change: object) =>
    page.features({ 'red-packets': { packet: { ...packet, ...change }, dialog: 'none', request: { name: 'idle' } } });
  await show({});
  const card = await page.until(() => page.maybe('[data-feature="red-packets"]'));
  expect(card.textContent).toContain('仅房管可抢');
  expect(card.textContent).toContain('还剩 5 / 8 个');
  expect(card.textContent).not.toContain('快抢');
  await show({ audience: 'everybody', canGrab: true });
  await page.until(() => card.textContent.includes('还剩 5 / 8 个，快抢'));
});

const EFFECT = {
  id: 1,
  isOwn: false,
  videoUrl: new URL('../../../fixtures/effects/crown.mp4', import.meta.url).href,
  iconUrl: '',
  gift: '王冠',
  sender: '阿星',
  tier: 'full',
};

test('P12 P42 an effect sends a failure of the resource cache to the room worker, and is drawn without the cache', async () => {
  page = await openPage('live');
  // The stored database has a newer version than the page requests, so the page cannot open it.
  const newer = indexedDB.open('resourceDb', 2);
  await page.until(() => newer.readyState === 'done');
  newer.result.close();
  await page.features({ 'gift-effects': { isOn: true, banners: [], effect: EFFECT } });
  const failed = await page.until(() => page.told('gift-effects').find((act) => act.type === 'cache-failed'));
  expect(failed).toMatchObject({ failure: { code: 'CACHE_UNAVAILABLE' } });
  await page.until(() => page.maybe('canvas[data-effect]'));
  indexedDB.deleteDatabase('resourceDb');
});

test.each([
  [{ muted: false, needsClick: false, volume: 0.4 }, [0.4]],
  [{ muted: true, needsClick: false, volume: 0.4 }, []],
  [{ muted: false, needsClick: true, volume: 0.4 }, []],
])('S21 P23 the sound of an effect has the volume of the player, and is silent while the player is silent: %j', async (player, volumes) => {
  const sounds: HTMLAudioElement[] = [];
  vi.stubGlobal('Audio', function made(url: string) {
    const sound = Object.assign(document.createElement('audio'), { src: url });
    sounds.push(sound);
    return sound;
  });
  page = await openPage('live');
  await page.show({
    player: { ...page.store.get().player, ...player },
    features: { 'gift-effects': { name: 'shown', view: { isOn: true, banners: [], effect: EFFECT } } },
  });
  await page.until(() => page.maybe('canvas[data-effect]'));
  expect(sounds.map(({ volume }) => volume)).toEqual(volumes);
  const isShown = () => page.told('gift-effects').filter((act) => act.type === 'shown');
  await page.until(() => isShown().length > 0);
  expect(isShown()).toEqual([{ type: 'shown', id: 1 }]);
  vi.unstubAllGlobals();
});

test('S30 the panel of frames sends an action when the tab is hidden and when it is visible again', async () => {
  page = await openPage('live');
  const view = { frames: [], policy: null, isMenuOpen: true, refused: 0 };
  await page.features({ frames: view });
  await page.until(() => page.maybe('dialog'));
  // The panel listens from its effect on, after its first paint.
  await page.show({});
  const before = page.told('frames').length;
  for (const isHidden of [true, false]) {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  Reflect.deleteProperty(document, 'hidden');
  expect(page.told('frames').slice(before)).toEqual([
    { type: 'everyone', event: { type: 'background' } },
    { type: 'everyone', event: { type: 'foreground' } },
  ]);
});

const showFrames = (...frames: readonly object[]): Promise<void> => showEmbedded(page, ...frames);
/** An <iframe> that is created or moved has another window, and loads its page again. */
const pageOf = (id: number): Window | null | undefined =>
  document.querySelector<HTMLIFrameElement>(`[data-frame="frame-${id}"] iframe`)?.contentWindow;

test('S30 a page that is opened again moves to the front and keeps its state: it is not loaded a second time', async () => {
  page = await openPage('live');
  const [ninth, tenth] = [embedded(9), embedded(10)];
  await showFrames(ninth, tenth);
  const before = await page.until(() => pageOf(9));
  const layerOf = (id: string) => Number(getComputedStyle(page.find(`[data-frame="${id}"]`)).zIndex);
  const layersBefore = [layerOf('frame-9'), layerOf('frame-10')] as const;
  await showFrames(tenth, ninth);
  // Compared here, because a window cannot be printed.
  expect(pageOf(9) === before).toBe(true);
  expect(layersBefore[0]).toBeLessThan(layersBefore[1]);
  expect(layerOf('frame-9')).toBeGreaterThan(layerOf('frame-10'));
});

const ROSE = { id: 1, name: '玫瑰', price: 10, iconUrl: '', type: 1, isLucky: false, hasLetter: true, isGuardOnly: false, minLevel: 0 };
const SHOP = {
  isOpen: true,
  shop: {
    name: 'ready',
    catalogue: {
      tabs: [{ id: 'tab-0', name: '热门', gifts: [ROSE] }],
      receivers: [{ userId: 77, kgId: 77, name: '小喵Momo' }],
      skipped: 0,
    },
  },
  wallet: null,
  hasWalletFailed: false,
  pending: 0,
  combo: null,
  notice: null,
  quick: null,
  recharge: 'none',
};

test.each([true, false])('S21 a held Enter key sends one gift, and one gift of a combo, if the shop is open: %s', async (isOpen) => {
  page = await openPage('live');
  const combo = { gift: ROSE, count: 1, receiver: '小喵Momo', presses: 1, sinceMs: 0 };
  await page.features({ gifts: { ...SHOP, isOpen, combo, wallet: { balance: 1_000, isGuard: false, bag: [] } } });
  const paid = () => page.told('gifts').map((act) => act.type);
  (await page.until(() => page.maybe('[data-combo]'))).focus();
  await userEvent.keyboard('{Enter>4/}');
  expect(paid()).toEqual(['combo']);
  if (!isOpen) return;
  page.find('[data-gifts] input[type="number"]').focus();
  await userEvent.keyboard('{Enter>4/}');
  expect(paid()).toEqual(['combo', 'send']);
});

test('S21 an Escape of the input method leaves the shop open, and the next one closes it', async () => {
  page = await openPage('live');
  await page.features({ gifts: SHOP });
  const letter = await page.until(() => page.maybe('[data-gifts] input[maxlength]'));
  const escape = (how: KeyboardEventInit) => letter.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...how }));
  escape({ isComposing: true });
  escape({ keyCode: 229 });
  expect(page.told('gifts')).toEqual([]);
  escape({});
  expect(page.told('gifts')).toEqual([{ type: 'close' }]);
});

test('S30 S37 an embedded page continues when the viewer changes the language', async () => {
  page = await openPage('live');
  await showFrames(embedded(1));
  const before = await page.until(() => pageOf(1));
  page.find('header button[lang="en"]').click();
  await page.until(() => page.maybe('[data-frame] [aria-label="Minimise"]'));
  localStorage.removeItem('footlight-language');
  expect(pageOf(1) === before).toBe(true);
});

test('P31 the camera of the star continues when the star changes the language', async () => {
  page = await openPage('live');
  const canvas = document.createElement('canvas');
  canvas.getContext('2d');
  const camera = canvas.captureStream();
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(camera);
  const publish = { name: 'shown', view: { name: 'ready', epoch: 1, error: null, desk: NO_DESK } } as const;
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[data-publishing] button')].find(({ textContent }) => textContent.trim() === name);
  // Pressed as soon as it is drawn, before React runs the effects of the panel.
  new MutationObserver((_, observer) => {
    const source = button('摄像头');
    if (source !== undefined) observer.disconnect();
    source?.click();
  }).observe(document.body, { childList: true, subtree: true });
  await page.show({ stage: { name: 'feature', feature: 'publish' }, features: { publish } });
  const shown = () => document.querySelector<HTMLVideoElement>('[data-publishing] video')?.srcObject;
  await page.until(() => shown() === camera);
  page.find('header button[lang="en"]').click();
  await page.until(() => button('Go live'));
  localStorage.removeItem('footlight-language');
  expect([shown() === camera, camera.active, asked.mock.calls.length]).toEqual([true, true, 1]);
});

test('S36 a toast that replaces an older one is shown above a dialog that was opened in between', async () => {
  page = await openPage('live');
  const toast = (id: number) => ({ toasts: [{ id, text: `toast ${id}`, tone: 'bad' as const }] });
  await page.show(toast(1));
  const list = (await page.until(() => page.maybe('[data-tone="bad"]'))).parentElement!;
  await page.show({ dialogs: [{ type: 'login' }] });
  await page.until(() => page.maybe('dialog:modal'));
  let raised = 0;
  list.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') raised++;
  });
  await page.show(toast(2));
  expect([list.textContent, raised]).toEqual(['toast 2', 1]);
});

test('P3 a button that is disabled while its request is sent has the focus again afterwards, unless another element has it', async () => {
  page = await openPage('live');
  const [sender, other] = ['a', 'b'].map(() => page.root.appendChild(document.createElement('button')));
  const send = async (): Promise<void> => {
    sender!.focus();
    sender!.disabled = true;
    // The browser takes the focus when it draws.
    await page.until(() => document.activeElement === document.body);
  };
  // The page observes from the effect of a part that is loaded late.
  await page.until(() => page.maybe('#notices'));
  await page.show({});
  await send();
  sender!.disabled = false;
  await page.until(() => document.activeElement === sender);
  await send();
  other!.focus();
  sender!.disabled = false;
  await page.show({});
  expect(document.activeElement).toBe(other);
});

test('S31 P3 the settings find theatre, quality and compressor of the player, and offer what this window and this kind can do', async () => {
  page = await openPage('live');
  const { player, layout } = page.store.get();
  await page.show({
    player: { ...player, kind: 'h265', savers: ['off', 'fewer-pictures', 'sound-only'], saver: 'fewer-pictures' },
    layout: { ...layout, hasTheatre: true, theatre: false },
    features: { 'chat-tools': { name: 'shown', view: { shows: 'settings' } } },
  });
  const search = await page.until(() => page.maybe('[data-chat-settings] input[type="search"]'));
  await userEvent.fill(search, '画质');
  const part = (): HTMLElement => page.find('[data-chat-settings] section');
  await page.until(() => document.querySelectorAll('[data-chat-settings] section').length === 1);
  const inputs = (): HTMLInputElement[] => [...part().querySelectorAll('input')];
  const names = (): string[] => inputs().map((input) => input.closest('label')!.textContent);
  expect(names()).toEqual(['进入时使用剧场模式', '最佳', '减少画面帧数', '只听声音', '压低过大的声音']);
  expect(inputs().map(({ checked }) => checked)).toEqual([false, false, true, false, false]);
  for (const at of [0, 1]) inputs()[at]!.click();
  expect(page.acts.slice(-2)).toEqual([
    { type: 'choose-theatre', on: true },
    { type: 'choose-saver', saver: 'off' },
  ]);
  inputs()[4]!.click();
  await page.until(() => inputs()[4]!.checked);
  inputs()[4]!.click();
  await page.until(() => !inputs()[4]!.checked);
  await page.show({ player: { ...player, kind: 'webrtc', savers: [] }, layout: { ...layout, hasTheatre: true, theatre: true } });
  expect([names(), inputs()[0]!.checked]).toEqual([['进入时使用剧场模式'], true]);
});

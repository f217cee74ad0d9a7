import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { galleryView } from '../../../mocks/gallery/states.ts';
import type { AnalyticsInput } from '../../../src/core/reports/analytics.ts';
import type { RoomView } from '../../../src/core/room/view.ts';
import { useToolPage } from '../../../src/design/tool-page.tsx';
import '../../../src/design/base.css';
import { theme, type Theme } from '../../../src/design/theme.ts';
import { watchPage } from '../../../src/ui/page/beacons.ts';
import { type RoomContext, RoomContextProvider, useFeatureNames } from '../../../src/ui/room-context.ts';
import { createStore } from '../../../src/ui/store.ts';
import { chatRow, expectNoFindings, openPage, type Page } from './room-page.tsx';

test('S37 the names of features that satisfy a condition are rendered again only when they change', () => {
  const features: RoomView['features'] = { mic: { name: 'hidden' }, guard: { name: 'shown', view: 1 }, tank: { name: 'shown', view: 1 } };
  const store = createStore({ ...galleryView('live', { width: 800, height: 600 }), features }, (flush) => flush());
  const rendered: string[] = [];
  const Names = (): null => {
    rendered.push(useFeatureNames(({ name }) => name === 'shown'));
    return null;
  };
  const react = createRoot(document.createElement('div'));
  const show = (name: string, view: RoomView['features'][string]): void => flushSync(() => store.patch({ features: { [name]: view } }));
  flushSync(() => react.render(<RoomContextProvider value={{ store } as RoomContext}>{createElement(Names)}</RoomContextProvider>));
  show('guard', { name: 'shown', view: 2 });
  show('mic', { name: 'shown', view: 1 });
  show('tank', { name: 'off', why: 'failed while running' });
  react.unmount();
  expect(rendered).toEqual([' guard tank', ' mic guard tank', ' mic guard']);
});

test('P28 the header of a page for developers has its title, and its buttons switch theme and language', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const texts = { 'zh-CN': { title: '解码器' }, en: { title: 'Decoder' } };
  const Page = () => useToolPage(texts).header;
  flushSync(() => react.render(createElement(Page)));
  const title = () => root.querySelector('h1')?.textContent;
  const press = (name: string): void =>
    [...root.querySelectorAll('button')].find((button) => `${button.title}${button.textContent}`.includes(name))!.click();
  const [other, first] = title() === 'Decoder' ? ['中文', 'English'] : ['English', '中文'];
  const before = title();
  press(other);
  await expect.poll(title).not.toBe(before);
  press(first);
  await expect.poll(title).toBe(before);
  expect(document.title).toBe(`${before} - Footlight`);
  const shown = theme.shown();
  root.querySelector('button')!.click();
  expect(document.documentElement.dataset['theme']).toBe(shown === 'dark' ? 'light' : 'dark');
  theme.choose(shown);
  react.unmount();
  root.remove();
});

let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function watched(html: string) {
  document.body.innerHTML = html;
  const events: AnalyticsInput[] = [];
  stop = watchPage(document.body, (event) => events.push(event));
  return { events, said: () => events.map(({ evid, evtype, scene, detail }) => `${evid} ${evtype} ${scene} ${detail}`) };
}

test('S33 a click on a marked element is its event, with the scene of the table and its detail', () => {
  const { said } = watched('<a data-evid="lobby_open"><b>x</b></a><button data-evid="feature_entry" data-detail="ranks"></button><i></i>');
  document.querySelector('b')!.click();
  document.querySelector('button')!.click();
  document.querySelector('i')!.click();
  expect(said()).toEqual(['lobby_open click list ', 'feature_entry click room ranks']);
});

test('S33 scrolling by the viewer in the chat is one event per half minute; scrolling by the list itself is no event', async () => {
  const { said } = watched('<div role="log" style="height:50px;overflow:auto"><div style="height:900px"></div></div>');
  const list = document.querySelector<HTMLElement>('[role="log"]')!;
  const scrolledBy = async (px: number): Promise<void> => {
    const scrolled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
    list.scrollTop += px;
    await scrolled;
  };
  await scrolledBy(10);
  expect(said()).toEqual([]);
  for (let times = 0; times < 3; times++) {
    list.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    await scrolledBy(10);
  }
  expect(said()).toEqual(['chat_scroll scroll room ']);
});

test('S33 full screen is an event however it was requested', () => {
  const { said } = watched('');
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(said()).toEqual(['stage_fullscreen click room off']);
});

let page: Page;
const system = theme.shown();
const other: Theme = system === 'dark' ? 'light' : 'dark';
beforeEach(() => theme.choose(system));
afterEach(() => theme.choose(system));

const shownTheme = (): string | undefined => document.documentElement.dataset['theme'];
const groundOf = (selector: string): string => getComputedStyle(page.find(selector)).backgroundColor;

test('P3 the header’s button changes the theme and stores it, and follows the system again if the system’s theme is chosen', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  const button = await page.until(() => page.maybe('[data-theme-button]'));
  button.click();
  expect([shownTheme(), localStorage.getItem('footlight-theme')]).toEqual([other, other]);
  await page.until(() => button.getAttribute('aria-label') === (system === 'dark' ? '切换到深色' : '切换到浅色'));
  button.click();
  expect([shownTheme(), localStorage.getItem('footlight-theme')]).toEqual([system, null]);
});

test('P3 in the light theme the picture stays dark, and the room around it is light', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  theme.choose('light');
  expect(groundOf('aside')).toBe('rgb(255, 255, 255)');
  expect(getComputedStyle(page.find('section[data-at]')).getPropertyValue('--surface')).toBe('#13151d');
});

test('P3 in the light theme a dialog is light, also one that a layer over the picture opens', async () => {
  page = await openPage('live', { width: 390, height: 844 });
  theme.choose('light');
  const dialog = document.createElement('dialog');
  page.find('section[data-at]').append(dialog);
  dialog.showModal();
  expect(getComputedStyle(dialog).getPropertyValue('--surface')).toBe('#ffffff');
  theme.choose('dark');
  expect(getComputedStyle(dialog).getPropertyValue('--surface')).toBe('#13151d');
  dialog.remove();
});

const ROWS = () => [
  chatRow({ text: '第一句', name: '南风', richLevel: 12 }),
  chatRow({ text: '第二句', name: '我', isMe: true, mentionsMe: true }),
  chatRow({ text: '第三句', name: '林听夏', isStar: true, richLevel: 36 }),
  chatRow({ type: 'gift', text: '玫瑰 ×6', name: '小满', toName: '林听夏' }),
  chatRow({ type: 'welcome', text: '驾到', name: '远山' }),
  chatRow({ type: 'notice', text: '本场点歌活动进行中', name: '' }),
  chatRow({ type: 'own-failed', text: '没有发出', name: '我', isMe: true, failure: { why: 'refused', message: '' } }),
  chatRow({
    text: '徽章',
    name: '阿木',
    badges: (['medal', 'honor', 'guard', 'vip', 'mount', 'fan', 'fancy-number'] as const).map((type) => ({
      type,
      text: '徽',
      level: 3,
      iconUrl: '',
    })),
  }),
];

test.each([
  ['light', 1366, 768],
  ['dark', 390, 844],
  ['light', 390, 844],
  ['dark', 844, 390],
  ['light', 844, 390],
] as const)('P3 the room passes the accessibility check in the %s theme at %d x %d', async (shown, width, height) => {
  page = await openPage('live', { width, height });
  theme.choose(shown);
  page.say(ROWS());
  await page.until(() => document.querySelectorAll('[role="log"] [data-id]').length >= 3);
  await expectNoFindings(document.body, []);
});

declare module 'vitest/browser' {
  interface BrowserCommands {
    readonly emulateMedia: (media: { reducedMotion?: 'reduce' | null; forcedColors?: 'active' | null }) => Promise<void>;
  }
}

afterEach(() => commands.emulateMedia({ reducedMotion: null, forcedColors: null }));

/** Adds an element with an animation; returns its opacity. */
async function opacityOf(animation: string): Promise<string> {
  const style = document.createElement('style');
  style.textContent = '@keyframes leave { from, to { opacity: 0 } 50% { opacity: 1 } } @keyframes come { from { opacity: 0 } }';
  const element = document.createElement('p');
  element.style.animation = animation;
  document.body.append(style, element);
  await Promise.race([...element.getAnimations().map(({ finished }) => finished), new Promise((done) => setTimeout(done, 100))]);
  const { opacity } = getComputedStyle(element);
  style.remove();
  element.remove();
  return opacity;
}

test('P11 S21 with reduced motion an effect whose animation ends by hiding it stays visible', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' });
  expect(await opacityOf('leave 3.6s both')).toBe('1');
  expect(await opacityOf('come 200ms 60s both')).toBe('0');
});

test('P3 with forced colours the focus is outlined, also in menus and fields that show it by their background or border', async () => {
  await commands.emulateMedia({ forcedColors: 'active' });
  const page = await openPage('live');
  const outlined = (element: Element | null): boolean => element !== null && getComputedStyle(element).outlineStyle === 'solid';
  page.find('aside form input').focus();
  expect(outlined(document.activeElement)).toBe(true);
  const menu = await page.menu();
  page.press('ArrowDown', menu);
  await page.until(() => menu.contains(document.activeElement) && outlined(document.activeElement));
  page.close();
});

test('P3 with forced colours a pressed button and a switch have the colours and the shape of the system', async () => {
  await commands.emulateMedia({ forcedColors: 'active' });
  const page = await openPage('live');
  await page.show({ room: { ...page.store.get().room, following: true } });
  const probe = document.createElement('i');
  probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
  const toggle = Object.assign(document.createElement('input'), { type: 'checkbox', role: 'switch' });
  toggle.style.appearance = 'none';
  document.body.append(probe, toggle);
  const background = (element: Element): string => getComputedStyle(element).backgroundColor;
  // The colour changes in a transition.
  const follow = page.find('[data-room-part="star"] button[aria-pressed="true"]');
  await page.until(() => background(follow) === background(probe));
  expect(getComputedStyle(toggle).appearance).toBe('auto');
  probe.remove();
  toggle.remove();
  page.close();
});

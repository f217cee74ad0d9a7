import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';

import { hand } from '../../../src/ui/looks/looks.ts';
import { keyAct } from '../../../src/ui/stage/controls/keys.ts';
import { openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => {
  page.close();
  hand.choose('right');
});

/** A picture in the place of the player's. */
function pictureOn(host: HTMLElement): void {
  const picture = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const context = picture.getContext('2d')!;
  context.fillStyle = '#c02040';
  context.fillRect(0, 0, 64, 36);
  host.append(picture);
}

/** File that the page would save: name and picture. */
async function saved(act: () => void): Promise<{ readonly name: string; readonly picture: ImageBitmap }> {
  const taken: { readonly name: string; readonly href: string }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    taken.push({ name: this.download, href: this.href });
  });
  act();
  const [file] = await page.until(() => (taken.length > 0 ? taken : null));
  click.mockRestore();
  const blob = await (await fetch(file!.href)).blob();
  return { name: file!.name, picture: await createImageBitmap(blob) };
}

test('P3 the key S saves the current picture in its own size, with the star’s name', async () => {
  page = await openPage('live');
  pictureOn(page.hosts.at(-1)!);
  const { name, picture } = await saved(() => page.press('s'));
  expect(name).toMatch(/^林听夏 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/);
  expect([picture.width, picture.height]).toEqual([64, 36]);
  expect((await page.until(() => page.maybe('[data-tone="good"]'))).textContent).toContain('截图已保存');
});

test('P3 without a picture the key S shows a message', async () => {
  page = await openPage('live');
  page.press('s');
  expect((await page.until(() => page.maybe('[data-tone="bad"]'))).textContent).toContain('现在没有可以保存的画面');
});

test('P3 the key I shows and hides the statistics', async () => {
  page = await openPage('live');
  page.press('i');
  await page.until(() => page.maybe('[data-nerd]'));
  page.press('i');
  await page.until(() => page.maybe('[data-nerd]') === null);
});

test.each([
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])(
  'P3 the menu offers screenshot and sleep timer, remembers the choice and passes the accessibility check, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    const open = async (): Promise<HTMLElement> => {
      page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
      return page.until(() => page.maybe('[role="menu"]'));
    };
    const item = (menu: HTMLElement, name: string): HTMLElement =>
      [...menu.querySelectorAll<HTMLElement>('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)!;
    const menu = await open();
    expect(item(menu, '保存截图')).toBeTruthy();
    const { violations } = await axe.run(menu, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    item(menu, '30 分钟后停止').click();
    await page.until(() => page.maybe('[role="menu"]') === null);
    const again = await open();
    expect(item(again, '30 分钟后停止').getAttribute('aria-checked')).toBe('true');
    expect(again.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
    // The timer belongs to the page: the next test must start without one.
    item(again, '关闭').click();
    await page.until(() => page.maybe('[role="menu"]') === null);
  },
);

/** A changing picture, so that a recorder has data. */
function movingPictureOn(host: HTMLElement): () => void {
  const picture = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const context = picture.getContext('2d')!;
  let hue = 0;
  const timer = setInterval(() => {
    context.fillStyle = `hsl(${(hue += 20)} 80% 50%)`;
    context.fillRect(0, 0, 64, 36);
  }, 40);
  host.append(picture);
  return () => clearInterval(timer);
}

test('P3 the key X starts a recording and saves it when pressed again, and the menu ends it', async () => {
  page = await openPage('live');
  page.press('x');
  // A notice of the previous test may still be shown.
  const notices = (tone: string): string =>
    [...document.querySelectorAll(`[data-tone="${tone}"]`)].map(({ textContent }) => textContent).join();
  await page.until(() => notices('bad').includes('现在没有可以录制的画面'));
  const stop = movingPictureOn(page.hosts.at(-1)!);
  page.press('x');
  await page.until(() => notices('good').includes('再按一次即可保存'));
  const files: { readonly name: string; readonly href: string }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, href: this.href });
  });
  // In the first moment nothing is recorded; later each press saves a file.
  let pressed = 0;
  await page.until(() => {
    if (++pressed % 30 === 0) page.press('x');
    return files.length > 0;
  });
  click.mockRestore();
  expect(files[0]!.name).toMatch(/^林听夏 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.(?:mp4|webm)$/);
  const video = Object.assign(document.createElement('video'), { src: files[0]!.href, muted: true });
  await page.until(() => video.videoWidth === 64 && video.videoHeight === 36);
  page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
  const menu = await page.until(() => page.maybe('[role="menu"]'));
  const names = (): readonly string[] => [...menu.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
  expect(names()).toContain('保存最近 30 秒');
  [...menu.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === '停止录制')!.click();
  await page.until(() => notices('info').includes('已停止'));
  stop();
});

test('P3 the help lists every key of the player', async () => {
  page = await openPage('live');
  page.press('?');
  const help = await page.until(() => page.maybe('dialog'));
  const shown = [...help.querySelectorAll('kbd')].map(({ textContent }) => textContent.toLowerCase());
  const known: Readonly<Record<string, string>> = { ' ': 'space', arrowup: '↑', arrowdown: '↓' };
  const view = { ...page.store.get(), player: { ...page.store.get().player, canPictureInPicture: true } };
  const keys = ['?', ' ', ...Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at)), 'ArrowUp', 'ArrowDown'].filter(
    (key) => keyAct(key, false, view) !== null,
  );
  expect(keys.map((key) => known[key.toLowerCase()] ?? key).filter((key) => !shown.includes(key))).toEqual([]);
});

test.each([
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])('P3 the left-handed layout moves the main buttons to the left side of a phone and is stored, $width x $height', async (viewport) => {
  page = await openPage('live', viewport);
  const send = (): DOMRect => page.find('aside form button[type="submit"]').getBoundingClientRect();
  const right = send().left;
  page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
  (await page.until(() => page.maybe('[role="menuitemcheckbox"]'))).click();
  expect(localStorage.getItem('footlight-hand')).toBe('left');
  await page.until(() => send().left < right);
  expect(send().right).toBeLessThan(page.find('aside form input:not([type])').getBoundingClientRect().left + 1);
  // The chat's column is at the left edge, the picture beside it.
  expect(page.find('aside').getBoundingClientRect().left).toBeLessThanOrEqual(1);
  hand.choose('right');
  expect(localStorage.getItem('footlight-hand')).toBeNull();
});

test.each([
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])(
  'P3 the lobby opens while a live room plays on in a corner, and the back button shows the room again, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(new Response('{}', { status: 404 }));
    const host = page.hosts.at(-1)!;
    page.find('header a').click();
    const mini = await page.until(() => page.maybe('[data-mini-player]'));
    await page.until(() => page.maybe('[role="search"]'));
    const [box, picture] = [mini.getBoundingClientRect(), host.getBoundingClientRect()];
    expect(page.hosts.at(-1)).toBe(host);
    expect(box.right).toBeLessThanOrEqual(innerWidth);
    expect(box.width).toBeLessThanOrEqual(320);
    // The picture is behind its buttons.
    expect(Math.abs(picture.left + picture.width / 2 - (box.left + box.width / 2))).toBeLessThanOrEqual(2);
    expect(picture.bottom).toBeLessThanOrEqual(box.bottom + 1);
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    page.press('m');
    expect(page.acts).toEqual([]);
    mini.querySelector('button')!.click();
    await page.until(() => page.maybe('[data-mini-player]') === null);
    await page.until(() => host.getBoundingClientRect().width > 320 || viewport.width < 400);
    expect(page.find('[data-orientation]').hasAttribute('data-mini')).toBe(false);
    globalThis.fetch = fetch;
  },
);

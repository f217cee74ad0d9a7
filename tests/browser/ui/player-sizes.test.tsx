/** Menu, lobby and left-handed layout in each window. Their sizes depend on the fonts: this file also runs without Chinese fonts (vitest.config.ts). */
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { hand } from '../../../src/ui/appearance/appearance.ts';
import { openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => {
  hand.choose('right');
  vi.unstubAllGlobals();
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

test.each([
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])('P3 the left-handed layout moves the main buttons to the left side of a phone and is stored, $width x $height', async (viewport) => {
  page = await openPage('live', viewport);
  // On a phone the button that sends appears with the first letter.
  await userEvent.fill(page.find('aside form input:not([type])'), '好');
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
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
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
  },
);

/** Menu, lobby and left-handed layout in each window. Their sizes depend on the fonts: this file also runs without Chinese fonts (vitest.config.ts). */
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { hand } from '../../../src/ui/appearance/appearance.ts';
import { buttonOf, expectNoFindings, openPage, type Page, VIEWPORTS } from './room-page.tsx';

let page: Page;
afterEach(() => {
  hand.choose('right');
  vi.unstubAllGlobals();
});

test.each(VIEWPORTS)(
  'P3 the menu offers screenshot and sleep timer, remembers the choice and passes the accessibility check, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    const menu = await page.menu();
    expect(buttonOf('保存截图', menu)).toBeDefined();
    await expectNoFindings(menu, []);
    buttonOf('30 分钟后停止', menu)!.click();
    await page.until(() => page.maybe('[role="menu"]') === null);
    const again = await page.menu();
    expect(buttonOf('30 分钟后停止', again)!.getAttribute('aria-checked')).toBe('true');
    expect(again.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
    // The timer belongs to the page: the next test must start without one.
    buttonOf('关闭', again)!.click();
    await page.until(() => page.maybe('[role="menu"]') === null);
  },
);

test.each(VIEWPORTS.slice(1))(
  'P3 the left-handed layout moves the main buttons to the left side of a phone and is stored, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    // On a phone the button that sends appears with the first letter.
    await userEvent.fill(page.find('aside form input:not([type])'), '好');
    const send = (): DOMRect => page.find('aside form button[type="submit"]').getBoundingClientRect();
    const right = send().left;
    (await page.menu()).querySelector<HTMLElement>('[role="menuitemcheckbox"]')!.click();
    expect(localStorage.getItem('footlight-hand')).toBe('left');
    await page.until(() => send().left < right);
    expect(send().right).toBeLessThan(page.find('aside form input:not([type])').getBoundingClientRect().left + 1);
    // The chat's column is at the left edge, the picture beside it.
    expect(page.find('aside').getBoundingClientRect().left).toBeLessThanOrEqual(1);
    hand.choose('right');
    expect(localStorage.getItem('footlight-hand')).toBeNull();
  },
);

test.each(VIEWPORTS)(
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
    await expectNoFindings(document.body, []);
    page.press('m');
    expect(page.acts).toEqual([]);
    mini.querySelector('button')!.click();
    await page.until(() => page.maybe('[data-mini-player]') === null);
    await page.until(() => host.getBoundingClientRect().width > 320 || viewport.width < 400);
    expect(page.find('[data-orientation]').hasAttribute('data-mini')).toBe(false);
  },
);

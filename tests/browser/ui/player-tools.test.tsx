import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';

import { openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => page.close());

/** A picture where players put theirs. */
function pictureOn(host: HTMLElement): void {
  const picture = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const context = picture.getContext('2d')!;
  context.fillStyle = '#c02040';
  context.fillRect(0, 0, 64, 36);
  host.append(picture);
}

/** What the page would save: name and picture. */
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

test('P3 the key S saves the picture that plays, in its own size, under the name of the star', async () => {
  page = await openPage('live');
  pictureOn(page.hosts.at(-1)!);
  const { name, picture } = await saved(() => page.press('s'));
  expect(name).toMatch(/^林听夏 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/);
  expect([picture.width, picture.height]).toEqual([64, 36]);
  expect((await page.until(() => page.maybe('[data-tone="good"]'))).textContent).toContain('截图已保存');
});

test('P3 without a picture the key S says that there is none', async () => {
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
])('P3 the menu offers screenshot and sleep timer, remembers the choice and is without findings, $width x $height', async (viewport) => {
  page = await openPage('live', viewport);
  const open = async (): Promise<HTMLElement> => {
    page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
    return page.until(() => page.maybe('[role="menu"]'));
  };
  const item = (menu: HTMLElement, name: string): HTMLElement =>
    [...menu.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent.trim() === name)!;
  const menu = await open();
  expect(item(menu, '保存截图')).toBeTruthy();
  const { violations } = await axe.run(menu, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  item(menu, '30 分钟后停止').click();
  await page.until(() => page.maybe('[role="menu"]') === null);
  const again = await open();
  expect(item(again, '30 分钟后停止').getAttribute('aria-checked')).toBe('true');
  expect(again.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  // The timer is the page's: the next test begins without one.
  item(again, '关闭').click();
  await page.until(() => page.maybe('[role="menu"]') === null);
});

import { afterEach, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import '../../../src/ui/base.css';
import { openPage } from './room-page.tsx';

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
  page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
  const menu = await page.until(() => page.maybe('[role="menu"]'));
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

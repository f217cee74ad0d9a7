import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { galleryView } from '../../../mocks/gallery/states.ts';
import { usePageTitle } from '../../../src/ui/overlays/Notices.tsx';
import { away } from '../../../src/ui/room/away.ts';
import MiniPlayer from '../../../src/ui/room/MiniPlayer.tsx';
import { RoomContextProvider, type RoomContext } from '../../../src/ui/room-context.ts';
import { createStore } from '../../../src/ui/store.ts';
import { embedded, showEmbedded } from './embedded-pages.ts';
import { LOGIN_BY_TOKEN, openOutside, openPage } from './room-page.tsx';

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response('{"data":{"rooms":[]}}')));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '');
});

/** The parts of the room that concern the title. */
function Room() {
  usePageTitle();
  return useSyncExternalStore(away.subscribe, away.is) && <MiniPlayer />;
}

test('P1 the lobby beside the small picture has its own title, and the room’s current title returns with the room', async () => {
  const store = createStore(galleryView('live', { width: 1_280, height: 720 }));
  const context = { store, act: vi.fn() } as unknown as RoomContext;
  const { root } = await openOutside(
    <RoomContextProvider value={context}>
      <Room />
    </RoomContextProvider>,
  );
  await vi.waitFor(() => expect(document.title).toContain('林听夏 - Footlight'));
  away.leave();
  await vi.waitFor(() => expect(document.title).toBe('正在直播 - Footlight'));
  const [back, close] = [...root.querySelectorAll('[data-mini-player] button')].map((button) => button.getAttribute('aria-label'));
  expect([back, close]).toEqual(['返回直播间：林听夏', '关闭小窗并停止播放']);
  // Another show begins while the viewer is in the lobby.
  store.patch({ room: { ...store.get().room, liveName: '今晚八点', starName: '林小夏' } });
  await vi.waitFor(() => expect(root.querySelector('[data-mini-player]')?.textContent).toBe('林小夏'));
  expect(document.title).toBe('正在直播 - Footlight');
  // The browser's back button.
  history.replaceState(null, '');
  dispatchEvent(new PopStateEvent('popstate'));
  await vi.waitFor(() => expect(document.title).toBe('今晚八点 - 林小夏 - Footlight'));
});

test('P1 a dialog of the room that opens beside the lobby does not block the lobby, and is shown when the viewer returns', async () => {
  const page = await openPage('live');
  page.find('header a').click();
  const field = await page.until(() => page.maybe('form[role="search"] input'));
  await page.show({ dialogs: [{ type: 'login' }] });
  await page.until(() => page.maybe('dialog'));
  await page.show({});
  field.focus();
  expect([page.maybe('dialog:modal'), document.activeElement]).toEqual([null, field]);
  page.find('[data-mini-player] button').click();
  const dialog = await page.until(() => page.maybe('dialog:modal'));
  await page.until(() => dialog.contains(document.activeElement));
  // The viewer returns to the lobby by the browser's forward button.
  away.leave();
  await page.until(() => page.maybe('[data-mini-player]'));
  expect(page.maybe('dialog:modal')).toBeNull();
});

test('S30 the panel of frames sends an action when the viewer leaves the room for the lobby and when the viewer returns', async () => {
  const page = await openPage('live');
  await page.features({ frames: { frames: [], policy: null, isMenuOpen: true, refused: 0 } });
  await page.until(() => page.maybe('dialog'));
  // The panel listens from its effect on, after its first paint.
  await page.show({});
  const told = () => page.told('frames');
  away.leave();
  expect(told()).toEqual([{ type: 'everyone', event: { type: 'background' } }]);
  // The tab is shown again while the room is still hidden.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told().at(-1)).toEqual({ type: 'everyone', event: { type: 'background' } });
  history.replaceState(null, '');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(told().at(-1)).toEqual({ type: 'everyone', event: { type: 'foreground' } });
});

test('S30 a page that opens while the room is hidden is reported to the room worker as hidden', async () => {
  const page = await openPage('live');
  const told = () => page.told('frames').filter(({ type }) => type === 'everyone');
  await showEmbedded(page, embedded(1));
  await page.until(() => page.maybe('[data-frame="frame-1"]'));
  await page.show({});
  expect(told()).toEqual([]);
  away.leave();
  const before = told().length;
  await showEmbedded(page, embedded(1), embedded(2));
  await page.until(() => told().length > before);
  expect(told().at(-1)).toEqual({ type: 'everyone', event: { type: 'background' } });
});

test('P1 the lobby has the focus while it is shown, and the room has it back at the same element afterwards', async () => {
  const page = await openPage('live');
  const brand = page.find('header a');
  brand.focus();
  brand.click();
  const mini = await page.until(() => page.maybe('[data-mini-player]'));
  await page.until(() => document.activeElement?.contains(page.find('form[role="search"]')) && document.activeElement !== document.body);
  mini.querySelector('button')!.click();
  await page.until(() => document.activeElement === brand);
});

test('P1 the brand link of the lobby does not load the page again while the room plays beside it', async () => {
  const page = await openPage('live');
  page.find('header a').click();
  const mini = await page.until(() => document.querySelector('[data-mini-player]'));
  const link = mini.previousElementSibling!.querySelector('header a')!;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  link.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  expect(away.is()).toBe(true);
});

test('P1 S36 messages and notices of the room are visible in the lobby', async () => {
  const page = await openPage('live');
  away.leave();
  await page.until(() => page.maybe('[data-mini-player]'));
  await page.show({
    toasts: [{ id: 1, text: '你已被禁言', tone: 'bad' }],
    services: [{ service: 'page', name: 'gifts', code: 'MODULE_LOAD_FAILED', recovering: false }],
  });
  const isVisible = (selector: string): boolean => (page.maybe(selector)?.getClientRects().length ?? 0) > 0;
  await page.until(() => page.maybe('[data-tone="bad"]'));
  expect([isVisible('[data-tone="bad"]'), isVisible('#notices p')]).toEqual([true, true]);
  page.find('[data-tone="bad"] button').click();
  expect(page.acts.at(-1)).toEqual({ type: 'close-toast', id: 1 });
  expect(page.find('[data-tone="bad"]').closest('[inert]')).toBeNull();
});

test('S24 a dialog closes by a press outside of it, not by a selection that begins in its field and ends outside', async () => {
  const page = await openPage('live');
  await page.show(LOGIN_BY_TOKEN);
  const dialog = await page.until(() => page.maybe('dialog:modal'));
  const isClosed = (): boolean => page.acts.some(({ type }) => type === 'close-dialog');
  // The click of a selection is dispatched at the parent of both ends: the dialog, because its backdrop is a part of it.
  const press = (target: Element): void => {
    target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    dialog.dispatchEvent(new PointerEvent('click', { bubbles: true }));
  };
  press(dialog.querySelector('input')!);
  expect(isClosed()).toBe(false);
  press(dialog);
  expect(isClosed()).toBe(true);
});

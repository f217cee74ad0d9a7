import { afterEach, expect, test, vi } from 'vitest';

import { galleryView } from '../../../mocks/gallery/states.ts';
import type { RoomPatch } from '../../../src/core/room/view.ts';
import type { PageEvent } from '../../../src/workers/room/api.ts';
import { CHAT_LIMITS } from '../../../src/ui/chat/limits.ts';
import { ChatTail } from '../../../src/ui/chat/list/tail.ts';
import { away } from '../../../src/ui/room/away.ts';
import { buttonOf, chatRow, LOGIN_BY_TOKEN, openPage, type Page } from './room-page.tsx';

const LIVE = galleryView('live', { width: 1280, height: 720 });
afterEach(() => vi.restoreAllMocks());
function fail(): never {
  throw new Error('cannot be shown');
}

test('P6 a dialog that cannot be shown is closed, so that later dialogs open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  await page.show({ dialogs: [{ type: 'unknown' as 'login' }, { type: 'login' }] });
  await page.until(() => page.acts.length > 0);
  vi.restoreAllMocks();
  expect(page.acts).toEqual([{ type: 'close-dialog', dialog: 'unknown' }]);
  await page.show(LOGIN_BY_TOKEN);
  await page.until(() => page.maybe('dialog:modal input[name="token"]'));
});

/** Waits until a part of the page is reported to the room worker as late, or as shown. */
const reported = (page: Page, type: 'page-part-late' | 'page-part-shown', name: string): Promise<PageEvent> =>
  page.until(() => page.events.find((event) => event.type === type && event.name === name));

test('P5 the notice about the controls has a button that shows them again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  const bar = (): HTMLElement | null => page.maybe('[data-at] [aria-keyshortcuts="M"]');
  await page.until(bar);
  const { layout } = page.store.get();
  await page.show({ layout: { ...layout, picture: null as never } });
  await reported(page, 'page-part-late', 'controls');
  await page.show({ layout, services: [{ service: 'page', name: 'controls', code: 'PART_FAILED', recovering: true }] });
  expect(bar()).toBeNull();
  (await page.until(() => page.maybe('#notices button'))).click();
  await page.until(bar);
  await reported(page, 'page-part-shown', 'controls');
});

/** A part whose first rendering fails, how the viewer opens it, and what is shown. */
const PARTS: readonly (readonly [name: string, breaks: RoomPatch | (() => unknown), open: (page: Page) => unknown, shown: string])[] = [
  [
    'player-log',
    { player: { ...LIVE.player, log: [null as never] } },
    async (page) => buttonOf('播放日志', await page.menu())!.click(),
    'dialog:modal pre',
  ],
  [
    'player-choices',
    { player: { ...LIVE.player, lineCount: Number.POSITIVE_INFINITY } },
    async (page) => (await page.until(() => page.maybe('[data-at] [aria-expanded]'))).click(),
    '[role="menuitemradio"]',
  ],
  [
    'emoji',
    () => vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(fail),
    (page) => page.find('form button[aria-expanded]').click(),
    '[data-emoji-picker]',
  ],
  [
    'chat-search',
    () => vi.spyOn(ChatTail.prototype, 'older').mockImplementation(fail),
    (page) => page.find('aside h2 button').click(),
    '[data-chat-search]',
  ],
];

test.each(PARTS)('P3 S20 the part %s opens again by one click after it could not be shown', async (name, breaks, open, shown) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  if (typeof breaks === 'function') breaks();
  const page = await openPage('live');
  if (typeof breaks === 'object') await page.show(breaks);
  await open(page);
  await reported(page, 'page-part-late', name);
  vi.restoreAllMocks();
  await page.show({ player: LIVE.player });
  await open(page);
  await page.until(() => page.maybe(shown));
  await reported(page, 'page-part-shown', name);
});

test('S20 the live chat is shown when older rows cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  vi.spyOn(ChatTail.prototype, 'older').mockReturnValue({ rows: [null as never], firstDrawn: 0 });
  page.say(Array.from({ length: CHAT_LIMITS.tailRows + 10 }, () => chatRow()));
  const scroller = page.find('aside [role="log"]');
  scroller.scrollTop = -400;
  (await page.until(() => buttonOf('查看更早', scroller))).click();
  await reported(page, 'page-part-late', 'chat-history');
  await page.until(() => !scroller.hidden);
});

test('P1 the room returns when the lobby beside it cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const back = vi.spyOn(away, 'back').mockReturnValue();
  const page = await openPage('live');
  vi.spyOn(window, 'AbortController').mockImplementation(function () {
    fail();
  });
  page.find('header a').click();
  await page.until(() => back.mock.calls.length > 0);
  vi.restoreAllMocks();
  history.replaceState(null, '');
  dispatchEvent(new PopStateEvent('popstate'));
});

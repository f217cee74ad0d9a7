import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { FeatureBoundary, late } from '../../../src/ui/overlays/FeatureBoundary.tsx';
import { pageParts } from '../../../src/ui/overlays/page-parts.ts';
import { CHAT_LIMITS } from '../../../src/ui/chat/limits.ts';
import { ChatTail } from '../../../src/ui/chat/list/tail.ts';
import { away } from '../../../src/ui/room/away.ts';
import { chatRow, frame, LOGIN_BY_TOKEN, openPage, type Page } from './room-page.tsx';

test('P6 a dialog that cannot be shown is closed, so that later dialogs open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  await page.show({ dialogs: [{ type: 'unknown' as 'login' }, { type: 'login' }] });
  await page.until(() => page.acts.length > 0);
  vi.restoreAllMocks();
  expect(page.acts).toEqual([{ type: 'close-dialog', dialog: 'unknown' }]);
  await page.show(LOGIN_BY_TOKEN);
  await page.until(() => page.maybe('dialog:modal input[name="token"]'));
  page.close();
});

/** A part whose code cannot be loaded the first time, and a place for it. */
function failsOnce() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let loads = 0;
  const part = late(async () => {
    if (loads++ === 0) throw new Error('offline');
    return { default: () => <p>shown</p> };
  });
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const end = (): void => {
    react.unmount();
    root.remove();
    vi.restoreAllMocks();
  };
  return { part, loads: () => loads, root, react, end };
}

test('a part whose code could not be loaded is loaded again when it is shown the next time', async () => {
  const { part, loads, root, react, end } = failsOnce();
  const failed = vi.fn();
  for (let showing = 0; showing < 2; showing++) {
    react.render(
      <FeatureBoundary name="emoji" key={showing} onBroken={failed}>
        <part.Part />
      </FeatureBoundary>,
    );
    await vi.waitFor(() =>
      expect([loads(), failed.mock.calls.length, root.textContent]).toEqual([showing + 1, 1, showing === 0 ? '' : 'shown']),
    );
  }
  end();
});

test('P5 a part that nothing opens is loaded again when the network returns', async () => {
  const { part, loads, root, react, end } = failsOnce();
  const failed = vi.fn();
  react.render(
    <FeatureBoundary name="account" onBroken={failed}>
      {() => <part.Part />}
    </FeatureBoundary>,
  );
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  // React has rendered the part twice before it gave up.
  expect(loads()).toBe(1);
  pageParts.again('online');
  await vi.waitFor(() => expect([loads(), root.textContent]).toEqual([2, 'shown']));
  end();
});

test('P5 the notice about the controls has a button that shows them again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  const bar = (): HTMLElement | null => page.maybe('[data-at] [aria-keyshortcuts="M"]');
  await page.until(bar);
  const { layout } = page.store.get();
  await page.show({ layout: { ...layout, picture: null as never } });
  await page.until(() => page.events.some((event) => event.type === 'page-part-late' && event.name === 'controls'));
  vi.restoreAllMocks();
  await page.show({ layout, services: [{ service: 'page', name: 'controls', code: 'PART_FAILED', recovering: true }] });
  expect(bar()).toBeNull();
  (await page.until(() => page.maybe('#notices button'))).click();
  await page.until(bar);
  await page.until(() => page.events.some((event) => event.type === 'page-part-shown' && event.name === 'controls'));
  page.close();
});

test('P3 the player log opens again after it could not be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  const { player } = page.store.get();
  const openLog = async (): Promise<void> => {
    page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
    (await page.until(() => page.maybe('[role="menu"]'))).querySelectorAll('button')[1]!.click();
  };
  await page.show({ player: { ...player, log: [null as never] } });
  await openLog();
  await page.until(() => page.events.some((event) => event.type === 'page-part-late' && event.name === 'player-log'));
  vi.restoreAllMocks();
  await page.show({ player });
  await openLog();
  await page.until(() => page.maybe('dialog:modal pre'));
  await page.until(() => page.events.some((event) => event.type === 'page-part-shown' && event.name === 'player-log'));
  page.close();
});

/** Opens a part whose first rendering fails: it is closed, and its notice ends when the next opening shows it. */
async function opensAgain(name: string, open: (page: Page) => void, shown: string): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  open(page);
  await page.until(() => page.events.some((event) => event.type === 'page-part-late' && event.name === name));
  vi.restoreAllMocks();
  for (let at = 0; at < 2; at++) await frame();
  open(page);
  await page.until(() => page.maybe(shown));
  await page.until(() => page.events.some((event) => event.type === 'page-part-shown' && event.name === name));
  page.close();
}

test('S20 the emoji open again by one click after they could not be shown', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    throw new Error('no canvas');
  });
  await opensAgain('emoji', (page) => page.find('form button[aria-expanded]').click(), '[data-emoji-picker]');
});

test('S20 the search of the chat opens again by one click after it could not be shown', async () => {
  vi.spyOn(ChatTail.prototype, 'older').mockImplementation(() => {
    throw new Error('no rows');
  });
  await opensAgain('chat-search', (page) => page.find('aside h2 button').click(), '[data-chat-search]');
});

test('S20 the live chat is shown when older rows cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  vi.spyOn(ChatTail.prototype, 'older').mockReturnValue({ rows: [null as never], firstDrawn: 0 });
  const rows = Array.from({ length: CHAT_LIMITS.tailRows + 10 }, () => chatRow());
  page.store.chat({ rows, settled: [], failed: [], removed: [], skipped: 0 });
  const scroller = page.find('aside [role="log"]');
  scroller.scrollTop = -400;
  (await page.until(() => [...scroller.querySelectorAll('button')].find(({ textContent }) => textContent.includes('查看更早')))).click();
  await page.until(() => page.events.some((event) => event.type === 'page-part-late' && event.name === 'chat-history'));
  await page.until(() => !scroller.hidden);
  vi.restoreAllMocks();
  page.close();
});

test('P3 the choices of the player open again by one click after they could not be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  const { player } = page.store.get();
  const open = (): void => page.find('[data-at] [aria-expanded]').click();
  await page.until(() => page.maybe('[data-at] [aria-expanded]'));
  await page.show({ player: { ...player, lineCount: Number.POSITIVE_INFINITY } });
  open();
  await page.until(() => page.events.some((event) => event.type === 'page-part-late' && event.name === 'player-choices'));
  vi.restoreAllMocks();
  await page.show({ player });
  open();
  await page.until(() => page.maybe('[role="menuitemradio"]'));
  page.close();
});

test('P1 the room returns when the lobby beside it cannot be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const back = vi.spyOn(away, 'back').mockReturnValue();
  const page = await openPage('live');
  vi.spyOn(window, 'AbortController').mockImplementation(function () {
    throw new Error('no lobby');
  });
  page.find('header a').click();
  await page.until(() => back.mock.calls.length > 0);
  vi.restoreAllMocks();
  history.replaceState(null, '');
  dispatchEvent(new PopStateEvent('popstate'));
  page.close();
});

import { chromium, expect, test, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import type { Origin } from '../../mocks/origin/server.ts';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import { STORE } from '../../src/workers/stats/outbox-store.ts';
import { hurry } from './worker-clock.ts';
import { poll, withOrigin } from './watching.ts';

/** A radio room: these tests need no picture, which costs a fifth of their time without a GPU. */
const ROOM = '/live/1005';

const events = (origin: Origin): readonly string[] =>
  origin
    .reports()
    .filter(({ place }) => place === 'analytics')
    .map(({ fields }) => String(fields['evid']));
const times = (origin: Origin, evid: string): number => events(origin).filter((other) => other === evid).length;
const problems = (origin: Origin): readonly string[] => origin.reports().flatMap((report) => report.problems);

/** Records what the page holds for its beacons (nothing again after `pagehide`), and whether it came from the back-forward cache. */
const watchHeld = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.set(window, 'held', '');
    addEventListener('pagehide', () => Reflect.set(window, 'held', ''), true);
    addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'isFromCache', persisted));
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const listen = MessagePort.prototype.addEventListener;
    MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, ...rest: [EventListener]) {
      if (type === 'message')
        listen.call(this, type, (event) => {
          const { data } = event as MessageEvent<{ type?: string; held?: unknown } | null>;
          if (data?.type === 'beacons') Reflect.set(window, 'held', JSON.stringify(data.held));
        });
      return listen.call(this, type, ...rest);
    };
  });
/** The worker sends its queue to the page once a second, and posts the start report itself after 5 s. */
const untilHeld = (page: Page, report = 'app_start'): Promise<void> =>
  poll(async () => String(await page.evaluate('window.held').catch(() => '')), { message: 'a report that is held' }).toContain(report);

/** Pace of the stats worker's clock: the start report stays queued for 15 s, so that a slow page receives it in time. */
const SLOWER = 1 / 3;

/** Opens the room and waits until its page holds the start report for its beacons. */
async function openRoom(page: Page, origin: Origin): Promise<void> {
  await hurry(page, 'stats', SLOWER);
  await watchHeld(page);
  await page.goto(`${origin.address}${ROOM}`);
  await untilHeld(page);
}

/** Number of the stored reports. Runs in the page. */
async function countStored({ database, table }: Readonly<Record<'database' | 'table', string>>): Promise<number> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no reason'));
    });
  const opened = await done(indexedDB.open(database));
  const stored = (await done(opened.transaction(table).objectStore(table).getAll())) as { entries: unknown[] }[];
  opened.close();
  return stored.reduce((sum, { entries }) => sum + entries.length, 0);
}

test.describe('beacons @around', () => {
  test('P42 S33 after a navigation, a reload and a closed tab queued reports and the exit arrive, and are not sent again with the next visit', async ({
    context,
    page,
  }) => {
    await withOrigin(async (origin) => {
      await context.newPage();
      await openRoom(page, origin);
      expect(times(origin, 'room_exit')).toBe(0);
      await page.goto('about:blank');
      await poll(() => events(origin)).toContain('room_exit');
      expect([times(origin, 'app_start'), times(origin, 'room_exit')]).toEqual([1, 1]);
      await page.goto(`${origin.address}${ROOM}`);
      await untilHeld(page);
      await page.reload();
      // The next visit sends only its own reports.
      await untilHeld(page);
      await poll(() => times(origin, 'room_exit')).toBe(2);
      expect(times(origin, 'app_start')).toBe(2);
      await page.close({ runBeforeUnload: true });
      await poll(() => times(origin, 'room_exit')).toBe(3);
      expect(times(origin, 'app_start')).toBe(3);
      const rooms = origin.reports().flatMap(({ place, fields }) => (place === 'analytics' ? [fields['room_id']] : []));
      expect(new Set(rooms)).toEqual(new Set([1_005]));
      expect(problems(origin)).toEqual([]);
    });
  });

  test('S33 a display is reported once and each click again, with its detail', async ({ page }) => {
    await hurry(page, 'stats', 4);
    await withOrigin(async (origin) => {
      await page.goto(`${origin.address}${ROOM}`);
      const marked = (evtype: number): readonly unknown[] =>
        origin
          .reports()
          .filter(({ place, fields }) => place === 'analytics' && fields['evid'] === 'feature_entry' && fields['evtype'] === evtype)
          .map(({ fields }) => fields['detail']);
      await poll(() => marked(3)).toContain('fan-club');
      for (const _time of [1, 2]) {
        await page.locator('[data-entry="fan-club"]').click();
        await expect(page.getByRole('dialog', { name: '追光粉丝团' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: '追光粉丝团' })).toHaveCount(0);
      }
      await poll(() => marked(6)).toEqual(['fan-club', 'fan-club']);
      expect(marked(3).filter((detail) => detail === 'fan-club')).toHaveLength(1);
      expect(problems(origin)).toEqual([]);
    });
  });

  test('P42 S33 if beacons are refused, requests that outlive the page send the reports', async ({ page }) => {
    await withOrigin(async (origin) => {
      await page.addInitScript(() => {
        navigator.sendBeacon = () => false;
      });
      await openRoom(page, origin);
      await page.goto('about:blank');
      await poll(() => events(origin)).toContain('room_exit');
      expect(times(origin, 'app_start')).toBe(1);
    });
  });

  test('P42 S33 queued reports of a page whose process crashed arrive with the next visit, once', async ({ context, page }) => {
    await withOrigin(async (origin) => {
      await openRoom(page, origin);
      await poll(() => page.evaluate(countStored, STORE), { message: 'reports that are stored' }).toBeGreaterThan(0);
      const crashed = page.waitForEvent('crash');
      void page.goto('chrome://crash').catch(() => undefined);
      await crashed;
      expect(times(origin, 'room_exit')).toBe(0);
      const next = await context.newPage();
      // The worker claims reports of closed pages after 15 s.
      await hurry(next, 'stats', 6);
      await next.goto(`${origin.address}${ROOM}`);
      await poll(() => times(origin, 'app_start'), { timeout: limitMs(45_000) }).toBe(2);
      // The crashed page sent no exit.
      expect(times(origin, 'room_exit')).toBe(0);
      expect(problems(origin)).toEqual([]);
    });
  });

  test('P42 S33 with the back-forward cache or a reload, each departure has one exit and each return one start', async () => {
    const browser = await chromium.launch({ ...browserLaunch(), ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    try {
      const visit = async (origin: Origin): Promise<boolean> => {
        const context = await browser.newContext();
        const page = await context.newPage();
        await openRoom(page, origin);
        await page.goto(`${origin.address}/fixtures/manifest.json`);
        const exits = poll(() => times(origin, 'room_exit'), { timeout: limitMs(6_000) }).toBe(1);
        const hasLeft = await exits.then(
          () => true,
          () => false,
        );
        await hurry(page, 'stats', 12);
        // A page from the cache fires no load event.
        await page.goBack({ waitUntil: 'commit' });
        if (!hasLeft && !(await page.evaluate('window.isFromCache'))) return false;
        await poll(() => times(origin, 'room_exit')).toBe(1);
        await poll(() => times(origin, 'app_start')).toBe(2);
        await untilHeld(page, 'room_exit');
        // A closed page does not enter the cache, for which this one may be too slow as well.
        await context.newPage();
        await page.close({ runBeforeUnload: true });
        await poll(() => times(origin, 'room_exit')).toBe(2);
        expect(problems(origin)).toEqual([]);
        return true;
      };
      const isCached = (await withOrigin(visit)) || (await withOrigin(visit)) || (await withOrigin(visit));
      // A page that needs more than 3 s to enter the cache gets no `pagehide`, like a crashed one, and nothing can send its exit.
      test.skip(!isCached, 'the browser gave up three pages that were too slow for its back-forward cache');
    } finally {
      await browser.close();
    }
  });
});

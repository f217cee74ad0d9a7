import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { limitMs } from '../../scripts/suite/pace.ts';
import { launch, type Page as FirefoxPage } from 'puppeteer-core';
import { startOrigin, type Origin } from '../../mocks/origin/server.ts';
import { installedFirefox } from '../../scripts/other-browsers/driver.ts';
import { browserLaunch } from '../../scripts/suite/browser.ts';
import { STORE } from '../../src/workers/stats/outbox-store.ts';
import { hurry } from './worker-clock.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

/** A radio room: these tests need no picture, which costs a fifth of their time without a GPU. */
const ROOM = '/live/1005';

/**
 * Reports of a closing page, counted by a real server. The start report waits 5 s for other reports, so it is still queued when the page
 * closes.
 */
async function withOrigin<T>(use: (origin: Origin) => Promise<T>): Promise<T> {
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: resolve('dist') });
  if (!origin.ok) throw new Error(origin.error.detail);
  try {
    return await use(origin.value);
  } finally {
    await origin.value.close();
  }
}

const events = (origin: Origin): readonly string[] =>
  origin
    .reports()
    .filter(({ place }) => place === 'analytics')
    .map(({ fields }) => String(fields['evid']));
const times = (origin: Origin, evid: string): number => events(origin).filter((other) => other === evid).length;
const problems = (origin: Origin): readonly string[] => origin.reports().flatMap((report) => report.problems);

/**
 * Records whether the page holds a start report for its beacons (false again after `pagehide`), and whether it came from the back-forward
 * cache. A string, for two browser drivers.
 */
const WATCH_HELD = `(() => {
  window.hasHeldStart = false;
  addEventListener('pagehide', () => (window.hasHeldStart = false), true);
  addEventListener('pageshow', ({ persisted }) => (window.isFromCache = persisted));
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (type, ...rest) {
    if (type === 'message')
      listen.call(this, type, ({ data }) => {
        if (data?.type === 'beacons' && JSON.stringify(data.held).includes('app_start')) window.hasHeldStart = true;
      });
    return listen.call(this, type, ...rest);
  };
})()`;
/** Waits for `hasHeldStart`. The worker sends its queue to the page once a second, and posts the start report itself after 5 s. */
const untilHeld = (page: { evaluate(script: string): Promise<unknown> }): Promise<void> =>
  poll(() => page.evaluate('window.hasHeldStart').catch(() => false), { message: 'a start that is held' }).toBe(true);

/** Pace of the stats worker's clock: the start report stays queued for 15 s, so that a slow page receives it in time. */
const SLOWER = 1 / 3;

/** Opens the room and waits until its page holds the start report for its beacons. */
async function openRoom(page: Page, origin: Origin): Promise<void> {
  await hurry(page, 'stats', SLOWER);
  await page.addInitScript(WATCH_HELD);
  await page.goto(`${origin.address}${ROOM}`);
  await untilHeld(page);
}

test.describe('beacons @around', () => {
  test('P42 S33 after a navigation and a reload queued reports and the exit arrive, and are not sent again with the next visit', async ({
    page,
  }) => {
    await withOrigin(async (origin) => {
      await openRoom(page, origin);
      expect(times(origin, 'room_exit')).toBe(0);
      await page.goto('about:blank');
      await poll(() => events(origin)).toContain('room_exit');
      expect(times(origin, 'app_start')).toBe(1);
      expect(times(origin, 'room_exit')).toBe(1);
      await openRoom(page, origin);
      await hurry(page, 'stats', 12);
      await page.reload();
      await poll(() => times(origin, 'room_exit')).toBe(2);
      expect(times(origin, 'app_start')).toBe(2);
      // The next visit sends only its own start report, and no earlier one.
      await poll(() => times(origin, 'app_start')).toBe(3);
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

  test('P42 S33 after a tab is closed queued reports and the exit arrive, and are not sent again with the next visit', async ({
    context,
    page,
  }) => {
    await withOrigin(async (origin) => {
      await context.newPage();
      await openRoom(page, origin);
      await page.close({ runBeforeUnload: true });
      await poll(() => events(origin)).toContain('room_exit');
      expect(times(origin, 'app_start')).toBe(1);
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
      await poll(() => page.evaluate(age, [STORE.database, STORE.table, 0] as const), {
        message: 'reports that are stored',
      }).toBeGreaterThan(0);
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
    const { executablePath, args } = browserLaunch();
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [...args],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const visit = async (origin: Origin): Promise<boolean> => {
        const page = await browser.newPage();
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
        await page.goto('about:blank');
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

const FIREFOX = installedFirefox();

/** Bytes that the room's page allocates before it crashes: more than any other process of a page has. */
const BALLAST_BYTES = 256 * 1_024 * 1_024;

/** Kills the process of the room's page: the content process of this Firefox with the most memory, because of its ballast. */
function crashRoom(firefox: number): void {
  const all = spawnSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => {
      const [, pid, parent, kib, args = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), kib: Number(kib), args }];
    });
  const below = (parent: number): typeof all => all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  const [room] = below(firefox)
    .filter(({ args }) => /-contentproc\b.* tab$/.test(args))
    .toSorted((one, other) => other.kib - one.kib);
  if (room === undefined) throw new Error('no process shows content');
  process.kill(room.pid, 'SIGKILL');
}

/** Ages the stored sessions by this time; resolves to the number of their reports. Runs in the page. */
async function age([database, table, ms]: readonly [string, string, number]): Promise<number> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no reason'));
    });
  const opened = await done(indexedDB.open(database));
  const store = opened.transaction(table, 'readwrite').objectStore(table);
  const left = (await done(store.getAll())) as { touchedMs: number; entries: unknown[] }[];
  for (const session of left) await done(store.put({ ...session, touchedMs: session.touchedMs - ms }));
  opened.close();
  return left.reduce((sum, { entries }) => sum + entries.length, 0);
}

test.describe('beacons in Firefox @around', () => {
  test('P42 S33 a navigation, a closed window, the back-forward cache and a crash: each start and each exit arrives once', async () => {
    test.skip(FIREFOX === undefined || process.platform !== 'linux', 'no Firefox is installed, or its processes cannot be told apart');
    // As in Chromium, no animation repaints the window sixty times a second.
    const calm = { 'ui.prefersReducedMotion': 1, 'layout.frame_rate': 10 };
    const popUps = { 'dom.disable_open_during_load': false };
    const browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX!,
      headless: true,
      extraPrefsFirefox: { ...popUps, ...calm },
    });
    try {
      await withOrigin(async (origin) => {
        const enter = async (page: FirefoxPage): Promise<FirefoxPage> => {
          await page.evaluateOnNewDocument(WATCH_HELD);
          await page.goto(`${origin.address}${ROOM}`, { waitUntil: 'domcontentloaded' });
          await untilHeld(page);
          return page;
        };
        const visit = async (): Promise<FirefoxPage> => enter(await browser.newPage());
        const starts = (): number => times(origin, 'app_start');
        const exits = (): number => times(origin, 'room_exit');
        const gone = await visit();
        await gone.goto('about:blank');
        await poll(() => [starts(), exits()]).toEqual([1, 1]);

        const back = await visit();
        await back.goto(`${origin.address}/fixtures/manifest.json`);
        await poll(() => [starts(), exits()]).toEqual([2, 2]);
        await back.evaluate('history.back()');
        await untilHeld(back);
        await back.goto('about:blank');
        await poll(() => [starts(), exits()]).toEqual([3, 3]);

        // In a separate window, which its opener may close.
        const [popUp] = await Promise.all([
          new Promise<FirefoxPage | null>((resolve) => back.once('popup', resolve)),
          back.evaluate("window.room = window.open('about:blank'), 0"),
        ]);
        await enter(popUp!);
        await back.evaluate('window.room.close()');
        await poll(() => [starts(), exits()]).toEqual([4, 4]);

        const room = await visit();
        await poll(() => room.evaluate(age, [STORE.database, STORE.table, 0] as const)).toBeGreaterThan(0);
        await room.evaluate(`window.ballast = new Uint8Array(${BALLAST_BYTES}).fill(1), 0`);
        crashRoom(browser.process()?.pid ?? 0);
        expect(exits()).toBe(4);
        // A session untouched for fifteen seconds is dead; the next visit sends its reports.
        const clock = await browser.newPage();
        await clock.goto(`${origin.address}/fixtures/manifest.json`);
        expect(await clock.evaluate(age, [STORE.database, STORE.table, STORE.orphanMs + 1_000] as const)).toBeGreaterThan(0);
        await (await browser.newPage()).goto(`${origin.address}${ROOM}`, { waitUntil: 'domcontentloaded' });
        await poll(() => [starts(), exits()]).toEqual([6, 4]);
        expect(problems(origin)).toEqual([]);
      });
    } finally {
      await browser.close();
    }
  });
});

/**
 * Each script of the offline build is late or lost, one at a time: a visit of the room with all features, whose server delays that script,
 * or resets its requests at first. At the end of the visit everything works and nothing is off.
 */
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { pageHeaders, pagesOf, ruleOf } from '../../scripts/build/headers.ts';
import { offlineFileAt, sendFile } from '../../mocks/origin/files.ts';
import { openBrowser, serve } from '../measure/browser.ts';

const S = 1_000;
export const FAULTS = ['delayed', 'killed'] as const;
type Fault = (typeof FAULTS)[number];

const DELAY_MS = 25 * S;
/** From the first request of the script on, all its requests are reset for this time. */
const KILL_MS = 8 * S;
/** A script that is not requested by then is not part of this visit. */
const ASKED_MS = 40 * S;
const BACK_MS = 90 * S;
const POLL_MS = 500;
const ROOM = '/live/1001?scenario=features';

export interface ChunkResult {
  readonly chunk: string;
  readonly fault: Fault | 'none';
  /** Null: the visit does not request the script. */
  readonly faults: readonly string[] | null;
}

/** Requested scripts, and what happens to one of them. */
class Files {
  readonly asked = new Set<string>();
  isServed = false;
  #firstMs = 0;

  /** Returns the time in ms after which the file is sent; null: the request is reset. */
  delayMs(name: string, chunk: string, fault: ChunkResult['fault']): number | null {
    this.asked.add(name);
    if (name !== chunk || fault === 'none') return 0;
    this.#firstMs ||= performance.now();
    if (fault === 'killed' && performance.now() - this.#firstMs < KILL_MS) return null;
    this.isServed = true;
    return fault === 'delayed' ? DELAY_MS : 0;
  }
}

function open(dist: string, files: Files, chunk: string, fault: ChunkResult['fault']) {
  const headers = pageHeaders({ html: pagesOf(dist), isInsecure: true });
  return serve({}, (request, response, { pathname }) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.setHeaders(new Map(Object.entries({ ...headers, ...ruleOf(pathname).headers })));
    const file = offlineFileAt(dist, pathname);
    if (file === null) return false;
    const delayMs = pathname.startsWith('/assets/') ? files.delayMs(path.basename(pathname), chunk, fault) : 0;
    if (delayMs === null) response.destroy();
    else setTimeout(() => sendFile(file, request, response), delayMs);
    return true;
  });
}

/**
 * Opens the next part that has a button of its own, whose code is loaded by that press, and closes the last one. After the last button the
 * first one follows again, as a viewer presses again what did not open.
 */
async function pressNext(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
    if (entries.every(({ dataset }) => dataset['soaked'] !== undefined)) for (const { dataset } of entries) delete dataset['soaked'];
    const next = entries.find(({ dataset }) => dataset['soaked'] === undefined);
    if (next !== undefined) next.dataset['soaked'] = '';
    next?.click();
  });
}

/** What does not work at the moment. */
async function faultsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const video = [...document.querySelectorAll<HTMLVideoElement>('section[data-at] video')].find((one) => !one.loop);
    if ((video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) === 0) faults.push('no picture');
    if (document.querySelector('aside [data-at="open"]') === null) faults.push('no chat');
    if (document.querySelector('[data-entry="gifts"]') === null) faults.push('no gift button');
    const notices = [...document.querySelectorAll('#notices p')].map((one) => one.textContent.trim());
    const off = document.body.innerText.split('\n').filter((line) => line.includes('暂时不可用'));
    return [...faults, ...notices, ...off];
  });
}

async function visit(browser: Browser, dist: string, chunk: string, fault: ChunkResult['fault'], files: Files): Promise<ChunkResult> {
  const server = await open(dist, files, chunk, fault);
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_280, height: 720 }, deviceScaleFactor: 0.25 });
  try {
    const page = await context.newPage();
    await page.goto(`${server.address}${ROOM}`, { waitUntil: 'commit' });
    const startMs = performance.now();
    let faults: readonly string[] = ['not judged'];
    while (performance.now() - startMs < BACK_MS && faults.length > 0) {
      await page.waitForTimeout(POLL_MS);
      await pressNext(page).catch(() => undefined);
      const passedMs = performance.now() - startMs;
      if (fault !== 'none' && !files.asked.has(chunk) && passedMs > ASKED_MS) return { chunk, fault, faults: null };
      const isOver = fault === 'none' ? passedMs > ASKED_MS : files.isServed && passedMs > (fault === 'delayed' ? DELAY_MS : 0);
      // The document may just be replaced, because the page starts again.
      if (isOver) faults = await faultsIn(page).catch(() => ['not judged']);
    }
    return { chunk, fault, faults };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Scripts that a visit without a fault requests. */
async function scriptsOf(browser: Browser, dist: string): Promise<readonly string[]> {
  const files = new Files();
  const { faults } = await visit(browser, dist, '', 'none', files);
  if (faults === null || faults.length > 0) throw new Error(`a visit without a fault: ${String(faults)}`);
  return [...files.asked].filter((name) => name.endsWith('.js')).sort();
}

/** `only`: beginnings of the scripts' names. */
export async function tryChunks(
  faults: readonly Fault[],
  {
    dist,
    atOnce,
    only,
    say,
  }: { readonly dist: string; readonly atOnce: number; readonly only: readonly string[]; readonly say: (line: string) => void },
): Promise<readonly ChunkResult[]> {
  const opened = await openBrowser();
  const { browser } = opened;
  try {
    const scripts = (await scriptsOf(browser, dist)).filter((name) => only.some((begin) => name.startsWith(begin)));
    const waiting = faults.flatMap((fault) => scripts.map((chunk) => [chunk, fault] as const));
    say(`${scripts.length} scripts, ${waiting.length} visits`);
    const results: ChunkResult[] = [];
    const take = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const result = await visit(browser, dist, ...next, new Files());
        results.push(result);
        say(
          `${next.join(' ')}: ${result.faults === null ? 'not requested' : result.faults.length === 0 ? 'good' : result.faults.join('; ')}`,
        );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, take));
    return results;
  } finally {
    await opened.close();
  }
}

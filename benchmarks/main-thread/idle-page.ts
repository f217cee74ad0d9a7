/**
 * The idle page as viewers have it: in a browser without an attached tool. A driver's session makes the page's main thread report each read
 * of a stream, seventy a second, which costs that thread more than an idle room.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { browserLaunch } from '../../scripts/suite/browser.ts';
import { endGroup, startGroup } from '../../scripts/suite/tool.ts';
import { BENCH_ARGS } from '../measure/browser.ts';
import type { Contestant, Sample } from '../measure/rounds.ts';
import type { Front } from '../room/front.ts';
import { familyOf, mainThreadTimes } from '../room/processes.ts';
import { FIRST_PICTURE_LIMIT_MS, seen, seenOfStranger, type Visitor } from '../room/visit.ts';

export interface IdleDurations {
  /** From the start of the browser: covers its own start and the page's. */
  readonly settleMs: number;
  readonly watchMs: number;
}

/** File in which the browser writes its debugging port. */
const PORT_FILE = 'DevToolsActivePort';

function start(profile: string, url: string): ChildProcess {
  const { executablePath, args: own } = browserLaunch();
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--lang=zh-CN', '--window-size=1280,800'];
  // All its processes are ended together: a remaining one would write into the folder during its removal.
  return startGroup(executablePath ?? chromium.executablePath(), [...own, ...BENCH_ARGS, ...args, url]);
}

const isRenderer = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8').includes('--type=renderer');
};

/** Queried at the end, because a page that does not play was not measured. */
async function plays(profile: string): Promise<boolean> {
  const port = readFileSync(path.join(profile, PORT_FILE), 'utf8').split('\n')[0];
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) return false;
    const { painted } = await seenOfStranger(page);
    const endMs = performance.now() + FIRST_PICTURE_LIMIT_MS;
    while (performance.now() < endMs) {
      if ((await seen(page)).painted > painted) return true;
      await page.waitForTimeout(100);
    }
    return false;
  } finally {
    await browser.close();
  }
}

async function end(browser: ChildProcess, profile: string): Promise<void> {
  if (browser.exitCode === null && browser.signalCode === null && browser.pid !== undefined) {
    const ended = once(browser, 'exit');
    endGroup(browser, 'SIGKILL');
    await ended;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

export function idlePage(name: string, front: Front, visitor: Visitor, { settleMs, watchMs }: IdleDurations): Contestant {
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      front.setChat(0);
      const profile = mkdtempSync(path.join(tmpdir(), 'footlight-rest-'));
      const browser = start(profile, `${front.address}${visitor.path}`);
      try {
        await sleep(settleMs);
        const renderers = familyOf(browser.pid ?? Number.NaN).filter(isRenderer);
        const before = mainThreadTimes(renderers);
        const startedMs = performance.now();
        await sleep(watchMs);
        const ranMs = mainThreadTimes(renderers).map((ms, index) => ms - (before[index] ?? 0));
        const watchedMs = performance.now() - startedMs;
        if (!(await plays(profile))) throw new Error(`${name}: no picture is painted in the browser without an attached tool`);
        // The maximum, because the browser keeps a spare process for the next page, which is idle.
        return { idle: (Math.max(...ranMs) / watchedMs) * 100 };
      } finally {
        await end(browser, profile);
      }
    },
  };
}

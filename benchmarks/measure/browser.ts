/** The browser of a benchmark: started separately, with its processor time measured, and pages served from here. */
import { chmodSync, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type CDPSession } from 'playwright';
import { fileAt, sendFile } from '../../mocks/origin/files.ts';
import { browserLaunch, requireBrowser } from '../../scripts/lib/browser.ts';
import { endWith } from '../../scripts/lib/tool.ts';
import { CACHE, versionOf } from './environment.ts';

export interface OpenBrowser {
  readonly browser: Browser;
  /** Processor time of all its processes so far, milliseconds. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

/** Autoplay is allowed, and audio output is muted, so that machines without speakers behave the same. */
export const BENCH_ARGS: readonly string[] = ['--autoplay-policy=no-user-gesture-required', '--mute-audio'];

/** `program`: started instead of the browser; it starts the browser itself. */
export async function openBrowser(args: readonly string[] = [], program?: string): Promise<OpenBrowser> {
  requireBrowser();
  const browser = await chromium.launch({
    ...browserLaunch(...BENCH_ARGS, ...args),
    ...(program === undefined ? {} : { executablePath: program }),
  });
  const session: CDPSession = await browser.newBrowserCDPSession();
  return {
    browser,
    async cpuMs() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
    },
    close: () => browser.close(),
  };
}

/** The same, closed afterwards. */
export async function withBrowser<T>(use: (opened: OpenBrowser) => Promise<T>, program?: string): Promise<T> {
  const opened = await openBrowser([], program);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

/** A script that starts the browser by a shell command that ends with `exec` and its prefix. Null without a browser. */
function launcher(name: string, command: string): string | null {
  const { executablePath } = browserLaunch();
  if (executablePath === undefined) return null;
  const file = path.join(CACHE, `${name}-browser.sh`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${command} "${executablePath}" "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A script that starts the browser on one core of the machine. Null if that is impossible. */
export const oneCoreLauncher = (): string | null =>
  versionOf('taskset', ['--version']) === null ? null : launcher('one-core', 'exec taskset -c 0');

export const NO_ONE_CORE = { contestant: 'one core', why: 'taskset is not installed, or no browser is' };

/** A period of the quota that is short beside a frame, so that a share looks like a slow processor and not like one that stops. */
const QUOTA_PERIOD_US = 20_000;
/** Weight beside other processes: what the quota allows is available on a busy machine too. */
const QUOTA_WEIGHT = { v1: 65_536, v2: 10_000 } as const;

/**
 * A script that starts the browser in a control group with a quota of processor time: all its processes together get `share` of one
 * processor. Null where this process may not create a control group.
 */
export function shareLauncher(share: number): string | null {
  const quotaUs = Math.round(share * QUOTA_PERIOD_US);
  const isV1 = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us');
  const group = `/sys/fs/cgroup/${isV1 ? 'cpu/' : ''}footlight-bench-${process.pid}-${quotaUs}`;
  const settings = isV1
    ? { 'cpu.shares': QUOTA_WEIGHT.v1, 'cpu.cfs_period_us': QUOTA_PERIOD_US, 'cpu.cfs_quota_us': quotaUs }
    : { 'cpu.weight': QUOTA_WEIGHT.v2, 'cpu.max': `${quotaUs} ${QUOTA_PERIOD_US}` };
  try {
    mkdirSync(group, { recursive: true });
    for (const [name, value] of Object.entries(settings)) writeFileSync(path.join(group, name), String(value));
  } catch {
    return null;
  }
  endWith(() => {
    try {
      rmdirSync(group);
    } catch {
      // Some process of the browser is still ending; an empty group costs nothing.
    }
  });
  return launcher(`share-${quotaUs}`, `echo $$ > ${group}/cgroup.procs && exec`);
}

/** Required for shared memory and precise clocks. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

export interface Served {
  readonly address: string;
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** Serves files by path prefix (longest first) for requests that `answer` has not answered. */
export async function serve(folders: Readonly<Record<string, string>>, answer: Answer = () => false): Promise<Served> {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of Object.entries(ISOLATED)) response.setHeader(name, value);
    if (answer(request, response, url)) return;
    const prefix = prefixes.find((one) => url.pathname.startsWith(one));
    const file = prefix === undefined ? null : fileAt(folders[prefix]!, `/${url.pathname.slice(prefix.length)}`);
    if (file === null) response.writeHead(404).end();
    else sendFile(file, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

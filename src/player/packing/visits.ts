/**
 * Test environment of the player's tarball: the project that installs it, live streams of this machine, a page in a browser. It plays streams by
 * `consumer/page.mjs`, and checks what played, what failed, and that nothing is left after `destroy`.
 */
import { request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { type Answer, closeServer, ISOLATED, onAddress, originOf, serveFolder } from '../../../scripts/packages/project.ts';
import { OUT } from './emit.ts';

export const PROJECT = path.join(OUT, 'project');
export const INSTALLED = path.join(PROJECT, 'node_modules/@footlight/player');
export const STAGE = '<div id="stage" style="width: 640px; height: 300px"></div>';
export const DEADLINE_MS = 45_000;

/** Addresses of the recipes -> streams of the origin. */
const STREAMS: Readonly<Record<string, string>> = {
  '/live/a.flv': '/live/sync-640x360-h264.flv',
  '/live/a.265.flv': '/live/sync-640x360-h265-id12.flv',
};

/** The live streams and the service that recipes use. The first signed address has expired (403); the next ones are valid. */
export function liveAnswers(live: string): Answer {
  let signatures = 0;
  return (pathname, request, response) => {
    if (pathname === '/sign') {
      response.end(`/live/signed.flv?signature=${++signatures}`);
      return true;
    }
    const isSigned = pathname === '/live/signed.flv';
    if (isSigned && request.url?.endsWith('=1')) {
      response.writeHead(403).end();
      return true;
    }
    const stream = isSigned ? STREAMS['/live/a.flv'] : STREAMS[pathname];
    if (stream === undefined) return false;
    forward(`${live}${stream}`, request, response);
    return true;
  };
}

function forward(address: string, request: IncomingMessage, response: ServerResponse): void {
  const upstream = requestOf(address, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.on('close', () => upstream.destroy());
  upstream.end();
}

export interface PageTrial {
  readonly folder: string;
  /** Path and query. */
  readonly path: string;
  readonly isIsolated: boolean;
  readonly answer?: Answer;
  /** Returns the faults. */
  readonly use: (page: Page) => Promise<readonly string[]>;
}

/** Serves the folder and uses the page; errors of the page that nothing catches are faults as well. */
export async function onPage(browser: Browser, { folder, path: where, isIsolated, answer, use }: PageTrial): Promise<readonly string[]> {
  const server = await serveFolder(folder, isIsolated ? ISOLATED : {}, answer);
  try {
    return await onAddress(browser, `${originOf(server)}${where}`, use);
  } finally {
    closeServer(server);
  }
}

/** Result that page.mjs writes. */
export interface Seen {
  readonly facts: readonly string[];
  readonly kind: string;
  readonly painted: number;
  readonly threads: number;
  readonly failures: readonly string[];
  readonly refused?: string;
}

export interface Visit {
  readonly name: string;
  readonly isIsolated: boolean;
  /** Addresses by the names of `sources`. */
  readonly streams: Readonly<Record<string, readonly string[]>>;
  readonly kind: 'h264' | 'h265';
  /** Attempts that fail before one plays. */
  readonly failures: number;
  readonly pictures: number;
  /** Threads that decode H265. 1: without shared memory, by a setting of the player. 2: more than one. */
  readonly threads?: 1 | 2;
}

/** Number of pictures in more than a second of the fixtures: proves that fetch, buffer and clock continue. */
const CONTINUES = 40;
/** Number of pictures that proves that scripts, workers and decoder were found. */
const STARTS = 10;

const H264 = { isIsolated: false, kind: 'h264', failures: 0 } as const;
const H265 = { isIsolated: true, kind: 'h265', failures: 0, threads: 2 } as const;

/** Visits of a page that loads the package by a plain module script. `live` is the address of the origin. */
export const plainVisits = (live: string): readonly Visit[] => [
  { ...H264, name: 'H264', streams: { h264: [flv(live, 'sync-640x360-h264')] }, pictures: CONTINUES },
  { ...H265, name: 'H265 on threads', streams: { h265: [flv(live, 'sync-640x360-h265-id12')] }, pictures: CONTINUES },
  { ...H265, name: 'H265 as hvc1', streams: { h265: [flv(live, 'sync-640x360-h265-hvc1')] }, pictures: STARTS },
  {
    ...H264,
    name: 'H264 at its second address',
    streams: { h264: [flv(live, 'missing'), flv(live, 'sync-640x360-h264')] },
    failures: 1,
    pictures: STARTS,
  },
];

/** Visits of a page made by a bundler; together they use every worker and the decoder. */
export const bundledVisits = (live: string): readonly Visit[] => [
  { ...H264, name: 'H264', streams: { h264: [flv(live, 'sync-640x360-h264')] }, pictures: STARTS },
  { ...H265, name: 'H265', streams: { h265: [flv(live, 'sync-640x360-h265-id12')] }, pictures: STARTS },
];

/** Visits in Firefox and WebKit. */
export const otherVisits = (live: string): readonly Visit[] => [
  ...plainVisits(live),
  {
    ...H265,
    name: 'H265 on one thread',
    isIsolated: false,
    threads: 1,
    streams: { h265: [flv(live, 'sync-640x360-h265-id12')] },
    pictures: CONTINUES,
  },
];

const flv = (live: string, name: string): string => `${live}/live/${name}.flv`;

export function queryOf({ streams, threads }: Pick<Visit, 'streams' | 'threads'>): string {
  const query = new URLSearchParams(threads === 1 ? { unshared: '' } : {});
  for (const [name, addresses] of Object.entries(streams)) for (const address of addresses) query.append(name, address);
  return `?${query.toString()}`;
}

/** Whether H265 is decoded by one or by several threads, as the visit expects; a machine with one processor always uses one. */
export const areThreadsRight = (threads: Visit['threads'], seen: Pick<Seen, 'kind' | 'threads'> | null, processors: number): boolean =>
  threads === undefined || seen?.kind !== 'h265' || seen.threads > 1 === (threads === 2 && processors > 1);

/** Returns the faults; empty if all is right. */
export async function play(page: Page, { kind, failures, pictures, threads }: Visit): Promise<readonly string[]> {
  const processors = await page.evaluate(() => navigator.hardwareConcurrency);
  // The figures name the other threads as soon as these have started, which is after the first picture.
  const fewest = threads === 2 && processors > 1 ? 2 : 1;
  const isPlaying = ([wanted, count, threads]: [string, number, number]): boolean => {
    const { seen } = globalThis as unknown as { seen?: Seen };
    return seen?.kind === wanted && seen.painted > count && (wanted !== 'h265' || seen.threads >= threads);
  };
  const ran = await page.waitForFunction(isPlaying, [kind, pictures, fewest] as [string, number, number], { timeout: DEADLINE_MS }).then(
    () => true,
    () => false,
  );
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const left = await page.evaluate(() => {
    (globalThis as unknown as { player: { destroy(): void } }).player.destroy();
    return document.querySelector('#stage')!.childElementCount;
  });
  const workers = await gone(() => page.workers().length);
  return [
    !ran && `it does not play: ${JSON.stringify(seen)}`,
    seen.kind !== kind && `${seen.kind} plays instead of ${kind}`,
    !areThreadsRight(threads, seen, processors) && `${seen.threads} threads decode`,
    seen.failures.length !== failures && `failures: ${seen.failures.join('; ')}`,
    seen.refused !== 'TypeError: sources: no address' && `sources without an address: ${seen.refused}`,
    left > 0 && `${left} elements are left`,
    workers > 0 && `${workers} workers are left`,
  ].filter((fault) => typeof fault === 'string');
}

/** Polls until the count is 0, because a terminated worker ends when its processor has time. */
async function gone(count: () => number): Promise<number> {
  const until = Date.now() + DEADLINE_MS;
  while (count() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  return count();
}

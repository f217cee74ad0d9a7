/** Test environment of the player's tarball: the project that installs it, live streams of this machine, and a page in a browser. */
import { request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { closeServer, ISOLATED, originOf, serveFolder, type Answer } from '../packages/project.ts';
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

export async function onAddress(browser: Browser, address: string, use: PageTrial['use']): Promise<readonly string[]> {
  const context = await browser.newContext({ viewport: { width: 700, height: 420 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(address);
    return [...(await use(page)), ...errors];
  } catch (error) {
    return [String(error), ...errors];
  } finally {
    await context.close();
  }
}

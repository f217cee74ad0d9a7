/** Installs the tarball into a project, checks its types as a consumer sees them, and plays live streams in a page by a plain module script. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { startOrigin } from '../../mocks/origin/server.ts';
import { browserLaunch } from '../browser.ts';
import { OUT } from './emit.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = path.join(ROOT, 'scripts/player-package/consumer');
const PROJECT = path.join(OUT, 'project');
const DEADLINE_MS = 45_000;
/** More than a second of each fixture, so that fetch, buffer and clock go on. */
const PICTURES = 40;
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** As page.mjs writes it. */
interface Seen {
  readonly facts: readonly string[];
  readonly kind: string;
  readonly painted: number;
  readonly threads: number;
  readonly failures: readonly string[];
  readonly refused?: string;
}

interface Visit {
  readonly name: string;
  readonly isIsolated: boolean;
  readonly streams: Readonly<Record<string, readonly string[]>>;
  readonly kind: string;
  readonly failures: number;
}

const VISITS: readonly Visit[] = [
  { name: 'H264', isIsolated: false, streams: { h264: ['sync-640x360-h264'] }, kind: 'h264', failures: 0 },
  { name: 'H265 on threads', isIsolated: true, streams: { h265: ['sync-640x360-h265-id12'] }, kind: 'h265', failures: 0 },
  { name: 'H264 at its second address', isIsolated: false, streams: { h264: ['missing', 'sync-640x360-h264'] }, kind: 'h264', failures: 1 },
];

function install(tarball: string): void {
  rmSync(PROJECT, { recursive: true, force: true });
  mkdirSync(PROJECT, { recursive: true });
  writeFileSync(path.join(PROJECT, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const args = ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  const { status } = spawnSync('npm', args, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm install failed');
  for (const file of ['page.mjs', 'types.ts']) copyFileSync(path.join(HERE, file), path.join(PROJECT, file));
  const map = '{"imports":{"@footlight/player":"/node_modules/@footlight/player/lib/player.js"}}';
  writeFileSync(
    path.join(PROJECT, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${map}</script>
<div id="stage" style="width: 640px; height: 300px"></div><script type="module" src="/page.mjs"></script>\n`,
  );
}

function serve(headers: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(PROJECT, pathname.endsWith('/') ? `${pathname}index.html` : path.normalize(pathname));
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream', ...headers }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What is wrong with it; nothing when all is as it should be. */
async function play(browser: Browser, live: string, { isIsolated, streams, kind, failures }: Visit): Promise<readonly string[]> {
  const server = await serve(isIsolated ? ISOLATED : {});
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    const query = new URLSearchParams();
    for (const [name, list] of Object.entries(streams)) for (const stream of list) query.append(name, `${live}/live/${stream}.flv`);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query.toString()}`);
    const isPlaying = ([wanted, pictures]: [string, number]): boolean => {
      const { seen } = globalThis as unknown as { seen?: Seen };
      return seen?.kind === wanted && seen.painted > pictures;
    };
    const ran = await page.waitForFunction(isPlaying, [kind, PICTURES] as [string, number], { timeout: DEADLINE_MS }).then(
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
      kind === 'h265' && seen.threads < 2 && `${seen.threads} threads decode`,
      seen.failures.length !== failures && `failures: ${seen.failures.join('; ')}`,
      seen.refused !== 'TypeError: sources: no address' && `sources without an address: ${seen.refused}`,
      left > 0 && `${left} elements are left`,
      workers > 0 && `${workers} workers are left`,
      ...errors,
    ].filter((fault) => typeof fault === 'string');
  } finally {
    await context.close();
    server.close();
    server.closeAllConnections();
  }
}

/** Asked until there are none: a worker that was terminated ends as soon as its processor has time. */
async function gone(count: () => number): Promise<number> {
  const until = Date.now() + DEADLINE_MS;
  while (count() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  return count();
}

/** Without skipLibCheck: the declarations are read too. */
function checkTypes(): readonly string[] {
  const config = path.join(PROJECT, 'tsconfig.json');
  const options = { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler', target: 'ES2022' };
  const compilerOptions = { ...options, strict: true, noEmit: true, exactOptionalPropertyTypes: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
  const tsc = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false'];
  const { status, stdout } = spawnSync('node', tsc, { encoding: 'utf8' });
  return status === 0 ? [] : [stdout];
}

export async function testInstalled(tarball: string): Promise<number> {
  install(tarball);
  let failed = 0;
  const report = (name: string, problems: readonly string[]): void => {
    if (problems.length > 0) failed++;
    console.log(`${problems.length === 0 ? 'pass' : 'FAIL'}  ${name}`);
    for (const problem of problems) console.log(`      ${problem}`);
  };
  report('types', checkTypes());
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: path.join(ROOT, 'dist') });
  if (!origin.ok) throw new Error(origin.error.detail);
  const { executablePath, args } = browserLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  try {
    for (const visit of VISITS) report(visit.name, await play(browser, origin.value.address, visit));
  } finally {
    await browser.close();
    await origin.value.close();
  }
  console.log(`${VISITS.length + 1 - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

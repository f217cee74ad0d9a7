/** A project that installs a tarball as its consumers do: its files, its types, its bundles by each bundler, a server of its pages, and the report of its trials. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build as buildByEsbuild } from 'esbuild';
import { build as buildByVite, createServer as createViteServer, type Plugin, type ViteDevServer } from 'vite';
import { type Browser, type Page } from 'playwright';
import webpack from 'webpack';
import { ROOT, runNpm } from '../lib/tool.ts';

/** The page and its workers have shared memory. */
export const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

/** An empty project with the package in its node_modules; nothing is downloaded. */
export function installTarball(project: string, tarball: string): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const args = ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  if (runNpm(args, { cwd: project }).status !== 0) throw new Error('npm install failed');
}

export interface PageText {
  readonly script: string;
  /** Name of a module -> its address, where no bundler resolves it. */
  readonly imports?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Writes `index.html` of the folder. */
export function writePage(folder: string, { script, imports, body = '' }: PageText): void {
  mkdirSync(folder, { recursive: true });
  const map = imports === undefined ? '' : `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,">${map}${body}<script type="module" src="${script}"></script>\n`,
  );
}

/** Returns true if it has sent the response. */
export type Answer = (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the files of a folder for requests that `answer` has not answered. */
export function serveFolder(folder: string, headers: Readonly<Record<string, string>>, answer: Answer = () => false): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer(pathname, request, response)) return;
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : path.normalize(pathname));
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': MIME_TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Opens an address and uses the page; returns its faults, errors of the page that nothing catches among them. */
export async function onAddress(
  browser: Browser,
  address: string,
  use: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
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

/** What a stranger's project may set: each resolution, and the strictest options. */
const RESOLUTIONS = [
  { module: 'ESNext', moduleResolution: 'Bundler' },
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'Node16', moduleResolution: 'Node16' },
] as const;
/** The compiler of this repository, and the one before, which a workspace has installed for this trial. */
const COMPILERS = ['node_modules/typescript', 'src/player/node_modules/typescript'] as const;

/**
 * Checks the files of the project by each compiler with each set of options, without skipLibCheck, so that the declarations are checked too.
 * `common`: libraries and types that the files use; the first set is checked in each way, the others in Node's.
 */
export function checkConsumerTypes(
  project: string,
  files: readonly string[],
  common: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const [first, ...others] = common;
  const cases = [
    ...COMPILERS.flatMap((compiler) => RESOLUTIONS.map((options) => ({ compiler, options: { ...options, ...first } }))),
    ...others.map((more) => ({ compiler: COMPILERS[0], options: { ...RESOLUTIONS[1], ...more } })),
  ];
  return cases.flatMap(({ compiler, options }, i) => {
    const config = path.join(project, `tsconfig-${i}.json`);
    const strict = { strict: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true, noUncheckedIndexedAccess: true };
    const compilerOptions = { types: [], ...options, ...strict, target: 'ES2022', noEmit: true };
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const tsc = [path.join(ROOT, compiler, 'bin/tsc'), '-p', config, '--pretty', 'false'];
    const { status, stdout } = spawnSync('node', tsc, { encoding: 'utf8' });
    return status === 0 ? [] : [`${compiler}, ${JSON.stringify(options)}: ${stdout}`];
  });
}

export interface Bundled {
  readonly project: string;
  /** The module that `index.html` of the project loads. */
  readonly entry: string;
  readonly body?: string;
}

/** Like the other bundle functions, returns the folder to be served. */
export async function bundleByVite({ project }: Bundled): Promise<string> {
  const outDir = path.join(project, 'out-vite');
  await buildByVite({ root: project, configFile: false, logLevel: 'error', build: { outDir }, worker: { format: 'es' } });
  return outDir;
}

export async function bundleByWebpack({ project, entry, body = '' }: Bundled): Promise<string> {
  const outDir = path.join(project, 'out-webpack');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        context: project,
        mode: 'production',
        entry: `./${entry}`,
        output: { path: outDir, publicPath: '/' },
        optimization: { minimize: false },
        // The decoder and the engine are larger than webpack's advice for a start page, and are loaded later.
        performance: { hints: false },
      },
      (error, stats) => {
        if (error || stats?.hasErrors() || stats?.hasWarnings()) reject(error ?? new Error(stats?.toString('errors-warnings')));
        else resolve();
      },
    );
  });
  writePage(outDir, { script: './main.js', body });
  return outDir;
}

/** esbuild does not process `new URL(…, import.meta.url)`: with `lib`, the package's files are copied beside the bundle. */
export async function bundleByEsbuild({ project, entry, body = '' }: Bundled, folder: string, lib?: string): Promise<string> {
  const outDir = path.join(project, folder);
  await buildByEsbuild({ entryPoints: [path.join(project, entry)], outfile: path.join(outDir, 'page.js'), bundle: true, format: 'esm' });
  if (lib !== undefined) cpSync(lib, outDir, { recursive: true });
  writePage(outDir, { script: './page.js', body });
  return outDir;
}

/** `excluded` is not pre-bundled by the development server, because a pre-bundle lacks the workers and wasm files of the package. */
export async function serveByVite(
  { project }: Bundled,
  excluded: string,
  headers: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<ViteDevServer> {
  const server = await createViteServer({
    root: project,
    configFile: false,
    logLevel: 'error',
    cacheDir: path.join(project, '.vite'),
    optimizeDeps: { exclude: [excluded] },
    server: { host: '127.0.0.1', port: 0, headers, fs: { strict: false } },
    plugins: [...plugins],
  });
  await server.listen();
  return server;
}

/** Problems, empty if all is correct; or the reason why the trial cannot run here. */
export type Outcome = readonly string[] | { readonly skip: string };

/** Results of the trials of a package, one line each, with the time that each took. */
export class TrialReport {
  #passed = 0;
  #failed = 0;

  async run(name: string, check: () => Promise<Outcome> | Outcome): Promise<void> {
    const startMs = performance.now();
    let outcome: Outcome;
    try {
      outcome = await check();
    } catch (error) {
      outcome = [String(error)];
    }
    if ('skip' in outcome) return this.skip(name, outcome.skip);
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(5);
    if (outcome.length > 0) this.#failed++;
    else this.#passed++;
    console.log(`${outcome.length === 0 ? 'pass' : 'FAIL'}  ${seconds} s  ${name}`);
    for (const problem of outcome) console.log(`        ${problem}`);
  }

  skip(name: string, why: string): void {
    console.log(`skip           ${name}: ${why}`);
  }

  /** The exit code. */
  end(): number {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }
}

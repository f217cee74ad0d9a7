/** Installs the tarball into small projects, builds them, and compares what each decodes with the decoder of this repository. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as buildByEsbuild } from 'esbuild';
import { chromium, type Browser } from 'playwright';
import { build as buildByVite, createServer as serveByVite } from 'vite';
import webpack from 'webpack';
import { Decoder } from '../../src/wasm/glue/decoder.ts';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { readTrack } from '../../src/wasm/glue/containers/index.ts';
import { browserLaunch } from '../browser.ts';
import { ROOT } from './emit.ts';
import { examplesOf, EXAMPLES } from './examples.ts';
import { CLIP, INSTALLED, ISOLATED, originOf, PAGE_DEADLINE_MS, PROJECT, serve } from './place.ts';

const HERE = path.join(ROOT, 'scripts/hevc-package/consumer');

interface Door {
  readonly frames?: number;
  readonly hash?: string;
  readonly kinds?: readonly string[];
  readonly info?: { readonly place: string; readonly build: string; readonly threads: number };
  readonly choice?: { readonly build: string };
  readonly failure?: unknown;
}
interface Outcome {
  readonly video?: Door;
  readonly low?: Door;
  readonly failure?: unknown;
}

function install(tarball: string): void {
  rmSync(PROJECT, { recursive: true, force: true });
  mkdirSync(PROJECT, { recursive: true });
  writeFileSync(path.join(PROJECT, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const args = ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  const { status } = spawnSync('npm', args, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm install failed');
  for (const file of ['app.mjs', 'page.mjs', 'node.mjs', 'types.ts']) copyFileSync(path.join(HERE, file), path.join(PROJECT, file));
  writePage(PROJECT, './page.mjs');
}

function writePage(folder: string, script: string, map = ''): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,">${map}<script type="module" src="${script}"></script>\n`,
  );
}

const importMap = (address: string): string => `<script type="importmap">{"imports":{"@footlight/hevc":"${address}"}}</script>`;

/** The page's `result`, or what went wrong. */
async function visit(browser: Browser, address: string): Promise<Outcome> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  try {
    await page.goto(address);
    await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: PAGE_DEADLINE_MS });
    return await page.evaluate(() => (globalThis as unknown as { result: Outcome }).result);
  } catch (error) {
    return { failure: `${String(error)} ${problems.join('; ')}` };
  } finally {
    await context.close();
  }
}

/** By the sources themselves, so that both sides of the comparison do not come from the tarball. */
async function expected(): Promise<Required<Pick<Door, 'frames' | 'hash'>>> {
  const track = readTrack(readFileSync(CLIP));
  const opened = await Decoder.open();
  if (!track.ok || !opened.ok) throw new Error('the fixture does not decode');
  const decoder = opened.value;
  decoder.configure(track.value.config.description as Uint8Array);
  const hash = createHash('sha256');
  const annexB = track.value.samples.map(({ data }) => toAnnexB(data));
  const { pictures } = await decodeStream(decoder, annexB, (picture) => hash.update(decoder.copy(picture)!));
  decoder.close();
  return { frames: pictures, hash: hash.digest('hex') };
}

/** Lengths of four bytes become start codes of four. */
function toAnnexB(unit: Uint8Array): Uint8Array {
  const out = new Uint8Array(unit); // not slice(): a Buffer would share the file's memory
  const view = new DataView(out.buffer);
  for (let at = 0; at + 4 <= out.length;) {
    const size = view.getUint32(at);
    view.setUint32(at, 1);
    at += 4 + size;
  }
  return out;
}

interface Consumer {
  readonly name: string;
  /** Threads are expected: the page has shared memory. */
  readonly isIsolated: boolean;
  run(browser: Browser): Promise<Outcome>;
}

async function onServer(browser: Browser, folder: string, headers: Readonly<Record<string, string>>, query = ''): Promise<Outcome> {
  const server = await serve(folder, headers);
  try {
    return await visit(browser, `${originOf(server)}/${query}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function byVite(browser: Browser): Promise<Outcome> {
  const outDir = path.join(PROJECT, 'out-vite');
  await buildByVite({ root: PROJECT, configFile: false, logLevel: 'error', build: { outDir }, worker: { format: 'es' } });
  return onServer(browser, outDir, ISOLATED);
}

/** `exclude`, because the development server's own bundles of dependencies leave the files beside them behind. */
async function byViteDev(browser: Browser): Promise<Outcome> {
  const server = await serveByVite({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    cacheDir: path.join(PROJECT, '.vite'),
    optimizeDeps: { exclude: ['@footlight/hevc'] },
    server: { host: '127.0.0.1', port: 0, headers: ISOLATED, fs: { strict: false } },
    plugins: [
      {
        name: 'clip',
        configureServer({ middlewares }) {
          middlewares.use('/clip.mp4', (_request, response) => void response.end(readFileSync(CLIP)));
        },
      },
    ],
  });
  await server.listen();
  try {
    return await visit(browser, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await server.close();
  }
}

async function byWebpack(browser: Browser): Promise<Outcome> {
  const outDir = path.join(PROJECT, 'out-webpack');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        context: PROJECT,
        mode: 'production',
        entry: './page.mjs',
        output: { path: outDir, publicPath: '/' },
        optimization: { minimize: false },
      },
      (error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      },
    );
  });
  writePage(outDir, './main.js');
  return onServer(browser, outDir, ISOLATED);
}

/** esbuild leaves `new URL(…, import.meta.url)` alone: the files of lib/ are copied beside the bundle. */
async function byEsbuild(browser: Browser): Promise<Outcome> {
  const outDir = path.join(PROJECT, 'out-esbuild');
  await buildByEsbuild({
    entryPoints: [path.join(PROJECT, 'page.mjs')],
    outfile: path.join(outDir, 'page.js'),
    bundle: true,
    format: 'esm',
  });
  cpSync(path.join(INSTALLED, 'lib'), outDir, { recursive: true });
  writePage(outDir, './page.js');
  return onServer(browser, outDir, ISOLATED);
}

async function byEsbuildWithAssets(browser: Browser): Promise<Outcome> {
  const outDir = path.join(PROJECT, 'out-esbuild-assets');
  await buildByEsbuild({
    entryPoints: [path.join(PROJECT, 'page.mjs')],
    outfile: path.join(outDir, 'page.js'),
    bundle: true,
    format: 'esm',
  });
  writePage(outDir, './page.js');
  return fromAnotherOrigin(browser, outDir);
}

/** The page here, the files of lib/ on another server: workers are then started by a blob that imports them. */
async function fromAnotherOrigin(browser: Browser, folder?: string): Promise<Outcome> {
  const other = await serve(path.join(INSTALLED, 'lib'), {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  const assets = `${originOf(other)}/`;
  try {
    if (folder) return await onServer(browser, folder, ISOLATED, `?assets=${encodeURIComponent(assets)}`);
    const outDir = path.join(PROJECT, 'out-other');
    writePage(outDir, './page.mjs', importMap(`${assets}index.js`));
    for (const file of ['app.mjs', 'page.mjs']) copyFileSync(path.join(HERE, file), path.join(outDir, file));
    return await onServer(browser, outDir, ISOLATED);
  } finally {
    other.close();
    other.closeAllConnections();
  }
}

function withoutBundler(browser: Browser, headers: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = path.join(PROJECT, 'out-none');
  writePage(folder, './page.mjs', importMap('/hevc/index.js'));
  for (const file of ['app.mjs', 'page.mjs']) copyFileSync(path.join(HERE, file), path.join(folder, file));
  cpSync(path.join(INSTALLED, 'lib'), path.join(folder, 'hevc'), { recursive: true });
  return onServer(browser, folder, headers);
}

const CONSUMERS: readonly Consumer[] = [
  { name: 'Vite', isIsolated: true, run: byVite },
  { name: 'Vite, development server', isIsolated: true, run: byViteDev },
  { name: 'webpack', isIsolated: true, run: byWebpack },
  { name: 'esbuild, lib/ beside the bundle', isIsolated: true, run: byEsbuild },
  { name: 'esbuild, assets on another origin', isIsolated: true, run: byEsbuildWithAssets },
  { name: 'no bundler', isIsolated: true, run: (browser) => withoutBundler(browser, ISOLATED) },
  { name: 'no bundler, no shared memory', isIsolated: false, run: (browser) => withoutBundler(browser, {}) },
  { name: 'no bundler, another origin', isIsolated: true, run: (browser) => fromAnotherOrigin(browser) },
];

/** What is wrong with an outcome; nothing when all is as it should be. */
function faults(outcome: Outcome, want: Required<Pick<Door, 'frames' | 'hash'>>, isIsolated: boolean, kind: string): string[] {
  const { video, low } = outcome;
  if (!video || !low) return [`no result: ${JSON.stringify(outcome.failure)}`];
  const build = isIsolated ? 'simd-mt' : 'simd';
  return [
    video.failure !== undefined && `HevcVideoDecoder: ${JSON.stringify(video.failure)}`,
    (video.hash !== want.hash || video.frames !== want.frames) && `HevcVideoDecoder: ${video.frames} pictures, not exact`,
    video.kinds?.join() !== kind && `HevcVideoDecoder gave ${video.kinds?.join()} instead of ${kind}`,
    video.info?.place !== 'worker' && `decoded ${video.info?.place} instead of in a worker`,
    video.info?.build !== build && `the build was ${video.info?.build} instead of ${build}`,
    video.info?.threads !== (isIsolated ? 3 : 1) && `${video.info?.threads} threads`,
    low.failure !== undefined && `Decoder: ${JSON.stringify(low.failure)}`,
    (low.hash !== want.hash || low.frames !== want.frames) && `Decoder: ${low.frames} pictures, not exact`,
  ].filter((fault) => typeof fault === 'string');
}

function runInNode(): Outcome {
  const { stdout, stderr } = spawnSync('node', ['node.mjs', CLIP], { cwd: PROJECT, encoding: 'utf8' });
  try {
    return JSON.parse(stdout) as Outcome;
  } catch {
    return { failure: stderr };
  }
}

/** The declarations as a consumer sees them, without skipLibCheck: in a browser's project and in Node's. */
function checkTypes(): string[] {
  const node = path.relative(PROJECT, path.join(ROOT, 'node_modules/@types'));
  return [
    { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler' },
    { lib: ['ES2022'], types: ['node'], typeRoots: [node], module: 'NodeNext', moduleResolution: 'NodeNext' },
  ].flatMap((options, i) => {
    const config = path.join(PROJECT, `tsconfig-${i}.json`);
    const compilerOptions = { ...options, target: 'ES2022', strict: true, noEmit: true, exactOptionalPropertyTypes: true };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const tsc = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false'];
    const { status, stdout } = spawnSync('node', tsc, { encoding: 'utf8' });
    return status === 0 ? [] : [stdout];
  });
}

export async function testConsumers(tarball: string): Promise<number> {
  install(tarball);
  const want = await expected();
  let failed = 0;
  const report = (name: string, problems: readonly string[], ms: number): void => {
    if (problems.length > 0) failed++;
    console.log(`${problems.length === 0 ? 'pass' : 'FAIL'}  ${(ms / 1_000).toFixed(1).padStart(5)} s  ${name}`);
    for (const problem of problems) console.log(`        ${problem}`);
  };
  const timed = async (name: string, check: () => Promise<readonly string[]>): Promise<void> => {
    const start = performance.now();
    const problems = await check().catch((error: unknown) => [String(error)]);
    report(name, problems, performance.now() - start);
  };
  await timed('types, with the DOM and in Node', () => Promise.resolve(checkTypes()));
  await timed('Node', () => Promise.resolve(faults(runInNode(), want, true, 'HevcFrame')));
  const { executablePath, args } = browserLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  try {
    for (const consumer of CONSUMERS) {
      await timed(consumer.name, async () => faults(await consumer.run(browser), want, consumer.isIsolated, 'VideoFrame'));
    }
    for (const [name, run] of examplesOf(browser, want.hash)) await timed(`example ${name}`, run);
  } finally {
    await browser.close();
  }
  console.log(`${CONSUMERS.length + 2 + EXAMPLES - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

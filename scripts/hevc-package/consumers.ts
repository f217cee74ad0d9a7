/** Installs the tarball into small projects, builds them, and compares their decoding with the decoder of this repository. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright';
import type { Plugin } from 'vite';
import { Decoder } from '../../src/wasm/glue/decoder.ts';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { readTrack } from '../../src/wasm/glue/containers/index.ts';
import { shellLaunch } from '../suite/browser.ts';
import { bundleByEsbuild, bundleByVite, bundleByWebpack, serveByVite } from '../packages/bundlers.ts';
import { checkConsumerTypes, closeServer, installTarball, ISOLATED, originOf, writePage } from '../packages/project.ts';
import { TrialReport } from '../packages/report.ts';
import { ROOT } from './emit.ts';
import { examplesOf } from './examples.ts';
import { CLIP, INSTALLED, PAGE_DEADLINE_MS, PROJECT, serve } from './place.ts';

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

const PAGE = { project: PROJECT, entry: 'page.mjs' } as const;

function install(tarball: string): void {
  installTarball(PROJECT, tarball);
  for (const file of ['app.mjs', 'page.mjs', 'node.mjs', 'types.ts']) copyFileSync(path.join(HERE, file), path.join(PROJECT, file));
  writePage(PROJECT, { script: './page.mjs' });
}

/** The page's `result`, or the error. */
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

/** Decodes the clip with the sources, so that the expected values do not come from the tarball. */
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

/** Replaces four-byte lengths by four-byte start codes. */
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
  /** The page has shared memory, so threads are expected. */
  readonly isIsolated: boolean;
  run(browser: Browser): Promise<Outcome>;
}

async function onServer(browser: Browser, folder: string, headers: Readonly<Record<string, string>>, query = ''): Promise<Outcome> {
  const server = await serve(folder, headers);
  try {
    return await visit(browser, `${originOf(server)}/${query}`);
  } finally {
    closeServer(server);
  }
}

async function byViteDev(browser: Browser): Promise<Outcome> {
  const clip: Plugin = {
    name: 'clip',
    configureServer({ middlewares }) {
      middlewares.use('/clip.mp4', (_request, response) => void response.end(readFileSync(CLIP)));
    },
  };
  const server = await serveByVite(PAGE, '@footlight/hevc', ISOLATED, [clip]);
  try {
    return await visit(browser, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await server.close();
  }
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
    writePage(outDir, { script: './page.mjs', imports: { '@footlight/hevc': `${assets}index.js` } });
    for (const file of ['app.mjs', 'page.mjs']) copyFileSync(path.join(HERE, file), path.join(outDir, file));
    return await onServer(browser, outDir, ISOLATED);
  } finally {
    closeServer(other);
  }
}

function withoutBundler(browser: Browser, headers: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = path.join(PROJECT, 'out-none');
  writePage(folder, { script: './page.mjs', imports: { '@footlight/hevc': '/hevc/index.js' } });
  for (const file of ['app.mjs', 'page.mjs']) copyFileSync(path.join(HERE, file), path.join(folder, file));
  cpSync(path.join(INSTALLED, 'lib'), path.join(folder, 'hevc'), { recursive: true });
  return onServer(browser, folder, headers);
}

const CONSUMERS: readonly Consumer[] = [
  { name: 'Vite', isIsolated: true, run: async (browser) => onServer(browser, await bundleByVite(PAGE), ISOLATED) },
  { name: 'Vite, development server', isIsolated: true, run: byViteDev },
  { name: 'webpack', isIsolated: true, run: async (browser) => onServer(browser, await bundleByWebpack(PAGE), ISOLATED) },
  {
    name: 'esbuild, lib/ beside the bundle',
    isIsolated: true,
    run: async (browser) => onServer(browser, await bundleByEsbuild(PAGE, 'out-esbuild', path.join(INSTALLED, 'lib')), ISOLATED),
  },
  {
    name: 'esbuild, assets on another origin',
    isIsolated: true,
    run: async (browser) => fromAnotherOrigin(browser, await bundleByEsbuild(PAGE, 'out-esbuild-assets')),
  },
  { name: 'no bundler', isIsolated: true, run: (browser) => withoutBundler(browser, ISOLATED) },
  { name: 'no bundler, no shared memory', isIsolated: false, run: (browser) => withoutBundler(browser, {}) },
  { name: 'no bundler, another origin', isIsolated: true, run: (browser) => fromAnotherOrigin(browser) },
];

/** Problems of an outcome; empty if all is correct. */
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

/** Checks the types in a project for browsers and in a project for Node. */
const checkTypes = (): readonly string[] =>
  checkConsumerTypes(PROJECT, [
    { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler' },
    {
      lib: ['ES2022'],
      types: ['node'],
      typeRoots: [path.relative(PROJECT, path.join(ROOT, 'node_modules/@types'))],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
    },
  ]);

export async function testConsumers(tarball: string): Promise<number> {
  install(tarball);
  const want = await expected();
  const report = new TrialReport();
  await report.run('types, with the DOM and in Node', checkTypes);
  await report.run('Node', () => faults(runInNode(), want, true, 'HevcFrame'));
  const { executablePath, args } = shellLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  try {
    for (const consumer of CONSUMERS) {
      await report.run(consumer.name, async () => faults(await consumer.run(browser), want, consumer.isIsolated, 'VideoFrame'));
    }
    for (const [name, run] of examplesOf(browser, want.hash)) await report.run(`example ${name}`, run);
  } finally {
    await browser.close();
  }
  return report.end();
}

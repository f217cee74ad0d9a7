/** Installs the tarball into small projects, builds them, and compares their decoding with the decoder of this repository. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import type { Plugin } from 'vite';
import type { Server } from 'node:http';
import { FilePathSource, MpegTsOutputFormat } from 'mediabunny';
import { Decoder } from '../glue/decoder.ts';
import { decodeStream, readVideo } from '../cli/decode-stream.ts';
import { readTrack } from '../glue/containers/index.ts';
import { shellLaunch } from '../../../scripts/lib/browser.ts';
import {
  bundleByEsbuild,
  bundleByVite,
  bundleByWebpack,
  checkConsumerTypes,
  closeServer,
  installTarball,
  ISOLATED,
  originOf,
  serveByVite,
  TrialReport,
  writePage,
  onAddress,
  serveFolder,
} from '../../../scripts/packages/project.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { remuxed, writeHeic } from '../tests/package/writers.ts';

// Test environment of the tarball, and its examples as packed: pages in Chromium, scripts in Node. Other players are those of the repository.

const PROJECT = path.join(ROOT, '.cache/hevc-package/project');
const CLIP = path.join(ROOT, 'fixtures/clips/stage-h265.mp4');
const INSTALLED = path.join(PROJECT, 'node_modules/@footlight/hevc');
const STREAM = path.join(ROOT, 'fixtures/streams/sync-640x360-h265-id12.flv');
const PAGE_DEADLINE_MS = 30_000;

const serve = (folder: string, headers: Readonly<Record<string, string>>): Promise<Server> =>
  serveFolder(folder, headers, (pathname, _request, response) => {
    const media = { '/clip.mp4': CLIP, '/stream.flv': STREAM }[pathname];
    if (media === undefined) return false;
    response.end(readFileSync(media));
    return true;
  });

const PLAYERS = ['hls.js', 'mpegts.js', 'mediabunny'];
/** Seconds of sound after which a player counts as playing. */
const PLAYED_S = 0.5;

type Faults = readonly string[];

/** The clip with sound as one MPEG-TS segment. */
async function writeHls(): Promise<void> {
  writeFileSync(path.join(PROJECT, 'segment.ts'), await remuxed(new FilePathSource(CLIP), new MpegTsOutputFormat()));
  const list = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.008,\nsegment.ts\n#EXT-X-ENDLIST\n';
  writeFileSync(path.join(PROJECT, 'stream.m3u8'), list);
}

function writePicture(): void {
  const track = readTrack(readFileSync(CLIP));
  if (!track.ok) throw new Error(track.error.detail);
  const { config, samples } = track.value;
  const tiles = [samples[0]!.data];
  const bytes = writeHeic({ description: config.description as Uint8Array, tiles, tileWidth: 640, tileHeight: 360, irot: 1 });
  writeFileSync(path.join(PROJECT, 'picture.heic'), bytes);
}

const shows = async (page: Page, condition: () => boolean): Promise<Faults> => {
  await page.waitForFunction(condition, undefined, { timeout: PAGE_DEADLINE_MS });
  return [];
};

/** The sound advances, and the canvas has the size of the stream and more than one colour. */
async function isPlaying(page: Page): Promise<Faults> {
  await page.waitForFunction((seconds) => document.querySelector('video')!.currentTime > seconds, PLAYED_S, { timeout: PAGE_DEADLINE_MS });
  return shows(page, () => {
    const canvas = document.querySelector('canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return canvas.width === 640 && new Set(data).size > 16;
  });
}

function hashOfY4m(y4m: Uint8Array): string {
  const hash = createHash('sha256');
  const frameBytes = (640 * 360 * 3) / 2;
  for (let at = y4m.indexOf(10) + 1; at > 0 && at < y4m.length; at += 6 + frameBytes)
    hash.update(y4m.subarray(at + 6, at + 6 + frameBytes));
  return hash.digest('hex');
}

const PAGES: Readonly<Record<string, Use>> = {
  'play-flv.html': (page) => shows(page, () => Number(document.querySelector('canvas')?.dataset['shown']) >= 10),
  'thumbnails.html': async (page) => {
    await shows(page, () => document.title === 'done');
    const titles = await page.evaluate(() => [...document.querySelectorAll('canvas')].map(({ title }) => title));
    return titles.join() === '0.00 s,1.00 s,2.00 s' ? [] : [`thumbnails of ${titles.join()}`];
  },
  'show-heic.html': (page) => shows(page, () => document.title === '360x640'),
  'play-hls.html': isPlaying,
  'play-mpegts.html': isPlaying,
};
/** `hash` is the hash of the clip's planes. */
const SCRIPTS: Readonly<Record<string, (stdout: Buffer, hash: string) => Faults>> = {
  'to-y4m.mjs': (stdout, hash) => (hashOfY4m(stdout) === hash ? [] : ['to-y4m is not exact']),
  'mediabunny.mjs': (stdout) => {
    const lines = stdout.toString().trim().split('\n');
    const isWhole = lines.length === 75 && lines.at(-1) === '2.960 s 640x360 I420';
    return isWhole ? [] : [`${lines.length} pictures, the last ${lines.at(-1)}`];
  },
};

/** Files for the examples, which run in the project. */
async function prepareExamples(): Promise<void> {
  cpSync(path.join(INSTALLED, 'examples'), path.join(PROJECT, 'examples'), { recursive: true });
  for (const name of PLAYERS) {
    const to = path.join(PROJECT, 'node_modules', name);
    if (!existsSync(to)) cpSync(path.join(ROOT, 'node_modules', name), to, { recursive: true });
  }
  writePicture();
  await writeHls();
}

async function testExamples(report: TrialReport, browser: Browser, hash: string): Promise<void> {
  let prepared: Promise<void> | undefined;
  for (const [name, use] of Object.entries(PAGES)) {
    await report.run(`example ${name}`, async () => {
      await (prepared ??= prepareExamples());
      return onServer(browser, use, PROJECT, ISOLATED, `examples/${name}`);
    });
  }
  for (const [name, check] of Object.entries(SCRIPTS)) {
    await report.run(`example ${name}`, async () => {
      await (prepared ??= prepareExamples());
      const { stdout } = spawnSync('node', [`examples/${name}`, CLIP], { cwd: PROJECT, maxBuffer: 64 << 20 });
      return check(stdout, hash);
    });
  }
}

const HERE = path.join(ROOT, 'src/wasm/packing/consumer');

interface Door {
  readonly frames?: number;
  readonly hash?: string;
  readonly kinds?: readonly string[];
  readonly info?: { readonly place: string; readonly build: string; readonly threads: number };
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

/** Judges a page with a result. */
type Use = (page: Page) => Promise<Faults>;

async function resultOf(page: Page): Promise<Outcome> {
  await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: PAGE_DEADLINE_MS });
  return page.evaluate(() => (globalThis as unknown as { result: Outcome }).result);
}

/** Decodes the clip with the sources, so that the expected values do not come from the tarball. */
async function expected(): Promise<Required<Pick<Door, 'frames' | 'hash'>>> {
  const video = readVideo(new Uint8Array(readFileSync(CLIP)));
  const opened = await Decoder.open();
  if (!video.ok || !opened.ok) throw new Error('the fixture does not decode');
  const decoder = opened.value;
  const hash = createHash('sha256');
  const { pictures } = await decodeStream(decoder, video.value.units, (picture) => hash.update(decoder.copy(picture)!));
  decoder.close();
  return { frames: pictures, hash: hash.digest('hex') };
}

/** The page has no shared memory, so no threads are expected. */
const NOT_ISOLATED = 'no bundler, no shared memory';

async function onServer(browser: Browser, use: Use, folder: string, headers: Readonly<Record<string, string>>, path = ''): Promise<Faults> {
  const server = await serve(folder, headers);
  return onAddress(browser, `${originOf(server)}/${path}`, use).finally(() => closeServer(server));
}

async function byViteDev(browser: Browser, use: Use): Promise<Faults> {
  const clip: Plugin = {
    name: 'clip',
    configureServer({ middlewares }) {
      middlewares.use('/clip.mp4', (_request, response) => void response.end(readFileSync(CLIP)));
    },
  };
  const server = await serveByVite(PAGE, '@footlight/hevc', ISOLATED, [clip]);
  try {
    return await onAddress(browser, server.resolvedUrls?.local[0] ?? '', use);
  } finally {
    await server.close();
  }
}

/** A page without a bundler. */
function writePlain(folder: string, index: string): void {
  writePage(folder, { script: './page.mjs', imports: { '@footlight/hevc': index } });
  for (const file of ['app.mjs', 'page.mjs']) copyFileSync(path.join(HERE, file), path.join(folder, file));
}

/** The page here, the files of lib/ on another server: workers are then started by a blob that imports them. */
async function fromAnotherOrigin(browser: Browser, use: Use, folder?: string): Promise<Faults> {
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const other = await serve(path.join(INSTALLED, 'lib'), headers);
  const assets = `${originOf(other)}/`;
  try {
    if (folder) return await onServer(browser, use, folder, ISOLATED, `?assets=${encodeURIComponent(assets)}`);
    const outDir = path.join(PROJECT, 'out-other');
    writePlain(outDir, `${assets}index.js`);
    return await onServer(browser, use, outDir, ISOLATED);
  } finally {
    closeServer(other);
  }
}

function withoutBundler(browser: Browser, use: Use, headers: Readonly<Record<string, string>>): Promise<Faults> {
  const folder = path.join(PROJECT, 'out-none');
  writePlain(folder, '/hevc/index.js');
  cpSync(path.join(INSTALLED, 'lib'), path.join(folder, 'hevc'), { recursive: true });
  return onServer(browser, use, folder, headers);
}

const CONSUMERS: Readonly<Record<string, (browser: Browser, use: Use) => Promise<Faults>>> = {
  Vite: async (browser, use) => onServer(browser, use, await bundleByVite(PAGE), ISOLATED),
  'Vite, development server': byViteDev,
  webpack: async (browser, use) => onServer(browser, use, await bundleByWebpack(PAGE), ISOLATED),
  'esbuild, lib/ beside the bundle': async (browser, use) =>
    onServer(browser, use, await bundleByEsbuild(PAGE, 'out-esbuild', path.join(INSTALLED, 'lib')), ISOLATED),
  'esbuild, assets on another origin': async (browser, use) =>
    fromAnotherOrigin(browser, use, await bundleByEsbuild(PAGE, 'out-esbuild-assets')),
  'no bundler': (browser, use) => withoutBundler(browser, use, ISOLATED),
  [NOT_ISOLATED]: (browser, use) => withoutBundler(browser, use, {}),
  'no bundler, another origin': fromAnotherOrigin,
};

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
  checkConsumerTypes(
    PROJECT,
    ['types.ts'],
    [
      { lib: ['ES2022', 'DOM'] },
      { lib: ['ES2022'], types: ['node'], typeRoots: [path.relative(PROJECT, path.join(ROOT, 'node_modules/@types'))] },
    ],
  );

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** The numbers of files and modules in the README are those of the tarball. */
function checkReadme(): readonly string[] {
  const [, files = '', modules = ''] =
    /^The package is (\w+) files in `lib\/`: .* (\w+) modules/m.exec(readFileSync(path.join(INSTALLED, 'README.md'), 'utf8')) ?? [];
  const names = readdirSync(path.join(INSTALLED, 'lib'));
  const right = [names.length, names.filter((name) => name.endsWith('.wasm')).length];
  const named = [NUMBERS.indexOf(files), NUMBERS.indexOf(modules)];
  return String(named) === String(right) ? [] : [`the README says ${files} files and ${modules} modules; lib/ has ${right.join(' and ')}`];
}

export async function testConsumers(tarball: string): Promise<number> {
  install(tarball);
  const want = await expected();
  const report = new TrialReport();
  await report.run('types, with the DOM and in Node', checkTypes);
  await report.run('the numbers of the README', checkReadme);
  await report.run('Node', () => faults(runInNode(), want, true, 'HevcFrame'));
  const { executablePath, args } = shellLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  try {
    for (const [name, run] of Object.entries(CONSUMERS))
      await report.run(name, () => run(browser, async (page) => faults(await resultOf(page), want, name !== NOT_ISOLATED, 'VideoFrame')));
    await testExamples(report, browser, want.hash);
  } finally {
    await browser.close();
  }
  return report.end();
}

/** Installs the tarball into a project, checks its types and licences, and plays live streams by a plain module script, by bundlers and by the recipes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright';
import { startOrigin } from '../../../mocks/origin/server.ts';
import { shellLaunch } from '../../../scripts/suite/browser.ts';
import {
  H264_AAC,
  liveInput,
  missingForMedia,
  publishByFfmpeg,
  startMedia,
  type Publisher,
  type RunningMedia,
  postFile,
} from '../../../scripts/example-server.ts';
import {
  bundleByEsbuild,
  bundleByVite,
  bundleByWebpack,
  checkConsumerTypes,
  closeServer,
  installTarball,
  ISOLATED,
  onAddress,
  originOf,
  serveFolder,
  serveByVite,
  TrialReport,
  writePage,
} from '../../../scripts/packages/project.ts';
import { ROOT } from '../../../scripts/suite/tool.ts';
import { IMPORTS } from './emit.ts';
import { recipeTrials } from './recipe-trials.ts';
import {
  bundledVisits,
  DEADLINE_MS,
  INSTALLED,
  liveAnswers,
  mediaVisits,
  onPage,
  plainVisits,
  play,
  PROJECT,
  queryOf,
  STAGE,
  type Visit,
} from './visits.ts';

const HERE = path.join(ROOT, 'src/player/packing/consumer');
const PAGE = { project: PROJECT, entry: 'page.mjs', body: STAGE } as const;
/** Maximum number of pages open at the same time, because the machine of the tests may have two cores. */
const AT_ONCE = 2;

export function install(tarball: string): void {
  installTarball(PROJECT, tarball);
  for (const file of ['page.mjs', 'types.ts', 'react.tsx']) copyFileSync(path.join(HERE, file), path.join(PROJECT, file));
  writePage(PROJECT, { script: './page.mjs', body: STAGE });
  // A separate page, because bundlers read `index.html`, which has no import map.
  writePage(path.join(PROJECT, 'plain'), { script: '/page.mjs', imports: IMPORTS, body: STAGE });
}

const checkTypes = (): readonly string[] => [
  ...checkConsumerTypes(PROJECT, ['types.ts', ...samples()], [{ lib: ['ES2022', 'DOM'] }]),
  ...checkConsumerTypes(PROJECT, ['react.tsx'], [{ lib: ['ES2022', 'DOM'], jsx: 'react-jsx', skipLibCheck: true }]),
];

/** Each TypeScript block of API.md as a module, with the names that the text around it introduces. */
function samples(): readonly string[] {
  const given = `import type { Memory, PlayerOptions, Sources } from '@footlight/player';
declare const element: HTMLElement, sources: Sources, memory: Memory, muted: boolean;
declare const refresh: NonNullable<PlayerOptions['refresh']>, settings: NonNullable<PlayerOptions['settings']>;
`;
  const blocks = [...readFileSync(path.join(INSTALLED, 'API.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  return blocks.map((code, i) => {
    const file = `sample-${i}.ts`;
    writeFileSync(path.join(PROJECT, file), given + code);
    return file;
  });
}

/** Libraries whose code is in the scripts or in the workers. */
const BUNDLED = ['mpegts.js', 'comlink'];

function checkLicences(): readonly string[] {
  const text = readFileSync(path.join(INSTALLED, 'LICENSES.txt'), 'utf8');
  const heads = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((.+)\)\n\n(.+)/gm)];
  return BUNDLED.filter((name) => !heads.some(([, head, , first]) => head === name && first !== '')).map(
    (name) => `LICENSES.txt: no text of ${name}`,
  );
}

/** Entries of package.json that have code. */
const entries = (): readonly string[] => {
  const { exports } = JSON.parse(readFileSync(path.join(INSTALLED, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  return Object.keys(exports).filter((name) => !/\*|json$/.test(name));
};

const importInNode = (): readonly string[] =>
  entries().flatMap((entry) => {
    const code = `await import('@footlight/player${entry.slice(1)}')`;
    const { status, stderr } = spawnSync('node', ['--input-type=module', '-e', code], { cwd: PROJECT, encoding: 'utf8' });
    return status === 0 ? [] : [`${entry}: ${stderr.trim().slice(0, 200)}`];
  });

/** Bytes after gzip of what a page loads to inspect a stream. */
const INSPECT_BYTES_MAX = 15 * 1024;
/** Bytes after gzip that a page loads to play H264, compared with mpegts.js alone. */
const H264_RATIO_MAX = 1.25;

/** Bytes after gzip of the scripts that a page loads: those with static imports, and those that it imports later and that `later` names. */
async function bytesOf(contents: string, resolveDir: string, later = /^$/): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: '/out',
    write: false,
    metafile: true,
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output]));
  const loaded = new Set(['stdin.js']);
  // A Set that grows is read to its end.
  for (const file of loaded)
    for (const { path: imported, kind } of outputs.get(file)!.imports)
      if (kind !== 'dynamic-import' || later.test(path.basename(imported))) loaded.add(path.basename(imported));
  return outputFiles
    .filter(({ path: file }) => loaded.has(path.basename(file)))
    .reduce((sum, { contents: bytes }) => sum + gzipSync(bytes).length, 0);
}

async function checkSizes(): Promise<readonly string[]> {
  const inspect = await bytesOf(`import { inspectStream } from '@footlight/player/inspect'; inspectStream('/a.flv');`, PROJECT);
  const player = await bytesOf(`import { createPlayer } from '@footlight/player'; globalThis.create = createPlayer;`, PROJECT, /^engine-/);
  const peer = await bytesOf(`import mpegts from 'mpegts.js'; globalThis.create = mpegts.createPlayer;`, ROOT);
  console.log(`        bytes after gzip: inspectStream ${inspect}, createPlayer for H264 ${player}, mpegts.js ${peer}`);
  return [
    inspect > INSPECT_BYTES_MAX && `inspectStream alone has ${inspect} bytes after gzip`,
    player > H264_RATIO_MAX * peer && `createPlayer for H264 has ${(player / peer).toFixed(2)} times the bytes of mpegts.js`,
  ].filter((fault) => typeof fault === 'string');
}

type Problems = readonly string[];
const all = async (trials: readonly Promise<Problems>[]): Promise<Problems> => (await Promise.all(trials)).flat();

const visitPlain = (browser: Browser, visit: Visit): Promise<Problems> =>
  onPage(browser, {
    folder: PROJECT,
    path: `/plain/${queryOf(visit)}`,
    isIsolated: visit.isIsolated,
    use: (page) => play(page, visit),
  });

/** Each visit of a bundle has its own headers, so its own server. */
const visitFolder = (browser: Browser, folder: string, visits: readonly Visit[]): Promise<Problems> =>
  all(
    visits.map((visit) =>
      onPage(browser, { folder, path: `/${queryOf(visit)}`, isIsolated: visit.isIsolated, use: (page) => play(page, visit) }),
    ),
  );

/** The file of a CDN, whose workers are of another origin than the page. */
async function visitCdn(browser: Browser, visits: readonly Visit[]): Promise<Problems> {
  const cdn = await serveFolder(INSTALLED, {
    ...ISOLATED,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  const folder = path.join(PROJECT, 'out-cdn');
  const imports = { '@footlight/player': `${originOf(cdn)}/lib/footlight-player.mjs` };
  writePage(folder, { script: './page.mjs', imports, body: STAGE });
  copyFileSync(path.join(HERE, 'page.mjs'), path.join(folder, 'page.mjs'));
  try {
    return await visitFolder(browser, folder, visits);
  } finally {
    closeServer(cdn);
  }
}

async function visitViteDev(browser: Browser, visits: readonly Visit[]): Promise<Problems> {
  const server = await serveByVite(PAGE, '@footlight/player', ISOLATED);
  try {
    const address = server.resolvedUrls?.local[0] ?? '';
    return await all(visits.map((visit) => onAddress(browser, `${address}${queryOf(visit)}`, (page) => play(page, visit))));
  } finally {
    await server.close();
  }
}

interface Trial {
  readonly name: string;
  readonly run: () => Promise<Problems>;
}

function trialsOf(browser: Browser, live: string): readonly Trial[] {
  const bundled = bundledVisits(live);
  return [
    ...plainVisits(live).map((visit) => ({ name: `module script, ${visit.name}`, run: () => visitPlain(browser, visit) })),
    { name: 'module script of another origin', run: () => visitCdn(browser, bundled) },
    { name: 'Vite', run: async () => visitFolder(browser, await bundleByVite(PAGE), bundled) },
    { name: 'Vite, development server', run: () => visitViteDev(browser, bundled) },
    { name: 'webpack', run: async () => visitFolder(browser, await bundleByWebpack(PAGE), bundled) },
    {
      name: 'esbuild, lib/ beside the bundle',
      run: async () => visitFolder(browser, await bundleByEsbuild(PAGE, 'out-esbuild', path.join(INSTALLED, 'lib')), bundled),
    },
    ...recipeTrials(browser, () => liveAnswers(live)),
  ];
}

const LOOK_MS = 100;
const H265_AAC =
  '-c:v libx265 -preset ultrafast -tune zerolatency -x265-params keyint=50:log-level=none -pix_fmt yuv420p -c:a aac -b:a 96k'.split(' ');
/** The first ffmpeg that writes H265 into FLV: Enhanced RTMP, 6.1. */
const H265_SINCE = [6, 1] as const;

function writesH265(): boolean {
  const { stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/version n?(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major > H265_SINCE[0] || (major === H265_SINCE[0] && minor >= H265_SINCE[1]);
}

/** Streams of node-media-server: ffmpeg sends H264 by RTMP, and H265 too if its version supports that; otherwise H265 is sent by POST. */
interface MediaStreams {
  readonly address: string;
  /** Protocol by which H265 is sent to the server: `RTMP` or `POST`. */
  readonly h265By: string;
  readonly close: () => Promise<void>;
}

/** A returned string is the reason why the streams cannot be made on this machine. */
async function startMediaStreams(): Promise<MediaStreams | string> {
  const missing = missingForMedia();
  if (missing !== null) return missing;
  const media = await startMedia();
  const byRtmp = writesH265();
  const publishers: readonly Publisher[] = [
    publishByFfmpeg(`${media.rtmpAddress}/live/h264`, [...liveInput('640x360', 25), ...H264_AAC]),
    byRtmp
      ? publishByFfmpeg(`${media.rtmpAddress}/live/h265`, [...liveInput('640x360', 25), ...H265_AAC])
      : postFile(path.join(ROOT, 'fixtures/streams/sync-640x360-h265-hvc1.flv'), `${media.address}/live/h265.flv`),
  ];
  const close = async (): Promise<void> => {
    for (const publisher of publishers) publisher.stop();
    await Promise.all(publishers.map(({ ended }) => ended));
    await media.close();
  };
  try {
    for (const name of ['h264', 'h265']) await untilPublished(media, name);
  } catch (error) {
    await close();
    throw error;
  }
  return { address: media.address, h265By: byRtmp ? 'RTMP' : 'POST', close };
}

/** The server sends the header of FLV at once, and tags only while a publisher is connected. */
async function untilPublished({ address }: RunningMedia, name: string): Promise<void> {
  const until = Date.now() + DEADLINE_MS;
  const FLV_HEADER_BYTES = 13;
  while (Date.now() < until) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 1_000);
    try {
      const response = await fetch(`${address}/live/${name}.flv`, { signal: abort.signal });
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        bytes += (chunk as Uint8Array).length;
        if (bytes > FLV_HEADER_BYTES) return;
      }
    } catch {
      // There is no publisher yet.
    } finally {
      clearTimeout(timer);
      abort.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`no publisher of ${name}`);
}

async function visitMedia(browser: Browser, report: TrialReport): Promise<void> {
  const streams = await startMediaStreams();
  if (typeof streams === 'string') return report.skip('node-media-server', streams);
  try {
    const visits = mediaVisits(streams.address, streams.h265By);
    await Promise.all(visits.map((visit) => report.run(visit.name, () => visitPlain(browser, visit))));
  } finally {
    await streams.close();
  }
}

export async function testInstalled(tarball: string): Promise<number> {
  install(tarball);
  const report = new TrialReport();
  await report.run('types and samples, by two compilers, for a bundler and for Node’s resolution', checkTypes);
  await report.run('each entry is imported where there is no DOM', importInNode);
  await report.run('sizes of what a page imports', checkSizes);
  await report.run('licences', checkLicences);
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: path.join(ROOT, 'dist') });
  if (!origin.ok) throw new Error(origin.error.detail);
  const { executablePath, args } = shellLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  try {
    const queue = [...trialsOf(browser, origin.value.address)];
    const worker = async (): Promise<void> => {
      for (let trial = queue.shift(); trial !== undefined; trial = queue.shift()) {
        const { name, run } = trial;
        await report.run(name, run);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await visitMedia(browser, report);
  } finally {
    await browser.close();
    await origin.value.close();
  }
  return report.end();
}

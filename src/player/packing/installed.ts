/** Installs the tarball into a project, checks its types and licences, and plays live streams by a plain module script, by bundlers and by the recipes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright';
import { startOrigin } from '../../../mocks/origin/server.ts';
import { shellLaunch } from '../../../scripts/lib/browser.ts';
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
import { ROOT } from '../../../scripts/lib/tool.ts';
import { IMPORTS } from './emit.ts';
import { recipeTrials } from './recipe-trials.ts';
import { bundledVisits, INSTALLED, liveAnswers, onPage, plainVisits, play, PROJECT, queryOf, STAGE, type Visit } from './visits.ts';

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
  } finally {
    await browser.close();
    await origin.value.close();
  }
  return report.end();
}

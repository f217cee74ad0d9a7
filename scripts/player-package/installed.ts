/** Installs the tarball into a project, checks its types and licences, and plays live streams by a plain module script, by bundlers and by the recipes. */
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright';
import { startOrigin } from '../../mocks/origin/server.ts';
import { shellLaunch } from '../suite/browser.ts';
import { bundleByEsbuild, bundleByVite, bundleByWebpack, serveByVite } from '../packages/bundlers.ts';
import { checkConsumerTypes, installTarball, ISOLATED, writePage } from '../packages/project.ts';
import { TrialReport } from '../packages/report.ts';
import { ROOT } from '../suite/tool.ts';
import { IMPORTS } from './recipes.ts';
import { INSTALLED, liveAnswers, onAddress, onPage, PROJECT, STAGE } from './place.ts';
import { startMediaStreams } from './media-server.ts';
import { recipeTrials } from './recipe-trials.ts';
import { bundledVisits, mediaVisits, plainVisits, play, queryOf, type Visit } from './visits.ts';

const HERE = path.join(ROOT, 'scripts/player-package/consumer');
const PAGE = { project: PROJECT, entry: 'page.mjs', body: STAGE } as const;
/** Maximum number of pages open at the same time, because the machine of the tests may have two cores. */
const AT_ONCE = 2;

export function install(tarball: string): void {
  installTarball(PROJECT, tarball);
  for (const file of ['page.mjs', 'types.ts']) copyFileSync(path.join(HERE, file), path.join(PROJECT, file));
  writePage(PROJECT, { script: './page.mjs', body: STAGE });
  // A separate page, because bundlers read `index.html`, which has no import map.
  writePage(path.join(PROJECT, 'plain'), { script: '/page.mjs', imports: IMPORTS, body: STAGE });
}

const checkTypes = (): readonly string[] =>
  checkConsumerTypes(PROJECT, [
    { lib: ['ES2022', 'DOM'], types: [], module: 'ESNext', moduleResolution: 'Bundler' },
    { lib: ['ES2022', 'DOM'], types: [], module: 'NodeNext', moduleResolution: 'NodeNext' },
  ]);

/** Libraries whose code is in the scripts or in the workers. */
const BUNDLED = ['mpegts.js', 'comlink'];

function checkLicences(): readonly string[] {
  const text = readFileSync(path.join(INSTALLED, 'LICENSES.txt'), 'utf8');
  const heads = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((.+)\)\n\n(.+)/gm)];
  return BUNDLED.filter((name) => !heads.some(([, head, , first]) => head === name && first !== '')).map(
    (name) => `LICENSES.txt: no text of ${name}`,
  );
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
  await report.run('types, for a bundler and for Node’s resolution', checkTypes);
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

/** `npm run pack -- [hevc|player] [options]`: the packages as tarballs, in `.cache`. Without a name both, one after the other. */
import { flag, oneOf, runTool, UsageError, type Tool, type ValuesOf } from './lib/command-line.ts';
import { packFolder } from './packages/emit.ts';
import { requireBrowser, shellLaunch } from './lib/browser.ts';
import { runNpm } from './lib/tool.ts';

const OTHER_BROWSERS = ['firefox', 'webkit'] as const;

const OPTIONS = {
  test: flag('installs it into projects: types, licences, sizes, bundlers, pages without one, Node, examples and recipes'),
  attw: flag('checks the types of the tarball by are-the-types-wrong, from the npm registry'),
  frameworks: flag('player: builds a project of each framework for production, from the npm registry'),
  in: oneOf('player: plays it in another browser', OTHER_BROWSERS),
} as const;

interface Package {
  /** Writes the folder that is packed, and returns it. */
  readonly emit: () => Promise<string>;
  /** KiB. */
  readonly tarballMax: number;
  readonly trials: Partial<Readonly<Record<keyof typeof OPTIONS, (tarball: string, values: ValuesOf<typeof OPTIONS>) => Promise<number>>>>;
}

const PACKAGES = {
  hevc: {
    emit: async () => (await import('../src/wasm/packing/emit.ts')).emitPackage(),
    // Two fifths are the three modules of Main and Main 10, two fifths those of the range extensions, which a page loads only for such streams.
    tarballMax: 580,
    trials: { attw, test: async (tarball) => (await import('../src/wasm/packing/consumers.ts')).testConsumers(tarball) },
  },
  player: {
    emit: async () => (await import('../src/player/packing/emit.ts')).emitPackage(),
    // Half are the decoder's six modules, of which a page loads one; most of the rest is mpegts.js, in the chunk for bundlers and in the two
    // files for pages without one.
    tarballMax: 940,
    trials: {
      attw,
      test: async (tarball) => (await import('../src/player/packing/installed.ts')).testInstalled(tarball),
      frameworks: async (tarball) => (await import('../src/player/packing/frameworks.ts')).buildFrameworks(tarball),
      in: async (tarball, values) => (await import('../src/player/packing/other-browser.ts')).testInOther(values.in!, tarball),
    },
  },
} as const satisfies Record<string, Package>;

/**
 * Both packages are modules with `exports`, so two ways are left out, as the READMEs say: `require` of Node before 20.19, and the resolution
 * `node10` of TypeScript 5, which TypeScript 7 has no more.
 */
async function attw(tarball: string): Promise<number> {
  const { TrialReport } = await import('./packages/project.ts');
  const report = new TrialReport();
  await report.run('are the types wrong', () => {
    const args = [tarball, '--profile', 'esm-only', '--no-color', '--format', 'ascii'];
    const { status, stdout, stderr } = runNpm(['exec', '--yes', '--', '@arethetypeswrong/cli@0.18.5', ...args], { stdio: 'pipe' });
    return status === 0 ? [] : [stdout + stderr];
  });
  return report.end();
}

const PACK: Tool<typeof OPTIONS> = {
  name: 'npm run pack --',
  takes: '[hevc|player]',
  about: 'The tarballs of @footlight/hevc and @footlight/player, in .cache, with what publint says of them.',
  options: OPTIONS,
  wordsMax: 1,
  examples: ['npm run pack -- player --test', 'npm run pack -- player --frameworks', 'npm run pack -- player --in firefox'],
  async run(values, [name]) {
    if (name !== undefined && !(name in PACKAGES)) throw new UsageError(`${name} is none of ${Object.keys(PACKAGES).join(', ')}`);
    const packages: readonly Package[] = name === undefined ? Object.values(PACKAGES) : [PACKAGES[name as keyof typeof PACKAGES]];
    const wanted = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).filter((option) => Boolean(values[option]));
    for (const option of wanted)
      if (packages.every(({ trials }) => trials[option] === undefined)) throw new UsageError(`${name} has no --${option}`);
    if (values.test) requireBrowser(shellLaunch());
    let status = 0;
    for (const { emit, tarballMax, trials } of packages) {
      const { file, problems } = await packFolder(await emit(), tarballMax);
      if (problems.length > 0) status = 1;
      else for (const option of wanted) status ||= (await trials[option]?.(file, values)) ?? 0;
    }
    return status;
  },
};

process.exitCode = await runTool(PACK, process.argv.slice(2));

/** Writes the folder that `npm pack` packs: lib/, types/, texts and examples of @footlight/hevc. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { BUILDS } from '../glue/build.ts';
import { emitDeclarations, emitManifest } from '../../../scripts/packages/emit.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';

const SOURCE = path.join(ROOT, 'src/wasm');
const GLUE = path.join(SOURCE, 'glue');
const PACKAGE = path.join(ROOT, '.cache/hevc-package/package');
const LIB = path.join(PACKAGE, 'lib');
const TYPES = path.join(PACKAGE, 'types');
const MODULES = ['', 'range-'].flatMap((profiles) => BUILDS.map((build) => `hevc-${profiles}${build}.wasm`));

/** The package has all files in one folder, so that copying it beside a bundle is enough. The emit fails if one of these addresses is missing. */
const ADDRESSES: readonly (readonly [source: string, packed: string])[] = [
  ["'../decode-worker.ts'", "'./decode-worker.js'"],
  ["'./thread-worker.mjs'", "'./thread-worker.mjs'"],
  ...MODULES.map((name) => [`'../dist/${name}'`, `'./${name}'`] as const),
];

/** Entries of the package besides index.ts. Each imports only the public interface from `./index.ts`. */
const ENTRIES = ['mediabunny', 'media-source'];

/** The entries import the code of index.js instead of containing it. */
const INDEX_STAYS_OUTSIDE: Plugin = {
  name: 'index',
  setup(context) {
    context.onResolve({ filter: /^\.{1,2}\/index\.ts$/ }, () => ({ path: './index.js', external: true }));
  },
};

function addresses(seen: Set<string>): Plugin {
  return {
    name: 'addresses',
    setup(context) {
      context.onLoad({ filter: /glue\/.*\.ts$/ }, ({ path: file }) => {
        let contents = readFileSync(file, 'utf8');
        for (const [source, packed] of ADDRESSES) {
          if (!contents.includes(source)) continue;
          seen.add(source);
          contents = contents.replaceAll(source, packed);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

async function emitScripts(): Promise<void> {
  const seen = new Set<string>();
  const settings: BuildOptions = {
    outdir: LIB,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [addresses(seen)],
  };
  await build({ ...settings, entryPoints: [path.join(GLUE, 'index.ts')] });
  for (const entry of ENTRIES) {
    const plugins = [INDEX_STAYS_OUTSIDE];
    await build({ ...settings, entryPoints: [path.join(GLUE, `${entry}.ts`)], packages: 'external', plugins });
  }
  // The worker's bundled copy is not meant for debugging.
  await build({ ...settings, entryPoints: [path.join(GLUE, 'decode-worker.ts')], minify: true });
  const missing = ADDRESSES.filter(([source]) => !seen.has(source)).map(([source]) => source);
  if (missing.length > 0) throw new Error(`no source names ${missing.join(', ')} any more: adjust ADDRESSES`);
  copyFileSync(path.join(GLUE, 'thread-worker.mjs'), path.join(LIB, 'thread-worker.mjs'));
  for (const name of MODULES) copyFileSync(path.join(SOURCE, 'dist', name), path.join(LIB, name));
}

/** Returns the folder. */
export async function emitPackage(): Promise<string> {
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(LIB, { recursive: true });
  await emitScripts();
  emitDeclarations({ project: GLUE, cache: path.join(ROOT, '.cache/hevc-types'), entries: ['index', ...ENTRIES], target: TYPES });
  cpSync(path.join(SOURCE, 'examples'), path.join(PACKAGE, 'examples'), { recursive: true });
  emitManifest('src/wasm', PACKAGE, false, ['README.md', 'API.md', 'CHANGELOG.md']);
  return PACKAGE;
}

/** Writes the folder that `npm pack` packs: lib/, types/, texts and licences of @footlight/player. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { licensesPlugin } from '../build/licenses-plugin.ts';
import { emitDeclarations } from '../packages/declarations.ts';
import { ROOT } from '../suite/tool.ts';
import { fileOf, recipesOf } from './recipes.ts';

const SOURCE = path.join(ROOT, 'src/player/package');
export const OUT = path.join(ROOT, '.cache/player-package');
export const PACKAGE = path.join(OUT, 'package');
const LIB = path.join(PACKAGE, 'lib');

/** Vite's form of `new URL('./file', import.meta.url)`. The bundler of a consumer would copy a worker in this form instead of bundling it. */
const NESTED_ADDRESS = /new URL\(\s*(?:\/\* @vite-ignore \*\/)?\s*new URL\(`([^`]+)`,import\.meta\.url\)\.href,``\+import\.meta\.url\)/g;

function flattenAddresses(): void {
  let count = 0;
  for (const name of readdirSync(LIB).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(path.join(LIB, name), 'utf8');
    const flat = text.replace(NESTED_ADDRESS, (_whole, file: string) => {
      count++;
      return `new URL("./${file}",import.meta.url)`;
    });
    if (/href,``\+import\.meta\.url/.test(flat)) throw new Error(`${name}: Vite writes addresses in another form: adjust NESTED_ADDRESS`);
    writeFileSync(path.join(LIB, name), flat);
  }
  if (count === 0) throw new Error('no address of a worker was found: adjust NESTED_ADDRESS');
}

/** Builds with the settings of the room (vite.config.ts), but keeps the exports of the entries and makes addresses relative to the file. */
async function emitScripts(): Promise<void> {
  const licenses = licensesPlugin();
  await build({
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    cacheDir: path.join(ROOT, '.cache/vite'),
    plugins: [licenses.page],
    worker: {
      format: 'es',
      plugins: () => [licenses.worker()],
      rolldownOptions: {
        output: { entryFileNames: (chunk) => `worker-${chunk.facadeModuleId?.split('/').at(-2) ?? chunk.name}-[hash].js` },
      },
    },
    define: { 'import.meta.env.VITE_MOCK': '""' },
    build: {
      outDir: LIB,
      emptyOutDir: true,
      target: ['chrome80', 'firefox114', 'safari15'],
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      rolldownOptions: {
        input: { player: path.join(SOURCE, 'index.ts'), element: path.join(SOURCE, 'element.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
      },
    },
  });
  renameSync(path.join(LIB, 'licenses.txt'), path.join(PACKAGE, 'LICENSES.txt'));
  flattenAddresses();
}

const emitTypes = (): void =>
  emitDeclarations({
    project: path.join(ROOT, 'src/player/tsconfig.json'),
    options: ['--rootDir', path.join(ROOT, 'src')],
    cache: path.join(ROOT, '.cache/player-types'),
    entries: ['player/package/index', 'player/package/element'],
    target: path.join(PACKAGE, 'types'),
  });

function emitExamples(): void {
  const folder = path.join(PACKAGE, 'examples');
  mkdirSync(folder);
  for (const recipe of recipesOf(readFileSync(path.join(SOURCE, 'API.md'), 'utf8')))
    writeFileSync(path.join(folder, recipe.file), fileOf(recipe));
}

export async function emitPackage(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  await emitScripts();
  emitTypes();
  emitExamples();
  for (const file of ['package.json', 'README.md', 'API.md']) copyFileSync(path.join(SOURCE, file), path.join(PACKAGE, file));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
}

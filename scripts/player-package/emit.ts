/** Writes the folder that `npm pack` packs: lib/, types/, texts and licences of @footlight/player. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { enginePlugin } from '../engine-plugin.ts';
import { licensesPlugin } from '../licenses-plugin.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = path.join(ROOT, 'src/player/package');
export const OUT = path.join(ROOT, '.cache/player-package');
export const PACKAGE = path.join(OUT, 'package');
const TYPES = path.join(PACKAGE, 'types');

/** As the room is built (vite.config.ts), but for one entry whose exports stay, and with addresses that hold wherever the folder lies. */
async function emitScripts(): Promise<void> {
  const licenses = licensesPlugin();
  await build({
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    cacheDir: path.join(ROOT, '.cache/vite'),
    plugins: [enginePlugin(), licenses.page],
    worker: {
      format: 'es',
      plugins: () => [enginePlugin(), licenses.worker()],
      rolldownOptions: {
        output: { entryFileNames: (chunk) => `worker-${chunk.facadeModuleId?.split('/').at(-2) ?? chunk.name}-[hash].js` },
      },
    },
    define: { 'import.meta.env.VITE_MOCK': '""' },
    build: {
      outDir: path.join(PACKAGE, 'lib'),
      emptyOutDir: true,
      target: ['chrome80', 'firefox114', 'safari15'],
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      rolldownOptions: {
        input: { player: path.join(SOURCE, 'index.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
      },
    },
  });
  renameSync(path.join(PACKAGE, 'lib/licenses.txt'), path.join(PACKAGE, 'LICENSES.txt'));
}

/** Specifiers of a declaration file, `.ts` as the sources write them. */
const SPECIFIER = /(from |import\()['"](\.[^'"]+)\.ts['"]/g;

/** Those that the public entry reaches. */
function emitTypes(): void {
  const whole = path.join(ROOT, '.cache/player-types');
  rmSync(whole, { recursive: true, force: true });
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', path.join(ROOT, 'src'), '--outDir', whole];
  const project = ['-p', path.join(ROOT, 'src/player/tsconfig.json'), '--pretty', 'false'];
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync('node', [tsc, ...project, ...options], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types were not emitted');
  const queue = ['player/package/index'];
  const written = new Set<string>();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (written.has(name)) continue;
    written.add(name);
    const text = readFileSync(path.join(whole, `${name}.d.ts`), 'utf8');
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) queue.push(path.posix.join(path.posix.dirname(name), specifier));
    const target = path.join(TYPES, `${name}.d.ts`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text.replace(SPECIFIER, "$1'$2.js'"));
  }
}

export async function emitPackage(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  await emitScripts();
  emitTypes();
  for (const file of ['package.json', 'README.md', 'API.md']) copyFileSync(path.join(SOURCE, file), path.join(PACKAGE, file));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
}

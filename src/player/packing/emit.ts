/** Writes the folder that `npm pack` packs: lib/, types/, texts and licences of @footlight/player. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as buildByEsbuild } from 'esbuild';
import { build, type InlineConfig } from 'vite';
import { licensesPlugin } from '../../../scripts/build/licenses-plugin.ts';
import { mpegtsPlugin } from '../../../scripts/build/mpegts-plugin.ts';
import { emitDeclarations, emitManifest } from '../../../scripts/packages/emit.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';

/** The recipes of API.md: code blocks that name a file. Each becomes a page of the tarball's `examples/`. */
export interface Recipe {
  /** `low-latency.html` */
  readonly file: string;
  readonly title: string;
  readonly code: string;
}

/** Where the pages of `examples/` find the package if its node_modules is served. */
export const IMPORTS: Readonly<Record<string, string>> = {
  '@footlight/player': '/node_modules/@footlight/player/lib/player.js',
  '@footlight/player/element': '/node_modules/@footlight/player/lib/element.js',
};

const FENCE = /^### (.+)\n(?:(?!^###|^```)[^]*?)^```(?:html|jsx) ([\w-]+\.(?:html|jsx))\n([^]*?)^```$/gm;

export const recipesOf = (api: string): readonly Recipe[] =>
  [...api.matchAll(FENCE)].map(([, title = '', file = '', code = '']) => ({ title, file, code }));

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** The file as it is in `examples/`; a JSX module needs no page. */
export function fileOf({ file, title, code }: Recipe): string {
  if (file.endsWith('.jsx')) return code;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <script type="importmap">
      ${JSON.stringify({ imports: IMPORTS })}
    </script>
  </head>
  <body>
${indent(code)}  </body>
</html>
`;
}

const SOURCE = path.join(ROOT, 'src/player');
export const OUT = path.join(ROOT, '.cache/player-package');
export const PACKAGE = path.join(OUT, 'package');
const LIB = path.join(PACKAGE, 'lib');

/** Vite's form of `new URL('./file', import.meta.url)`. The bundler of a consumer would copy a worker in this form instead of bundling it. */
const NESTED_ADDRESS = /new URL\(\s*(?:\/\* @vite-ignore \*\/)?\s*new URL\(`([^`]+)`,import\.meta\.url\)\.href,``\+import\.meta\.url\)/g;

/** Vite's form of the address of a chunk, about which webpack warns: it cannot follow an expression. */
const RESOLVED_ADDRESS = /import\.meta\.resolve\?new URL\(import\.meta\.resolve\((\w+)\)\):new URL\(\1,import\.meta\.url\)/g;

function flattenAddresses(): void {
  let count = 0;
  // The decoder's second address of the same script, for a blob: a bundler that follows it needs the name in this folder.
  const thread = readdirSync(LIB).find((name) => name.startsWith('worker-glue-'));
  for (const name of readdirSync(LIB).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(path.join(LIB, name), 'utf8');
    const flat = text
      .replaceAll('`./thread-worker.mjs`', `"./${thread}"`)
      .replace(RESOLVED_ADDRESS, 'Reflect.construct(URL,[$1,import.meta.url])')
      .replace(NESTED_ADDRESS, (_whole, file: string) => {
        count++;
        return `new URL("./${file}",import.meta.url)`;
      });
    if (/href,``\+import\.meta\.url/.test(flat)) throw new Error(`${name}: Vite writes addresses in another form: adjust NESTED_ADDRESS`);
    writeFileSync(path.join(LIB, name), flat);
  }
  if (count === 0) throw new Error('no address of a worker was found: adjust NESTED_ADDRESS');
}

/** The settings of the room (vite.config.ts), but the exports of the entries stay, and addresses are relative to the file. */
function settingsOf(outDir: string, input: Readonly<Record<string, string>>, isOneFile: boolean): InlineConfig {
  const licenses = licensesPlugin();
  return {
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    cacheDir: path.join(ROOT, '.cache/vite'),
    plugins: [mpegtsPlugin(), licenses.page],
    worker: {
      format: 'es',
      plugins: () => [licenses.worker()],
      rolldownOptions: {
        output: { entryFileNames: (chunk) => `worker-${chunk.facadeModuleId?.split('/').at(-2) ?? chunk.name}-[hash].js` },
      },
    },
    define: { 'import.meta.env.VITE_MOCK': '""' },
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome80', 'firefox114', 'safari15'],
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, path.join(SOURCE, file)])),
        preserveEntrySignatures: 'strict',
        output: {
          ...(isOneFile ? { codeSplitting: false } : {}),
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  };
}

/** Starts a worker whose script has another origin by a blob of the page's origin that imports it. */
const WORKER_OF_ANY_ORIGIN = `const footlightWorker=(script,options)=>new Worker(script.origin===location.origin?script:URL.createObjectURL(new Blob(["import "+JSON.stringify(script.href)],{type:"text/javascript"})),options);`;

async function emitScripts(): Promise<void> {
  await build(settingsOf(LIB, { player: 'package/index.ts', element: 'package/element.ts', inspect: 'package/inspect-stream.ts' }, false));
  renameSync(path.join(LIB, 'licenses.txt'), path.join(PACKAGE, 'LICENSES.txt'));
  await build(settingsOf(LIB, { 'footlight-player': 'package/cdn.ts' }, true));
  rmSync(path.join(LIB, 'licenses.txt'));
  flattenAddresses();
  await emitCdn();
}

/** The file of a CDN as a module and as a script with the global `FootlightPlayer`. No bundler reads these: their workers may start from another origin. */
async function emitCdn(): Promise<void> {
  const made = path.join(LIB, 'footlight-player.js');
  const text = WORKER_OF_ANY_ORIGIN + readFileSync(made, 'utf8').replaceAll(/new Worker\(new URL\(/g, 'footlightWorker(new URL(');
  writeFileSync(path.join(LIB, 'footlight-player.mjs'), text);
  const { outputFiles } = await buildByEsbuild({
    stdin: { contents: text, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'FootlightPlayer',
    define: { 'import.meta.url': 'footlightPlayerSource' },
    banner: { js: 'var footlightPlayerSource=document.currentScript.src;' },
    target: 'chrome80',
  });
  writeFileSync(made, outputFiles[0]!.contents);
}

const emitTypes = (): void =>
  emitDeclarations({
    project: path.join(ROOT, 'src/player/tsconfig.json'),
    options: ['--rootDir', path.join(ROOT, 'src')],
    cache: path.join(ROOT, '.cache/player-types'),
    entries: ['player/package/index', 'player/package/element'],
    target: path.join(PACKAGE, 'types'),
  });

/** Types of the element in the templates of three libraries, which are not installed here. */
const TEMPLATES = ['react', 'preact', 'vue'];

function emitExamples(): void {
  const folder = path.join(PACKAGE, 'examples');
  mkdirSync(folder);
  for (const recipe of recipesOf(readFileSync(path.join(SOURCE, 'API.md'), 'utf8')))
    writeFileSync(path.join(folder, recipe.file), fileOf(recipe));
}

/** These define the element or the global. */
const SIDE_EFFECTS = ['./lib/element.js', './lib/footlight-player.js', './lib/footlight-player.mjs'];

/** Returns the folder. */
export async function emitPackage(): Promise<string> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  await emitScripts();
  emitTypes();
  emitExamples();
  for (const name of TEMPLATES) copyFileSync(path.join(SOURCE, `packing/types/${name}.d.ts`), path.join(PACKAGE, `types/${name}.d.ts`));
  emitManifest('src/player', PACKAGE, SIDE_EFFECTS, ['README.md', 'API.md', 'MIGRATION.md']);
  return PACKAGE;
}

/** Writes src/wasm/lib and src/wasm/types: what the package holds beside its texts. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PACKAGE = path.join(ROOT, 'src/wasm');
const GLUE = path.join(PACKAGE, 'glue');
const LIB = path.join(PACKAGE, 'lib');
const TYPES = path.join(PACKAGE, 'types');
const MODULES = ['hevc-simd-mt.wasm', 'hevc-simd.wasm', 'hevc-baseline.wasm'];
/** The package has all files in one folder, so that copying it beside a bundle is enough. The emit fails if one of these addresses is missing. */
const ADDRESSES = [
    ["'../decode-worker.ts'", "'./decode-worker.js'"],
    ["'./thread-worker.mjs'", "'./thread-worker.mjs'"],
    ["'../dist/hevc-simd-mt.wasm'", "'./hevc-simd-mt.wasm'"],
    ["'../dist/hevc-simd.wasm'", "'./hevc-simd.wasm'"],
    ["'../dist/hevc-baseline.wasm'", "'./hevc-baseline.wasm'"],
];
/** Entries of the package beside index.ts. Each imports the public interface from `./index.ts` and nothing else of the sources. */
const ENTRIES = ['mediabunny', 'media-source'];
/** The entries share the code of index.js: in the package they import it. */
const INDEX_STAYS_OUTSIDE = {
    name: 'index',
    setup(context) {
        context.onResolve({ filter: /^\.{1,2}\/index\.ts$/ }, () => ({ path: './index.js', external: true }));
    },
};
function addresses(seen) {
    return {
        name: 'addresses',
        setup(context) {
            context.onLoad({ filter: /glue\/.*\.ts$/ }, ({ path: file }) => {
                let contents = readFileSync(file, 'utf8');
                for (const [source, packed] of ADDRESSES) {
                    if (!contents.includes(source))
                        continue;
                    seen.add(source);
                    contents = contents.replaceAll(source, packed);
                }
                return { contents, loader: 'ts' };
            });
        },
    };
}
async function emitScripts() {
    const seen = new Set();
    const settings = {
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
    if (missing.length > 0)
        throw new Error(`no source names ${missing.join(', ')} any more: adjust ADDRESSES`);
    copyFileSync(path.join(GLUE, 'thread-worker.mjs'), path.join(LIB, 'thread-worker.mjs'));
    for (const name of MODULES)
        copyFileSync(path.join(PACKAGE, 'dist', name), path.join(LIB, name));
}
/** Specifiers of a declaration file, `.ts` as the sources write them. */
const SPECIFIER = /(from |import\()['"](\.[^'"]+)\.ts['"]/g;
function emitTypes() {
    const whole = path.join(ROOT, '.cache/hevc-types');
    rmSync(whole, { recursive: true, force: true });
    const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments', 'false', '--outDir', whole];
    const project = ['-p', GLUE, '--pretty', 'false'];
    const { status } = spawnSync('node', [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...project, ...options], { stdio: 'inherit' });
    if (status !== 0)
        throw new Error('the types were not emitted');
    // Only modules reachable from the public entry, without the command line and the worker's internals.
    const queue = ['index', ...ENTRIES];
    const written = new Set();
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
        if (written.has(name))
            continue;
        written.add(name);
        const text = readFileSync(path.join(whole, `${name}.d.ts`), 'utf8');
        for (const [, , specifier = ''] of text.matchAll(SPECIFIER))
            queue.push(path.posix.join(path.posix.dirname(name), specifier));
        const target = path.join(TYPES, `${name}.d.ts`);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, text.replace(SPECIFIER, "$1'$2.js'"));
    }
}
export async function emitPackage() {
    rmSync(LIB, { recursive: true, force: true });
    rmSync(TYPES, { recursive: true, force: true });
    mkdirSync(LIB, { recursive: true });
    await emitScripts();
    emitTypes();
}

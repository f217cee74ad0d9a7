/** Bundles a benchmark's page or worker with the sources of a revision: `@subject/` in its imports is that revision's `src/`. */
import path from 'node:path';
import { build } from 'vite';
import type { Subject } from './benchmark.ts';
import { CACHE, ROOT } from './environment.ts';

// Bundles the bare pages with the code of the measured revision, and returns their folder.

const PAGES = ['mpegts', 'flvjs', 'floor-h264', 'floor-h265', 'floor-h265-main'] as const;

export const bundleBarePages = (subject: Subject): Promise<string> =>
  bundle('room', subject, Object.fromEntries(PAGES.map((name) => [name, `benchmarks/room/pages/${name}.ts`])));

/** Folders written by this process, by content: a second benchmark reuses them, also while the first one runs. */
const bundled = new Map<string, Promise<string>>();

/** `entries` by the name of the resulting script; returns the folder with `NAME.js`. */
export function bundle(
  folder: string,
  subject: Pick<Subject, 'root' | 'name'>,
  entries: Readonly<Record<string, string>>,
): Promise<string> {
  const outDir = path.join(CACHE, 'pages', `${folder}-${subject.name}`);
  const key = JSON.stringify([outDir, subject.root, entries]);
  const written = bundled.get(key) ?? write(outDir, subject, entries);
  bundled.set(key, written);
  return written;
}

async function write(outDir: string, subject: Pick<Subject, 'root'>, entries: Readonly<Record<string, string>>): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    base: './',
    logLevel: 'error',
    resolve: { alias: { '@subject': path.join(subject.root, 'src') } },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome120',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(ROOT, file)])),
        preserveEntrySignatures: 'exports-only',
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return outDir;
}

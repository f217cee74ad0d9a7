import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = /[\\/]node_modules[\\/]mpegts\.js[\\/]src[\\/]/;
const here = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
/** Replacement of a module of mpegts.js, by the end of the imported name. */
const INSTEAD: readonly (readonly [string, string])[] = [
  // It creates a worker from the text of webpack's modules.
  ['/webworkify-webpack', here('player/kinds/engine-worker.ts')],
  ['/events', here('core/event-emitter.ts')],
  ['/ts-demuxer', here('workers/flv/no-transport-stream.ts')],
];

/**
 * Lets the room import single modules of mpegts.js (src/player/kinds/flv-engine.ts, src/workers/flv/worker.ts), because the package is one
 * webpack bundle, which the page and its worker would both compile completely. Its sources are written for webpack: a namespace that is a
 * class, and `require.resolve` of the worker's module.
 */
export function enginePlugin(): Plugin {
  return {
    name: 'footlight:engine',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !SOURCE.test(importer)) return null;
      return INSTEAD.find(([end]) => `/${source}`.endsWith(end))?.[1] ?? null;
    },
    transform(code, id) {
      if (!SOURCE.test(id)) return null;
      const own = code
        .replace(/import \* as (EventEmitter|work) from/g, 'import $1 from')
        .replace(/require\.resolve\([^)]*\)/g, 'undefined');
      return own === code ? null : { code: own, map: null };
    },
  };
}

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OF_THE_ENGINE = /[\\/]node_modules[\\/]mpegts\.js[\\/]src[\\/]/;
const WORKER_MAKER = fileURLToPath(new URL('../src/ui/players/engine-worker.ts', import.meta.url));
const NO_TS = fileURLToPath(new URL('../src/workers/flv/no-transport-stream.ts', import.meta.url));

export function enginePlugin(): Plugin {
  return {
    name: 'footlight:engine',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !OF_THE_ENGINE.test(importer)) return null;
      if (source.endsWith('/webworkify-webpack')) return WORKER_MAKER;
      if (source.endsWith('/ts-demuxer')) return NO_TS;
      return null;
    },
    transform(code, id) {
      if (!OF_THE_ENGINE.test(id)) return null;
      return {
        code: code.replace(/import \* as (EventEmitter|work) from/g, 'import $1 from').replace(/require\.resolve\([^)]*\)/g, 'undefined'),
        map: null,
      };
    },
  };
}

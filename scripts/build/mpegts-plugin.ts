/**
 * mpegts.js without the parts that this player never runs (docs/decisions/0013): 35 kB after gzip instead of 62. The modules are those of the
 * package; the build replaces only whole modules by empty ones.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const INSTALLED = path.join(import.meta.dirname, '../../node_modules');
const SOURCES = path.join(INSTALLED, 'mpegts.js/src');
const EVENTS = path.join(INSTALLED, 'events/events.js');

/** Paths in the sources, without their ending, of what is empty here. */
const EMPTY = [
  // `customLoader` gives the bytes, and the latency is decided by player/rules/clock/position.ts.
  'demux/av1-parser io/fetch-stream-loader io/xhr-moz-chunked-loader io/xhr-range-loader io/websocket-loader io/param-seek-handler',
  // No worker and no plain <video>.
  'player/live-latency-chaser player/live-latency-synchronizer player/player-engine-dedicated-thread player/native-player',
  'core/transmuxing-worker core/features utils/webworkify-webpack',
].flatMap((line) => line.split(' '));
const REPLACED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EMPTY.map((name) => [name, 'export default {};'])),
  // The stream is FLV, whose header is tested first.
  'demux/ts-demuxer': 'export default { probe: () => ({ match: false }) };',
  // No browser older than vite.config.ts names.
  'utils/polyfill': 'export default { install() {} };',
};
/** Beside its licence, which wants changes to be named. */
export const MPEGTS_CHANGES =
  'Built from the sources of the package with changes: the demuxer of MPEG-TS, the parser of AV1, the loaders, the workers and the player for plain files are replaced by empty modules, and texts of its log are left out.';
const PREFIX = '\0mpegts.js/';
/** Its TypeScript constructs this namespace, which a module cannot be: the compiler of the package takes the default export instead. */
const NAMESPACE = "import * as EventEmitter from 'events'";
const CONSTRUCTS_IT = path.join(SOURCES, 'player/player-engine-main-thread.ts');

/** For a build, for the development server and for its dependencies that are bundled in advance. */
export function mpegtsPlugin(): Plugin {
  const modules = {
    name: 'footlight:mpegts',
    resolveId(source: string, importer: string | undefined): string | null {
      if (!source.startsWith('.') || importer?.startsWith(SOURCES) !== true) return null;
      const name = path.relative(SOURCES, path.join(path.dirname(importer), source)).replace(/\.[jt]s$/, '');
      return name in REPLACED ? PREFIX + name : null;
    },
    load(id: string): string | { readonly code: string; readonly moduleType: 'ts' } | null {
      if (id.startsWith(PREFIX)) return REPLACED[id.slice(PREFIX.length)]!;
      // As a module of its time: a bundler would add its helpers for both kinds of modules to the first code of the room.
      if (id === EVENTS) return `const module = {};\n${readFileSync(id, 'utf8')}\nexport default module.exports;`;
      if (id !== CONSTRUCTS_IT) return null;
      const code = readFileSync(id, 'utf8');
      if (!code.includes(NAMESPACE)) throw new Error(`${id} has no ${NAMESPACE}: adjust mpegts-plugin.ts`);
      return { code: code.replace(NAMESPACE, "import EventEmitter from 'events'"), moduleType: 'ts' };
    },
  };
  return {
    ...modules,
    enforce: 'pre',
    config: () => ({
      // Its log is off (engine.ts), so a build drops the calls with their texts.
      build: { rolldownOptions: { treeshake: { manualPureFunctions: ['Log.a', 'Log.e', 'Log.i', 'Log.w', 'Log.d', 'Log.v'] } } },
      resolve: { alias: [{ find: /^mpegts\.js$/, replacement: path.join(SOURCES, 'mpegts.js') }] },
      optimizeDeps: { rolldownOptions: { plugins: [modules] } },
    }),
  };
}

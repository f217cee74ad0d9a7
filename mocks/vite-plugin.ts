import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  build,
  type BindCLIShortcutsOptions,
  type Connect,
  type Plugin,
  type PreviewServer,
  type ResolvedServerUrls,
  type ViteDevServer,
} from 'vite';
import { filesUnder } from '../scripts/fixtures/manifest.ts';
import { FRAME_PAGES, framePageAt, FRAMES_PATH, frameTypeOf } from './origin/frame-pages.ts';
import { fixtureAt, sendFile } from './origin/files.ts';
import { startTracker, type RunningTracker } from './origin/tracker.ts';
import { addressOf, SCENARIO_NAMES, SCENARIOS } from './scenarios.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FIXTURES = join(HERE, '../fixtures');
const MSW_SCRIPT = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
const PRINTED = ['mock-sw.js', 'mockServiceWorker.js'] as const;

/** A classic script, because MSW's script is one and `importScripts` exists only there. */
async function bundleServiceWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: join(HERE, 'sw/mock-sw.ts'), output: { format: 'iife' } } },
  });
  const chunk = 'output' in built ? built.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the service worker was not built');
  return chunk.code;
}

const textOf = (name: (typeof PRINTED)[number]): Promise<string> =>
  name === 'mock-sw.js' ? bundleServiceWorker() : Promise.resolve(readFileSync(MSW_SCRIPT, 'utf8'));

const originOf = ({ resolvedUrls }: { readonly resolvedUrls: ResolvedServerUrls | null }): string =>
  (resolvedUrls?.local[0] ?? '').replace(/\/$/, '');

/** The last line of `npm start`: the address of the lobby, which links to everything else. */
function printLobby(origin: string): void {
  console.log(`\n  Open ${origin}/ for the rooms and the scenarios (s + enter lists the scenarios here)\n`);
}

const scenariosShortcut = (origin: () => string) => ({
  key: 's',
  description: 'list the scenarios',
  action(): void {
    for (const name of SCENARIO_NAMES) console.log(`    ${origin()}${addressOf(name)}  ${SCENARIOS[name].about.en}`);
  },
});

/** Adds the offline room's additional files: the two service worker scripts and the fixtures. Only in mode `offline`. */
export function mockPlugin(): Plugin {
  let tracker: Promise<RunningTracker> | undefined;
  const serveWith =
    (printed: readonly (typeof PRINTED)[number][]): Connect.NextHandleFunction =>
    (request, response, next) => {
      const path = (request.url ?? '/').replace(/[?#].*$/, '');
      const script = printed.find((name) => path === `/${name}`);
      if (script) {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        textOf(script).then((text) => response.end(text), next);
        return;
      }
      if (path === '/__trackers.json') {
        // Started when the first viewer shares.
        tracker ??= startTracker();
        tracker.then(({ address }) => response.setHeader('content-type', 'application/json').end(JSON.stringify([address])), next);
        return;
      }
      const page = path.startsWith(FRAMES_PATH) ? framePageAt(path.slice(FRAMES_PATH.length)) : null;
      if (page !== null) {
        response.setHeader('content-type', frameTypeOf(path));
        response.end(page);
        return;
      }
      const file = path.startsWith('/fixtures/') ? fixtureAt(FIXTURES, path.slice('/fixtures'.length)) : null;
      if (file) sendFile(file, request, response);
      else next();
    };
  /** Adds the offline room's files and shortcuts to a server. */
  const extend = (server: ViteDevServer | PreviewServer, printed: readonly (typeof PRINTED)[number][]): void => {
    server.middlewares.use(serveWith(printed));
    const bind = server.bindCLIShortcuts.bind(server);
    server.bindCLIShortcuts = (options?: BindCLIShortcutsOptions) => {
      bind({ ...options, customShortcuts: [...(options?.customShortcuts ?? []), scenariosShortcut(() => originOf(server))] });
      printLobby(originOf(server));
    };
  };
  return {
    name: 'footlight:mock',
    configureServer: (server) => extend(server, PRINTED),
    // The build contains the scripts, because the preview server would bundle them at each visit.
    configurePreviewServer: (server) => extend(server, []),
    async generateBundle() {
      // Worker bundles have their own plugins, so this runs once.
      for (const name of PRINTED) this.emitFile({ type: 'asset', fileName: name, source: await textOf(name) });
      for (const path of FRAME_PAGES)
        this.emitFile({ type: 'asset', fileName: `${FRAMES_PATH.slice(1)}${path}`, source: framePageAt(path) ?? '' });
      for (const path of filesUnder(FIXTURES)) {
        this.emitFile({ type: 'asset', fileName: `fixtures/${path}`, source: readFileSync(join(FIXTURES, path)) });
      }
    },
  };
}

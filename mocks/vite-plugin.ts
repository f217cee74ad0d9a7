import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  build,
  runnerImport,
  type BindCLIShortcutsOptions,
  type Connect,
  type Plugin,
  type PreviewServer,
  type ResolvedServerUrls,
  type ViteDevServer,
} from 'vite';
import { ERROR_CACHE, ruleOf } from '../scripts/build/headers.ts';
import { filesUnder } from '../scripts/fixtures/manifest.ts';
import { FRAME_PAGES, framePageAt, FRAMES_PATH, frameTypeOf } from './origin/frame-pages.ts';
import { fixtureAt, offlineFileAt, sendFile } from './origin/files.ts';
import { startTracker, type RunningTracker } from './origin/tracker.ts';
import type * as Scenarios from './scenarios.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FIXTURES = join(HERE, '../fixtures');
const MSW_SCRIPT = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
/** Interval in ms of the question whether the first bundle is there. */
const BUNDLE_CHECK_MS = 50;
const PRINTED = ['mock-sw.js', 'mockServiceWorker.js'] as const;
type Printed = readonly (typeof PRINTED)[number][];

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

/** Words and shapes shown until the room's code has arrived; the script leaves those of the address. React replaces them with its first render. */
function skeleton(): string {
  const cell = (style: string): string => `<i style="border-radius:12px;background:#8883;${style}"></i>`;
  const room = `<div style="display:flex;gap:16px">${cell('flex:1;aspect-ratio:16/9')}${cell('flex:0 1 320px')}</div>`;
  const lobby = `<div style="display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(260px,1fr))">${cell('aspect-ratio:16/11').repeat(6)}</div>`;
  // The bundle of a page whose entry imports components runs them before the plugin of React has set up its hot updates: such a page reloads.
  const register = 'window.$RefreshReg$ ||= () => {}; window.$RefreshSig$ ||= () => (type) => type;';
  const keep = `(([room, lobby]) => (/\\d/.test(location.pathname) ? lobby : room).remove())(document.querySelectorAll('#root div > div'))`;
  return `<div role="status" style="padding:16px 24px;color:#888;font:600 16px system-ui,sans-serif"><p style="margin:0 0 16px">Footlight · 正在打开 · Opening</p>${room}${lobby}<script>${register}${keep}</script></div>`;
}

const originOf = ({ resolvedUrls }: { readonly resolvedUrls: ResolvedServerUrls | null }): string =>
  (resolvedUrls?.local[0] ?? '').replace(/\/$/, '');

/** The last line of `npm start`: the address of the lobby, which links to everything else. */
function printLobby(origin: string): void {
  console.log(`\n  Open ${origin}/ for the rooms and the scenarios (s + enter lists the scenarios here)\n`);
}

const scenariosShortcut = (origin: () => string) => ({
  key: 's',
  description: 'list the scenarios',
  async action(): Promise<void> {
    // By Vite, which finds the scenarios of the features.
    const { addressOf, SCENARIO_NAMES, scenarioOf } = (await runnerImport<typeof Scenarios>(join(HERE, 'scenarios.ts'))).module;
    for (const name of SCENARIO_NAMES) console.log(`    ${origin()}${addressOf(name)}  ${scenarioOf(name).about.en}`);
  },
});

const pathOf = ({ url = '/' }: Connect.IncomingMessage): string => url.replace(/[?#].*$/, '');

/** Pages of frames, and fixtures, from this folder. */
const servesFiles: Connect.NextHandleFunction = (request, response, next) => {
  const path = pathOf(request);
  response.setHeaders(new Map(Object.entries(ruleOf(path).headers ?? {})));
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

/** Every file of the build, uncompressed: compressing each response would cost every page start more than it saves. */
const servesBuild =
  (dist: string): Connect.NextHandleFunction =>
  (request, response) => {
    const path = pathOf(request);
    const file = offlineFileAt(dist, path);
    response.setHeader('cache-control', file === null ? ERROR_CACHE : ruleOf(path).cache);
    if (file === null) response.writeHead(404).end();
    else sendFile(file, request, response);
  };

/** Adds the offline room's additional files: the two service worker scripts and the fixtures. Only in mode `offline`. */
export function mockPlugin(): Plugin {
  let tracker: Promise<RunningTracker> | undefined;
  /** Bundled when the server starts, because the first page waits for it, and again by the first request after an edit. */
  let serviceWorker: Promise<string> | undefined;
  let isServed = false;
  let hasFailed = false;
  const serveWith =
    (printed: Printed): Connect.NextHandleFunction =>
    (request, response, next) => {
      const path = pathOf(request);
      const script = printed.find((name) => path === `/${name}`);
      if (script) {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        (script === 'mock-sw.js' ? (serviceWorker ??= textOf(script)) : textOf(script)).then((text) => response.end(text), next);
        return;
      }
      if (path === '/__trackers.json') {
        // Started when the first viewer shares.
        tracker ??= startTracker();
        tracker.then(({ address }) => response.setHeader('content-type', 'application/json').end(JSON.stringify([address])), next);
        return;
      }
      servesFiles(request, response, next);
    };
  /** Adds the offline room's files and shortcuts to a server. */
  const extend = (server: ViteDevServer | PreviewServer, printed: Printed, ready = (): Promise<void> => Promise.resolve()): void => {
    server.middlewares.use(serveWith(printed));
    const print = server.printUrls.bind(server);
    // The first address that is printed is one whose page is ready. A visitor who comes earlier sees that the bundle is being made.
    server.printUrls = () =>
      void ready().then(() => {
        print();
        printLobby(originOf(server));
      });
    const bind = server.bindCLIShortcuts.bind(server);
    server.bindCLIShortcuts = (options?: BindCLIShortcutsOptions) => {
      bind({ ...options, customShortcuts: [...(options?.customShortcuts ?? []), scenariosShortcut(() => originOf(server))] });
    };
  };
  return {
    name: 'footlight:mock',
    configureServer(server) {
      extend(server, PRINTED, async () => {
        const isBundling = (): boolean => server.environments.client.bundledDev?.hasBuildOutput === false && !hasFailed;
        while (isBundling()) await setTimeout(BUNDLE_CHECK_MS);
        await serviceWorker?.catch(() => undefined);
      });
      serviceWorker = bundleServiceWorker();
      // The request for the script reports the failure.
      serviceWorker.catch(() => undefined);
      // An edit may come with hundreds of others: the next request bundles it again.
      server.watcher.on('change', () => (serviceWorker = undefined));
      // The bundler watches what the page imports; the service worker and the .proto files are not among it.
      server.watcher.add([HERE, join(HERE, '../src')]);
    },
    buildEnd: (error) => void (hasFailed = error !== undefined),
    configResolved: ({ command }) => void (isServed = command === 'serve'),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => (isServed ? html.replace('<div id="root"></div>', `<div id="root">${skeleton()}</div>`) : html),
    },
    // The build contains the scripts, because the preview server would bundle them at each visit.
    configurePreviewServer(server) {
      extend(server, []);
      server.middlewares.use(servesBuild(join(server.config.root, server.config.build.outDir)));
    },
    async generateBundle() {
      if (isServed) return;
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

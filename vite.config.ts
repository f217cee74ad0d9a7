import { spawnSync } from 'node:child_process';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { mockPlugin } from './mocks/vite-plugin.ts';
import packageJson from './package.json' with { type: 'json' };
import { contractPagePlugin } from './scripts/api/contract-page.ts';
import { deployPlugin } from './scripts/build/deploy.ts';
import { firstScript, offlineChunksPlugin, privateMembers, SHELL_CHUNK, shellPlugin, sizePlugin } from './scripts/build/vite-plugins.ts';
import { headersPlugin } from './scripts/build/headers.ts';
import { ROOM_DEPENDENCIES, WITHOUT_LONG } from './scripts/build/optimized-dependencies.ts';
import { licensesPlugin } from './scripts/build/licenses-plugin.ts';
import { mpegtsPlugin } from './scripts/build/mpegts-plugin.ts';
import { protoPlugin } from './scripts/proto/generate.ts';

/** P2P loaders are addressed by file name (enableP2PArr), so their names have no hash. */
const P2P_LOADER = { 'p2p-loader': 'src/ui/p2p/loader.ts' };
/** The decoder's playground: /playground of the offline build, or alone in mode `playground`, for any static file server. */
const PLAYGROUND = { playground: 'playground.html' };
/** The page that tests a stream address with the player package: /player of the offline build. */
const PLAYER_PAGE = { player: 'player.html' };
/** The page that measures a device: /bench of the offline build, or with the offline room alone in mode `bench`. */
const BENCH_PAGE = { bench: 'bench.html' };
/** The contract of the services: /api of the offline build. */
const API_PAGE = { api: 'api.html' };
const BAD_PEER = { 'p2p-bad-peer': 'mocks/media/bad-peer.ts' };

/**
 * One chunk for the code that starts the room and one for the code that draws it (scripts/build/vite-plugins.ts). Split by the parts that later
 * chunks share, there would be ten chunks and 1.5 kB more. Excluded are the P2P loader, which is loaded by a page that has these chunks
 * already, and main.ts, which opens the page.
 */
const OF_THE_START =
  /@oxc-project[+\\/]runtime|[\\/]comlink[\\/]|[\\/]src[\\/](?:ui[\\/](?!p2p)|design[\\/]|player[\\/](?!base[\\/](?:bounded|errors|result))|core[\\/](?!p2p))/;

/** Chrome 80 is the minimum version for the H265 decoder (P22); it is also the first one with module workers. */
const TARGET = ['chrome80', 'firefox114', 'safari15'] as const;

/** Code that starts and monitors workers, shared by the H265 player and the page. */
const OF_WORKERS = /[\\/]comlink[\\/]|[\\/]src[\\/]player[\\/](?:page[\\/](?:spawn|heartbeat)|base[\\/]heartbeat)\.ts$/;

/**
 * `npm start` bundles in memory before it prints its address: as single modules the first room is 470 requests, each through server, network
 * process and browser. Parts behind lazy imports are bundled too, because a browser would otherwise wait for a build for each of them.
 */
const BUNDLED_DEV = { experimental: { devMode: { lazy: false } }, checks: { bundlerTimings: false } };

/** Mode `offline` contains the mock backend; no other mode does (tests/build). */
export default defineConfig(({ mode, command, isPreview = false }) => {
  const isBench = mode === 'bench';
  const isOffline = mode === 'offline' || isBench;
  const isBundledDev = isOffline && command === 'serve' && !isPreview;
  const isPlayground = mode === 'playground';
  const room = {
    main: 'index.html',
    ...(isOffline ? { ...P2P_LOADER, ...BAD_PEER, ...PLAYGROUND, ...PLAYER_PAGE, ...BENCH_PAGE, ...API_PAGE } : P2P_LOADER),
  };
  const licenses = licensesPlugin();
  const base = isOffline || isPlayground ? '/' : readBase(process.env['FOOTLIGHT_BASE']);
  const shell = shellPlugin(base);
  const first = firstScript(TARGET, base);
  const offline = offlineChunksPlugin();
  const modePlugins = isOffline
    ? [mockPlugin(), offline.plugin, contractPagePlugin()]
    : isPlayground
      ? []
      : [first.plugin, shell.plugin, sizePlugin(first.text), deployPlugin(base)];
  return {
    base: isPlayground ? './' : base,
    plugins: [mpegtsPlugin(), protoPlugin(), privateMembers(), headersPlugin(), p2pLoaderPlugin(), react(), licenses.page, ...modePlugins],
    ...(isBundledDev ? { experimental: { bundledDev: true } } : {}),
    define: {
      FOOTLIGHT_BASE: JSON.stringify(base),
      'import.meta.env.VITE_COMMIT': JSON.stringify(isOffline ? commitHere() : ''),
      'import.meta.env.VITE_MOCK': JSON.stringify(isOffline ? '1' : ''),
      'import.meta.env.VITE_VERSION': JSON.stringify(packageJson.version),
    },
    cacheDir: '.cache/vite',
    publicDir: 'src/ui/public',
    worker: {
      format: 'es',
      plugins: () => [privateMembers(), licenses.worker()],
      rolldownOptions: {
        ...(isBundledDev ? { checks: { bundlerTimings: false } } : {}),
        output: {
          // As for the offline room itself: one file each (scripts/build/vite-plugins.ts).
          ...(isOffline ? { codeSplitting: false } : {}),
          // Every worker source is named worker.ts, so the output is named after its folder.
          entryFileNames: (chunk) => `assets/worker-${chunk.facadeModuleId?.split('/').at(-2) ?? chunk.name}-[hash].js`,
        },
      },
    },
    build: {
      rolldownOptions: {
        ...(isBundledDev ? BUNDLED_DEV : {}),
        input: isPlayground ? PLAYGROUND : room,
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: (chunk) => (chunk.name.startsWith('p2p-') ? '[name].js' : 'assets/[name]-[hash].js'),
          ...(isPlayground
            ? {}
            : {
                codeSplitting: {
                  groups: isOffline
                    ? offline.groups
                    : [
                        { name: 'start', tags: ['$initial'], test: OF_THE_START, priority: 3 },
                        { name: SHELL_CHUNK, test: shell.isOfTheShell, priority: 1 },
                        { name: 'spawn', test: OF_WORKERS, priority: 0 },
                      ],
                },
              }),
        },
      },
      target: [...TARGET],
      outDir: isPlayground ? 'dist-playground' : isBench ? 'dist-bench' : isOffline ? 'dist-offline' : 'dist',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    server: { port: 5173, host: '127.0.0.1' },
    preview: { port: 4173, host: '127.0.0.1' },
    resolve: { alias: WITHOUT_LONG },
    // The list is complete (tests/architecture), and a search through all modules would delay the first page.
    optimizeDeps: { include: [...ROOM_DEPENDENCIES], noDiscovery: true },
  };
});

/** The measured revision; '' outside of a repository. */
function commitHere(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** Path below which the room is deployed (docs/deploy.md). */
function readBase(text = '/'): string {
  if (!/^\/(?:[\w.~-]+\/)*$/.test(text)) throw new Error(`FOOTLIGHT_BASE ${text} is no path with a slash at both ends`);
  return text;
}

/** The development server's bundles are in one folder, and without the offline room there are none: a loader's address is mapped to its code. */
function p2pLoaderPlugin(): Plugin {
  return {
    name: 'footlight:p2p-loader',
    configureServer(server) {
      const isBundled = server.config.experimental.bundledDev;
      server.middlewares.use((request, _response, next) => {
        for (const [name, source] of Object.entries({ ...P2P_LOADER, ...BAD_PEER }))
          if (request.url?.startsWith(`/${name}.js`))
            request.url = request.url.replace(`/${name}.js`, isBundled ? `/assets/${name}.js` : `/${source}`);
        next();
      });
    },
  };
}

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { mockPlugin } from './mocks/vite-plugin.ts';
import { isolationPlugin } from './scripts/isolation-plugin.ts';
import { sizePlugin } from './scripts/size-plugin.ts';

/** Loaders of shared streams are reached by their address (enableP2PArr), so they keep their names. */
const P2P_LOADER = { 'p2p-loader': 'src/ui/p2p/loader.ts' };
const BAD_PEER = { 'p2p-bad-peer': 'mocks/bad-peer.ts' };

/** Mode `offline` carries the mock backend; every other mode holds none of it (tests/build proves it). */
export default defineConfig(({ mode }) => {
  const isOffline = mode === 'offline';
  return {
    plugins: [isolationPlugin(), p2pLoaderPlugin(), react(), isOffline ? mockPlugin() : sizePlugin()],
    define: { 'import.meta.env.VITE_MOCK': JSON.stringify(isOffline ? '1' : '') },
    cacheDir: '.cache/vite',
    publicDir: 'src/ui/public',
    worker: {
      format: 'es',
      // All of them are called worker.ts: the folder says which one it is.
      rolldownOptions: {
        output: { entryFileNames: (chunk) => `assets/worker-${chunk.facadeModuleId?.split('/').at(-2) ?? chunk.name}-[hash].js` },
      },
    },
    build: {
      rolldownOptions: {
        input: { main: 'index.html', ...(isOffline ? { ...P2P_LOADER, ...BAD_PEER } : P2P_LOADER) },
        preserveEntrySignatures: 'exports-only',
        output: { entryFileNames: (chunk) => (chunk.name.startsWith('p2p-') ? '[name].js' : 'assets/[name]-[hash].js') },
      },
      // Chrome 80 is the oldest browser that the specification lets decode H265 (document 1, section 9); module workers start there too.
      target: ['chrome80', 'firefox114', 'safari15'],
      outDir: isOffline ? 'dist-offline' : 'dist',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    server: { port: 5173, host: '127.0.0.1' },
    preview: { port: 4173, host: '127.0.0.1' },
    optimizeDeps: {
      include: [
        'react',
        'react-dom/client',
        'comlink',
        'mpegts.js',
        'valibot',
        'pako',
        'snappyjs',
        'protobufjs/minimal.js',
        'idb',
        ...(isOffline ? ['msw/http', 'msw/browser', '@mswjs/interceptors/WebSocket'] : []),
      ],
    },
  };
});

/** The development server has no bundles: a loader's address leads to its source. */
function p2pLoaderPlugin(): Plugin {
  return {
    name: 'footlight:p2p-loader',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        for (const [name, source] of Object.entries({ ...P2P_LOADER, ...BAD_PEER }))
          if (request.url?.startsWith(`/${name}.js`)) request.url = request.url.replace(`/${name}.js`, `/${source}`);
        next();
      });
    },
  };
}

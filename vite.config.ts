import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mockPlugin } from './mocks/vite-plugin.ts';
import { isolationPlugin } from './scripts/isolation-plugin.ts';
import { sizePlugin } from './scripts/size-plugin.ts';

/** Mode `offline` carries the mock backend; every other mode holds none of it (tests/build proves it). */
export default defineConfig(({ mode }) => {
  const isOffline = mode === 'offline';
  return {
    plugins: [isolationPlugin(), react(), isOffline ? mockPlugin() : sizePlugin()],
    define: { 'import.meta.env.VITE_MOCK': JSON.stringify(isOffline ? '1' : '') },
    cacheDir: '.cache/vite',
    publicDir: 'src/ui/public',
    worker: {
      format: 'es',
      rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash].js' } },
    },
    build: {
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

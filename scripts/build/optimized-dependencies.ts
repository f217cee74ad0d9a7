import { fileURLToPath } from 'node:url';

/**
 * Dependencies that Vite pre-bundles before the first page. If Vite finds another one later, behind a lazy import or in a worker, it
 * bundles again and reloads the page. tests/architecture compares the list with the imports.
 */
export const ROOM_DEPENDENCIES = [
  '@trystero-p2p/torrent',
  'comlink',
  'idb',
  'mpegts.js',
  'pako',
  'protobufjs/minimal.js',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'snappyjs',
  'valibot',
  'virtua',
] as const;

/** protobufjs uses `long` if it exists. src/wire/protobuf.ts switches it off, so its 4 kB (gzip) stay out of the workers. */
export const WITHOUT_LONG = { long: fileURLToPath(new URL('../proto/no-long.js', import.meta.url)) } as const;
